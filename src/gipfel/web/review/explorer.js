/** What was played in the position that is shown, in the games of the server's explorer; a click plays it. */

import { api } from "../api.js";
import { element } from "../dom.js";
import { number, t } from "../i18n.js";

/** @import { ExplorerAnswer, ExplorerDecision, TableGame } from "../types.js" */

const MOST = 8;

export class ExplorerPanel {
  /** @param {(decision: string) => void} play */
  constructor(play) {
    this.play = play;
    this.requests = 0;
    /** Does the server have an explorer? */
    this.exists = false;
    this.body = element("tbody", {});
    this.empty = element("p", { class: "muted", hidden: true }, t("No game of the explorer came here."));
    this.table = element(
      "table",
      { class: "explorer-table" },
      element("thead", {}, element("tr", {}, ...[t("Move"), t("Games"), t("Score")].map((text) => element("th", { scope: "col" }, text)))),
      this.body,
    );
    this.node = element("section", { class: "card review-explorer", hidden: true }, element("h2", {}, t("What was played here")), this.table, this.empty);
  }

  /**
   * @param {TableGame} game
   * @param {string} position
   */
  async show({ name, version, options }, position) {
    const request = ++this.requests;
    if (!this.exists) return;
    try {
      /** @type {ExplorerAnswer} */
      const answer = await api.post("/api/explorer", { game: name, version, options, position });
      if (request === this.requests) this.draw(answer.decisions);
    } catch {
      if (request === this.requests) this.draw([]);
    }
  }

  /** @param {ExplorerDecision[]} decisions */
  draw(decisions) {
    this.node.hidden = false;
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
      element("td", {}, score === null ? "–" : `${number(Math.round(100 * score))} %`),
    );
  }
}
