/** The turns so far in notation, in two columns, scrolled to the last one. */

import { element } from "../../dom.js";

/** @import { Turn } from "../../types.js" */

/**
 * The turns in lines of two, White's and Black's; a side that moves twice in a row begins a new line.
 * @param {Turn[]} turns
 */
export function lines(turns) {
  /** @type {{white: Turn | null, black: Turn | null}[]} */
  const found = [];
  for (const turn of turns) {
    const line = found.at(-1);
    if (turn.side === "black" && line && !line.black) line.black = turn;
    else found.push({ white: null, black: null, [turn.side]: turn });
  }
  return found;
}

/**
 * The number of the line in which a turn stands.
 * @param {Turn[]} turns
 * @param {number} number   of the turn, from 1
 */
export function lineOf(turns, number) {
  return lines(turns.slice(0, number)).length;
}

/**
 * @param {HTMLElement} list
 * @param {Turn[]} turns
 */
export function drawTurns(list, turns) {
  const key = turns.map((turn) => turn.text).join("\n");
  if (list.dataset.key === key) return;
  list.dataset.key = key;
  const last = turns.at(-1);
  list.replaceChildren(
    ...lines(turns).map((line, i) =>
      element(
        "li",
        {},
        element("span", { class: "turn-number" }, i + 1),
        cell(line.white, last),
        cell(line.black, last),
      ),
    ),
  );
  showEnd(list);
}

/** @param {HTMLElement} list */
export function showEnd(list) {
  list.scrollTop = list.scrollHeight;
}

/**
 * @param {Turn | null} turn
 * @param {Turn | undefined} last
 */
function cell(turn, last) {
  return element("span", { class: turn && turn === last ? "turn newest" : "turn", dir: "ltr", title: turn?.text }, turn?.text ?? "");
}
