/** A segmented control: one of a few choices, as radio buttons. */

import { element } from "../dom.js";

let made = 0;

/**
 * @template {string} Value
 * @param {string} legend
 * @param {{value: Value, title: string, note?: string}[]} choices
 * @param {Value} chosen
 * @param {(value: Value) => void} onchange
 * @param {string} [kind]      `list` for a column with notes
 */
export function segments(legend, choices, chosen, onchange, kind = "row") {
  const name = `segments-${++made}`;
  return element(
    "fieldset",
    { class: `segments segments-${kind}` },
    element("legend", {}, legend),
    element(
      "div",
      { class: "segments-body" },
      ...choices.map(({ value, title, note }) =>
        element(
          "label",
          { class: "segment" },
          element("input", {
            type: "radio",
            name,
            value,
            checked: value === chosen,
            onchange: () => onchange(value),
          }),
          element("span", { class: "segment-title" }, title),
          note ? element("small", {}, note) : null,
        ),
      ),
    ),
  );
}
