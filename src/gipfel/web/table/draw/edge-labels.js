/** Coordinates at the edge of a board: they stay upright, and readable where the board is small. */

import { update } from "../../dom.js";

/** @import { Board } from "./board.js" */

/** CSS pixels: labels are never smaller. */
const SMALLEST = 10.5;
/** How many times as large as on a large board they become at most. */
const MOST = 3;

export class EdgeLabels {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    new ResizeObserver(() => this.draw()).observe(board.node);
  }

  /** Turn and scale each label about its middle. */
  draw() {
    const group = this.board.layers.coordinates.firstElementChild;
    if (!group) return;
    const size = Number(group.getAttribute("font-size"));
    const change = `rotate(${-this.board.angle}) scale(${this.scale(size).toFixed(3)})`;
    for (const text of group.children) {
      const [x, y] = [Number(text.getAttribute("x")), Number(text.getAttribute("y")) - 0.35 * size];
      update(text, { transform: `translate(${x} ${y}) ${change} translate(${-x} ${-y})` });
    }
  }

  /**
   * How much larger labels of this size have to be.
   * @param {number} size
   */
  scale(size) {
    const { node, picture } = this.board;
    if (!picture || !node.clientWidth) return 1;
    const [, , width, height] = this.board.wholeBox(picture);
    const pixels = Math.min(node.clientWidth / width, node.clientHeight / height) * size;
    return Math.min(Math.max(SMALLEST / pixels, 1), MOST);
  }
}
