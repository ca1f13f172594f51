/** The analysis of a game as the server keeps it: loaded once, and kept after every change. */

import { api, isTableId, messageOf } from "../api.js";
import { toast } from "../dialogs.js";
import { element } from "../dom.js";
import { t } from "../i18n.js";

/** @import { AnalysisAnswer } from "../types.js" */
/** @import { Tree } from "./tree.js" */

/** Milliseconds after a change until it is sent. */
const SOON = 400;

export class KeptAnalysis {
  /**
   * @param {string} table
   * @param {string} shared      the id of an analysis of somebody else; empty for the own one
   * @param {Tree} tree
   * @param {() => void} onTree  it was loaded
   */
  constructor(table, shared, tree, onTree) {
    this.table = table;
    this.shared = shared;
    this.tree = tree;
    this.onTree = onTree;
    /** For a link; empty while nothing is kept. */
    this.id = "";
    /** May it be changed? Otherwise changes stay on this page until a copy is kept. */
    this.own = !shared;
    /** @type {string[]} the decisions of the game */
    this.decisions = [];
    this.explorer = false;
    this.timer = 0;
    /** Could the last change not be sent? */
    this.isUnsent = false;
    this.isLoaded = false;
    this.node = element(
      "div",
      { class: "review-foreign", hidden: true },
      element("p", { class: "muted" }, t("Somebody else made this analysis. What you add is seen only here, until you keep it as your own.")),
      element("button", { type: "button", class: "button", onclick: () => this.send() }, t("Keep it")),
    );
    this.first = isTableId(table) ? this.load() : Promise.resolve();
  }

  /**
   * A game goes on, or the server answers again: its decisions are loaded again, and what was not kept is sent.
   * @param {number} number    of decisions
   */
  async update(number) {
    await this.first;
    if (this.isUnsent) this.send();
    if (number !== this.decisions.length) await this.load();
  }

  /** Load the analysis, and later only the decisions of the game. */
  async load() {
    const address = this.shared ? `/api/analyses/${encodeURIComponent(this.shared)}` : `/api/tables/${encodeURIComponent(this.table)}/analysis`;
    try {
      /** @type {AnalysisAnswer} */
      const answer = await api.get(address);
      this.decisions = answer.decisions;
      if (this.isLoaded) return;
      Object.assign(this, { isLoaded: true, id: answer.id ?? "", own: answer.own, explorer: answer.explorer });
      this.node.hidden = this.own;
      this.tree.read(answer.tree);
      this.onTree();
    } catch (error) {
      // The connection says what is wrong with the table itself.
      if (this.shared) toast(messageOf(error));
    }
  }

  /** Keep the tree soon. */
  keep() {
    if (!this.own) return;
    if (!this.isLoaded) return toast(t("The server does not answer."));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), SOON);
  }

  /** Keep the tree now. Is it kept? */
  async send() {
    clearTimeout(this.timer);
    this.timer = 0;
    try {
      ({ id: this.id } = await api.put(`/api/tables/${encodeURIComponent(this.table)}/analysis`, { tree: this.tree.write() }));
      this.own = this.node.hidden = true;
      this.isUnsent = false;
      return true;
    } catch (error) {
      this.isUnsent = this.own;
      toast(messageOf(error));
      return false;
    }
  }

  close() {
    if (this.timer || this.isUnsent) this.send();
  }
}
