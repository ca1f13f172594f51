/** A segmented control: one of a few choices, as radio buttons. */

import { element, svg } from "../dom.js";

/**
 * @template {string} Value
 * @typedef {{value: Value, title: string, note?: string, icon?: string}} Choice    `icon`: a path in a box of 24 by 24
 */

let made = 0;

/**
 * @template {string} Value
 * @param {string} legend
 * @param {Choice<Value>[]} choices
 * @param {Value} chosen
 * @param {(value: Value) => void} onchange
 * @param {string} [kind]      `list` for a column with notes, `doors` for large ones with icons
 */
export function segments(legend, choices, chosen, onchange, kind = "row") {
  const name = `segments-${++made}`;
  const body = (/** @type {Choice<Value>[]} */ some) =>
    element("div", { class: "segments-body" }, ...some.map((choice) => segment(name, choice, choice.value === chosen, onchange)));
  const large = choices.filter(({ icon }) => icon);
  const others = choices.filter(({ icon }) => !icon);
  return element(
    "fieldset",
    { class: `segments segments-${kind}` },
    element("legend", {}, legend),
    large.length ? body(large) : null,
    others.length ? body(others) : null,
  );
}

/**
 * @template {string} Value
 * @param {string} name      of the radio buttons
 * @param {Choice<Value>} choice
 * @param {boolean} checked
 * @param {(value: Value) => void} onchange
 */
function segment(name, { value, title, note, icon }, checked, onchange) {
  return element(
    "label",
    { class: icon ? "segment has-icon" : "segment" },
    element("input", { type: "radio", name, value, checked, onchange: () => onchange(value) }),
    icon ? svg("svg", { class: "segment-icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: icon })) : null,
    element("span", { class: "segment-title" }, title),
    note ? element("small", {}, note) : null,
  );
}
