/** What is done to a menu by pointing: linking kinds, and changing their numbers. */

/** @import { MenuKind, Side, Value } from "../types.js" */
/** @import { MenuDraft } from "./menu-draft.js" */

/** @type {Side[]} */
export const SIDES = ["white", "black"];

/**
 * Where something from the shelf can be laid: on a kind of both sides, or of one.
 * @typedef {{kind: string, side: Side | null}} Place
 */

/** @param {Place} place */
export function placeText({ kind, side }) {
  return side ? `${kind}/${side}` : kind;
}

/**
 * @param {string} text
 * @returns {Place}
 */
export function readPlace(text) {
  const [kind, side] = text.split("/");
  return { kind, side: side === "white" || side === "black" ? side : null };
}

/**
 * Link a kind; if nobody has it, the players get some.
 * @param {MenuDraft} menu
 * @param {Place} place
 * @param {string} value
 */
export function linkKind(menu, place, value) {
  const kind = menu.offer.kinds.find(({ name }) => name === place.kind);
  if (!kind) return;
  const sides = place.side ? [place.side] : SIDES;
  /** @type {Record<string, Value>} */
  const changes = place.side
    ? { [kind.own_links[place.side]]: value }
    : { [kind.link]: value, [kind.own_links.white]: menu.offer.shared, [kind.own_links.black]: menu.offer.shared };
  if (value !== menu.offer.free && sides.every((side) => !numberOf(menu, kind, side))) {
    for (const side of sides) changes[kind.numbers[side]] = leastOf(menu);
  }
  menu.choose(changes);
}

/** @param {MenuDraft} menu */
function leastOf(menu) {
  return menu.card?.numbers.find((number) => number > 0) ?? 0;
}

/**
 * How many potentials of a kind a side has.
 * @param {MenuDraft} menu
 * @param {MenuKind} kind
 * @param {Side} side
 */
export function numberOf(menu, kind, side) {
  return Number(menu.value(kind.numbers[side]));
}

/**
 * The next allowed number, or null if there is none.
 * @param {MenuDraft} menu
 * @param {number} number
 * @param {number} step     1 or -1
 */
export function nextNumber(menu, number, step) {
  const allowed = menu.card?.numbers ?? [];
  const further = step > 0 ? allowed.filter((n) => n > number) : allowed.filter((n) => n < number).reverse();
  return further.length ? further[0] : null;
}

/**
 * Change the number of a kind.
 * @param {MenuDraft} menu
 * @param {MenuKind} kind
 * @param {Side | null} side    null for both
 * @param {number} step
 */
export function changeNumber(menu, kind, side, step) {
  const number = nextNumber(menu, numberOf(menu, kind, side ?? "white"), step);
  if (number === null) return;
  menu.choose(Object.fromEntries((side ? [side] : SIDES).map((one) => [kind.numbers[one], number])));
}

/**
 * Do the players have different numbers or links?
 * @param {MenuDraft} menu
 */
export function sidesDiffer(menu) {
  return menu.offer.kinds.some((kind) => {
    const links = menu.card?.links[kind.name];
    return numberOf(menu, kind, "white") !== numberOf(menu, kind, "black") || links?.white.value !== links?.black.value;
  });
}

/**
 * Give Black what White has.
 * @param {MenuDraft} menu
 */
export function makeSame(menu) {
  /** @type {Record<string, Value>} */
  const changes = {};
  for (const kind of menu.offer.kinds) {
    changes[kind.numbers.black] = numberOf(menu, kind, "white");
    const links = menu.card?.links[kind.name];
    if (links && links.white.value !== links.black.value) changes[kind.link] = links.white.value;
    for (const side of SIDES) changes[kind.own_links[side]] = menu.offer.shared;
  }
  menu.choose(changes);
}
