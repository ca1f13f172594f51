/**
 * The loupe: a part of the board, large enough for fingers, over the whole board.
 *
 * The board itself becomes the loupe, so everything in it works as on the board: pointing, turning a piece, marks,
 * previews. What lies behind it is a copy. A tap on the copy moves the loupe there, a drag moves what it shows.
 */

import { element, loadStyles, svg } from "../../dom.js";
import { t } from "../../i18n.js";
import { pointableTargets } from "../state.js";
import { keyOf, UNIT } from "../targets.js";

/** @import { XY } from "../../types.js" */
/** @import { Board } from "../draw/board.js" */
/** @import { State } from "../state.js" */
/** @import { LocatedTarget } from "../received-parts.js" */

/** In pixels of the window: how far apart neighbouring places are in the loupe. */
const APART = 42;
const SCALE = APART / UNIT;
/** How much of the smaller side of the board the loupe takes, and in pixels at least and at most. */
const SHARE = 0.8;
const [SMALLEST, LARGEST] = [220, 380];
const PAN_STARTS = 8;
/** The layers of the board that are seen behind the loupe, from the lowest up. */
const COPIED = /** @type {const} */ (["ground", "coordinates", "marks", "under", "pieces", "won", "over"]);

export class Loupe {
  /**
   * @param {Board} board
   * @param {State} state
   */
  constructor(board, state) {
    this.board = board;
    this.state = state;
    this.isOpen = false;
    /** The last press has moved what the loupe shows. */
    this.hasPanned = false;
    /** @type {{x: number, y: number, from: XY} | null} */
    this.pressed = null;
    /** @type {Set<string>} the keys of what could be pointed at when the board was drawn last */
    this.known = new Set();
    this.shownPosition = "";
    this.behind = svg("svg", { class: "board behind", "aria-hidden": "true" });
    this.behind.addEventListener("click", (event) => this.moveTo(event.clientX, event.clientY));
    this.button = element("button", { type: "button", class: "loupe-close", "aria-label": t("Whole board"), onclick: () => this.close() }, "×");
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.closeByKey(event);
    this.onTap = (/** @type {MouseEvent} */ event) => this.closeByTap(event);
    this.resized = new ResizeObserver(() => this.keepInside());
  }

  /**
   * Show what is at a point of the window.
   * @param {number} x
   * @param {number} y
   */
  async open(x, y) {
    await loadStyles("/web/table/input/loupe.css");
    const { node } = this.board;
    const stage = node.parentElement;
    if (this.isOpen || !stage || !this.board.picture) return;
    this.isOpen = true;
    this.hasPanned = false;
    this.remember();
    this.copyBoard();
    node.before(this.behind);
    node.after(this.button);
    node.classList.add("loupe");
    stage.classList.add("magnified");
    this.board.onMark = () => this.onMark();
    this.moveTo(x, y);
    this.resized.observe(stage);
    document.addEventListener("keydown", this.onKey, true);
    document.addEventListener("click", this.onTap);
  }

  close() {
    if (!this.isOpen) return;
    const { node, layers } = this.board;
    this.isOpen = false;
    this.pressed = null;
    this.resized.disconnect();
    document.removeEventListener("keydown", this.onKey, true);
    document.removeEventListener("click", this.onTap);
    for (const name of COPIED) layers[name].removeAttribute("id");
    this.behind.remove();
    this.button.remove();
    node.parentElement?.classList.remove("magnified");
    node.classList.remove("loupe");
    node.removeAttribute("style");
    this.board.onMark = null;
    this.board.showRegion(null);
  }

  /** The board is copied by reference, so the copy shows what happens on the board. */
  copyBoard() {
    const { layers, picture } = this.board;
    for (const name of COPIED) layers[name].id = `behind-${name}`;
    this.behind.replaceChildren(...COPIED.map((name) => svg("use", { href: `#behind-${name}` })));
    if (picture) this.behind.setAttribute("viewBox", this.board.wholeBox(picture).join(" "));
  }

  // --- Where it is, and what it shows ------------------------------------------------------------------

  /**
   * Move the loupe to a point of the window; the point of the board that was there stays there.
   * @param {number} x
   * @param {number} y
   */
  moveTo(x, y) {
    const [stage, whole] = [this.stageBox(), this.behind.getScreenCTM()];
    if (!whole) return;
    const at = new DOMPoint(x, y).matrixTransform(whole.inverse());
    const size = Math.min(LARGEST, Math.max(SMALLEST, SHARE * Math.min(stage.width, stage.height)));
    const left = within(x - stage.left - size / 2, 0, stage.width - size);
    const top = within(y - stage.top - size / 2, 0, stage.height - size);
    this.frame = { left, top, size };
    this.place();
    this.show([at.x - (x - stage.left - left) / SCALE, at.y - (y - stage.top - top) / SCALE]);
    this.board.node.style.transformOrigin = `${x - stage.left - left}px ${y - stage.top - top}px`;
  }

