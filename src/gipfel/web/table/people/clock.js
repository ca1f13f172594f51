/** The clocks of both players: they count down between what the server says, and decide nothing. */

import { timeLeft } from "../../clocks.js";
import { element } from "../../dom.js";
import { language } from "../../words.js";

/** @typedef {import("../../types.js").ClockFace} Face */
/** @typedef {import("../../types.js").Side} Side */

const DAY = 86_400_000;
const HOUR = 3_600_000;
/** From here on tenths are shown, and the clock turns red. */
const LOW = 20_000;
/** Who has days for a turn is warned earlier. */
const LOW_BY_MAIL = 2 * HOUR;
const TENTH = 100;
const SECOND = 1000;

export class Clocks {
  /**
   * @param {HTMLElement} place     where clocks are shown
   * @param {(side: Side) => void} warn    the time of a side that was enough until now is short
   */
  constructor(place, warn) {
    this.place = place;
    this.warn = warn;
    /** @type {Face | null} */
    this.face = null;
    this.since = 0;
    this.timer = 0;
    /** @type {Side | null} whose time was enough when it was looked at last */
    this.enough = null;
  }

  /**
   * What the server says.
   * @param {Face | null} face
   */
  set(face) {
    this.face = face;
    this.since = performance.now();
    this.enough = face?.running && !this.isLow(face.running) ? face.running : null;
    this.tick();
  }

  /**
   * Milliseconds that a side has left now.
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
    return this.left(side) < (this.face?.kind === "correspondence" ? LOW_BY_MAIL : LOW);
  }

  /**
   * The clock of a side; nothing where there is none.
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

  /** Show the time, and come back when it has changed. */
  tick() {
    clearTimeout(this.timer);
    for (const node of this.place.querySelectorAll("[data-clock]")) {
      if (node instanceof HTMLElement) this.show(node, /** @type {Side} */ (node.dataset.clock));
    }
    const side = this.face?.running;
    if (!side) return;
    if (this.enough === side && this.isLow(side)) {
      this.enough = null;
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
  if (ms < LOW) return `0:${(Math.floor(ms / TENTH) / 10).toFixed(1).padStart(4, "0")}`;
  return ms < DAY ? timeLeft(ms) : `${inUnit(Math.floor(ms / DAY), "day")} ${inUnit(Math.floor((ms % DAY) / HOUR), "hour")}`;
}

/**
 * @param {number} number
 * @param {"day" | "hour"} unit
 */
function inUnit(number, unit) {
  return new Intl.NumberFormat(language(), { style: "unit", unit, unitDisplay: "narrow" }).format(number);
}
