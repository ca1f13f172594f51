/** What can be written about the turn that is shown, and what can be done with the variation that it belongs to. */

import { element } from "../dom.js";
import { t } from "../i18n.js";
import { markWords } from "./marks.js";
import { headOf } from "./tree.js";

/** @import { Opinion } from "../types.js" */
/** @import { Tree, TreeNode } from "./tree.js" */

const LONGEST_COMMENT = 4000;
const LONGEST_NAME = 80;
/** Milliseconds after a letter until what was written is kept. */
const SOON = 400;

export class Remarks {
  /**
   * @param {object} parts
   * @param {Tree} parts.tree
   * @param {() => {at: number, node: TreeNode | null}} parts.where
   * @param {() => void} parts.changed
   * @param {(at: number, node: TreeNode | null) => void} parts.go
   * @param {(begin: number, decisions: string[]) => void} parts.play    a better line
   */
  constructor({ tree, where, changed, go, play }) {
    this.tree = tree;
    this.where = where;
    this.changed = changed;
    this.go = go;
    this.play = play;
    this.judged = element("p", { class: "review-judged", role: "status", hidden: true });
    this.name = element("input", { type: "text", maxlength: LONGEST_NAME, dir: "auto", oninput: () => this.take(), onchange: () => this.write() });
    this.comment = element("textarea", { rows: 2, maxlength: LONGEST_COMMENT, dir: "auto", oninput: () => this.take(), onchange: () => this.write() });
    this.timer = 0;
    this.nameField = element("label", { class: "review-field" }, element("span", { class: "muted" }, t("Name of the variation")), this.name);
    this.variationButtons = element(
      "div",
      { class: "review-variation-buttons" },
      action(t("Back to the game"), () => this.go(this.where().at, null)),
      action(t("Move it up"), () => this.promote()),
      action(t("Delete the variation"), () => this.remove()),
    );
    this.node = element(
      "section",
      { class: "card review-remarks" },
      element("h2", { class: "visually-hidden" }, t("Remarks")),
      this.judged,
      this.nameField,
      element("label", { class: "review-field" }, element("span", { class: "muted" }, t("Comment")), this.comment),
      this.variationButtons,
    );
  }

  /** @param {Opinion | undefined} opinion    of the turn that is shown, if it is one of the game */
  draw(opinion) {
    const { at, node } = this.where();
    const head = node && headOf(node);
    this.nameField.hidden = !head;
    this.variationButtons.hidden = !head;
    fill(this.name, head?.name ?? "");
    fill(this.comment, (node ? node.comment : this.tree.notes.get(at)?.comment) ?? "");
    const mark = node ? node.mark : this.tree.notes.get(at)?.mark || opinion?.mark;
    this.drawJudged(mark ?? "", node ? undefined : opinion);
  }

  /**
   * @param {string} mark
   * @param {Opinion | undefined} opinion
   */
  drawJudged(mark, opinion) {
    this.judged.hidden = !mark;
    if (!mark) return this.judged.replaceChildren();
    const better = opinion?.better ?? [];
    const words = element("span", {}, element("strong", { dir: "ltr" }, mark), " ", markWords(mark), ". ");
    const button = element(
      "button",
      { type: "button", class: "quiet review-better", onclick: () => opinion && this.play(opinion.begin, better) },
      t("Better was {moves}", { moves: better.slice(0, 2).join(" ") }),
    );
    this.judged.replaceChildren(words, ...(better.length ? [button] : []));
  }

  /** Take over what is being written, so that nothing that is drawn meanwhile replaces it. */
  take() {
    const { at, node } = this.where();
    const comment = this.comment.value.trim();
    if (node) {
      node.comment = comment || undefined;
      headOf(node).name = this.name.value.trim() || undefined;
    } else this.tree.comment(at, comment);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.write(), SOON);
  }

  /** Take over what was written, and keep it. */
  write() {
    this.take();
    clearTimeout(this.timer);
    this.timer = 0;
    this.changed();
  }

  close() {
    if (this.timer) this.write();
  }

  promote() {
    const { node } = this.where();
    if (!node) return;
    this.tree.promote(headOf(node));
    this.changed();
  }

  remove() {
    const { at, node } = this.where();
    if (!node) return;
    const head = headOf(node);
    this.tree.remove(head);
    this.changed();
    this.go(at, head.parent);
  }
}

/**
 * Show a text in a field, unless it is just what is being written there.
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 * @param {string} text
 */
function fill(field, text) {
  if (field.value.trim() !== text) field.value = text;
}

/**
 * @param {string} text
 * @param {() => void} onclick
 */
function action(text, onclick) {
  return element("button", { type: "button", class: "quiet", onclick }, text);
}
