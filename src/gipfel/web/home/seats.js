/** Who plays: the part of a form that every start of a table has. */

import { element } from "../dom.js";
import { levelWords } from "../people.js";
import { change, setting } from "../settings-store.js";
import { t } from "../words.js";
import { clockField, clockProblem, NO_CLOCK } from "./clock.js";
import { remember, remembered } from "./memory.js";
import { segments } from "./segments.js";

/** @typedef {import("../types.js").Seat} Seat */
/** @typedef {import("../types.js").Seats} Seats */
/** @typedef {import("../types.js").Side} Side */
/** @typedef {import("../types.js").Clock} Clock */

/**
 * @typedef {object} Chosen
 * @property {"engine" | "link" | "friend" | "watch" | "own"} opponent
 * @property {Side | "lot"} side       where I sit
 * @property {number} level
 * @property {number} white            the levels of two engines
 * @property {number} black
 * @property {number} seconds          how long the highest level thinks
 * @property {string} command          of an own engine
 * @property {string} me
 * @property {string} friend
 * @property {Clock} clock             where two people play
 */

/**
 * What a table can have besides engines and two people at this screen.
 * @typedef {object} Ways
 * @property {boolean} [invite]        somebody can be invited by a link
 * @property {boolean} [local]         but only this machine can reach the server
 * @property {import("../types.js").ClockInfo[]} [clocks]
 */

/**
 * The part of `POST /api/tables` that says who plays.
 * @typedef {{seats: Seats, clock?: Clock} | {invite: {side: Side | "lot", name: string}, clock?: Clock}} Players
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
  clock: NO_CLOCK,
};

const HIGHEST = 10;
const KEPT = "seats";

/**
 * Who played last, as far as it is possible here.
 * @param {string[]} players
 * @param {Ways} ways
 */
export function lastPlayers(players, ways) {
  const chosen = lastChosen(players, ways);
  return playersOf(clockProblem(chosen.clock, ways.clocks ?? []) ? { ...chosen, clock: NO_CLOCK } : chosen);
}

/**
 * @param {string[]} players
 * @param {Ways} ways
 * @returns {Chosen}
 */
function lastChosen(players, ways) {
  const chosen = remembered(KEPT, USUAL);
  chosen.me = setting("name") || chosen.me;
  const known = opponentChoices(players, ways).some(({ value }) => value === chosen.opponent);
  return known && (chosen.opponent !== "own" || chosen.command) ? chosen : { ...chosen, opponent: "engine" };
}

/**
 * The form. `read` gives who plays and remembers it; it throws a sentence if something is missing. `timed` says
 * whether there can be a clock.
 * @param {string[]} sides       what the sides are called
 * @param {string[]} players     the kinds of players that the server lets sit down
 * @param {Ways} [ways]
 */
export function seatsForm(sides, players, ways = {}) {
  const chosen = lastChosen(players, ways);
  const kinds = ways.clocks ?? [];
  if (kinds.length && clockProblem(chosen.clock, kinds)) chosen.clock = NO_CLOCK;
  let hasClock = kinds.length > 0;
  const more = element("div", { class: "seats-more" });
  const redraw = () => {
    const clock = hasClock && arePeople(chosen) ? [clockField(kinds, chosen.clock, (clock) => (chosen.clock = clock))] : [];
    more.replaceChildren(...fields(chosen, sides, ways), ...clock, ...names(chosen, sides));
  };
  redraw();
  const node = element(
    "div",
    { class: "seats" },
    segments(t("Against"), opponentChoices(players, ways), chosen.opponent, (value) => {
      chosen.opponent = value;
      redraw();
    }),
    more,
  );
  const timed = (/** @type {boolean} */ isTimed) => {
    if (hasClock === (isTimed && kinds.length > 0)) return;
    hasClock = !hasClock;
    redraw();
  };
  const read = () => {
    if (chosen.opponent === "own" && !chosen.command.trim()) {
      throw new Error(t("Say with which command your engine is started."));
    }
    const wrong = hasClock && arePeople(chosen) ? clockProblem(chosen.clock, kinds) : "";
    if (wrong) throw new Error(wrong);
    remember(KEPT, chosen);
    if (!["watch", "friend"].includes(chosen.opponent)) change("name", chosen.me.trim());
    return playersOf(hasClock ? chosen : { ...chosen, clock: NO_CLOCK });
  };
  return { node, read, timed };
}

/** @param {Chosen} chosen */
function arePeople({ opponent }) {
  return opponent === "link" || opponent === "friend";
}

/**
 * @param {string[]} players
 * @param {Ways} ways
 * @returns {{value: Chosen["opponent"], title: string}[]}
 */
function opponentChoices(players, ways) {
  /** @type {{value: Chosen["opponent"], title: string}[]} */
  const choices = [{ value: "engine", title: t("The engine") }];
  if (ways.invite) choices.push({ value: "link", title: t("A friend by link") });
  choices.push({ value: "friend", title: t("Two at this screen") }, { value: "watch", title: t("Two engines") });
  if (players.includes("engine")) choices.push({ value: "own", title: t("My own engine") });
  return choices;
}

/**
 * @param {Chosen} chosen
 * @param {string[]} sides
 * @param {Ways} ways
 * @returns {HTMLElement[]}
 */
function fields(chosen, sides, ways) {
  switch (chosen.opponent) {
    case "engine":
      return [levelField(t("Level"), chosen, "level"), sideField(chosen, sides)];
    case "link":
      return [linkNote(ways), sideField(chosen, sides)];
    case "friend":
      return [];
    case "watch":
      return [levelField(sides[0], chosen, "white"), levelField(sides[1], chosen, "black")];
    case "own":
      return [commandField(chosen), sideField(chosen, sides)];
  }
}

/**
 * What the people who play are called.
 * @param {Chosen} chosen
 * @param {string[]} sides
 */
function names(chosen, sides) {
  if (chosen.opponent === "watch") return [];
  if (chosen.opponent !== "friend") return [nameField(t("Your name"), chosen, "me")];
  return [
    element(
      "div",
      { class: "two" },
      nameField(t("{side}’s name", { side: sides[0] }), chosen, "me"),
      nameField(t("{side}’s name", { side: sides[1] }), chosen, "friend"),
    ),
  ];
}

/**
 * What happens with a link; and that it leads nowhere else as long as nobody else can reach the server.
 * @param {Ways} ways
 */
function linkNote({ local }) {
  return element(
    "div",
    { class: "seats-note" },
    element("p", { class: "muted" }, t("You get a link to send to your friend. Nobody needs an account.")),
    local
      ? element(
          "p",
          {},
          t("Only this computer can reach this server now. For friends elsewhere, start it with:"),
          " ",
          element("code", { dir: "ltr" }, "gipfel serve --host 0.0.0.0"),
        )
      : null,
  );
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
 * @returns {Players}
 */
function playersOf(chosen) {
  const clock = arePeople(chosen) && chosen.clock.kind !== "none" ? { clock: chosen.clock } : {};
  if (chosen.opponent === "link") return { invite: { side: chosen.side, name: chosen.me.trim() }, ...clock };
  return { seats: seatsOf(chosen), ...clock };
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
