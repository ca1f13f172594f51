/** Arrows on the board for what the engine would play: the best one solid, the others fainter. */

import { svg } from "../dom.js";
import { whereIs } from "../table/targets.js";

/** @import { Change, Line, Target, XY } from "../types.js" */
/** @import { Board } from "../table/draw/board.js" */

/** In units of the picture. */
const WIDTH = 9;
const HEAD = 24;

/**
 * @param {Board} board
 * @param {Line[]} lines    the best one first
 */
export function drawArrows(board, lines) {
  const { picture } = board;
  const layer = arrowLayer(board);
  if (!picture) return;
  const arrows = lines.flatMap(({ changes = [] }, rank) => {
    const [from, to] = ends(changes).map((target) => (target ? whereIs(picture, target) : null));
    if (!to) return [];
    const end = board.toView(to);
    return [from ? arrow(board.toView(from), end, rank) : ring(end, rank)];
  });
  // The best one is drawn last, over the others.
  layer.replaceChildren(...arrows.reverse());
}

/**
 * Where a decision begins and ends: pieces that push each other make one arrow.
 * @param {Change[]} changes
 * @returns {[Target | null, Target | null]}
 */
function ends(changes) {
  const moves = changes.filter((change) => change.from && change.to);
  if (!moves.length) return [null, changes.find((change) => change.to)?.to ?? null];
  const first = moves.find(({ from }) => !moves.some(({ to }) => to?.[1] === from?.[1])) ?? moves[0];
  let end = first.to;
  for (const _ of moves) end = moves.find(({ from }) => from?.[1] === end?.[1])?.to ?? end;
  return [first.from, end];
}

/** @param {Board} board */
function arrowLayer(board) {
  const known = board.node.querySelector(".arrows");
  if (known) return known;
  const layer = svg("g", { class: "arrows", "aria-hidden": "true" });
  board.layers.hits.before(layer);
  return layer;
}

/**
 * @param {XY} from
 * @param {XY} to
 * @param {number} rank
 */
function arrow([x1, y1], [x2, y2], rank) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [bx, by] = [x2 - dx * HEAD, y2 - dy * HEAD];
  const half = HEAD / 2;
  const head = `${x2},${y2} ${bx - dy * half},${by + dx * half} ${bx + dy * half},${by - dx * half}`;
  return svg(
    "g",
    { class: `arrow ${rank ? "is-other" : "is-best"}`, "data-rank": rank },
    svg("line", { x1, y1, x2: bx, y2: by, "stroke-width": WIDTH }),
    svg("polygon", { points: head }),
  );
}

/**
 * A piece that comes from beside the board.
 * @param {XY} at
 * @param {number} rank
 */
function ring([cx, cy], rank) {
  return svg("g", { class: `arrow ${rank ? "is-other" : "is-best"}`, "data-rank": rank }, svg("circle", { cx, cy, r: HEAD, "stroke-width": WIDTH, fill: "none" }));
}
