/** Mouse, pen and finger on the board and the trays: clicks, drags, a long press, the wheel. */

import { Drag } from "../draw/drag.js";
import { nextRow, openAt, placeAt } from "./hit-test.js";
import { pointable, turning } from "../state.js";
import { keyOf, same } from "../targets.js";

/** @typedef {import("../../types.js").PossibleTarget} Open */
/** @typedef {import("../../types.js").Target} Target */
/** @typedef {import("../../types.js").XY} XY */
/** @typedef {import("../draw/board.js").Board} Board */
/** @typedef {import("../draw/ghost.js").GhostWatch} GhostWatch */
/** @typedef {import("./pointing.js").Pointer} Pointer */
/** @typedef {import("../state.js").State} State */

const DRAG_STARTS = 8;
const LONG_PRESS = 480;

/** @typedef {{target: Target, x: number, y: number, moved: boolean, pointing: Promise<void> | null, drag: Drag | null}} Press */

export class Hand {
  /**
   * @param {object} parts
   * @param {State} parts.state
   * @param {Board} parts.board
   * @param {Pointer} parts.pointer
   * @param {GhostWatch} parts.ghosts
   * @param {(target: Target) => void} parts.look    what lies there?
   * @param {HTMLElement} root
   */
  constructor({ state, board, pointer, ghosts, look }, root) {
    this.state = state;
    this.board = board;
    this.pointer = pointer;
    this.ghosts = ghosts;
    this.look = look;
    /** @type {Press | null} */
    this.press = null;
    this.longPress = 0;
    this.swallow = false;
    this.kind = "mouse";
    this.turnedAt = 0;
    /** @type {Target | null} the place under the mouse, open or not */
    this.at = null;
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    root.addEventListener("pointerup", (event) => this.up(event));
    root.addEventListener("pointercancel", () => this.drop());
    root.addEventListener("click", (event) => this.click(event), true);
    board.node.addEventListener("contextmenu", (event) => this.menu(event));
    board.node.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    board.node.addEventListener("pointerleave", () => this.ghosts.leave());
  }

  /** @param {MouseEvent} event */
  onBoard(event) {
    return event.target instanceof Node && this.board.node.contains(event.target);
  }

  /**
   * What is open at an event: on the board by where it is, beside it by what it is.
   * @param {MouseEvent} event
   * @returns {Open[]}
   */
  openUnder(event) {
    const beside = event.target instanceof Element ? event.target.closest(".stock.open") : null;
    if (beside instanceof HTMLElement) return this.state.open.filter((one) => keyOf(one.target) === beside.dataset.target);
    return this.openAtWindow(event);
  }

  /** @param {MouseEvent} event */
  openAtWindow(event) {
    const inside = document.elementFromPoint(event.clientX, event.clientY);
    if (!inside || !this.board.node.contains(inside)) return [];
    return openAt(this.board.fromWindow(event.clientX, event.clientY), pointable(this.state));
  }

  // --- Clicks ----------------------------------------------------------------------------------------

  /** @param {MouseEvent} event */
  click(event) {
    if (this.swallow) {
      this.swallow = false;
      event.stopPropagation();
      return;
    }
    if (!this.onBoard(event)) return;
    const named = event.target instanceof SVGElement ? event.target.dataset.target : undefined;
    // A click without a place comes from a key or from a reader of screens.
    if (!event.detail && named) this.pointAtKey(named);
    else this.pointAtPlace(event);
  }

  /** @param {string} key */
  pointAtKey(key) {
    const found = pointable(this.state).find((one) => keyOf(one.target) === key);
    if (found) this.choose(found.target);
    else this.pointer.point(/** @type {Target} */ (splitKey(key)));
  }

  /** @param {MouseEvent} event */
  pointAtPlace(event) {
    const { state } = this;
    const found = this.openAtWindow(event);
    if (found.length > 1) {
      state.row = nextRow(found, state.row);
      this.pointer.changed();
    } else if (found.length === 1) {
      this.choose(found[0].target);
    } else {
      const target = state.picture && placeAt(this.board.fromWindow(event.clientX, event.clientY), state.picture);
      if (target) this.chooseClosed(target);
    }
  }

