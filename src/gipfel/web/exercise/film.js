/** Shows one decision after the other on a board, each as a film. Whoever points or presses a key sees the end at once. */

import { play, soundOf } from "../sound.js";
import { animate, isMotionAllowed, stopMotion } from "../table/draw/animation.js";
import { BesideBoard } from "../table/draw/beside-board.js";

/** @import { Change, Side } from "../types.js" */
/** @import { Board } from "../table/draw/board.js" */
/** @import { FullPicture } from "../table/received-parts.js" */

/** Milliseconds between one's own decision and the reply, and between the last film and what is said about it. */
const BREATH = 450;
const LAST_BREATH = 200;
/** The reply is shown more slowly. */
const REPLY_SLOWNESS = 1.5;

/**
 * A decision on the board.
 * @typedef {object} Scene
 * @property {FullPicture} before
 * @property {FullPicture} after
 * @property {Change[]} changes
 * @property {Side | null} mover
 * @property {() => void} draw     draws the picture after it
 */

export class Film {
  /**
   * @param {Board} board
   * @param {HTMLElement} root    contains the trays
   */
  constructor(board, root) {
    this.board = board;
    this.beside = new BesideBoard(board, root);
    this.timer = 0;
    this.isHurried = false;
    /** @type {(() => void) | null} ends the present wait */
    this.goOn = null;
  }

  /**
   * Resolves when the last scene is over.
   * @param {Scene[]} scenes
   */
  async show(scenes) {
    this.isHurried = false;
    for (const [i, scene] of scenes.entries()) {
      const isLast = i === scenes.length - 1;
      await this.wait(this.showScene(scene, i ? REPLY_SLOWNESS : 1) + (isLast ? LAST_BREATH : BREATH));
    }
  }

  /**
   * Returns how long it takes.
   * @param {Scene} scene
   * @param {number} slowness
   */
  showScene({ before, after, changes, mover, draw }, slowness) {
    draw();
    play(soundOf(changes, false));
    if (this.isHurried) return 0;
    return animate(this.board, before, after, changes, {
      beside: (target) => this.beside.stockOf(target, mover ?? undefined),
      counted: (piece) => this.beside.counted(piece, before, after),
      slowness,
    });
  }

  /** @param {number} ms */
  wait(ms) {
    if (this.isHurried || !isMotionAllowed()) return Promise.resolve();
    return new Promise((/** @type {(value: void) => void} */ resolve) => {
      this.goOn = resolve;
      this.timer = setTimeout(() => {
        this.goOn = null;
        resolve();
      }, ms);
    });
  }

  /** Show the end at once. */
  hurry() {
    if (!this.goOn) return;
    this.isHurried = true;
    clearTimeout(this.timer);
    stopMotion(this.board);
    this.goOn();
    this.goOn = null;
  }
}
