/** The whole table without a mouse: arrows go from target to target, Enter points, Escape takes back. */

import { splitKey } from "./pointer-input.js";
import { neighbour } from "./hit-test.js";
import { pointable, turning } from "../state.js";
import { keyOf } from "../targets.js";

/** @typedef {import("../../types.js").Target} Target */
/** @typedef {import("../../types.js").XY} XY */
/** @typedef {import("../draw/board.js").Board} Board */
/** @typedef {import("../draw/ghost.js").GhostWatch} GhostWatch */
/** @typedef {import("./pointer-input.js").Hand} Hand */
/** @typedef {import("./pointing.js").Pointer} Pointer */
/** @typedef {import("../state.js").State} State */

/** @type {Record<string, XY>} */
const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

export class Keyboard {
  /**
   * @param {object} parts
   * @param {State} parts.state
   * @param {Board} parts.board
   * @param {Pointer} parts.pointer
   * @param {GhostWatch} parts.ghosts
   * @param {Hand} parts.hand
   * @param {(target: Target) => void} parts.look
   * @param {() => void} parts.leave     stop planning
   */
  constructor({ state, board, pointer, ghosts, hand, look, leave }) {
    this.state = state;
    this.board = board;
    this.pointer = pointer;
    this.ghosts = ghosts;
    this.hand = hand;
    this.look = look;
    this.leave = leave;
    /** @type {XY | null} where the focus was on the board, as it is seen */
    this.at = null;
    // Not on the SVG itself: one that listens to the focus is given it by some browsers.
    const stage = board.node.parentElement;
    stage?.addEventListener("focusin", (event) => this.focused(event));
    // Later: what had the focus may be going away while the board is drawn.
    stage?.addEventListener("focusout", () => setTimeout(() => this.left()));
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLElement && event.target.closest("input, select, textarea, dialog, summary")) return;
    if (this.handled(event)) event.preventDefault();
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean}
   */
  handled({ key, target }) {
    const { state, pointer } = this;
    if (key === "Escape" && state.prefix.length) return pointer.takeBack(), true;
    if (key === "Escape" && state.planning) return this.leave(), true;
    if (key === "r" && state.ghost) return pointer.turn(1), true;
    if (key === "R" && state.ghost) return pointer.turn(-1), true;
    if (key in WAYS) return this.arrow(WAYS[key]);
    if (key === "u") return this.lookUnder();
    const onBoard = target instanceof SVGElement && this.board.node.contains(target);
    if (onBoard && (key === "Enter" || key === " ")) return this.choose(target.dataset.target ?? "");
    if (key === "Enter" && turning(state) && state.ghost) return pointer.point(state.ghost.target), true;
    return false;
  }

  /** @param {string} key */
  choose(key) {
    const found = pointable(this.state).find((one) => keyOf(one.target) === key);
    if (!found) return false;
    this.hand.kind = "mouse";
    this.hand.choose(found.target);
    return true;
  }

  /** @param {XY} way */
  arrow(way) {
    if (turning(this.state)) return this.pointer.turn(way[0] + way[1] > 0 ? 1 : -1), true;
    const among = pointable(this.state).flatMap((one) => (one.at.length ? [{ at: this.seenAt(one.at), key: keyOf(one.target) }] : []));
    const start = this.at ?? /** @type {XY} */ (this.board.middle());
    const next = this.at ? neighbour(start, way, among) : nearestTo(start, among);
    if (!next) return among.length > 0;
    this.focusOn(next.key);
    return true;
  }

  /**
   * Where a target is seen; a row in its middle.
   * @param {XY[]} at
   * @returns {XY}
   */
  seenAt(at) {
    const [first, last] = [at[0], at[at.length - 1]];
    return this.board.seen([(first[0] + last[0]) / 2, (first[1] + last[1]) / 2]);
  }

  /** @param {string} key */
  focusOn(key) {
    for (const node of this.board.hits.values()) if (node.classList.contains("open")) node.setAttribute("tabindex", "-1");
    const node = this.board.hits.get(key);
    node?.setAttribute("tabindex", "0");
    node?.focus();
  }

  /** @param {FocusEvent} event */
  focused({ target }) {
    const key = target instanceof SVGElement ? target.dataset.target : undefined;
    const found = pointable(this.state).find((one) => keyOf(one.target) === key);
    if (!found || !target) return;
    this.at = this.seenAt(found.at);
    if (/** @type {Element} */ (target).matches(":focus-visible") && found.at.length === 1) this.ghosts.over(found.target);
  }

  left() {
    if (this.board.node.matches(":focus-within, :hover")) return;
    this.ghosts.leave();
  }

  /** After something was pointed at with a key, the focus goes on to what is open nearby. */
  goOn() {
    if (!this.at || (document.activeElement && document.activeElement !== document.body)) return;
    const among = pointable(this.state).flatMap((one) => (one.at.length ? [{ at: this.seenAt(one.at), key: keyOf(one.target) }] : []));
    const next = nearestTo(this.at, among);
    if (next) this.focusOn(next.key);
  }

  lookUnder() {
    const key = document.activeElement instanceof SVGElement ? document.activeElement.dataset.target : undefined;
    const target = key ? /** @type {Target} */ (splitKey(key)) : this.hand.at;
    if (target) this.look(target);
    return Boolean(target);
  }
}

/**
 * @param {XY} from
 * @param {{at: XY, key: string}[]} among
 */
function nearestTo(from, among) {
  const far = (/** @type {{at: XY}} */ one) => Math.hypot(one.at[0] - from[0], one.at[1] - from[1]);
  return among.length ? among.reduce((best, one) => (far(one) < far(best) ? one : best)) : null;
}

