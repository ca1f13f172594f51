/** Tables that were begun, as cards in a row: to go on with, to look at, to delete. */

import { api, element, messageOf, once, toast } from "../dom.js";
import { language, t, tn } from "../words.js";
import { isAwaited, tableCard } from "./card.js";

/** @typedef {import("./data.js").GameInfo} GameInfo */
/** @typedef {import("./deletions.js").Deletions} Deletions */
/** @typedef {import("../types.js").Summary} Summary */

/** So many stand in a row; the others are shown when somebody asks for them. */
const MOST_IN_ROW = 8;
/** So many are fetched at once. */
export const A_PAGE = 60;

/**
 * A row before it is known what is in it; it keeps the place.
 * @param {string} title
 * @param {number} number
 */
export function waitingRow(title, number) {
  const card = () => element("div", { class: "unfinished-card card is-waiting" });
  const cards = Array.from({ length: Math.min(number, MOST_IN_ROW) }, card);
  return element(
    "section",
    { class: "unfinished", hidden: !number, "aria-hidden": "true" },
    element("h2", {}, title),
    element("div", { class: "unfinished-row" }, ...cards),
  );
}

/**
 * Tables of the server, the latest first.
 * @param {boolean} finished
 * @param {number} [from]     after so many
 * @returns {Promise<{tables: Summary[], more: boolean}>}
 */
export function fetchTables(finished, from = 0) {
  return api.get(`/api/tables?finished=${finished}&from=${from}&most=${A_PAGE}`);
}

/** A row of tables that can be opened, lengthened and renewed. */
export class TableRow {
  /**
   * @param {string} title
   * @param {boolean} finished
   * @param {Map<string, GameInfo>} games
   * @param {Deletions} deleting
   */
  constructor(title, finished, games, deleting) {
    this.finished = finished;
    this.games = games;
    this.deleting = deleting;
    /** @type {Summary[]} */
    this.summaries = [];
    /** Has the server others? */
    this.more = false;
    this.all = false;
    /** @type {Set<string>} tables that were deleted here; an answer may be older than that */
    this.gone = new Set();
    /** @type {Map<string, {said: string, card: HTMLElement}>} */
    this.cards = new Map();
    this.row = element("div", { class: "unfinished-row" });
    this.open = element("button", { type: "button", class: "quiet", onclick: () => this.showAll() });
    this.further = element("button", { type: "button", class: "button unfinished-more", onclick: once(() => this.fetchMore()) }, t("Show more"));
    const head = element("div", { class: "unfinished-head" }, element("h2", {}, title), this.open);
    this.node = element("section", { class: "unfinished", hidden: true, "aria-label": title }, head, this.row, this.further);
  }

  /**
   * The first tables; those that were fetched after them stay.
   * @param {Summary[]} summaries
   * @param {boolean} more
   */
  renew(summaries, more) {
    const fresh = new Set(summaries.map(({ id }) => id));
    const before = this.summaries.length > A_PAGE ? this.summaries.slice(A_PAGE) : [];
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

  /** Does somebody else play at one of them? */
  get withOthers() {
    return this.summaries.some(({ with_others }) => with_others);
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
    } catch (problem) {
      toast(messageOf(problem));
    }
  }

  draw() {
    const ordered = awaitedFirst(this.summaries);
    const shown = this.all ? ordered : ordered.slice(0, MOST_IN_ROW);
    const rest = ordered.length - shown.length;
    this.place(shown.map((summary) => this.card(summary)));
    this.row.classList.toggle("is-all", this.all);
    this.open.hidden = !rest;
    this.open.textContent = this.more ? t("Show all") : tn("Show one more", "Show {n} more", rest);
    this.further.hidden = !this.more || rest > 0;
    this.node.hidden = !shown.length;
  }

  /**
   * The card of a table; the same as before if nothing at it has changed, or if it is about to be deleted.
   * @param {Summary} summary
   */
  card(summary) {
    const said = JSON.stringify([language(), Math.floor(Date.now() / 60_000), summary]);
    const known = this.cards.get(summary.id);
    if (known && (known.said === said || this.deleting.has(summary.id))) return known.card;
    const card = tableCard(summary, this.games.get(summary.game), this.deleting, () => this.forget(summary.id));
    this.cards.set(summary.id, { said, card });
    return card;
  }

  /**
   * Put cards into the row; the focus stays at its table.
   * @param {HTMLElement[]} cards
   */
  place(cards) {
    const same = cards.length === this.row.children.length && cards.every((card, i) => card === this.row.children[i]);
    if (same) return;
    const held = this.row.contains(document.activeElement) ? document.activeElement?.closest("article") : null;
    const isDelete = document.activeElement?.matches(".unfinished-delete");
    this.row.replaceChildren(...cards);
    const again = held && cards.find((card) => card.dataset.id === held.dataset.id);
    if (!again) return;
    /** @type {HTMLElement | null} */ (again.querySelector(isDelete ? ".unfinished-delete" : "a, .unfinished-gone button"))?.focus();
  }

  /** @param {Element | undefined} card */
  focusCard(card) {
    card?.querySelector("a")?.focus();
  }
}

/**
 * Where somebody waits stands first; the rest as it was.
 * @param {Summary[]} summaries
 */
function awaitedFirst(summaries) {
  return [...summaries.filter(isAwaited), ...summaries.filter((summary) => !isAwaited(summary))];
}
