/** Where things beside the board are, as points of the picture: films begin and end there. */

import { keyOf } from "../targets.js";

/** @import { Piece, Side, Stock, Target, Tray, XY } from "../../types.js" */
/** @import { FullPicture } from "../received-parts.js" */
/** @import { Board } from "./board.js" */

/** From the edge of a tray to its first piece, in pixels. */
const INSIDE = 20;

export class BesideBoard {
  /**
   * @param {Board} board
   * @param {HTMLElement} root    contains the trays
   */
  constructor(board, root) {
    this.board = board;
    this.root = root;
  }

  /**
   * Where a piece of a tray is. The turn has passed, so it is the tray of the side that moved.
   * @param {Target} target
   * @param {Side | undefined} mover
   */
  stockOf(target, mover) {
    const stock = this.root.querySelector(`.stock[data-target="${CSS.escape(keyOf(target))}"]`);
    return this.pointOf(stock ?? (mover ? this.card(mover) : null));
  }

  /**
   * Where a piece that was taken is counted: the stock that has grown, one of its kind first. Null if there is none.
   * @param {Piece} piece
   * @param {FullPicture} before
   * @param {FullPicture} after
   */
  counted(piece, before, after) {
    const grown = after.trays.flatMap((tray, i) => grownStocks(before.trays[i], tray));
    const found = grown.find(({ stock }) => stock.look === piece.look || stock.piece === piece.name) ?? grown[0];
    if (!found) return null;
    return this.pointOf(this.card(found.owner)?.querySelectorAll(".stock")[found.index] ?? this.card(found.owner));
  }

  /** @param {string} owner */
  card(owner) {
    const cards = [...this.root.querySelectorAll(owner === "both" ? ".player.both" : ".player")];
    return cards.find((card) => card instanceof HTMLElement && !card.hidden && (owner === "both" || card.dataset.owner === owner));
  }

  /**
   * @param {Element | null | undefined} node
   * @returns {XY | null}
   */
  pointOf(node) {
    const box = node?.getBoundingClientRect();
    return box?.width ? this.board.fromWindow(box.left + INSIDE, box.top + box.height / 2) : null;
  }
}

/**
 * The stocks of a tray that have more pieces than before.
 * @param {Tray | undefined} before
 * @param {Tray} after
 */
function grownStocks(before, after) {
  /** @param {Stock} stock */
  const was = (stock) => before?.stocks.find(({ look, name }) => look === stock.look && name === stock.name)?.count ?? 0;
  return after.stocks.flatMap((stock, index) => (stock.count > was(stock) ? [{ stock, index, owner: after.owner }] : []));
}
