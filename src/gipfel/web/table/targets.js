/** Targets as keys and in words, and where they are. */

import { t } from "../i18n.js";

/** @import { Target, XY } from "../types.js" */
/** @import { FullPicture } from "./received-parts.js" */

export const UNIT = 64;

/**
 * `dot e1`: the key of a target, on the page and in tests.
 * @param {Target} target
 */
export function keyOf(target) {
  return `${target[0]} ${target[1]}`;
}

/**
 * The target of a key.
 * @param {string} key
 * @returns {Target}
 */
export function targetOf(key) {
  const space = key.indexOf(" ");
  return [key.slice(0, space), key.slice(space + 1)];
}

/**
 * @param {Target | null | undefined} one
 * @param {Target | null | undefined} other
 */
export function same(one, other) {
  return Boolean(one && other) && one?.[0] === other?.[0] && one?.[1] === other?.[1];
}

/**
 * Where a target is on the board; null if it is beside it.
 * @param {FullPicture} picture
 * @param {Target} target
 * @returns {XY | null}
 */
export function whereIs(picture, target) {
  const place =
    picture.places.find((one) => same(one.target, target)) ??
    picture.pieces.find((one) => same(one.target, target)) ??
    picture.places.find((one) => one.target[1] === target[1]);
  return place?.at ?? null;
}

/**
 * The label of a button for which the server sent no text.
 * @param {Target} target
 */
export function labelOf([, name]) {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/**
 * A target in words, for screen readers: the piece and the place.
 * @param {Target} target
 * @param {FullPicture} picture
 */
export function spoken(target, picture) {
  const [kind, name] = target;
  if (kind === "row") return t("row {name}", { name });
  if (kind === "keep") return t("keep the piece on {name}", { name });
  const piece = picture.pieces.findLast((one) => same(one.target, target));
  if (piece) return t("{piece} on {place}", { piece: piece.name, place: name });
  return kind === "dot" ? t("dot {name}", { name }) : t("place {name}", { name });
}

/**
 * @param {XY} one
 * @param {XY} other
 */
export function distance(one, other) {
  return Math.hypot(one[0] - other[0], one[1] - other[1]);
}

/**
 * The distance of a point from a row.
 * @param {XY} point
 * @param {XY[]} row
 */
export function distanceToRow(point, row) {
  const [start, end] = [row[0], row[row.length - 1]];
  const along = [end[0] - start[0], end[1] - start[1]];
  const square = along[0] ** 2 + along[1] ** 2;
  const share = square ? ((point[0] - start[0]) * along[0] + (point[1] - start[1]) * along[1]) / square : 0;
  const inside = Math.max(0, Math.min(1, share));
  return distance(point, [start[0] + inside * along[0], start[1] + inside * along[1]]);
}
