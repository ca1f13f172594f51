/** The turns of a game as buttons that lead to them. */

import { element } from "../dom.js";
import { lines, scrollInside, turnText } from "../table/draw/turn-list.js";

/** @import { Turn } from "../types.js" */

export class TurnButtons {
  /** @param {(at: number) => void} jump */
  constructor(jump) {
    this.jump = jump;
    this.node = element("ol", { class: "review-turns" });
  }

  /** @param {Turn[]} turns */
  draw(turns) {
    this.node.replaceChildren(
      ...lines(turns).map(({ white, black }, index) =>
        element("li", {}, element("span", { class: "review-turn-number muted" }, index + 1), this.button(white), this.button(black)),
      ),
    );
  }

  /** @param {Turn | null} turn */
  button(turn) {
    if (!turn) return element("span", {});
    const { text, words, side, at } = turn;
    const dir = words ? undefined : "ltr";
    const attributes = { type: "button", class: `quiet review-turn is-${side}`, "data-at": at, title: text, dir };
    return element("button", { ...attributes, onclick: () => this.jump(at) }, ...turnText(turn));
  }

  /**
   * Highlight the turn that is shown.
   * @param {Turn[]} turns
   * @param {number} at
   */
  mark(turns, at) {
    const current = turns.find((turn) => turn.at >= at)?.at;
    for (const button of this.node.querySelectorAll("button")) {
      const isCurrent = at > 0 && Number(button.dataset.at) === current;
      button.toggleAttribute("aria-current", isCurrent);
      if (isCurrent) scrollInside(this.node, button);
    }
  }
}
