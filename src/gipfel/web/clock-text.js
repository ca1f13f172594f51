/** Clocks as text: the time control, and the time left. */

import { number, t, tn } from "./i18n.js";

/** @import { Clock } from "./types.js" */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * The time control in a few words.
 * @param {Clock} clock
 */
export function clockTitle({ kind, minutes = 0, seconds = 0, days = 0 }) {
  switch (kind) {
    case "sudden-death":
      return tn("One minute each", "{n} minutes each", minutes);
    case "increment":
      return t("{minutes} min + {seconds} s a turn", { minutes, seconds });
    case "delay":
      return t("{minutes} min, {seconds} s of each turn free", { minutes, seconds });
    case "correspondence":
      return tn("One day a turn", "{n} days a turn", days);
    default:
      return t("No clock");
  }
}

/**
 * A duration: `1:05`, `2:30:00`, or in whole days.
 * @param {number} ms
 */
export function timeLeft(ms) {
  const left = Math.max(0, ms);
  if (left >= DAY) return inUnit(Math.floor(left / DAY), "day", "long");
  const seconds = Math.floor(left / SECOND) % 60;
  const minutes = Math.floor(left / MINUTE) % 60;
  const hours = Math.floor(left / HOUR);
  const two = (/** @type {number} */ n) => number(n, { minimumIntegerDigits: 2 });
  return hours ? `${number(hours)}:${two(minutes)}:${two(seconds)}` : `${number(minutes)}:${two(seconds)}`;
}

/**
 * A whole number of days or hours, in the language of the page.
 * @param {number} amount
 * @param {"day" | "hour"} unit
 * @param {"long" | "narrow"} unitDisplay
 */
export function inUnit(amount, unit, unitDisplay) {
  return number(amount, { style: "unit", unit, unitDisplay });
}
