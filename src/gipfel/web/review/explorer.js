/** What was played in the position that is shown: in one's own games and in the server's collections; a click plays it. */

import { api } from "../api.js";
import { element } from "../dom.js";
import { number, t } from "../i18n.js";

/** @import { ExplorerAnswer, ExplorerDecision, OwnExplorerAnswer, TableGame } from "../types.js" */

const MOST = 8;
/** Milliseconds that a position is shown before it is asked about: whoever walks through a game asks about few of them. */
const PAUSE = 150;
/** Where the games are; the server has collections if its host has named some. */
const [OWN, COLLECTIONS] = ["/api/explorer/own", "/api/explorer"];

export class ExplorerPanel {
  /** @param {(decision: string) => void} play */
  constructor(play) {
    this.play = play;
    this.requests = 0;
    /** Does the server have collections? Null until that is known. @type {boolean | null} */
    this.hasCollections = null;
    this.source = "";
    /** What is asked about. @type {{game: TableGame, position: string} | null} */
    this.shown = null;
    this.body = element("tbody", {});
    this.empty = element("p", { class: "muted", role: "status", hidden: true });
    this.buttons = [
      { source: OWN, node: this.button(OWN, t("My games")) },
      { source: COLLECTIONS, node: this.button(COLLECTIONS, t("Collections")) },
    ];
    this.table = element(
      "table",
      { class: "explorer-table" },
      element("thead", {}, element("tr", {}, ...[t("Move"), t("Games"), t("Score")].map((text) => element("th", { scope: "col" }, text)))),
      this.body,
    );
    this.node = element(
      "section",
      { class: "card review-explorer", hidden: true },
      element("h2", {}, t("What was played here")),
      element("div", { class: "explorer-sources" }, ...this.buttons.map(({ node }) => node)),
      this.table,
      this.empty,
    );
  }

  /**
   * @param {string} source
   * @param {string} text
   */
  button(source, text) {
    return element("button", { type: "button", class: "quiet", onclick: () => this.choose(source) }, text);
  }

  /** @param {boolean} has    Does the server have collections? */
  setCollections(has) {
    this.hasCollections = has;
    this.source ||= has ? COLLECTIONS : OWN;
  }

  /** @param {string} source */
  choose(source) {
    this.source = source;
    if (this.shown) this.show(this.shown.game, this.shown.position);
  }

  /**
   * @param {TableGame} game
   * @param {string} position
   */
  async show(game, position) {
    const request = ++this.requests;
    this.shown = { game, position };
    if (this.hasCollections === null) return;
    for (const { source, node } of this.buttons) node.setAttribute("aria-pressed", String(source === this.source));
    this.node.hidden = false;
    if (this.source === COLLECTIONS && !this.hasCollections) return this.draw([], t("This server has no collections. Its host adds some with “gipfel explorer build” and “gipfel serve --explorer”."));
    const { name, version, options } = game;
    const nothing = this.source === OWN ? t("None of your finished games came here. Records that you load on the first page are counted, too.") : t("No game of the explorer came here.");
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    for (let waiting = 1; waiting && request === this.requests; ) {
      /** @type {ExplorerAnswer & Partial<OwnExplorerAnswer>} */
      const answer = await api.post(this.source, { game: name, version, options, position }).catch(() => ({ decisions: [] }));
      waiting = answer.waiting ?? 0;
      if (request === this.requests) this.draw(answer.decisions, waiting ? "…" : nothing);
    }
  }

  /**
   * @param {ExplorerDecision[]} decisions
   * @param {string} nothing     what is said if there are none
   */
  draw(decisions, nothing) {
    this.empty.textContent = nothing;
    this.empty.hidden = decisions.length > 0;
    this.table.hidden = !decisions.length;
    this.body.replaceChildren(...decisions.slice(0, MOST).map((one) => this.row(one)));
  }

  /** @param {ExplorerDecision} decision */
  row({ decision, games, score }) {
    return element(
      "tr",
      {},
      element("td", {}, element("button", { type: "button", class: "quiet mono", dir: "ltr", onclick: () => this.play(decision) }, decision)),
      element("td", {}, number(games)),
      element("td", {}, score === null ? "–" : t("{number} %", { number: Math.round(100 * score) })),
    );
  }
}
