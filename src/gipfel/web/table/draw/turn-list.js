/** The turns so far in notation, in two columns, scrolled to the last one. Each leads to the position after it. */

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
 * @param {number | null} shown    after how many decisions the board is shown; null if as it is now
 * @param {(at: number) => void} show
 */
export function drawTurns(list, turns, shown, show) {
  const key = turns.map((turn) => turn.text).join("\n");
  if (list.dataset.key !== key) {
    list.dataset.key = key;
    const last = turns.at(-1);
    list.replaceChildren(
      ...lines(turns).map(({ white, black }, i) =>
        element("li", {}, element("span", { class: "turn-number" }, i + 1), cell(white, last, show), cell(black, last, show)),
      ),
    );
    showEnd(list);
  }
  markShown(list, turns, shown);
}

/** @param {HTMLElement} list */
export function showEnd(list) {
  list.scrollTop = list.scrollHeight;
}

/**
 * @param {Turn | null} turn
 * @param {Turn | undefined} last
 * @param {(at: number) => void} show
 */
function cell(turn, last, show) {
  if (!turn) return element("span", { class: "turn" });
  const { text, words, at } = turn;
  // Tab goes past the list; arrow keys step from its end.
  const place = turn === last ? { class: "turn newest", tabindex: 0 } : { class: "turn", tabindex: -1 };
  const attributes = { type: "button", ...place, dir: words ? undefined : "ltr", title: text, "data-at": at };
  return element("button", { ...attributes, onclick: () => show(at) }, ...turnText(turn));
}

/**
 * A turn as a list shows it: in the players' words if there are some, and when it was played.
 * @param {Turn} turn
 */
export function turnText({ text, words, time }) {
  return [words ?? text, ...(time ? [" ", element("small", { class: "turn-time" }, time)] : [])];
}

/**
 * Mark the turn that is shown on the board.
 * @param {HTMLElement} list
 * @param {Turn[]} turns
 * @param {number | null} shown
 */
function markShown(list, turns, shown) {
  const at = shown ? turns.find((turn) => turn.at >= shown)?.at : undefined;
  for (const node of list.querySelectorAll("button")) {
    const isShown = at !== undefined && Number(node.dataset.at) === at;
    node.toggleAttribute("aria-current", isShown);
    if (isShown) scrollInside(list, node);
  }
}

/**
 * Scroll a list to one of its parts, but never the page.
 * @param {HTMLElement} list
 * @param {HTMLElement} part
 */
export function scrollInside(list, part) {
  const [inner, outer] = [part.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}
