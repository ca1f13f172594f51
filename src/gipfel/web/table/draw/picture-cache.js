/** Pictures made whole: the server leaves out of a message what the page has already. */

import { learn } from "./piece-looks.js";

/** @typedef {import("../../types.js").Picture} Picture */
/** @typedef {import("../../types.js").Place} Place */
/** @typedef {Picture & {board: string, coordinates: string, places: Place[]}} WholePicture */

export class Gallery {
  constructor() {
    /** @type {Map<string, WholePicture>} the last picture of each frame */
    this.last = new Map();
  }

  /**
   * The picture with everything in it.
   * @param {Picture} picture
   * @param {string} [frame]   where it is shown: two boards may be seen at once
   * @returns {WholePicture}
   */
  whole(picture, frame = "main") {
    learn(picture.looks);
    const before = this.last.get(frame);
    const { board = "", coordinates = "", places = [] } = before ?? {};
    const whole = { board, coordinates, places, ...picture };
    this.last.set(frame, whole);
    return whole;
  }
}
