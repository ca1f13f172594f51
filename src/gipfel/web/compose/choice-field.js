/** A choice from the server as a form field: a list, a number, or a text. The page knows no choice by name. */

import { element } from "../dom.js";
import { t } from "../i18n.js";

/** @import { ChoiceInfo, NamedValue, Value } from "../types.js" */
/** @typedef {ChoiceInfo & {named?: NamedValue}} NamedChoice    one of its values can be followed by a name */

/**
 * @typedef {object} ChoiceField
 * @property {HTMLElement} node
 * @property {(value: Value) => void} set
 * @property {(text: string) => void} problem    show what is wrong; an empty text if nothing is
 */

const NUMBER = "number";

/**
 * @param {NamedChoice} choice
 * @param {Value} value
 * @param {(value: Value) => void} onchange
 * @returns {ChoiceField}
 */
export function choiceField(choice, value, onchange) {
  const wrong = element("small", { class: "problem", role: "alert", hidden: true });
  const control = controlOf(choice, onchange);
  control.set(value);
  const node = element(
    "div",
    { class: "menu-choice", "data-choice": choice.name },
    element(
      "label",
      { class: "field" },
      element("span", {}, choice.title),
      control.node,
      choice.explanation ? element("small", {}, choice.explanation) : null,
    ),
    wrong,
  );
  const problem = (/** @type {string} */ text) => {
    wrong.textContent = text;
    wrong.hidden = !text;
    node.classList.toggle("is-wrong", Boolean(text));
  };
  return { node, set: control.set, problem };
}

/**
 * @param {NamedChoice} choice
 * @param {(value: Value) => void} onchange
 */
function controlOf(choice, onchange) {
  if (choice.named) return listWithName(choice, choice.named, onchange);
  if (choice.between && choice.values.length) return namedOrNumber(choice, choice.between, onchange);
  if (choice.between) return number(choice, choice.between, onchange);
  if (choice.values.length) return list(choice, onchange);
  return text(onchange);
}

/**
 * A value that is not offered, from a menu that was opened, is added to the list.
 * @param {ChoiceInfo} choice
 * @param {(value: Value) => void} onchange
 */
function list(choice, onchange) {
  const values = choice.values.map(({ value }) => value);
  const node = element(
    "select",
    { onchange: () => onchange(values[node.selectedIndex]) },
    ...choice.values.map(({ title }) => element("option", {}, title)),
  );
  const set = (/** @type {Value} */ value) => {
    if (!values.includes(value)) {
      values.push(value);
      node.append(element("option", {}, String(value)));
    }
    node.selectedIndex = values.indexOf(value);
  };
  return { node, set };
}

/**
 * @param {ChoiceInfo} choice
 * @param {[number, number]} between
 * @param {(value: Value) => void} onchange
 */
function number(choice, [least, most], onchange) {
  const scale = choice.unit === "ms" ? 1000 : 1;
  const node = element("input", {
    type: "number",
    min: least / scale,
    max: most / scale,
    step: scale === 1 ? 1 : 0.5,
    inputmode: "numeric",
    oninput: () => onchange(Math.round((node.valueAsNumber || 0) * scale)),
  });
  const set = (/** @type {Value} */ value) => {
    node.value = String(Number(value) / scale);
  };
  return { node, set };
}

/**
 * A list of named values; the last entry opens a field for a number.
 * @param {ChoiceInfo} choice
 * @param {[number, number]} between
 * @param {(value: Value) => void} onchange
 */
function namedOrNumber(choice, between, onchange) {
  const names = [...choice.values, { value: NUMBER, title: t("A number:") }];
  const digits = number(choice, between, onchange);
  const chooseName = (/** @type {Value} */ value) => {
    digits.node.hidden = value !== NUMBER;
    onchange(value === NUMBER ? digits.node.valueAsNumber : value);
  };
  const named = list({ ...choice, values: names }, chooseName);
  digits.set(Math.min(Math.max(18, between[0]), between[1]));
  const node = element("span", { class: "named-number" }, named.node, digits.node);
  const set = (/** @type {Value} */ value) => {
    const isName = choice.values.some((known) => known.value === value);
    named.set(isName ? value : NUMBER);
    digits.node.hidden = isName;
    if (!isName) digits.set(value);
  };
  return { node, set };
}

/**
 * A list in which one value opens a field for a name.
 * @param {ChoiceInfo} choice
 * @param {NamedValue} named
 * @param {(value: Value) => void} onchange
 */
function listWithName(choice, { value: alone, longest }, onchange) {
  const withName = () => (name.value.trim() ? `${alone} ${name.value.trim()}` : alone);
  const name = element("input", {
    type: "text",
    maxlength: longest,
    hidden: true,
    "aria-label": t("Name of the game"),
    placeholder: t("chess, ludo …"),
    oninput: () => onchange(withName()),
  });
  const values = list(choice, (value) => {
    name.hidden = value !== alone;
    onchange(name.hidden ? value : withName());
  });
  const node = element("span", { class: "list-with-name" }, values.node, name);
  const set = (/** @type {Value} */ value) => {
    const isNamed = typeof value === "string" && value.startsWith(`${alone} `);
    values.set(isNamed ? alone : value);
    name.hidden = !isNamed && value !== alone;
    name.value = isNamed ? value.slice(`${alone} `.length) : "";
  };
  return { node, set };
}

/** @param {(value: Value) => void} onchange */
function text(onchange) {
  const node = element("input", { type: "text", maxlength: 100, oninput: () => onchange(node.value) });
  return { node, set: (/** @type {Value} */ value) => void (node.value = String(value)) };
}
