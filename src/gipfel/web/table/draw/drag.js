/** What is seen while something is dragged: the piece under the pointer, and a line from where it comes. */

import { svg } from "../../dom.js";
import { same, whereIs } from "../targets.js";

/** @typedef {import("../../types.js").Target} Target */
/** @typedef {import("../../types.js").XY} XY */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("../state.js").State} State */

export class Drag {
  /**
   * @param {Board} board
   * @param {State} state
   * @param {Target} target     what is dragged
   */
  constructor(board, state, target) {
    const { picture } = state;
    this.board = board;
    this.from = picture && whereIs(picture, target);
    this.line = svg("path", { class: "drag" });
    const standing = picture ? picture.pieces.findLastIndex((piece) => same(piece.target, target)) : -1;
    this.original = board.layers.pieces.children[standing];
    const look = picture?.pieces[standing]?.look ?? lookBeside(state, target);
    this.piece = look ? board.placed(look, [0, 0]) : svg("use", {});
    this.piece.classList.add("drag-piece");
    board.layers.motion.append(this.line, this.piece);
    this.original?.classList.add("lifted");
  }

  /** @param {XY} at   a point of the picture */
  moveTo(at) {
    const [x, y] = this.board.seen(at);
    this.piece.setAttribute("transform", `translate(${x} ${y})`);
    if (!this.from) return;
    const [x0, y0] = this.board.seen(this.from);
    this.line.setAttribute("d", `M${x0} ${y0}L${x} ${y}`);
  }

  end() {
    this.line.remove();
    this.piece.remove();
    this.original?.classList.remove("lifted");
  }
}

/**
 * How something looks that comes from beside the board: the stock that is dragged or was chosen before, else what the
 * side that acts has first.
 * @param {State} state
 * @param {Target} target
 */
function lookBeside({ picture, prefix, table, actor }, target) {
  const trays = picture?.trays ?? [];
  const stocks = trays.flatMap((tray) => tray.stocks);
  const named = stocks.find((stock) => [target, ...prefix].some((one) => same(stock.target, one)));
  const own = trays.find((tray) => tray.active || tray.owner === (actor ?? table?.side));
  return (named ?? own?.stocks.find((stock) => stock.count > 0))?.look ?? null;
}
