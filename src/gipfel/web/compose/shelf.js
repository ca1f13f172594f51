/**
 * The shelf: games, things of chance, and a game of one's own. One is laid on a kind by dragging it there, or by
 * choosing it and then the place, or the place and then it.
 */

import { element, svg } from "../dom.js";
import { t } from "../i18n.js";
import { toolbarKeys } from "./arrow-keys.js";
import { linkKind, placeText, readPlace } from "./linking.js";

/** @import { ShelfItem } from "../types.js" */
/** @import { MenuDraft } from "./menu-draft.js" */
/** @import { Place } from "./linking.js" */

/** Pixels after which a press becomes a drag. */
const DRAG = 7;

/** @type {Record<string, string>} */
const SIGNS = {
  die: "M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2ZM8 8h.01M16 8h.01M12 12h.01M8 16h.01M16 16h.01",
  coin: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 3v18M12 7.500h6.800M12 12h9M12 16.500h6.800",
  highcard: "M4.500 6.500l8-3.500 5.500 13-8 3.500ZM15 4.500h4.500v14H18M10 8.500l2.800 2-1.200 3.500-2.800-2Z",
  outside: "M12 5v14M5 12h14",
};

export class Shelf {
  /** @param {MenuDraft} menu */
  constructor(menu) {
    this.menu = menu;
    /** What was taken from the shelf. @type {ShelfItem | null} */
    this.held = null;
    /** The place that waits for something from the shelf. @type {Place | null} */
    this.waiting = null;
    /** Called when something is taken or laid down. @type {(() => void)[]} */
    this.onchange = [];
    /** Was the last press a drag? Then its click means nothing. */
    this.dragged = false;
    this.hint = element("p", { class: "shelf-hint muted", role: "status" });
    this.name = element("input", {
      type: "text",
      class: "shelf-name",
      "aria-label": t("Name of the game"),
      placeholder: t("chess, ludo …"),
      hidden: true,
      onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && this.focusPlace(),
    });
    this.items = element(
      "div",
      { class: "shelf-items", role: "toolbar", "aria-label": t("On the shelf"), onkeydown: toolbarKeys },
      ...menu.offer.shelf.map((item, i) => this.item(item, i === 0)),
    );
    this.node = element("section", { class: "shelf card" }, element("h2", {}, t("On the shelf")), this.hint, this.items, this.name);
    this.onkeydown = (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && this.layDown();
    document.addEventListener("keydown", this.onkeydown);
    this.draw();
  }

  close() {
    document.removeEventListener("keydown", this.onkeydown);
  }

  /**
   * @param {ShelfItem} item
   * @param {boolean} first
   */
  item(item, first) {
    const sign = SIGNS[item.value];
    return element(
      "button",
      {
        type: "button",
        class: "shelf-item",
        "data-value": item.value,
        "data-game": item.game || null,
        "aria-pressed": "false",
        tabindex: first ? 0 : -1,
        onfocus: (/** @type {FocusEvent} */ event) => this.roam(/** @type {HTMLElement} */ (event.currentTarget)),
        onclick: (/** @type {MouseEvent} */ event) => this.onClick(item, event.detail === 0),
        onpointerdown: (/** @type {PointerEvent} */ event) => this.press(item, event),
      },
      sign ? svg("svg", { class: "shelf-sign", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: sign })) : element("i", { class: "shelf-dot" }),
      item.title,
    );
  }

  /**
   * Tab leads to the item that was used last.
   * @param {HTMLElement} button
   */
  roam(button) {
    for (const other of this.items.children) other.setAttribute("tabindex", other === button ? "0" : "-1");
  }

  // --- Choosing one, then the other ---

  /**
   * @param {ShelfItem} item
   * @param {boolean} byKey
   */
  onClick(item, byKey) {
    if (this.dragged) return void (this.dragged = false);
    if (this.held === item) return this.layDown();
    this.held = item;
    if (this.waiting && !item.longest_name) return this.lay(this.waiting);
    this.draw();
    if (item.longest_name) this.name.focus();
    else if (byKey) this.focusPlace();
  }

  /** With keys, the next step is to choose a place. */
  focusPlace() {
    if (this.waiting && this.held) return this.lay(this.waiting);
    const slots = [...document.querySelectorAll(".kind:not(.is-empty) .slot-button"), ...document.querySelectorAll(".slot-button")];
    if (slots[0] instanceof HTMLElement) slots[0].focus();
  }

