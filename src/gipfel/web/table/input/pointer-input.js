/** Mouse, pen and touch on the board and the trays: clicks, drags, long presses, the wheel. */

import { DragPreview } from "../draw/drag-preview.js";
import { isTurningPiece, pointableTargets } from "../state.js";
import { keyOf, same, targetOf } from "../targets.js";
import { Fingers } from "./fingers.js";
import { nextRow, openAt, placeAt } from "./hit-test.js";

/** @import { Target } from "../../types.js" */
/** @import { LocatedTarget } from "../received-parts.js" */
/** @import { Board } from "../draw/board.js" */
/** @import { GhostPreview } from "../draw/ghost-preview.js" */
/** @import { State } from "../state.js" */
/** @import { TargetSelection } from "./selection.js" */

const DRAG_STARTS = 8;
const LONG_PRESS = 480;

/** @typedef {{target: Target, x: number, y: number, moved: boolean, pointing: Promise<void> | null, drag: DragPreview | null}} Press */

export class PointerInput {
  /**
   * @param {object} parts
   * @param {State} parts.state
   * @param {Board} parts.board
   * @param {TargetSelection} parts.selection
   * @param {GhostPreview} parts.ghosts
   * @param {(target: Target) => void} parts.showContents    shows what lies there
   * @param {HTMLElement} root
   */
  constructor({ state, board, selection, ghosts, showContents }, root) {
    this.state = state;
    this.board = board;
    this.selection = selection;
    this.ghosts = ghosts;
    this.fingers = new Fingers(board, state);
    this.showContents = showContents;
    /** @type {Press | null} */
    this.press = null;
    this.longPress = 0;
    this.ignoreClick = false;
    this.device = "mouse";
    this.lastTurn = 0;
    /** @type {Target | null} the place under the mouse, open or not */
    this.at = null;
    root.addEventListener("pointerdown", (event) => this.onDown(event));
    root.addEventListener("pointermove", (event) => this.onMove(event));
    root.addEventListener("pointerup", (event) => this.onUp(event));
    root.addEventListener("pointercancel", () => this.endPress());
    root.addEventListener("click", (event) => this.onClick(event), true);
    board.node.addEventListener("contextmenu", (event) => this.onContextMenu(event));
    board.node.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    // A finger that is lifted leaves everything; what it has shown stays.
    root.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.ghosts.leave());
  }

  /** @param {MouseEvent} event */
  isOnBoard(event) {
    return event.target instanceof Node && this.board.node.contains(event.target);
  }

  /**
   * The open targets at an event: on the board by position, in a tray by element.
   * @param {MouseEvent} event
   * @returns {LocatedTarget[]}
   */
  openAtEvent(event) {
    const beside = this.openBeside(event, ".stock.open");
    return beside.length ? beside : this.openAtWindow(event);
  }

  /**
   * The open target of a stock or a button.
   * @param {MouseEvent} event
   * @param {string} selector
   */
  openBeside({ target }, selector) {
    const beside = target instanceof Element ? target.closest(selector) : null;
    return beside instanceof HTMLElement ? this.state.open.filter((one) => keyOf(one.target) === beside.dataset.target) : [];
  }

  /** @param {MouseEvent} event */
  openAtWindow(event) {
    const inside = document.elementFromPoint(event.clientX, event.clientY);
    if (!inside || !this.board.node.contains(inside)) return [];
    return openAt(this.board.fromWindow(event.clientX, event.clientY), pointableTargets(this.state));
  }

  // --- Clicks ----------------------------------------------------------------------------------------

  /** @param {MouseEvent} event */
  onClick(event) {
    if (this.ignoreClick) {
      this.ignoreClick = false;
      event.stopPropagation();
      return;
    }
    if (!this.isOnBoard(event)) return;
    const named = event.target instanceof SVGElement ? event.target.dataset.target : undefined;
    // A click without a position comes from a key or a screen reader.
    if (!event.detail && named) this.pointAtKey(named);
    else if (this.device !== "touch" || !this.fingers.takes(event)) this.pointAtPlace(event);
  }

  /** @param {string} key */
  pointAtKey(key) {
    const found = pointableTargets(this.state).find((one) => keyOf(one.target) === key);
    if (found) this.choose(found.target);
    else this.selection.point(targetOf(key));
  }

  /** @param {MouseEvent} event */
  pointAtPlace(event) {
    const { state } = this;
    const found = this.openAtWindow(event);
    if (found.length > 1) {
      state.highlightedRow = nextRow(found, state.highlightedRow);
      this.selection.onChange();
    } else if (found.length === 1) {
      this.choose(found[0].target);
    } else {
      const target = state.picture && placeAt(this.board.fromWindow(event.clientX, event.clientY), state.picture);
      if (target) this.chooseClosed(target);
    }
  }

  /**
   * Point at an open target; if a ghost is shown there, the piece is laid down like that.
   * @param {Target} target
   */
  choose(target) {
    const laid = this.ghosts.shownAt(target);
    if (laid && this.device === "mouse") this.ghosts.layDown(target, laid);
    else this.selection.point(target);
  }

  /** @param {Target} target */
  chooseClosed(target) {
    const { state, selection } = this;
    if (!isTurningPiece(state) || !same(state.prefix.at(-1), target)) selection.point(target);
    else if (this.device === "mouse" && state.ghost) selection.point(state.ghost.target);
    else selection.turn(1);
  }

  // --- Drags -----------------------------------------------------------------------------------------

  /** @param {PointerEvent} event */
  onDown(event) {
    this.device = event.pointerType === "mouse" ? "mouse" : "touch";
    this.ignoreClick = false;
    if (this.device === "touch") this.ghosts.leave();
    if (event.button !== 0 || !event.isPrimary) return;
    const [open] = this.fingers.press(event) ? [] : this.openAtEvent(event);
    if (open && open.target[0] !== "button" && open.at.length <= 1) {
      this.press = { target: open.target, x: event.clientX, y: event.clientY, moved: false, pointing: null, drag: null };
    }
    if (this.isOnBoard(event)) this.longPress = setTimeout(() => this.onLongPress(event), LONG_PRESS);
  }

  /** @param {PointerEvent} event */
  async onLongPress(event) {
    if (this.device !== "touch") return;
    this.press = null;
    this.ignoreClick = true;
    const [found] = this.openAtWindow(event);
    if (!found || !(await this.ghosts.showNow(found.target))) this.showContentsAt(event);
  }

  /** @param {PointerEvent} event */
  onMove(event) {
    const { press } = this;
    if (this.fingers.pans(event)) return clearTimeout(this.longPress);
    if (!press) {
      if (event.pointerType === "mouse") this.hover(event);
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
    press.drag = new DragPreview(this.board, this.state, press.target);
    const last = this.state.prefix.at(-1);
    press.pointing = same(last, press.target) ? Promise.resolve() : this.selection.point(press.target);
  }

  /** @param {PointerEvent} event */
  async onUp(event) {
    const { press } = this;
    clearTimeout(this.longPress);
    this.endPress();
    if (!press?.moved) return;
    this.ignoreClick = true;
    setTimeout(() => (this.ignoreClick = false), 50);
    await press.pointing;
    const [found] = this.openAtWindow(event);
    if (found && !same(found.target, press.target)) this.choose(found.target);
    else this.ghosts.leave();
  }

  endPress() {
    this.press?.drag?.end();
    this.press = null;
  }

  // --- Hovering, contents, turning -------------------------------------------------------------------

  /** @param {PointerEvent} event */
  hover(event) {
    const { picture } = this.state;
    this.at = picture && placeAt(this.board.fromWindow(event.clientX, event.clientY), picture);
    const found = this.press || this.isOnBoard(event) ? this.openAtWindow(event) : this.openBeside(event, ".stock.open, .choice.open");
    this.ghosts.hover(found.length === 1 ? found[0].target : null);
  }

  /** @param {MouseEvent} event */
  onContextMenu(event) {
    event.preventDefault();
    this.showContentsAt(event);
  }

  /** @param {MouseEvent} event */
  showContentsAt(event) {
    const { picture } = this.state;
    const target = picture && placeAt(this.board.fromWindow(event.clientX, event.clientY), picture);
    if (target) this.showContents(target);
  }

  /** @param {WheelEvent} event */
  onWheel(event) {
    if (!this.state.ghost || Math.abs(event.deltaY) < 1) return;
    event.preventDefault();
    const now = Date.now();
    // A touchpad sends dozens of events for one gesture.
    if (now - this.lastTurn < 90) return;
    this.lastTurn = now;
    this.selection.turn(event.deltaY > 0 ? 1 : -1);
  }
}
