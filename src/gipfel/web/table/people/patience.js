/** A contest without a clock: whoever waits too long for the other player may claim it. */

/** @import { Patience as Sent } from "../../types.js" */

/** The longest pause between two looks at the clock, in milliseconds; browsers allow no more than 24 days. */
const LONGEST = 3_600_000;

export class Patience {
  /** @param {() => void} onEnd   called when the contest can be claimed */
  constructor(onEnd) {
    this.onEnd = onEnd;
    /** @type {number | null} when it ends, by the clock of the page; null if nobody waits */
    this.end = null;
    this.timer = 0;
  }

  /**
   * Take over what the server sent.
   * @param {Sent | null} sent
   */
  set(sent) {
    this.end = sent ? performance.now() + sent.left : null;
    this.wait();
  }

  /** The milliseconds that are left; null if nobody waits. */
  get left() {
    return this.end === null ? null : Math.max(0, this.end - performance.now());
  }

  wait() {
    clearTimeout(this.timer);
    const { left } = this;
    if (left) this.timer = setTimeout(() => (this.left ? this.wait() : this.onEnd()), Math.min(left + 1, LONGEST));
  }

  stop() {
    clearTimeout(this.timer);
  }
}
