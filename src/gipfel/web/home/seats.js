/** Who plays: the part of a form that every start of a table has. */

import { element } from "../dom.js";
import { t } from "../words.js";
import { remember, remembered } from "./memory.js";
import { levelWords } from "../people.js";
import { segments } from "./segments.js";

/** @typedef {import("../types.js").Seat} Seat */
/** @typedef {import("../types.js").Seats} Seats */
/** @typedef {import("../types.js").Side} Side */

/**
 * @typedef {object} Chosen
 * @property {"engine" | "friend" | "watch" | "own"} opponent
 * @property {Side | "lot"} side       where I sit against an engine
 * @property {number} level
 * @property {number} white            the levels of two engines
 * @property {number} black
 * @property {number} seconds          how long the highest level thinks
 * @property {string} command          of an own engine
 * @property {string} me
 * @property {string} friend
 */

/** @type {Chosen} */
const USUAL = {
  opponent: "engine",
  side: "white",
  level: 3,
  white: 5,
  black: 5,
  seconds: 1,
  command: "",
  me: "",
  friend: "",
};

const HIGHEST = 10;
const KEPT = "seats";

/** The seats that were chosen last. */
export function lastSeats() {
  return seatsOf(lastChosen());
}

/** @returns {Chosen} */
function lastChosen() {
  const chosen = remembered(KEPT, USUAL);
  const known = ["engine", "friend", "watch", "own"].includes(chosen.opponent);
  return known && (chosen.opponent !== "own" || chosen.command) ? chosen : { ...chosen, opponent: "engine" };
}

/**
 * The form. `read` gives the seats and remembers them; it throws a sentence if something is missing.
 * @param {string[]} sides       what the sides are called
 * @param {string[]} players     the kinds of players that the server lets sit down
 */
export function seatsForm(sides, players) {
  const chosen = lastChosen();
  if (chosen.opponent === "own" && !players.includes("engine")) chosen.opponent = "engine";
  const more = element("div", { class: "seats-more" });
  const redraw = () => more.replaceChildren(...fields(chosen, sides));
  redraw();
  const opponents = opponentChoices(players);
  const node = element(
    "div",
    { class: "seats" },
    segments(t("Against"), opponents, chosen.opponent, (value) => {
      chosen.opponent = value;
      redraw();
    }),
    more,
  );
  const read = () => {
    if (chosen.opponent === "own" && !chosen.command.trim()) {
      throw new Error(t("Say with which command your engine is started."));
    }
    remember(KEPT, chosen);
    return seatsOf(chosen);
  };
  return { node, read };
}

/**
 * @param {string[]} players
 * @returns {{value: Chosen["opponent"], title: string}[]}
 */
function opponentChoices(players) {
  /** @type {{value: Chosen["opponent"], title: string}[]} */
  const choices = [
    { value: "engine", title: t("The engine") },
    { value: "friend", title: t("A friend here") },
    { value: "watch", title: t("Two engines") },
  ];
  if (players.includes("engine")) choices.push({ value: "own", title: t("My own engine") });
  return choices;
}

/**
 * @param {Chosen} chosen
 * @param {string[]} sides
 * @returns {HTMLElement[]}
 */
function fields(chosen, sides) {
  switch (chosen.opponent) {
    case "engine":
      return [levelField(t("Level"), chosen, "level"), sideField(chosen, sides), nameField(t("Your name"), chosen, "me")];
    case "friend":
      return [
        element(
          "div",
          { class: "two" },
          nameField(t("{side}’s name", { side: sides[0] }), chosen, "me"),
          nameField(t("{side}’s name", { side: sides[1] }), chosen, "friend"),
        ),
      ];
    case "watch":
      return [levelField(sides[0], chosen, "white"), levelField(sides[1], chosen, "black")];
    case "own":
      return [commandField(chosen), sideField(chosen, sides), nameField(t("Your name"), chosen, "me")];
  }
}

