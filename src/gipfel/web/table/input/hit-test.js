/** From a point of the board to the targets there. */

import { distance, distanceToRow, same, UNIT } from "../targets.js";

/** @import { Target, XY } from "../../types.js" */
/** @import { FullPicture, LocatedTarget } from "../received-parts.js" */

const NEAR_PLACE = 0.62 * UNIT;
const NEAR_ROW = 0.5 * UNIT;

/**
 * The open targets at a point: one, none, or several rows that cross there, the nearest first.
 * @param {XY} point
 * @param {LocatedTarget[]} open
 * @returns {LocatedTarget[]}
 */
export function openAt(point, open) {
  const rows = open
    .filter((one) => one.at.length > 1 && distanceToRow(point, one.at) <= NEAR_ROW)
    .sort((one, other) => distanceToRow(point, one.at) - distanceToRow(point, other.at));
  const place = nearest(point, open.filter((one) => one.at.length === 1), rows.length ? 0.8 * NEAR_ROW : NEAR_PLACE);
  return place ? [place] : rows;
}

/**
 * @template {{at: XY[]}} Kind
 * @param {XY} point
 * @param {Kind[]} among
 * @param {number} within
 * @returns {Kind | null}
 */
function nearest(point, among, within) {
  let best = null;
  let least = within;
  for (const one of among) {
    const far = distance(point, one.at[0]);
    if (far <= least) [best, least] = [one, far];
  }
  return best;
}

/**
 * The place or piece at a point, open or not.
 * @param {XY} point
 * @param {FullPicture} picture
 * @returns {Target | null}
 */
export function placeAt(point, picture) {
  const pieces = picture.pieces.flatMap((piece) => (piece.target ? [{ target: piece.target, at: [piece.at] }] : []));
  const places = picture.places.map((place) => ({ target: place.target, at: [place.at] }));
  return nearest(point, [...places, ...pieces], NEAR_PLACE)?.target ?? null;
}

/**
 * The next one of several rows that cross at a point.
 * @param {LocatedTarget[]} rows
 * @param {LocatedTarget | null} now
 */
export function nextRow(rows, now) {
  const place = now ? rows.findIndex((one) => same(one.target, now.target)) : -1;
  return rows[(place + 1) % rows.length];
}

/**
 * The open target that an arrow key leads to from a point.
 * @param {XY} from
 * @param {XY} direction   of the arrow
 * @param {{at: XY, key: string}[]} among   as they are drawn
 */
export function neighbour(from, direction, among) {
  let best = null;
  let least = Infinity;
  for (const one of among) {
    const [x, y] = [one.at[0] - from[0], one.at[1] - from[1]];
    const along = x * direction[0] + y * direction[1];
    const across = Math.abs(x * direction[1] - y * direction[0]);
    const cost = along + 2.2 * across;
    if (along > 0.2 * UNIT && across < 2 * along && cost < least) [best, least] = [one, cost];
  }
  return best;
}
