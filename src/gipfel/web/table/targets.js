/** Targets as keys and in words, and where they are. */

import { t } from "../words.js";

/** @typedef {import("../types.js").Target} Target */
/** @typedef {import("../types.js").XY} XY */
/** @typedef {import("./draw/picture-cache.js").WholePicture} WholePicture */
/** @typedef {import("../types.js").PossibleTarget} Open */

export const UNIT = 64;

/**
 * `dot e1`, as the tests and everybody on the page name a target.
 * @param {Target} target
 */
export function keyOf(target) {
  return `${target[0]} ${target[1]}`;
}

/**
 * @param {Target | null | undefined} one
 * @param {Target | null | undefined} other
 */
export function same(one, other) {
  return Boolean(one && other) && one?.[0] === other?.[0] && one?.[1] === other?.[1];
}

/**
 * Where a target is on the board; null if it is beside it. A row is where its first end is.
 * @param {WholePicture} picture
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
 * What stands on a button whose text the server did not send.
 * @param {Target} target
 */
export function labelOf([, name]) {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/**
 * A target in words, for those who do not see the board: the piece that stands there, and the place.
 * @param {Target} target
 * @param {WholePicture} picture
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
 * How far a point is from a row.
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
