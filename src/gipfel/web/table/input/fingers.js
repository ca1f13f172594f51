/** Where places are too small for fingers: the first tap opens a loupe, which is loaded when it is first needed. */

import { isTurningPiece, pointableTargets } from "../state.js";
import { UNIT } from "../targets.js";

/** @import { Board } from "../draw/board.js" */
/** @import { State } from "../state.js" */
/** @import { Loupe } from "./loupe.js" */

/** In pixels of the window: if neighbouring places are nearer to each other, fingers need a loupe. */
const NEAREST_PLACES = 26;

export class Fingers {
  /**
   * @param {Board} board
   * @param {State} state
   */
  constructor(board, state) {
    this.board = board;
    this.state = state;
    /** @type {Loupe | null} */
    this.loupe = null;
  }

  /**
   * A finger has tapped on the board. Is that all that it means?
   * @param {MouseEvent} tap
   * @returns {boolean}
   */
  takes(tap) {
    if (this.loupe?.isOpen) return this.loupe.hasPanned;
    if (!this.needLoupe()) return false;
    this.open(tap.clientX, tap.clientY);
    return true;
  }

  needLoupe() {
    const scale = this.board.node.getScreenCTM()?.a ?? 1;
    if (UNIT * scale >= NEAREST_PLACES) return false;
    return isTurningPiece(this.state) || pointableTargets(this.state).some((one) => one.at.length);
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  async open(x, y) {
    const { Loupe } = await import("./loupe.js");
    this.loupe ??= new Loupe(this.board, this.state);
    await this.loupe.open(x, y);
  }

  /**
   * A press inside the loupe moves what it shows.
   * @param {PointerEvent} event
   * @returns {boolean}
   */
  press(event) {
    return this.loupe?.press(event) ?? false;
  }

  /**
   * @param {PointerEvent} event
   * @returns {boolean}
   */
  pans(event) {
    return this.loupe?.pans(event) ?? false;
  }
}
