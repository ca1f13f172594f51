/** The clocks of both players: they count down between messages of the server, which decides. */

import { inUnit, timeLeft } from "../../clock-text.js";
import { element } from "../../dom.js";
import { number } from "../../i18n.js";

/** @import { ClockFace, Side } from "../../types.js" */

const DAY = 86_400_000;
const HOUR = 3_600_000;
/** Below this, tenths are shown and the clock turns red. */
const LOW = 20_000;
/** The same for clocks with days per turn. */
const LOW_CORRESPONDENCE = 2 * HOUR;
const TENTH = 100;
const SECOND = 1000;

export class Clocks {
  /**
   * @param {HTMLElement} place     contains the clocks
   * @param {(side: Side) => void} warn   called when the time of a side gets short
   */
  constructor(place, warn) {
    this.place = place;
    this.warn = warn;
    /** @type {ClockFace | null} */
    this.face = null;
    this.since = 0;
    /** @type {WeakMap<ClockFace, number>} when the server sent what is shown later */
    this.arrived = new WeakMap();
    this.timer = 0;
    /** @type {Side | null} the side whose time was not short at the last tick */
    this.sideWithTime = null;
  }

  /**
   * The server has sent a clock, which may be shown later.
   * @param {ClockFace | null} face
   */
  note(face) {
    if (face) this.arrived.set(face, performance.now());
  }

  /**
   * Take over what the server sent.
   * @param {ClockFace | null} face
   */
  set(face) {
    this.face = face;
    this.since = (face && this.arrived.get(face)) ?? performance.now();
    this.sideWithTime = face?.running && !this.isLow(face.running) ? face.running : null;
    this.tick();
  }

  /**
   * The milliseconds a side has left.
   * @param {Side} side
   */
  left(side) {
    const { face } = this;
    if (!face) return 0;
    const passed = face.running === side ? Math.max(0, performance.now() - this.since - face.free) : 0;
    return Math.max(0, face.left[side] - passed);
  }

  /** @param {Side} side */
  isLow(side) {
    return this.left(side) < (this.face?.kind === "correspondence" ? LOW_CORRESPONDENCE : LOW);
  }

  /**
   * The clock of a side; null without clocks.
   * @param {Side} side
   */
  draw(side) {
    if (!this.face) return null;
    const node = element("span", { class: "clock", role: "timer", "data-clock": side });
    this.show(node, side);
    return node;
  }

  /**
   * @param {HTMLElement} node
   * @param {Side} side
   */
  show(node, side) {
    const left = this.left(side);
    const text = clockText(left);
    if (node.textContent !== text) node.textContent = text;
    node.className = `clock${this.face?.running === side ? " runs" : ""}${this.isLow(side) ? " low" : ""}`;
  }

  /** Show the time, and schedule the next tick. */
  tick() {
    clearTimeout(this.timer);
    for (const node of this.place.querySelectorAll("[data-clock]")) {
      if (node instanceof HTMLElement) this.show(node, /** @type {Side} */ (node.dataset.clock));
    }
    const side = this.face?.running;
    if (!side) return;
    if (this.sideWithTime === side && this.isLow(side)) {
      this.sideWithTime = null;
      this.warn(side);
    }
    const left = this.left(side);
    if (left) this.timer = setTimeout(() => this.tick(), left <= LOW + SECOND ? TENTH : left % SECOND || SECOND);
  }

  stop() {
    clearTimeout(this.timer);
  }
}

/**
 * @param {number} ms
 */
export function clockText(ms) {
  if (ms < LOW) return `${number(0)}:${number(Math.floor(ms / TENTH) / 10, { minimumIntegerDigits: 2, minimumFractionDigits: 1 })}`;
  if (ms < DAY) return timeLeft(ms);
  const days = Math.floor(ms / DAY);
  const hours = Math.floor((ms % DAY) / HOUR);
  return `${inUnit(days, "day", "narrow")} ${inUnit(hours, "hour", "narrow")}`;
}
