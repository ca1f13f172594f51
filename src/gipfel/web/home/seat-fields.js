/** The fields for players: level, side, names, the command of an engine. They change `chosen`. */

import { element } from "../dom.js";
import { t } from "../i18n.js";
import { HIGHEST_LEVEL, levelNames } from "../player-names.js";
import { segments } from "./segments.js";

/** @import { Chosen, SeatOptions } from "./seats-form.js" */

/**
 * @param {Chosen} chosen
 * @param {string[]} sides
 * @param {SeatOptions} options
 * @returns {HTMLElement[]}
 */
export function seatFields(chosen, sides, options) {
  switch (chosen.opponent) {
    case "engine":
      return [levelField(t("Level"), chosen, "level"), sideField(chosen, sides)];
    case "link":
      return [linkNote(options), sideField(chosen, sides)];
    case "friend":
      return [];
    case "watch":
      return [levelField(sides[0], chosen, "white"), levelField(sides[1], chosen, "black")];
    case "own":
      return [commandField(chosen), sideField(chosen, sides)];
  }
}

/**
 * The names of the people who play.
 * @param {Chosen} chosen
 * @param {string[]} sides
 */
export function nameFields(chosen, sides) {
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
 * What the link is for; and a warning if only this machine can reach the server.
 * @param {SeatOptions} options
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
 * A slider with a name for each level; the highest level has a field for its time to think.
 * @template {"level" | "white" | "black"} Key
 * @param {string} title
 * @param {Record<Key | "seconds", number>} chosen
 * @param {Key} key
 */
export function levelField(title, chosen, key) {
  const words = levelNames();
  const word = element("output", { class: "level-word" });
  const time = timeField(chosen);
  const slider = element("input", { type: "range", min: 1, max: HIGHEST_LEVEL, step: 1, value: chosen[key] });
  const show = () => {
    chosen[key] = slider.valueAsNumber;
    const label = t("{level}: {word}", { level: chosen[key], word: words[chosen[key] - 1] });
    word.textContent = label;
    slider.setAttribute("aria-valuetext", label);
    time.hidden = chosen[key] !== HIGHEST_LEVEL;
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

/** @param {{seconds: number}} chosen */
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
