/** A row of cards of tables: to continue, to look at, to delete. */

import { api, messageOf, singleFlight } from "../api.js";
import { toast } from "../dialogs.js";
import { element } from "../dom.js";
import { language, t, tn } from "../i18n.js";
import { isAwaited, tableCard } from "./table-card.js";
import { TableSelection } from "./table-selection.js";

/** @import { GameInfo, Summary } from "../types.js" */
/** @import { Deletions } from "./deletions.js" */

/** Cards in a row at first; a button shows the others. */
const MOST_IN_ROW = 8;
/** Tables per request. */
export const PAGE_SIZE = 60;

/**
 * A placeholder while the tables are being fetched.
 * @param {string} title
 * @param {number} number
 */
export function placeholderRow(title, number) {
  const card = () => element("div", { class: "table-card card is-waiting" });
  const cards = Array.from({ length: Math.min(number, MOST_IN_ROW) }, card);
  return element(
    "section",
    { class: "tables", hidden: !number, "aria-hidden": "true" },
    element("div", { class: "tables-head" }, element("h2", {}, title)),
    element("div", { class: "tables-row" }, ...cards),
  );
}

/**
 * Fetch tables, the latest first.
 * @param {boolean} finished
 * @param {number} [from]     how many to skip
 * @returns {Promise<{tables: Summary[], more: boolean}>}
 */
export function fetchTables(finished, from = 0) {
  return api.get(`/api/tables?finished=${finished}&from=${from}&most=${PAGE_SIZE}`);
}

/** A row of tables that can be extended and refreshed. */
export class TableRow {
  /**
   * @param {string} title
   * @param {boolean} finished
   * @param {Map<string, GameInfo>} games
   * @param {Deletions} deletions
   */
  constructor(title, finished, games, deletions) {
    this.finished = finished;
    this.games = games;
    this.deletions = deletions;
    /** @type {Summary[]} */
    this.summaries = [];
    /** The server has more tables. */
    this.more = false;
    this.all = false;
    /** @type {Set<string>} tables that were deleted here; an older answer may still contain them */
    this.gone = new Set();
    /** @type {Map<string, {key: string, card: HTMLElement}>} */
    this.cards = new Map();
    this.row = element("div", { class: "tables-row" });
    this.showAllButton = element("button", { type: "button", class: "quiet", onclick: () => this.showAll() });
    this.moreButton = element("button", { type: "button", class: "button tables-more", onclick: singleFlight(() => this.fetchMore()) }, t("Show more"));
    this.selection = new TableSelection(this);
    const head = element("div", { class: "tables-head" }, element("h2", {}, title), this.showAllButton, this.selection.node);
    this.node = element("section", { class: "tables", hidden: true, "aria-label": title }, head, this.row, this.moreButton);
  }

  /**
   * Replace the first tables; those that were fetched after them stay.
   * @param {Summary[]} summaries
   * @param {boolean} more
   */
  refresh(summaries, more) {
    const fresh = new Set(summaries.map(({ id }) => id));
    const before = this.summaries.length > PAGE_SIZE ? this.summaries.slice(PAGE_SIZE) : [];
    if (!before.length) this.more = more;
    const all = [...summaries, ...before.filter(({ id }) => !fresh.has(id))];
    this.summaries = all.filter(({ id }) => !this.gone.has(id));
    this.draw();
  }

  /**
   * A table was deleted.
   * @param {string} id
   */
  forget(id) {
    this.gone.add(id);
    this.summaries = this.summaries.filter((summary) => summary.id !== id);
    this.draw();
  }

  /** Is one of them played with others? */
  get withOthers() {
    return this.summaries.some(({ with_others }) => with_others);
  }

  /** The tables without those that were deleted together just now. */
  get listed() {
    return this.summaries.filter(({ id }) => !this.selection.leaving.has(id));
  }

  showAll() {
    this.all = true;
    this.draw();
    this.focusCard(this.row.children[MOST_IN_ROW]);
  }

  async fetchMore() {
    try {
      const number = this.row.children.length;
      const { tables, more } = await fetchTables(this.finished, this.summaries.length);
      const known = new Set(this.summaries.map(({ id }) => id));
      this.summaries.push(...tables.filter(({ id }) => !known.has(id)));
      this.more = more;
      this.draw();
      this.focusCard(this.row.children[number]);
    } catch (error) {
      toast(messageOf(error));
    }
  }

  draw() {
    const ordered = awaitedFirst(this.listed);
    const shown = this.all ? ordered : ordered.slice(0, MOST_IN_ROW);
    const rest = ordered.length - shown.length;
    this.place(shown.map((summary) => this.card(summary)));
    this.row.classList.toggle("is-all", this.all);
    this.showAllButton.hidden = !rest;
    this.showAllButton.textContent = this.more ? t("Show all") : tn("Show one more", "Show {n} more", rest);
    this.moreButton.hidden = !this.more || rest > 0;
    this.selection.draw();
    this.node.hidden = !this.summaries.length;
  }

  /**
   * The card of a table; the same node as before if nothing has changed, or if it is about to be deleted.
   * @param {Summary} summary
   */
  card(summary) {
    const key = JSON.stringify([language(), Math.floor(Date.now() / 60_000), summary]);
    const known = this.cards.get(summary.id);
    if (known && (known.key === key || this.deletions.has(summary.id))) return known.card;
    const card = tableCard(summary, this.games.get(summary.game), this.deletions, () => this.forget(summary.id));
    this.cards.set(summary.id, { key, card });
    return card;
  }

  /**
   * Put cards into the row; the focus stays on its table.
   * @param {HTMLElement[]} cards
   */
  place(cards) {
    const same = cards.length === this.row.children.length && cards.every((card, i) => card === this.row.children[i]);
    if (same) return;
    const held = this.row.contains(document.activeElement) ? document.activeElement?.closest("article") : null;
    const isDelete = document.activeElement?.matches(".table-card-delete");
    this.row.replaceChildren(...cards);
    const again = held && cards.find((card) => card.dataset.id === held.dataset.id);
    if (!again) return;
    /** @type {HTMLElement | null} */ (again.querySelector(isDelete ? ".table-card-delete" : "a, .table-card-deleted button"))?.focus();
  }

  /** @param {Element | undefined} card */
  focusCard(card) {
    card?.querySelector("a")?.focus();
  }
}

/**
 * Tables where somebody waits for the user come first.
 * @param {Summary[]} summaries
 */
function awaitedFirst(summaries) {
  return [...summaries.filter(isAwaited), ...summaries.filter((summary) => !isAwaited(summary))];
}
