/** Completes messages: the server leaves out what it has sent before over the same connection. */

import { addLooks } from "./draw/piece-looks.js";
import { patched } from "./patch.js";
import { keyOf } from "./targets.js";

/** @import { Picture, Piece, Place, PossibleTarget, TableMessage, TimeMessage, XY } from "../types.js" */
/** @typedef {Picture & {board: string, coordinates: string, places: Place[]}} FullPicture */
/** @typedef {PossibleTarget & {at: XY[]}} LocatedTarget */

export class ReceivedParts {
  constructor() {
    /** @type {TableMessage | null} the last table */
    this.table = null;
    /** @type {Piece[]} those of the last message with the time */
    this.pieces = [];
    this.board = { board: "", coordinates: "", places: /** @type {Place[]} */ ([]) };
    /** @type {Map<string, XY>} by the keys of their targets */
    this.places = new Map();
  }

  /**
   * The same message with everything that was left out; an update becomes the whole table.
   * @param {any} message
   */
  complete(message) {
    const whole = message.type === "update" ? this.updated(message) : { ...message };
    addLooks(message.looks ?? message.effect?.looks);
    if (whole.picture) whole.picture = this.withBoard(whole.picture);
    if (whole.type === "time") this.completePieces(whole);
    if (whole.contest?.around) addLooks(whole.contest.around.looks);
    if (whole.type === "table") this.table = whole;
    if (!whole.targets) return whole;
    return { ...whole, targets: whole.targets.map((/** @type {PossibleTarget} */ one) => this.located(one)) };
  }

  /**
   * The pieces of a message with the time, if they have changed.
   * @param {TimeMessage} message
   */
  completePieces(message) {
    if (message.patch) message.pieces = patched({ pieces: this.pieces }, message.patch).pieces;
    this.pieces = message.pieces ?? this.pieces;
  }

  /** @param {any} message */
  updated({ number, clock, patience, present, patch }) {
    if (!this.table) throw new Error("An update came before the table.");
    return { ...patched(this.table, patch), number, clock, patience, present };
  }

  /**
   * @param {Picture} picture
   * @returns {FullPicture}
   */
  withBoard(picture) {
    addLooks(picture.looks);
    const full = { ...this.board, ...picture };
    if (full.places !== this.board.places) this.places = new Map(full.places.map(({ target, at }) => [keyOf(target), at]));
    const { board, coordinates, places } = full;
    this.board = { board, coordinates, places };
    return full;
  }

  /**
   * A target with its place, which is left out if it is one of the board's.
   * @param {PossibleTarget} one
   * @returns {LocatedTarget}
   */
  located(one) {
    const place = this.places.get(keyOf(one.target));
    return { ...one, at: one.at ?? (place ? [place] : []) };
  }
}
