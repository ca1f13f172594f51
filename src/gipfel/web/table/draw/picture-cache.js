/** Completes pictures: the server leaves out what the page has received before. */

import { addLooks } from "./piece-looks.js";

/** @import { Picture, Place } from "../../types.js" */
/** @typedef {Picture & {board: string, coordinates: string, places: Place[]}} FullPicture */

export class PictureCache {
  constructor() {
    /** @type {Map<string, FullPicture>} the last picture by frame */
    this.last = new Map();
  }

  /**
   * Add what was left out.
   * @param {Picture} picture
   * @param {string} [frame]   where it is shown: there may be two boards
   * @returns {FullPicture}
   */
  complete(picture, frame = "main") {
    addLooks(picture.looks);
    const before = this.last.get(frame);
    const { board = "", coordinates = "", places = [] } = before ?? {};
    const full = { board, coordinates, places, ...picture };
    this.last.set(frame, full);
    return full;
  }
}
