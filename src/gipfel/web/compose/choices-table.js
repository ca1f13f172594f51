/** Choices in a small table, with a row for each kind and a column for each side. */

import { element } from "../dom.js";

/** @import { MenuChoice } from "../types.js" */
/** @import { ChoiceField } from "./choice-field.js" */

/**
 * Choices that name the same row stand side by side.
 * @param {MenuChoice[]} choices
 * @param {(choice: MenuChoice) => ChoiceField} fieldOf
 */
export function choicesTable(choices, fieldOf) {
  /** @type {Map<string, MenuChoice[]>} */
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
 * A field that shows only its column; screen readers get its full name.
 * @param {MenuChoice} choice
 * @param {(choice: MenuChoice) => ChoiceField} fieldOf
 */
function cell(choice, fieldOf) {
  const { node } = fieldOf({ ...choice, title: choice.column ?? choice.title, explanation: "" });
  node.querySelector("select, input")?.setAttribute("aria-label", choice.title);
  return node;
}
