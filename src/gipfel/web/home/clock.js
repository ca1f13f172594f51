/** The clock of a new table: a few that are usual, and numbers of one's own. */

import { clockTitle } from "../clocks.js";
import { element } from "../dom.js";
import { t } from "../words.js";

/** @typedef {import("../types.js").Clock} Clock */
/** @typedef {import("../types.js").ClockInfo} ClockInfo */
/** @typedef {"minutes" | "seconds" | "days"} Unit */

/** @type {Clock} */
export const NO_CLOCK = { kind: "none" };

/** @type {Clock[]} */
const USUAL = [
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

/** What the numbers of a kind are at first, as far as it allows them. */
const FIRST = { minutes: 20, seconds: 10, days: 3 };
const OWN = "own";

/**
 * A list of clocks; the last entry opens fields for another one.
 * @param {ClockInfo[]} kinds      those the server can keep
 * @param {Clock} chosen
 * @param {(clock: Clock) => void} onchange
 */
export function clockField(kinds, chosen, onchange) {
  const usual = USUAL.filter((clock) => !clockProblem(clock, kinds));
  const place = usual.findIndex((clock) => same(clock, chosen));
  let own = chosen.kind === "none" ? firstOf(kinds.find(({ kind }) => kind !== "none") ?? kinds[0]) : chosen;
  const more = element("div", { class: "clock-own" });
  const showOwn = () => {
    const fields = ownFields(kinds, own, (clock) => {
      const isOther = clock.kind !== own.kind;
      own = clock;
      onchange(own);
      if (isOther) showOwn();
    });
    more.replaceChildren(...fields);
    if (document.activeElement === document.body) more.querySelector("select")?.focus();
  };
  const list = element(
    "select",
    {
      onchange: () => {
        more.hidden = list.value !== OWN;
        if (!more.hidden) showOwn();
        onchange(list.value === OWN ? own : usual[Number(list.value)]);
      },
    },
    ...usual.map((clock, i) => element("option", { value: i, selected: i === place }, clockTitle(clock))),
    element("option", { value: OWN, selected: place < 0 }, t("Other times …")),
  );
  more.hidden = place >= 0;
  if (!more.hidden) showOwn();
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
 * A clock of a kind with the numbers it has at first.
 * @param {ClockInfo} kind
 * @param {Partial<Clock>} [before]    numbers that stay if they fit
 * @returns {Clock}
 */
function firstOf({ kind, numbers }, before = {}) {
  const fitting = Object.entries(numbers).map(([unit, [least, most]]) => {
    const number = before[/** @type {Unit} */ (unit)] ?? FIRST[/** @type {Unit} */ (unit)] ?? least;
    return [unit, Math.min(Math.max(number, least), most)];
  });
  return { kind, ...Object.fromEntries(fitting) };
}

/**
 * @param {ClockInfo[]} kinds
 * @param {Clock} clock
 * @param {(clock: Clock) => void} onchange
 */
function ownFields(kinds, clock, onchange) {
  const some = kinds.filter(({ kind }) => kind !== "none");
  const now = some.find(({ kind }) => kind === clock.kind) ?? some[0];
  const list = element(
    "select",
    { "aria-label": t("Kind of clock"), onchange: () => onchange(firstOf(some[list.selectedIndex], clock)) },
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
 * What is wrong with a clock, in one sentence; nothing if it can be kept.
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
