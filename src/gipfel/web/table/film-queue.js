/**
 * Shows tables one after the other, so that every film is seen to its end.
 *
 * An engine answers faster than one can look: its reply waits until one's own film is over, and a breath longer. As soon as the
 * user acts, everything that waits is shown at once. Nothing waits where nothing may move.
 */

import { isMotionAllowed } from "./draw/animation.js";

/** @import { Side, TableMessage } from "../types.js" */

/** Milliseconds between one's own film and the reply of an engine. */
const BREATH = 400;
/** A side with less time than this does not wait for films of its opponent. */
const SHORT_TIME = 60_000;
/** Films of people are quick, those of others can be followed; of a long chain each is a little quicker. */
const OWN_SLOWNESS = 1;
const OTHER_SLOWNESS = 1.5;
const LEAST_SLOWNESS = 0.4;
const QUICKER = 0.85;

export class FilmQueue {
  /**
   * @param {(table: TableMessage, slowness: number) => number} show   returns how many milliseconds its film takes,
   *   `Infinity` if `resume` will tell
   */
  constructor(show) {
    this.show = show;
    /** @type {TableMessage[]} */
    this.waiting = [];
    /** @type {TableMessage | null} the last one that was shown */
    this.shown = null;
    /** When the last film ends. */
    this.end = 0;
    /** The side that made the last decision that was shown, and how many it has made in a row. */
    this.mover = /** @type {Side | null} */ (null);
    this.chain = 0;
    this.timer = 0;
  }

  /** @param {TableMessage} table */
  add(table) {
    this.waiting.push(table);
    if (table.time || !isMotionAllowed()) this.flush();
    else this.next();
  }

  /** Show everything that waits, unless a throw still rolls; the user does not want to wait, or acts. */
  flush() {
    if (this.end === Infinity) return;
    this.end = 0;
    while (this.waiting.length && this.end < Infinity) this.showFirst();
    if (this.end < Infinity) this.end = 0;
  }

  /** Show what can be shown now, and come back for the rest. */
  next() {
    clearTimeout(this.timer);
    while (this.waiting.length) {
      const wait = this.begin(this.waiting[0]) - performance.now();
      if (wait > 0) {
        if (wait < Infinity) this.timer = setTimeout(() => this.next(), wait);
        return;
      }
      this.showFirst();
    }
  }

  /**
   * A film that had no known end takes this number of milliseconds from now on.
   * @param {number} length
   */
  resume(length) {
    this.end = performance.now() + length;
    this.next();
  }

  /**
   * When the film of a table may begin.
   * @param {TableMessage} table
   */
  begin(table) {
    return this.end + (this.isReply(table) ? BREATH : 0);
  }

  /**
   * Is it the first decision of an engine after one of a person, who has time?
   * @param {TableMessage} table
   */
  isReply(table) {
    const { shown, mover } = this;
    const next = shown?.side;
    if (!shown || !next || !mover || next === mover || table.number <= shown.number) return false;
    const left = table.clock?.left[mover] ?? Infinity;
    return table.seats[next].kind === "engine" && table.seats[mover].kind === "person" && left >= SHORT_TIME;
  }

  showFirst() {
    const table = /** @type {TableMessage} */ (this.waiting.shift());
    const slowness = this.slowness(table);
    this.shown = table;
    const length = this.show(table, slowness);
    if (length) this.end = performance.now() + length;
  }

  /**
   * Note who has decided, and how slowly the film is shown.
   * @param {TableMessage} table
   */
  slowness(table) {
    const { shown } = this;
    if (!shown || table.number <= shown.number) return OWN_SLOWNESS;
    this.chain = shown.side === this.mover ? this.chain + 1 : 0;
    this.mover = shown.side;
    const own = this.mover !== null && (table.open ? table.seats[this.mover].kind === "person" : table.mine.includes(this.mover));
    const usual = own ? OWN_SLOWNESS : OTHER_SLOWNESS;
    return Math.max(LEAST_SLOWNESS, usual * QUICKER ** (Math.max(0, this.chain - 1) + this.waiting.length));
  }

  close() {
    clearTimeout(this.timer);
    this.waiting = [];
  }
}
