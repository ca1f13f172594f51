/** What is shown during a drag: the piece under the pointer, and a line from its origin. */

import { svg } from "../../dom.js";
import { same, whereIs } from "../targets.js";

/** @import { Target, XY } from "../../types.js" */
/** @import { State } from "../state.js" */
/** @import { Board } from "./board.js" */

export class DragPreview {
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
    this.piece = look ? board.placeLook(look, [0, 0]) : svg("use", {});
    this.piece.classList.add("drag-piece");
    board.layers.motion.append(this.line, this.piece);
    this.original?.classList.add("lifted");
  }

  /** @param {XY} at   a point of the picture */
  moveTo(at) {
    const [x, y] = this.board.toView(at);
    this.piece.setAttribute("transform", `translate(${x} ${y})`);
    if (!this.from) return;
    const [x0, y0] = this.board.toView(this.from);
    this.line.setAttribute("d", `M${x0} ${y0}L${x} ${y}`);
  }

  end() {
    this.line.remove();
    this.piece.remove();
    this.original?.classList.remove("lifted");
  }
}

/**
 * The look of a piece from beside the board: of the stock that is dragged or was chosen before, else of the first one
 * of the acting side.
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