  /**
   * Point at something open; a piece whose ghost lies there is laid down as it is shown.
   * @param {Target} target
   */
  choose(target) {
    const laid = this.ghosts.shownAt(target);
    if (laid && this.kind === "mouse") this.ghosts.layDown(target, laid);
    else this.pointer.point(target);
  }

  /** @param {Target} target */
  chooseClosed(target) {
    const { state, pointer } = this;
    if (!turning(state) || !same(state.prefix.at(-1), target)) pointer.point(target);
    else if (this.kind === "mouse" && state.ghost) pointer.point(state.ghost.target);
    else pointer.turn(1);
  }

  // --- Drags -----------------------------------------------------------------------------------------

  /** @param {PointerEvent} event */
  down(event) {
    this.kind = event.pointerType === "mouse" ? "mouse" : "touch";
    this.swallow = false;
    if (event.button !== 0 || !event.isPrimary) return;
    const [open] = this.openUnder(event);
    if (open && open.target[0] !== "button" && open.at.length <= 1) {
      this.press = { target: open.target, x: event.clientX, y: event.clientY, moved: false, pointing: null, drag: null };
    }
    if (this.onBoard(event)) this.longPress = setTimeout(() => this.held(event), LONG_PRESS);
  }

  /** @param {PointerEvent} event */
  held(event) {
    if (this.kind !== "touch") return;
    this.press = null;
    this.swallow = true;
    this.lookAt(event);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { press } = this;
    if (!press) {
      if (this.onBoard(event) && event.pointerType === "mouse") this.hover(event);
      return;
    }
    if (!press.moved && Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG_STARTS) return;
    clearTimeout(this.longPress);
    if (!press.moved) this.startDrag(press);
    press.drag?.moveTo(this.board.fromWindow(event.clientX, event.clientY));
    this.hover(event);
  }

  /** @param {Press} press */
  startDrag(press) {
    press.moved = true;
    press.drag = new Drag(this.board, this.state, press.target);
    const last = this.state.prefix.at(-1);
    press.pointing = same(last, press.target) ? Promise.resolve() : this.pointer.point(press.target);
  }

  /** @param {PointerEvent} event */
  async up(event) {
    const { press } = this;
    clearTimeout(this.longPress);
    this.drop();
    if (!press?.moved) return;
    this.swallow = true;
    setTimeout(() => (this.swallow = false), 50);
    await press.pointing;
    const [found] = this.openAtWindow(event);
    if (found && !same(found.target, press.target)) this.choose(found.target);
  }

  drop() {
    this.press?.drag?.end();
    this.press = null;
  }

  // --- Looking ---------------------------------------------------------------------------------------

  /** @param {PointerEvent} event */
  hover(event) {
    const { picture } = this.state;
    this.at = picture && placeAt(this.board.fromWindow(event.clientX, event.clientY), picture);
    const [found] = this.openAtWindow(event);
    this.ghosts.over(found?.at.length === 1 ? found.target : null);
  }

  /** @param {MouseEvent} event */
  menu(event) {
    event.preventDefault();
    this.lookAt(event);
  }

  /** @param {MouseEvent} event */
  lookAt(event) {
    const { picture } = this.state;
    const target = picture && placeAt(this.board.fromWindow(event.clientX, event.clientY), picture);
    if (target) this.look(target);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!this.state.ghost || Math.abs(event.deltaY) < 1) return;
    event.preventDefault();
    const now = Date.now();
    // A touchpad sends dozens of events for one gesture.
    if (now - this.turnedAt < 90) return;
    this.turnedAt = now;
    this.pointer.turn(event.deltaY > 0 ? 1 : -1);
  }
}

/** @param {string} key */
export function splitKey(key) {
  const space = key.indexOf(" ");
  return [key.slice(0, space), key.slice(space + 1)];
}
