/** How a game has ended for the person who looks: a headline over the sentence, and a quiet celebration. */

import { element, svg } from "../../dom.js";
import { t } from "../../i18n.js";
import { seatTitle } from "../../player-names.js";
import { nameOf, otherSide, ownSide } from "../state.js";

/** @import { Side, TableMessage, Target } from "../../types.js" */
/** @import { State } from "../state.js" */
/** @import { Parts } from "./layout.js" */

/** The score of a game that nobody won; one that was aborted has another. */
const DRAWN = "1/2-1/2";

/** The lines of the mark, those in front first. */
const PEAK = ["M8 27.700 24 0", "M24 0 40 27.700", "M0 27.700 8 13.900", "M8 13.900 16 27.700", "M32 27.700 40 13.900", "M40 13.900 48 27.700"];

export class Result {
  /** @param {Parts} parts */
  constructor(parts) {
    this.title = element("p", { class: "result-title" });
    this.node = element("div", { class: "result", hidden: true }, peak(), this.title);
    parts.now.prepend(this.node);
  }

  /** @param {State} state */
  draw({ table, planning, past }) {
    const title = table?.outcome && !planning && !past ? resultTitle(table) : "";
    this.node.hidden = !title;
    if (this.title.textContent !== title) this.title.textContent = title;
    this.node.classList.toggle("won", Boolean(table && title && hasWon(table)));
  }
}

/**
 * Who has won, said to the user; empty if the game was aborted.
 * @param {TableMessage} table
 */
export function resultTitle(table) {
  const { outcome } = table;
  const own = ownSide(table);
  if (!outcome?.winner) return outcome?.score === DRAWN ? t("A draw") : "";
  if (own) return outcome.winner === own ? t("You won!") : t("You lost");
  return t("{name} won", { name: winnerName(table, outcome.winner) });
}

/**
 * @param {TableMessage} table
 * @param {Side} winner
 */
function winnerName(table, winner) {
  const seat = table.seats[winner];
  return seat.kind === "person" ? nameOf(table, winner) : seatTitle(seat, table.seats[otherSide(winner)]);
}

/**
 * Has somebody won who sits here?
 * @param {TableMessage} table
 */
function hasWon(table) {
  const winner = table.outcome?.winner;
  return Boolean(winner) && (ownSide(table) ?? winner) === winner;
}

/**
 * What the winning decision took from the board.
 * @param {State} state
 * @returns {Target[]}
 */
export function winningPlaces({ table, planning, past }) {
  if (!table?.outcome?.winner || planning || past) return [];
  return table.changes.flatMap(({ kind, from }) => (kind === "lift" && from ? [from] : []));
}

/** The mark of the program, which draws itself. */
function peak() {
  return svg("svg", { class: "peak", viewBox: "-3 -4 54 35", "aria-hidden": "true" }, ...PEAK.map((d) => svg("path", { d, pathLength: 1 })));
}
