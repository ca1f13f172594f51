/** The board of a chapter: an analysis board whose positions come over HTTP, as nobody plays there. */

import { api } from "../api.js";
import { element } from "../dom.js";
import { t } from "../i18n.js";
import { AnalysisBoard } from "../review/analysis-board.js";
import { ReceivedParts } from "../table/received-parts.js";

/** @import { AnalysisTree, ChapterBoard as Data, Target, Varied } from "../types.js" */

/** Positions that are kept. */
const MOST_KEPT = 300;

export class ChapterBoard extends AnalysisBoard {
  /**
   * @param {string} address     of the chapter in the API
   * @param {Data} data
   * @param {AnalysisTree} tree  what is shown; it may be newer than what the server has
   * @param {boolean} edit       may it be changed?
   * @param {() => void} onEdit  the user has changed the tree
   */
  constructor(address, data, tree, edit, onEdit) {
    super(0);
    this.address = address;
    this.data = data;
    this.onEdit = onEdit;
    this.edit = edit;
    this.received = new ReceivedParts();
    /** @type {Map<string, Varied>} positions by what was asked */
    this.kept = new Map([[JSON.stringify({ at: 0, line: [], prefix: [] }), this.received.complete(data.shown)]]);
    this.tree.read(tree);
    this.remarks.node.hidden = !edit;
    this.node = element(
      "div",
      { class: "study-board" },
      this.stage,
      element(
        "div",
        { class: "study-beside" },
        element("section", { class: "card review-head" }, this.sentence, this.trays),
        element("section", { class: "card review-list" }, element("h3", { class: "visually-hidden" }, t("Turns")), this.turns.node),
        this.remarks.node,
      ),
    );
    this.point(this.node);
    this.drawTurns();
    this.goTo(0, null);
  }

  get game() {
    return this.data;
  }

  get decisions() {
    return this.data.decisions;
  }

  /**
   * @param {Target[]} prefix
   * @returns {Promise<Varied>}
   */
  async vary(prefix) {
    const wanted = { at: this.at, line: this.line, prefix };
    const key = JSON.stringify(wanted);
    const known = this.kept.get(key);
    if (known) return known;
    const answer = this.received.complete(await api.post(`${this.address}/position`, wanted));
    if (this.kept.size >= MOST_KEPT) this.kept.clear();
    this.kept.set(key, answer);
    return answer;
  }

  onChange() {
    super.onChange();
    if (this.edit) this.onEdit();
  }
}
