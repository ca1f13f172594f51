/** Marks on the board: rings round targets, what was chosen, hints, a highlighted row, previews. */

import { svg } from "../../dom.js";
import { keyOf, UNIT, whereIs } from "../targets.js";

/** @import { Ghost, Target, XY } from "../../types.js" */
/** @import { Board, BoardOptions } from "./board.js" */

const ROW_WIDTH = 0.48 * UNIT;
const PLACE_RING = 0.19 * UNIT;
const PIECE_RING = 0.5 * UNIT;
const SMALL_DOT = 0.09 * UNIT;
const WON_HALO = 0.4 * UNIT;
/** More rings than this would hide the board; small dots are drawn instead. */
const MOST_RINGS = 60;
/** A piece stands on a place if it is nearer than this. */
const ON_PLACE = 0.35 * UNIT;

/**
 * @param {Board} board
 * @param {BoardOptions} options
 */
export function drawMarks(board, options) {
  const open = options.rings === false ? [] : (options.open ?? []);
  const points = open.filter((one) => one.at.length === 1).map((one) => one.at[0]);
  const [size, kind] = points.length > MOST_RINGS ? [SMALL_DOT, "target many"] : [PLACE_RING, "target"];
  const { effects } = board;
  const effect = effects && options.effect ? options.effect : null;
  effects?.fadePieces(board, effect?.gone ?? options.ghost?.gone ?? [], effect?.pieces ?? []);
  board.layers.under.replaceChildren(
    ...(effects && effect ? [effects.rowMarks(board, effect)] : []),
    ...points.filter((at) => !isOccupied(board, at)).map((at) => ring(board, at, size, kind)),
    ...(options.won ?? []).flatMap((target) => wonMarks(board, target)),
  );
  board.layers.over.replaceChildren(
    ...points.filter((at) => isOccupied(board, at)).map((at) => ring(board, at, PIECE_RING, "target")),
    ...(options.chosen ?? []).flatMap((target) => chosenMarks(board, target)),
    ...hintMarks(board, options.hint ?? []),
    ...(options.row ? [rowOutline(board, options.row.at)] : []),
    ...(options.ghost ? [ghostPiece(board, options.ghost)] : []),
    ...(effects && effect ? [effects.effectMarks(board, effect, Boolean(options.sure))] : []),
  );
}

/**
 * @param {Board} board
 * @param {Target} target
 */
function chosenMarks(board, target) {
  const row = board.hitAreas.rows.get(keyOf(target));
  if (row) return [rowOutline(board, row)];
  const at = board.picture && whereIs(board.picture, target);
  if (!at) return [];
  const chosen = ringAround(board, at, "chosen");
  return target[0] === "keep" ? [chosen, keepSign(board, at)] : [chosen];
}

/**
 * A halo where the winning decision took a piece.
 * @param {Board} board
 * @param {Target} target
 */
function wonMarks(board, target) {
  const at = board.picture && whereIs(board.picture, target);
  return at ? [ring(board, at, WON_HALO, "won")] : [];
}

/**
 * A sign on a piece that stays: colour alone is not enough.
 * @param {Board} board
 * @param {XY} at
 */
function keepSign(board, at) {
  const [x, y] = board.toView(at);
  return svg(
    "g",
    { class: "keep-sign", transform: `translate(${x + 20} ${y - 24})` },
    svg("circle", { r: 13 }),
    svg("path", { d: "M-6 0L-2 5L6 -5" }),
  );
}

/**
 * @param {Board} board
 * @param {Target[]} path
 */
function hintMarks(board, path) {
  const points = path.flatMap((target) => {
    const at = board.picture && whereIs(board.picture, target);
    return at ? [at] : [];
  });
  const rings = points.map((at) => ringAround(board, at, "hint"));
  if (points.length < 2) return rings;
  const d = `M${points.map((at) => board.toView(at).join(" ")).join("L")}`;
  return [svg("path", { class: "hint-path", d }), ...rings];
}

/**
 * @param {Board} board
 * @param {Ghost} ghost
 */
function ghostPiece(board, ghost) {
  const node = board.placeLook(ghost.look, ghost.at);
  node.classList.add("ghost");
  return node;
}

/**
 * A ring round the piece at a point, or round the empty place.
 * @param {Board} board
 * @param {XY} at
 * @param {string} kind
 */
function ringAround(board, at, kind) {
  return ring(board, at, isOccupied(board, at) ? PIECE_RING : PLACE_RING, kind);
}

/**
 * @param {Board} board
 * @param {XY} at
 * @param {number} r
 * @param {string} kind
 */
function ring(board, at, r, kind) {
  const [cx, cy] = board.toView(at);
  return svg("circle", { class: kind, cx, cy, r });
}

/**
 * @param {Board} board
 * @param {XY[]} points
 */
function rowOutline(board, points) {
  return svg("path", { class: "row-outline", d: capsule(board, points) });
}

/**
 * The outline round a row, wide enough for fingers.
 * @param {Board} board
 * @param {XY[]} points
 */
export function capsule(board, points) {
  const [[x1, y1], [x2, y2]] = [board.toView(points[0]), board.toView(points[points.length - 1])];
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [((y1 - y2) / length) * ROW_WIDTH, ((x2 - x1) / length) * ROW_WIDTH];
  const arc = `A${ROW_WIDTH} ${ROW_WIDTH} 0 0 1`;
  return `M${x1 - dx} ${y1 - dy}L${x2 - dx} ${y2 - dy}${arc} ${x2 + dx} ${y2 + dy}L${x1 + dx} ${y1 + dy}${arc} ${x1 - dx} ${y1 - dy}Z`;
}

/**
 * @param {Board} board
 * @param {XY} at
 */
function isOccupied({ picture }, [x, y]) {
  return picture?.pieces.some((piece) => Math.hypot(piece.at[0] - x, piece.at[1] - y) < ON_PLACE) ?? false;
}