  stageBox() {
    return /** @type {Element} */ (this.board.node.parentElement).getBoundingClientRect();
  }

  /** Panels have grown or shrunk. */
  keepInside() {
    if (!this.frame) return;
    const { width, height } = this.stageBox();
    this.frame.left = within(this.frame.left, 0, width - this.frame.size);
    this.frame.top = within(this.frame.top, 0, height - this.frame.size);
    this.place();
  }

  place() {
    const { node } = this.board;
    if (!this.frame) return;
    const { left, top, size } = this.frame;
    Object.assign(node.style, { left: `${left}px`, top: `${top}px`, width: `${size}px`, height: `${size}px` });
    const atEnd = getComputedStyle(node).direction === "rtl" ? left : left + size;
    Object.assign(this.button.style, { left: `${within(atEnd, 20, this.stageBox().width - 20)}px`, top: `${Math.max(20, top)}px` });
  }

  /**
   * Show the part of the board that begins at a point, or the nearest part that lies on the board.
   * @param {XY} corner
   */
  show([x, y]) {
    const { picture } = this.board;
    if (!picture || !this.frame) return;
    const [left, top, width, height] = this.board.wholeBox(picture);
    const size = this.frame.size / SCALE;
    this.corner = /** @type {XY} */ ([within(x, left, left + width - size), within(y, top, top + height - size)]);
    this.board.showRegion([...this.corner, size, size]);
  }

  /**
   * Is all of a target in sight?
   * @param {LocatedTarget} target
   */
  shows({ at }) {
    const [left, top] = this.corner ?? [0, 0];
    const size = (this.frame?.size ?? 0) / SCALE;
    return at.map((point) => this.board.toView(point)).every(([x, y]) => x >= left && x <= left + size && y >= top && y <= top + size);
  }

  // --- Moving what it shows ----------------------------------------------------------------------------

  /** @param {PointerEvent} event */
  press(event) {
    this.pressed = null;
    this.hasPanned = false;
    if (!this.isOpen || !this.corner || !(event.target instanceof Node) || !this.board.node.contains(event.target)) return false;
    this.pressed = { x: event.clientX, y: event.clientY, from: this.corner };
    return true;
  }

  /** @param {PointerEvent} event */
  pans(event) {
    const { pressed } = this;
    if (!pressed) return false;
    const [dx, dy] = [event.clientX - pressed.x, event.clientY - pressed.y];
    if (!event.buttons || (!this.hasPanned && Math.hypot(dx, dy) < PAN_STARTS)) return false;
    this.hasPanned = true;
    this.show([pressed.from[0] - dx / SCALE, pressed.from[1] - dy / SCALE]);
    return true;
  }

  // --- Closing -----------------------------------------------------------------------------------------

  /** The board was marked anew: close the loupe if the decision is made, or if what opens next lies outside. */
  onMark() {
    const [known, position] = [this.known, this.shownPosition];
    this.remember();
    const opened = this.targets().filter((one) => !known.has(keyOf(one.target)));
    if (position !== this.shownPosition || opened.some((one) => !this.shows(one))) this.close();
  }

  remember() {
    const { table, planning, past } = this.state;
    this.known = new Set(this.targets().map((one) => keyOf(one.target)));
    this.shownPosition = JSON.stringify([table?.number, table?.side, planning?.line, past?.at, this.board.angle]);
  }

  targets() {
    return pointableTargets(this.state).filter((one) => one.at.length);
  }

  /** @param {KeyboardEvent} event */
  closeByKey(event) {
    if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
    if (this.board.node.isConnected) event.preventDefault();
    this.close();
  }

  /**
   * A tap beside the board that means nothing else closes the loupe.
   * @param {MouseEvent} event
   */
  closeByTap({ target }) {
    const isElsewhere = target instanceof Element && target.isConnected && !target.closest("svg, button, a, .stocks, .now, dialog");
    if (isElsewhere || !this.board.node.isConnected) this.close();
  }
}

/**
 * @param {number} value
 * @param {number} least
 * @param {number} most
 */
function within(value, least, most) {
  return Math.max(least, Math.min(value, most));
}
