/** How many potentials of each kind: a small table, a row for each kind and a column for each side. */

import { element } from "../dom.js";

/** @typedef {import("./choice.js").ChoiceInfo} ChoiceInfo */
/** @typedef {import("./choice.js").ChoiceField} ChoiceField */

/**
 * Choices that name the same row stand side by side.
 * @param {ChoiceInfo[]} choices
 * @param {(choice: ChoiceInfo) => ChoiceField} fieldOf
 */
export function potentialsTable(choices, fieldOf) {
  /** @type {Map<string, ChoiceInfo[]>} */
  const rows = new Map();
  for (const choice of choices) {
    const row = choice.row ?? choice.title;
    rows.set(row, [...(rows.get(row) ?? []), choice]);
  }
  return element(
    "div",
    { class: "potentials" },
    ...[...rows].map(([title, both]) =>
      element(
        "div",
        { class: "potentials-row", "data-game": both[0].name.split(".").at(-1) },
        element("div", { class: "potentials-about" }, element("strong", {}, title), element("span", {}, both[0].explanation)),
        ...both.map((choice) => cell(choice, fieldOf)),
      ),
    ),
  );
}

/**
 * A field that shows only its column, and says its whole name to those who do not see the table.
 * @param {ChoiceInfo} choice
 * @param {(choice: ChoiceInfo) => ChoiceField} fieldOf
 */
function cell(choice, fieldOf) {
  const { node } = fieldOf({ ...choice, title: choice.column ?? choice.title, explanation: "" });
  node.querySelector("input")?.setAttribute("aria-label", choice.title);
  return node;
}
