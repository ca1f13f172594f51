/**
 * Playing with the keyboard: arrows go from target to target, Enter points, Escape takes back. As long as the focus is not on the
 * board, arrows to the sides look back at the game.
 */

import { isTurningPiece, pointableTargets } from "../state.js";
import { keyOf, targetOf } from "../targets.js";
import { neighbour } from "./hit-test.js";

/** @import { Target, XY } from "../../types.js" */
/** @import { LookBack } from "../look-back.js" */
/** @import { Board } from "../draw/board.js" */
/** @import { GhostPreview } from "../draw/ghost-preview.js" */
/** @import { State } from "../state.js" */
/** @import { PointerInput } from "./pointer-input.js" */
/** @import { TargetSelection } from "./selection.js" */

/** @type {Record<string, XY>} */
const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

export class Keyboard {
  /**
   * @param {object} parts
   * @param {State} parts.state
   * @param {Board} parts.board
   * @param {TargetSelection} parts.selection
   * @param {GhostPreview} parts.ghosts
   * @param {PointerInput} parts.pointerInput
   * @param {(target: Target) => void} parts.showContents
   * @param {() => void} parts.leavePlan     stop planning
   * @param {Pick<LookBack, "step" | "goTo" | "replay" | "leave">} parts.lookBack
   */
  constructor({ state, board, selection, ghosts, pointerInput, showContents, leavePlan, lookBack }) {
    this.state = state;
    this.board = board;
    this.selection = selection;
    this.ghosts = ghosts;
    this.pointerInput = pointerInput;
    this.showContents = showContents;
    this.leavePlan = leavePlan;
    this.lookBack = lookBack;
    /** @type {XY | null} the drawn point of the board that had the focus */
    this.at = null;
    /** Has a key moved the focus since something was last clicked? */
    this.movesFocus = false;
    // Not on the SVG itself: some browsers make an SVG focusable if it listens to focus events.
    const stage = board.node.parentElement;
    stage?.addEventListener("focusin", (event) => this.onFocus(event));
    stage?.addEventListener("pointerdown", () => (this.movesFocus = false));
    // Later: the node with the focus may be replaced while the board is drawn.
    stage?.addEventListener("focusout", () => setTimeout(() => this.onBlur()));
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLElement && event.target.closest("input, select, textarea, dialog, summary")) return;
    if (this.handle(event)) event.preventDefault();
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean}
   */
  handle({ key, target }) {
    const { state, selection } = this;
    if (this.look(key)) return true;
    if (key === "Tab" || key in ARROWS) this.movesFocus = true;
    if (key === "Escape" && state.prefix.length) return selection.takeBack(), true;
    if (key === "Escape" && state.planning) return this.leavePlan(), true;
    if (key === "r" && state.ghost) return selection.turn(1), true;
    if (key === "R" && state.ghost) return selection.turn(-1), true;
    if (key in ARROWS) return this.arrow(ARROWS[key]);
    if (key === "u") return this.showFocusedContents();
    const onBoard = target instanceof SVGElement && this.board.node.contains(target);
    if (onBoard && (key === "Enter" || key === " ")) return this.choose(target.dataset.target ?? "");
    if (key === "Enter" && isTurningPiece(state) && state.ghost) return selection.point(state.ghost.target), true;
    return false;
  }

  /**
   * Keys that look back, unless a target on the board has the focus.
   * @param {string} key
   * @returns {boolean}
   */
  look(key) {
    const { lookBack } = this;
    const isLooking = Boolean(this.state.past);
    if (key === "l" && !this.state.planning) return lookBack.replay(), true;
    if (key === "Escape" && isLooking) return lookBack.leave(), true;
    const [step] = ARROWS[key] ?? [0];
    if (step && (isLooking || this.isFree())) return lookBack.step(step), true;
    if (isLooking && key === "Home") return lookBack.goTo(0), true;
    if (isLooking && key === "End") return lookBack.leave(), true;
    return false;
  }

  /** Is nothing being chosen, and has no key moved the focus to something that could be? */
  isFree() {
    const { prefix, planning } = this.state;
    const focus = document.activeElement;
    const isElsewhere = !focus || focus === document.body || Boolean(focus.closest(".turns, main:focus"));
    return !prefix.length && !planning && (!this.movesFocus || isElsewhere);
  }

  /** @param {string} key */
  choose(key) {
    const found = pointableTargets(this.state).find((one) => keyOf(one.target) === key);
    if (!found) return false;
    this.pointerInput.device = "mouse";
    this.pointerInput.choose(found.target);
    return true;
  }

  /** @param {XY} direction */
  arrow(direction) {
    if (isTurningPiece(this.state)) return this.selection.turn(direction[0] + direction[1] > 0 ? 1 : -1), true;
    const among = pointableTargets(this.state).flatMap((one) => (one.at.length ? [{ at: this.drawnAt(one.at), key: keyOf(one.target) }] : []));
    const start = this.at ?? /** @type {XY} */ (this.board.middle());
    const next = this.at ? neighbour(start, direction, among) : nearestTo(start, among);
    if (!next) return among.length > 0;
    this.focusOn(next.key);
    return true;
  }

  /**
   * Where a target is drawn; for a row its middle.
   * @param {XY[]} at
   * @returns {XY}
   */
  drawnAt(at) {
    const [first, last] = [at[0], at[at.length - 1]];
    return this.board.toView([(first[0] + last[0]) / 2, (first[1] + last[1]) / 2]);
  }

  /** @param {string} key */
  focusOn(key) {
    for (const node of this.board.hitAreas.nodes.values()) if (node.classList.contains("open")) node.setAttribute("tabindex", "-1");
    const node = this.board.hitAreas.nodes.get(key);
    node?.setAttribute("tabindex", "0");
    node?.focus();
  }

  /** @param {FocusEvent} event */
  onFocus({ target }) {
    const key = target instanceof SVGElement ? target.dataset.target : undefined;
    const found = pointableTargets(this.state).find((one) => keyOf(one.target) === key);
    if (!found || !target) return;
    this.at = this.drawnAt(found.at);
    if (/** @type {Element} */ (target).matches(":focus-visible")) this.ghosts.hover(found.target, true);
  }

  onBlur() {
    if (this.board.node.matches(":focus-within, :hover")) return;
    this.ghosts.leave();
  }

  /** After pointing with a key, move the focus to the nearest open target. */
  restoreFocus() {
    if (!this.at || (document.activeElement && document.activeElement !== document.body)) return;
    const among = pointableTargets(this.state).flatMap((one) => (one.at.length ? [{ at: this.drawnAt(one.at), key: keyOf(one.target) }] : []));
    const next = nearestTo(this.at, among);
    if (next) this.focusOn(next.key);
  }

  showFocusedContents() {
    const key = document.activeElement instanceof SVGElement ? document.activeElement.dataset.target : undefined;
    const target = key ? targetOf(key) : this.pointerInput.at;
    if (target) this.showContents(target);
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

