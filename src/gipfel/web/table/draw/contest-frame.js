/** A contest inside a game: what is at stake, and the outer board small in a corner. */

import { element } from "../../dom.js";
import { t } from "../../i18n.js";
import { Board } from "./board.js";

/** @import { State } from "../state.js" */
/** @import { Parts } from "./layout.js" */

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
    parts.corner.hidden = !contest || !state.outerPicture;
    parts.root.classList.toggle("in-contest", !parts.corner.hidden);
    if (!contest) return;
    parts.stake.replaceChildren(
      element("strong", {}, contest.name),
      element("span", {}, contest.stake),
      contest.attempt > 1 ? element("span", { class: "attempt" }, t("attempt {n}", { n: contest.attempt })) : "",
    );
    if (!parts.corner.hidden && state.outerPicture) {
      this.board.draw(state.outerPicture, { coordinates: false, turned: state.turned });
      if (!parts.corner.contains(this.board.node)) parts.corner.replaceChildren(this.board.node);
    }
  }
}
