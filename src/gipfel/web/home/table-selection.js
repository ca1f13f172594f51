/** Choosing several tables of a row to delete them at once; that can be undone for a moment. */

import { element } from "../dom.js";
import { t, tn } from "../i18n.js";
import { canDelete } from "./table-card.js";

/** @import { TableRow } from "./table-row.js" */

export class TableSelection {
  /** @param {TableRow} row */
  constructor(row) {
    this.row = row;
    this.active = false;
    /** @type {Set<string>} */
    this.chosen = new Set();
    /** @type {Set<string>} deleted together; they can still be brought back */
    this.leaving = new Set();
    this.begin = element("button", { type: "button", class: "quiet", onclick: () => this.start() }, t("Select …"));
    this.all = element("button", { type: "button", class: "quiet", onclick: () => this.chooseAll() }, t("All"));
    this.remove = element("button", { type: "button", class: "button primary", onclick: () => this.deleteChosen() });
    this.cancel = element("button", { type: "button", class: "quiet", onclick: () => this.stop() }, t("Cancel"));
    this.notice = element("span", { class: "muted", role: "status" });
    this.undo = element("button", { type: "button", class: "button", onclick: () => this.bringBack() }, t("Undo"));
    this.node = element("div", { class: "tables-select" }, this.begin, this.all, this.remove, this.cancel, this.notice, this.undo);
    row.row.addEventListener("click", (event) => this.onClick(event));
  }

  start() {
    this.active = true;
    this.chosen.clear();
    this.row.showAll();
  }

  stop() {
    this.active = false;
    this.row.draw();
  }

  chooseAll() {
    this.chosen = new Set(this.deletable());
    this.draw();
  }

  /** The tables of the row that the user may delete. */
  deletable() {
    return this.row.listed.filter(canDelete).map(({ id }) => id);
  }

  /** A click on a card chooses it while the user selects. @param {MouseEvent} event */
  onClick(event) {
    const card = this.active && /** @type {Element} */ (event.target).closest("[data-id]");
    if (!card) return;
    event.preventDefault();
    const id = /** @type {HTMLElement} */ (card).dataset.id ?? "";
    if (!this.deletable().includes(id)) return;
    if (!this.chosen.delete(id)) this.chosen.add(id);
    this.draw();
  }

  deleteChosen() {
    const { deletions } = this.row;
    this.leaving = new Set(this.chosen);
    for (const id of this.leaving) deletions.schedule(id, () => this.done(id), () => this.done(id, false));
    this.stop();
    this.undo.focus();
  }

  /**
   * @param {string} id
   * @param {boolean} [isGone]
   */
  done(id, isGone = true) {
    this.leaving.delete(id);
    if (isGone) this.row.forget(id);
    else this.row.draw();
  }

  bringBack() {
    for (const id of this.leaving) this.row.deletions.cancel(id);
    this.leaving.clear();
    this.row.draw();
    this.begin.focus();
  }

  /** Show what can be done now, and which cards are chosen. */
  draw() {
    const { active, chosen, leaving } = this;
    this.row.row.classList.toggle("is-selecting", active);
    this.begin.hidden = active || leaving.size > 0 || this.deletable().length < 2;
    this.all.hidden = this.remove.hidden = this.cancel.hidden = !active;
    this.remove.textContent = tn("Delete one table", "Delete {n} tables", chosen.size);
    this.remove.disabled = !chosen.size;
    this.notice.hidden = this.undo.hidden = !leaving.size;
    this.notice.textContent = leaving.size ? tn("One table deleted.", "{n} tables deleted.", leaving.size) : "";
    for (const card of this.row.row.children) this.mark(/** @type {HTMLElement} */ (card));
  }

  /** @param {HTMLElement} card */
  mark(card) {
    const isChosen = this.active && this.chosen.has(card.dataset.id ?? "");
    card.classList.toggle("is-chosen", isChosen);
    const link = card.querySelector("a");
    if (this.active) link?.setAttribute("aria-pressed", String(isChosen));
    else link?.removeAttribute("aria-pressed");
    if (this.active) link?.setAttribute("role", "button");
    else link?.removeAttribute("role");
  }
}
