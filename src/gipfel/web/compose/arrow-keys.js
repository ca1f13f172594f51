/** Arrow keys in a row of controls, in the direction of the language. */

import { direction } from "../i18n.js";

/**
 * How far an arrow key goes along a row: 1, -1, or 0 for any other key.
 * @param {KeyboardEvent} event
 * @param {boolean} [both]    the keys up and down count, too
 */
export function stepOf(event, both = false) {
  const forward = direction() === "rtl" ? "ArrowLeft" : "ArrowRight";
  const back = direction() === "rtl" ? "ArrowRight" : "ArrowLeft";
  if (event.key === forward || (both && event.key === "ArrowDown")) return 1;
  return event.key === back || (both && event.key === "ArrowUp") ? -1 : 0;
}

/**
 * In a group of radio buttons an arrow key chooses the next one.
 * @param {KeyboardEvent} event
 */
export function radioKeys(event) {
  const group = /** @type {HTMLElement} */ (event.currentTarget);
  const next = neighbour(event, [...group.querySelectorAll("[role=radio]")], true);
  next?.click();
}

/**
 * In a toolbar an arrow key moves the focus.
 * @param {KeyboardEvent} event
 */
export function toolbarKeys(event) {
  const bar = /** @type {HTMLElement} */ (event.currentTarget);
  neighbour(event, [...bar.querySelectorAll("button")])?.focus();
}

/**
 * The element before or after the focused one, if an arrow key was pressed.
 * @param {KeyboardEvent} event
 * @param {Element[]} elements
 * @param {boolean} [both]
 * @returns {HTMLElement | null}
 */
export function neighbour(event, elements, both = false) {
  const step = stepOf(event, both);
  const at = elements.findIndex((element) => element === document.activeElement);
  if (!step || at < 0) return null;
  event.preventDefault();
  return /** @type {HTMLElement} */ (elements[(at + step + elements.length) % elements.length]);
}
