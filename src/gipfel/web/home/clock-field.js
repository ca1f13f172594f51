/** The clock of a new table: a few usual ones, and fields for any other. */

import { clockTitle } from "../clock-text.js";
import { element } from "../dom.js";
import { t } from "../i18n.js";

/** @import { Clock, ClockInfo } from "../types.js" */
/** @typedef {"minutes" | "seconds" | "days"} Unit */

/** @type {Clock} */
export const NO_CLOCK = { kind: "none" };

/** @type {Clock[]} */
const PRESETS = [
  NO_CLOCK,
  { kind: "increment", minutes: 5, seconds: 5 },
  { kind: "sudden-death", minutes: 10 },
  { kind: "increment", minutes: 15, seconds: 10 },
  { kind: "sudden-death", minutes: 20 },
  { kind: "delay", minutes: 20, seconds: 10 },
  { kind: "correspondence", days: 1 },
  { kind: "correspondence", days: 3 },
  { kind: "correspondence", days: 7 },
];

/** The numbers to begin with, limited to what a kind of clock allows. */
const DEFAULTS = { minutes: 20, seconds: 10, days: 3 };
const CUSTOM = "own";

/**
 * A list of clocks; the last entry opens fields for another one.
 * @param {ClockInfo[]} kinds      the kinds the server knows
 * @param {Clock} chosen
 * @param {(clock: Clock) => void} onchange
 */
export function clockField(kinds, chosen, onchange) {
  const presets = PRESETS.filter((clock) => !clockProblem(clock, kinds));
  const index = presets.findIndex((clock) => same(clock, chosen));
  let custom = chosen.kind === "none" ? newClock(kinds.find(({ kind }) => kind !== "none") ?? kinds[0]) : chosen;
  const more = element("div", { class: "clock-own" });
  const showCustom = () => {
    const fields = customFields(kinds, custom, (clock) => {
      const isOtherKind = clock.kind !== custom.kind;
      custom = clock;
      onchange(custom);
      if (isOtherKind) showCustom();
    });
    more.replaceChildren(...fields);
    if (document.activeElement === document.body) more.querySelector("select")?.focus();
  };
  const list = element(
    "select",
    {
      onchange: () => {
        more.hidden = list.value !== CUSTOM;
        if (!more.hidden) showCustom();
        onchange(list.value === CUSTOM ? custom : presets[Number(list.value)]);
      },
    },
    ...presets.map((clock, i) => element("option", { value: i, selected: i === index }, clockTitle(clock))),
    element("option", { value: CUSTOM, selected: index < 0 }, t("Other times …")),
  );
  more.hidden = index >= 0;
  if (!more.hidden) showCustom();
  return element("div", { class: "clock-field" }, element("label", { class: "field" }, element("span", {}, t("Clock")), list), more);
}

/**
 * @param {Clock} one
 * @param {Clock} other
 */
function same(one, other) {
  return one.kind === other.kind && one.minutes === other.minutes && one.seconds === other.seconds && one.days === other.days;
}

/**
 * A clock of this kind with its first numbers.
 * @param {ClockInfo} kind
 * @param {Partial<Clock>} [before]    numbers to keep if they are allowed
 * @returns {Clock}
 */
function newClock({ kind, numbers }, before = {}) {
  const fitting = Object.entries(numbers).map(([unit, [least, most]]) => {
    const number = before[/** @type {Unit} */ (unit)] ?? DEFAULTS[/** @type {Unit} */ (unit)] ?? least;
    return [unit, Math.min(Math.max(number, least), most)];
  });
  return { kind, ...Object.fromEntries(fitting) };
}

/**
 * @param {ClockInfo[]} kinds
 * @param {Clock} clock
 * @param {(clock: Clock) => void} onchange
 */
function customFields(kinds, clock, onchange) {
  const some = kinds.filter(({ kind }) => kind !== "none");
  const now = some.find(({ kind }) => kind === clock.kind) ?? some[0];
  const list = element(
    "select",
    { "aria-label": t("Kind of clock"), onchange: () => onchange(newClock(some[list.selectedIndex], clock)) },
    ...some.map(({ kind, title }) => element("option", { selected: kind === clock.kind }, title)),
  );
  let current = clock;
  const fields = Object.entries(now.numbers).map(([unit, bounds]) =>
    numberField(/** @type {Unit} */ (unit), bounds, current, (number) => {
      current = { ...current, [unit]: number };
      onchange(current);
    }),
  );
  return [
    list,
    element("div", { class: "two" }, ...fields),
  ];
}

/**
 * @param {Unit} unit
 * @param {[number, number]} bounds
 * @param {Clock} clock
 * @param {(number: number) => void} onchange
 */
function numberField(unit, [least, most], clock, onchange) {
  const input = element("input", {
    type: "number",
    min: least,
    max: most,
    step: 1,
    required: true,
    inputmode: "numeric",
    value: clock[unit] ?? least,
    oninput: () => onchange(input.valueAsNumber),
  });
  return element("label", { class: "field" }, element("span", {}, unitTitle(unit)), input);
}

/** @param {Unit} unit */
function unitTitle(unit) {
  return { minutes: t("Minutes"), seconds: t("Seconds"), days: t("Days") }[unit];
}

/**
 * What is wrong with a clock, in one sentence; empty if nothing is.
 * @param {Clock} clock
 * @param {ClockInfo[]} kinds
 */
export function clockProblem(clock, kinds) {
  const kind = kinds.find((known) => known.kind === clock.kind);
  if (!kind) return t("This server has no such clock.");
  for (const [unit, [least, most]] of Object.entries(kind.numbers)) {
    const number = clock[/** @type {Unit} */ (unit)];
    if (!Number.isInteger(number) || Number(number) < least || Number(number) > most) {
      return t("{unit} of the clock: a whole number from {least} to {most}.", { unit: unitTitle(/** @type {Unit} */ (unit)), least, most });
    }
  }
  return "";
}
