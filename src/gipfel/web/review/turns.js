/** The turns of a game as buttons that lead to them, with variations indented below the turns that they leave. */

import { element } from "../dom.js";
import { t } from "../i18n.js";
import { lineOf, lines, scrollInside, turnText } from "../table/draw/turn-list.js";
import { markNode } from "./marks.js";

/** @import { Turn } from "../types.js" */
/** @import { Chapter } from "./chapters.js" */
/** @import { Tree, TreeNode } from "./tree.js" */

export class TurnButtons {
  /**
   * @param {(at: number) => void} jump
   * @param {(node: TreeNode) => void} [open]    go to a turn of a variation
   */
  constructor(jump, open = () => {}) {
    this.jump = jump;
    this.open = open;
    this.node = element("ol", { class: "review-turns" });
    /** @type {Map<TreeNode, HTMLElement>} */
    this.buttons = new Map();
    /** @type {HTMLElement | null} */
    this.marked = null;
    /** @type {Chapter[]} contests that are played inside of turns */
    this.chapters = [];
  }

  /**
   * @param {Turn[]} turns
   * @param {Tree} [tree]
   * @param {Map<number, string>} [marks]     of turns of the game, by the number of decisions after them
   * @param {Chapter[]} [chapters]
   */
  draw(turns, tree, marks = new Map(), chapters = []) {
    this.buttons.clear();
    this.chapters = [...chapters];
    const roots = [...(tree?.roots ?? [])];
    const inside = chapters.map((chapter) => take(roots, ({ at }) => chapter.contains(at)));
    chapters.forEach((chapter, i) => tree && chapter.draw(tree.part(inside[i]), marks));
    const rest = [...chapters];
    const rows = lines(turns).flatMap(({ white, black }, index) => {
      const end = (black ?? white)?.at ?? 0;
      const here = take(roots, (root) => root.at < end);
      const row = element("li", {}, element("span", { class: "review-turn-number muted" }, index + 1), this.button(white, tree, marks), this.button(black, tree, marks));
      const comments = [white, black].flatMap((turn) => this.comment(tree?.notes.get(turn?.at ?? -1)?.comment));
      const played = take(rest, ({ contest }) => lineOf(turns, contest.turn) <= index + 1);
      return [row, ...comments, ...played.map(({ node }) => node), ...here.map((root) => this.variation(root))];
    });
    const beyond = roots.map((root) => this.variation(root));
    this.node.replaceChildren(...rows, ...rest.map(({ node }) => node), ...beyond);
  }

  /** @param {string | undefined} comment */
  comment(comment) {
    return comment ? [element("li", { class: "review-comment", dir: "auto" }, comment)] : [];
  }

  /**
   * @param {Turn | null} turn
   * @param {Tree} [tree]
   * @param {Map<number, string>} [marks]
   */
  button(turn, tree, marks) {
    if (!turn) return element("span", {});
    const { text, words, side, at } = turn;
    const dir = words ? undefined : "ltr";
    const mark = tree?.notes.get(at)?.mark || marks?.get(at);
    const attributes = { type: "button", class: `quiet review-turn is-${side}`, "data-at": at, title: text, dir };
    return element("button", { ...attributes, onclick: () => this.jump(at) }, ...turnText(turn), markNode(mark));
  }

  /**
   * A variation with those that leave it.
   * @param {TreeNode} head
   * @returns {HTMLElement}
   */
  variation(head) {
    const inside = [];
    const below = [];
    for (let node = /** @type {TreeNode | undefined} */ (head); node; node = node.children[0]) {
      inside.push(this.nodeButton(node));
      if (node.comment) inside.push(element("span", { class: "review-comment", dir: "auto" }, node.comment));
      below.push(...node.children.slice(1).map((other) => this.variation(other)));
    }
    return element(
      "li",
      { class: "review-variation" },
      head.name ? element("strong", { class: "review-variation-name", dir: "auto" }, head.name) : null,
      element("span", { class: "review-variation-turns", dir: "ltr" }, ...inside),
      below.length ? element("ul", { class: "review-variations", "aria-label": t("Variations") }, ...below) : null,
    );
  }

  /** @param {TreeNode} node */
  nodeButton(node) {
    const attributes = { type: "button", class: `quiet review-turn in-variation is-${node.side}`, dir: "ltr", title: node.text };
    const button = element("button", { ...attributes, onclick: () => this.open(node) }, node.text, markNode(node.mark));
    this.buttons.set(node, button);
    return button;
  }

  /**
   * Highlight the turn that is shown.
   * @param {Turn[]} turns
   * @param {number} at
   * @param {TreeNode | null} [node]
   * @param {number} [begin]     where the game begins
   * @returns {HTMLElement | null}
   */
  mark(turns, at, node = null, begin = 0) {
    const current = turns.find((turn) => turn.at >= at)?.at;
    const inGame = at > begin ? this.node.querySelector(`button[data-at="${current}"]`) : null;
    const inChapter = this.chapters.map((chapter) => chapter.mark(at, node)).find(Boolean);
    const button = /** @type {HTMLElement | null} */ (inChapter ?? (node ? (this.buttons.get(node) ?? null) : inGame));
    if (this.marked !== button) this.marked?.removeAttribute("aria-current");
    this.marked = button;
    if (!button) return null;
    button.toggleAttribute("aria-current", true);
    scrollInside(this.node, button);
    return button;
  }
}

/**
 * Take out of a list what fits.
 * @template T
 * @param {T[]} list
 * @param {(one: T) => boolean} fits
 */
function take(list, fits) {
  const found = list.filter(fits);
  list.splice(0, list.length, ...list.filter((one) => !fits(one)));
  return found;
}
