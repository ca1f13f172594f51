/**
 * What a decision would do, drawn on the board: pieces as they would lie, arrows along which they move, signs on those that turn
 * over or leave the board, and rows that would result. Signs say the same as colours.
 */

import { svg, svgFragment } from "../../dom.js";
import { UNIT, distance, same, whereIs } from "../targets.js";

/** @import { Change, Effect, Piece, Target, XY } from "../../types.js" */
/** @import { Board } from "./board.js" */

/** Pieces this near lie at the same place. */
const SAME_PLACE = 0.2 * UNIT;
/** How much of the way at each end an arrow leaves free, and at most how much of it. */
const FREE_END = 0.34 * UNIT;
const MOST_FREE = 0.26;
const HEAD = 0.12 * UNIT;
/** From the middle of a piece to a sign beside it. */
const BESIDE = /** @type {XY} */ ([0.3 * UNIT, -0.34 * UNIT]);
const SIGN_SIZE = 0.19 * UNIT;
const SIGNS = {
  gone: "M-5 -5L5 5M-5 5L5 -5",
  turned: "M-5.5 2A6 6 0 1 1 3.5 4.9M-0.5 5.8L3.5 4.9L3 0.9",
};

/**
 * Fade the pieces that would no longer lie there.
 * @param {Board} board
 * @param {Piece[]} gone
 * @param {Piece[]} pieces   as they would lie
 */
export function fadePieces(board, gone, pieces) {
  const nodes = board.layers.pieces.children;
  for (const node of board.layers.pieces.querySelectorAll(".leaving, .replaced")) node.classList.remove("leaving", "replaced");
  for (const piece of gone) {
    const isReplaced = pieces.some((one) => distance(one.at, piece.at) < SAME_PLACE);
    nodes[indexOf(board, piece)]?.classList.add(isReplaced ? "replaced" : "leaving");
  }
}

/**
 * The place of a piece in the picture. Where time runs it may look different by now.
 * @param {Board} board
 * @param {Piece} piece
 */
function indexOf({ picture }, { look, at }) {
  const pieces = picture?.pieces ?? [];
  const exact = pieces.findLastIndex((one) => one.look === look && distance(one.at, at) < 1);
  return exact >= 0 ? exact : pieces.findLastIndex((one) => distance(one.at, at) < 1);
}

/**
 * Rows that would result, under the pieces.
 * @param {Board} board
 * @param {Effect} effect
 */
export function rowMarks(board, { rows }) {
  const [x, y] = board.middle();
  return svg("g", { class: "effect-rows", transform: `rotate(${board.angle} ${x} ${y})` }, ...rows.map((row) => svgFragment(row.markup)));
}

/**
 * Everything else, over the pieces.
 * @param {Board} board
 * @param {Effect} effect
 * @param {boolean} isSure   the decision is made and has to be confirmed
 */
export function effectMarks(board, effect, isSure) {
  return svg(
    "g",
    { class: isSure ? "effect sure" : "effect" },
    ...effect.pieces.map((piece) => ghostOf(board, piece)),
    ...effect.changes.flatMap((change) => arrowOf(board, change)),
    ...effect.changes.flatMap((change) => signOf(board, effect, change)),
  );
}

/**
 * @param {Board} board
 * @param {Piece} piece
 */
function ghostOf(board, { look, at }) {
  const node = board.placeLook(look, at);
  node.classList.add("ghost");
  return node;
}

// --- Arrows ----------------------------------------------------------------------------------------------

/**
 * The way of a piece over the board.
 * @param {Board} board
 * @param {Change} change
 */
function arrowOf(board, { kind, from, to }) {
  const [start, end] = [from && placeOf(board, from), to && placeOf(board, to)];
  if (kind === "lift" || kind === "flip" || !start || !end || distance(start, end) < SAME_PLACE) return [];
  const d = arrow(start, end);
  return [svg("path", { class: "arrow-edge", d }), svg("path", { class: "arrow", d })];
}

/**
 * @param {XY} start
 * @param {XY} end
 */
function arrow(start, end) {
  const length = distance(start, end);
  const [ux, uy] = [(end[0] - start[0]) / length, (end[1] - start[1]) / length];
  const free = Math.min(FREE_END, MOST_FREE * length);
  const [x1, y1] = [start[0] + ux * free, start[1] + uy * free];
  const [x2, y2] = [end[0] - ux * free, end[1] - uy * free];
  const [left, right] = [[-ux - uy, -uy + ux], [-ux + uy, -uy - ux]].map(([x, y]) => `${x2 + x * HEAD} ${y2 + y * HEAD}`);
  return `M${x1} ${y1}L${x2} ${y2}M${left}L${x2} ${y2}L${right}`;
}

/**
 * Where a target is drawn; null if it is beside the board.
 * @param {Board} board
 * @param {Target} target
 */
function placeOf(board, target) {
  const at = board.picture && whereIs(board.picture, target);
  return at && board.toView(at);
}

// --- Signs -----------------------------------------------------------------------------------------------

/**
 * A sign on a piece that turns over or leaves; beside the middle if another piece lies there then.
 * @param {Board} board
 * @param {Effect} effect
 * @param {Change} change
 */
function signOf(board, effect, { kind, from, to }) {
  const target = kind === "lift" ? from : kind === "flip" ? to : null;
  const at = target && placeOf(board, target);
  if (!at) return [];
  const isTaken = effect.changes.some((other) => (other.kind === "move" || other.kind === "enter") && same(other.to, target));
  const [dx, dy] = kind === "flip" || isTaken ? BESIDE : [0, 0];
  return [sign(kind === "flip" ? "turned" : "gone", [at[0] + dx, at[1] + dy])];
}

/**
 * @param {keyof typeof SIGNS} kind
 * @param {XY} at
 */
function sign(kind, [x, y]) {
  return svg(
    "g",
    { class: `effect-sign ${kind}`, transform: `translate(${x} ${y})` },
    svg("circle", { r: SIGN_SIZE }),
    svg("path", { d: SIGNS[kind] }),
  );
}
