/** A contest: another table inside the table, with GIPF's board small in a corner and what is at stake. */

import { element } from "../../dom.js";
import { t } from "../../words.js";
import { Board } from "./board.js";

/** @typedef {import("./layout.js").Parts} Parts */
/** @typedef {import("../state.js").State} State */

export class ContestFrame {
  constructor() {
    this.board = new Board(true);
  }

  /**
   * @param {State} state
   * @param {Parts} parts
   */
  draw(state, parts) {
    const contest = state.table?.contest ?? null;
    parts.stake.hidden = !contest;
    parts.corner.hidden = !contest || !state.around;
    parts.root.classList.toggle("in-contest", !parts.corner.hidden);
    if (!contest) return;
    parts.stake.replaceChildren(
      element("strong", {}, contest.name),
      element("span", {}, contest.stake),
      contest.attempt > 1 ? element("span", { class: "attempt" }, t("attempt {n}", { n: contest.attempt })) : "",
    );
    if (!parts.corner.hidden && state.around) {
      this.board.draw(state.around, { coordinates: false, turned: state.turned });
      if (!parts.corner.contains(this.board.node)) parts.corner.replaceChildren(this.board.node);
    }
  }
}
