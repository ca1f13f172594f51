/** A match of several games: its score, and how many wins shall decide it. */

import { openDialog } from "../../dialogs.js";
import { element } from "../../dom.js";
import { t, tn } from "../../i18n.js";

/** @import { Match, TableMessage } from "../../types.js" */
/** @import { Parts } from "../draw/layout.js" */

/** Numbers of wins to choose from. */
export const WINS = [2, 3, 4, 5, 7, 10];

/**
 * Show the score of the match, and how it ended.
 * @param {TableMessage} table
 * @param {Parts} parts
 */
export function drawMatch({ match }, { match: place }) {
  place.hidden = !match;
  const text = match ? [match.text, match.ended].filter(Boolean).join(" · ") : "";
  if (place.textContent !== text) place.textContent = text;
  place.classList.toggle("is-decided", Boolean(match?.ended));
}

/**
 * Can the players agree on a number of wins with their next game? Not in a match that has one.
 * @param {Match | null} match
 */
export function canAgreeOnWins(match) {
  return !match?.first_to || Boolean(match.winner);
}

/**
 * Ask for the number of wins that shall decide the match.
 * @param {TableMessage} table
 * @param {(wins: number) => void} choose
 */
export function askForWins({ match, outcome }, choose) {
  const least = match && !match.winner ? Math.max(match.won.white, match.won.black) : outcome?.winner && !match ? 1 : 0;
  const buttons = WINS.filter((wins) => wins > least).map((wins) =>
    element("button", { type: "button", class: "button", onclick: () => (box.close(), choose(wins)) }, t("first to {number}", { number: wins })),
  );
  const note = match?.winner
    ? t("A new match begins with the next game.")
    : t("This game counts. Who first wins that many games wins the match; sides are swapped after each game.");
  const box = openDialog(t("How many wins decide the match?"), t("Cancel"), element("p", { class: "muted" }, note), element("div", { class: "menu" }, ...buttons));
  box.classList.add("small");
}

/**
 * What an offer of a rematch says about the match; empty if it says nothing.
 * @param {number} [wins]
 */
export function winsText(wins) {
  return wins ? tn("Who first wins {n} game wins the match.", "Who first wins {n} games wins the match.", wins) : "";
}