  /** @param {Place} place */
  pointAt(place) {
    if (this.held) return this.lay(place);
    this.waiting = this.isWaiting(place) ? null : place;
    this.draw();
  }

  /** @param {Place} place */
  isWaiting(place) {
    return this.waiting !== null && placeText(this.waiting) === placeText(place);
  }

  /** @param {Place} place */
  lay(place) {
    const value = this.held ? this.valueOf(this.held) : "";
    this.held = null;
    this.waiting = null;
    this.draw();
    if (value) linkKind(this.menu, place, value);
  }

  /** @param {ShelfItem} item */
  valueOf(item) {
    const name = item.longest_name ? this.name.value.trim() : "";
    return name ? `${item.value} ${name}` : item.value;
  }

  layDown() {
    if (!this.held && !this.waiting) return;
    this.held = null;
    this.waiting = null;
    this.draw();
  }

  draw() {
    for (const button of this.items.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", button.dataset.value === this.held?.value ? "true" : "false");
    }
    this.name.hidden = !this.held?.longest_name;
    this.name.maxLength = this.held?.longest_name || 40;
    this.node.classList.toggle("is-asked", this.waiting !== null);
    this.hint.textContent = this.hintText();
    document.documentElement.classList.toggle("is-carrying", this.held !== null);
    for (const tell of this.onchange) tell();
  }

  hintText() {
    if (this.held?.longest_name) return t("Name it, then point at the potentials it is for.");
    if (this.held) return t("Point at the potentials that are won with it.");
    if (this.waiting) return t("Take what it has to be won with.");
    return t("Drag something onto potentials, or point at one and then at the other.");
  }

  // --- Dragging ---

  /**
   * @param {ShelfItem} item
   * @param {PointerEvent} event
   */
  press(item, event) {
    if (event.button !== 0 || !(event.currentTarget instanceof HTMLElement)) return;
    this.dragged = false;
    new Drag(this, item, event.currentTarget, event);
  }
}

/** One press on something on the shelf, which becomes a drag if the pointer moves. */
class Drag {
  /**
   * @param {Shelf} shelf
   * @param {ShelfItem} item
   * @param {HTMLElement} button
   * @param {PointerEvent} event
   */
  constructor(shelf, item, button, event) {
    this.shelf = shelf;
    this.item = item;
    this.button = button;
    this.from = { x: event.clientX, y: event.clientY };
    /** What moves with the pointer. @type {HTMLElement | null} */
    this.ghost = null;
    /** @type {Element | null} */
    this.over = null;
    this.end = new AbortController();
    const { signal } = this.end;
    addEventListener("pointermove", (moved) => this.move(moved), { signal });
    addEventListener("pointerup", () => this.drop(), { signal });
    addEventListener("pointercancel", () => this.cancel(), { signal });
  }

  /** @param {PointerEvent} event */
  move(event) {
    const far = Math.hypot(event.clientX - this.from.x, event.clientY - this.from.y) > DRAG;
    if (!this.ghost && !far) return;
    this.ghost ??= this.begin();
    this.ghost.style.setProperty("translate", `${event.clientX}px ${event.clientY}px`);
    const over = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-place]") ?? null;
    if (over === this.over) return;
    this.over?.classList.remove("is-over");
    over?.classList.add("is-over");
    this.over = over;
  }

  begin() {
    const ghost = /** @type {HTMLElement} */ (this.button.cloneNode(true));
    ghost.classList.add("shelf-ghost");
    ghost.setAttribute("aria-hidden", "true");
    document.body.append(ghost);
    this.shelf.dragged = true;
    this.shelf.held = this.item;
    this.shelf.draw();
    return ghost;
  }

  drop() {
    const place = this.over?.getAttribute("data-place");
    const dragged = this.ghost !== null;
    this.cancel();
    if (!dragged) return;
    setTimeout(() => (this.shelf.dragged = false)); // after the click that may follow
    if (place && this.item.longest_name) return this.nameFirst(place);
    if (place) this.shelf.lay(readPlace(place));
    else this.shelf.layDown();
  }

  /**
   * A game of one's own has to be named; then it goes where it was dropped.
   * @param {string} place
   */
  nameFirst(place) {
    this.shelf.waiting = readPlace(place);
    this.shelf.draw();
    this.shelf.name.focus();
  }

  cancel() {
    this.end.abort();
    this.over?.classList.remove("is-over");
    this.ghost?.remove();
  }
}