/**
 * A slider with a word for each level; the highest one asks how long it may think.
 * @param {string} title
 * @param {Chosen} chosen
 * @param {"level" | "white" | "black"} key
 */
function levelField(title, chosen, key) {
  const words = levelWords();
  const word = element("output", { class: "level-word" });
  const time = timeField(chosen);
  const slider = element("input", { type: "range", min: 1, max: HIGHEST, step: 1, value: chosen[key] });
  const show = () => {
    chosen[key] = slider.valueAsNumber;
    const said = t("{level}: {word}", { level: chosen[key], word: words[chosen[key] - 1] });
    word.textContent = said;
    slider.setAttribute("aria-valuetext", said);
    time.hidden = chosen[key] !== HIGHEST;
  };
  slider.addEventListener("input", show);
  show();
  return element(
    "div",
    { class: "level" },
    element("label", { class: "field" }, element("span", { class: "level-head" }, title, word), slider),
    time,
  );
}

/** @param {Chosen} chosen */
function timeField(chosen) {
  const times = [1, 3, 10, 30, 60];
  const choice = element(
    "select",
    { onchange: () => (chosen.seconds = Number(choice.value)) },
    ...times.map((n) => element("option", { value: n, selected: n === chosen.seconds }, t("{n} s", { n }))),
  );
  return element("label", { class: "field field-row" }, element("span", {}, t("Time to think for a move")), choice);
}

/**
 * @param {Chosen} chosen
 * @param {string[]} sides
 */
function sideField(chosen, sides) {
  /** @type {{value: Chosen["side"], title: string}[]} */
  const choices = [
    { value: "white", title: sides[0] },
    { value: "black", title: sides[1] },
    { value: "lot", title: t("By lot") },
  ];
  return segments(t("You play"), choices, chosen.side, (value) => (chosen.side = value));
}

/**
 * @param {string} title
 * @param {Chosen} chosen
 * @param {"me" | "friend"} key
 */
function nameField(title, chosen, key) {
  const input = element("input", {
    type: "text",
    value: chosen[key],
    maxlength: 60,
    autocomplete: "off",
    placeholder: t("need not be given"),
    oninput: () => (chosen[key] = input.value),
  });
  return element("label", { class: "field" }, element("span", {}, title), input);
}

/** @param {Chosen} chosen */
function commandField(chosen) {
  const input = element("input", {
    type: "text",
    value: chosen.command,
    dir: "ltr",
    spellcheck: "false",
    autocomplete: "off",
    placeholder: "python my_engine.py",
    oninput: () => (chosen.command = input.value),
  });
  return element(
    "label",
    { class: "field" },
    element("span", {}, t("Command")),
    input,
    element("small", {}, t("It is started on this computer and speaks the engine protocol.")),
  );
}

/**
 * @param {Chosen} chosen
 * @returns {Seats}
 */
function seatsOf(chosen) {
  switch (chosen.opponent) {
    case "friend":
      return { white: person(chosen.me), black: person(chosen.friend) };
    case "watch":
      return { white: level(chosen.white, chosen), black: level(chosen.black, chosen) };
    case "own":
      return against({ kind: "engine", player: `engine:${chosen.command.trim()}` }, chosen);
    default:
      return against(level(chosen.level, chosen), chosen);
  }
}

/**
 * @param {Seat} engine
 * @param {Chosen} chosen
 * @returns {Seats}
 */
function against(engine, chosen) {
  const mine = chosen.side === "lot" ? (Math.random() < 0.5 ? "white" : "black") : chosen.side;
  const me = person(chosen.me);
  return mine === "white" ? { white: me, black: engine } : { white: engine, black: me };
}

/**
 * @param {string} name
 * @returns {Seat}
 */
function person(name) {
  return { kind: "person", name: name.trim() };
}

/**
 * @param {number} n
 * @param {Chosen} chosen
 * @returns {Seat}
 */
function level(n, chosen) {
  return n === HIGHEST
    ? { kind: "engine", player: `level:${n}`, seconds: chosen.seconds }
    : { kind: "engine", player: `level:${n}` };
}
