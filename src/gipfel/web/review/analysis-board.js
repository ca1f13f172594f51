/**
 * The board of an analysis: a game with variations that can be stepped through and moved in, its turns, and remarks on them.
 * A review and a chapter of a study are such boards; they say where positions come from, and what follows from a change.
 */

import { messageOf } from "../api.js";
import { toast } from "../dialogs.js";
import { element, patch } from "../dom.js";
import { onSettingChange } from "../settings-store.js";
import { animate } from "../table/draw/animation.js";
import { Board } from "../table/draw/board.js";
import { stocks } from "../table/draw/stocks.js";
import { Controls } from "./controls.js";
import { BoardPointing } from "./pointing.js";
import { Remarks } from "./remarks.js";
import { lineOf, Tree } from "./tree.js";
import { TurnButtons } from "./turns.js";

/** @import { FullPicture } from "../table/received-parts.js" */
/** @import { Opinion, TableMessage, Target, Varied } from "../types.js" */
/** @import { Chapter } from "./chapters.js" */
/** @import { TreeNode } from "./tree.js" */

/**
 * What a board shows: a table, or the game of a chapter.
 * @typedef {Pick<TableMessage, "game" | "seats" | "sides" | "turns" | "number">} ShownGame
 */

export class AnalysisBoard {
  /** @param {number} at    after how many decisions to begin; -1 until that is known */
  constructor(at) {
    /** After how many decisions the board is shown. */
    this.at = at;
    /** @type {TreeNode | null} the turn of a variation that is shown */
    this.variation = null;
    /** @type {string[]} decisions after it, of a turn that is not finished */
    this.begun = [];
    this.tree = new Tree();
    /** @type {Varied | null} */
    this.shown = null;
    this.requests = 0;
    this.board = new Board();
    this.controls = new Controls((to) => this.jump(to), () => ({ at: this.at, last: this.last }), (by) => this.step(by));
    this.turns = new TurnButtons((to) => this.jump(to), (node) => this.goTo(node.at, node));
    this.remarks = new Remarks({
      tree: this.tree,
      where: () => ({ at: this.at, node: this.variation }),
      changed: () => this.onChange(),
      go: (to, node) => this.goTo(to, node),
      play: (begin, decisions) => this.goTo(begin, null).then(() => this.playLine(decisions)),
    });
    this.choices = element("div", { class: "choices waiting review-choices" });
    this.sentence = element("p", { class: "review-sentence", role: "status" });
    this.trays = element("div", { class: "review-trays" });
    this.stage = element("div", { class: "review-stage" }, element("div", { class: "review-board" }, this.board.node), this.choices, this.controls.node);
    /** @type {BoardPointing | null} */
    this.pointing = null;
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.game && this.key(event);
    addEventListener("keydown", this.onKey);
    this.stopListening = onSettingChange((name) => name === "coordinates" && this.draw());
  }

  // --- What reviews and chapters do in their own way ------------------------------------------------------

  /** @returns {ShownGame | null} null until it is known */
  get game() {
    return null;
  }

  /** @returns {string[]} the decisions of the game */
  get decisions() {
    return [];
  }

  /**
   * The position that is shown, and what can be pointed at.
   * @param {Target[]} _prefix
   * @returns {Promise<Varied>}
   */
  vary(_prefix) {
    throw new Error("A board says where its positions come from.");
  }

  /**
   * What the engine thinks of the turn that is shown, if it is one of the game.
   * @returns {Opinion | undefined}
   */
  opinionHere() {
    return undefined;
  }

  /** @returns {Map<number, string> | undefined} marks of the engine */
  engineMarks() {
    return undefined;
  }

  /**
   * Games inside of the game, which stand among its turns.
   * @returns {Chapter[] | undefined}
   */
  parts() {
    return undefined;
  }

  /** Another moment is about to be shown. */
  onMove() {}

  /** A position is shown. */
  onShown() {}

  /** The board was drawn. */
  onDraw() {}

  /** The user has changed the tree. */
  onChange() {
    this.drawTurns();
    this.markMoment();
  }

  // --- Stepping -------------------------------------------------------------------------------------------

  /**
   * Let the board be pointed at.
   * @param {HTMLElement} root    holds the board and what lies beside it
   */
  point(root) {
    this.pointing = new BoardPointing({
      board: this.board,
      root,
      choices: this.choices,
      ask: (prefix) => this.vary(prefix),
      decide: (decision) => this.decide(decision),
      say: (text) => (this.sentence.textContent = text || (this.shown?.sentence ?? "")),
      drawTrays: () => this.drawTrays(),
    });
  }

  get last() {
    return this.game?.number ?? 0;
  }

  /** The decisions of the variation that is shown. */
  get line() {
    return [...lineOf(this.variation), ...this.begun];
  }

  /** @param {number} to */
  jump(to) {
    const at = Math.min(Math.max(Math.round(to), 0), this.last);
    if (at === this.at && !this.line.length && this.shown?.at === at && !this.shown.line.length) return;
    return this.goTo(at, null);
  }

  /**
   * One on or back: in a variation from turn to turn, in the game from decision to decision.
   * @param {number} by
   */
  step(by) {
    const { at, variation, begun } = this;
    if (!variation && !begun.length) return this.jump(at + by);
    if (by > 0) return variation?.children.length ? this.goTo(at, variation.children[0]) : undefined;
    return this.goTo(at, begun.length ? variation : (variation?.parent ?? null));
  }

  /**
   * To the next variation at the same place; the game itself is one of them.
   * @param {number} by
   */
  stepAside(by) {
    const { at, variation } = this;
    if (!variation) {
      const [first] = this.tree.following(at, null);
      return first && by > 0 ? this.goTo(at, first) : undefined;
    }
    const siblings = this.tree.following(at, variation.parent);
    const next = siblings[siblings.indexOf(variation) + by];
    if (next) return this.goTo(at, next);
    return by < 0 ? this.goTo(at, variation.parent) : undefined;
  }

  /**
   * Show a position of the game or of a variation.
   * @param {number} at
   * @param {TreeNode | null} node
   * @param {string[]} [begun]
   */
  async goTo(at, node, begun = []) {
    Object.assign(this, { at, variation: node, begun });
    const request = ++this.requests;
    this.markMoment();
    this.onMove();
    try {
      const answer = await this.vary([]);
      if (request === this.requests) this.present(answer);
    } catch (error) {
      if (request === this.requests && messageOf(error)) toast(messageOf(error));
    }
  }

  /**
   * Something was decided on the board: it is the next decision of the game, or belongs to a variation.
   * @param {string} decision
   */
  async decide(decision) {
    const { at, variation, begun } = this;
    if (!variation && !begun.length && this.decisions[at] === decision) return this.jump(at + 1);
    await this.goTo(at, variation, [...begun, decision]);
  }

  /** @param {string[]} decisions */
  async playLine(decisions) {
    for (const decision of decisions) await this.decide(decision);
  }

  /** Show everywhere but on the board which moment it is. */
  markMoment() {
    this.controls.draw();
    this.turns.mark(this.game?.turns ?? [], this.at, this.variation);
    this.remarks.draw(this.opinionHere());
  }

  /** @param {Varied} answer */
  present(answer) {
    const before = this.shown;
    this.shown = answer;
    this.keepTurn(answer);
    this.pointing?.show(/** @type {TableMessage} */ (this.game), answer, [String(answer.at), ...answer.line]);
    this.draw();
    if (before && follows(before, answer)) {
      animate(this.board, /** @type {FullPicture} */ (before.picture), /** @type {FullPicture} */ (answer.picture), answer.changes);
    }
    this.onShown();
  }

  /**
   * A turn of a variation is kept as soon as it is finished.
   * @param {Varied} answer
   */
  keepTurn({ turns, side }) {
    const turn = turns.at(-1);
    if (!this.begun.length || !turn || (!turn.finished && side)) return;
    this.variation = this.tree.add(this.at, this.variation, this.begun, turn);
    this.begun = [];
    this.onChange();
  }

  drawTurns() {
    if (!this.game) return;
    this.turns.draw(this.game.turns, this.tree, this.engineMarks(), this.parts());
    this.turns.mark(this.game.turns, this.at, this.variation);
    this.remarks.draw(this.opinionHere());
  }

  draw() {
    if (!this.shown || !this.pointing) return;
    this.board.draw(/** @type {FullPicture} */ (this.shown.picture), this.pointing.options());
    this.pointing.draw();
    this.onDraw();
  }

  drawTrays() {
    const { pointing } = this;
    if (!pointing) return;
    const trays = this.shown?.picture.trays ?? [];
    const point = (/** @type {Target} */ target) => pointing.selection.point(target);
    patch(this.trays, trays.map((tray) => element("div", { class: "review-tray" }, element("span", { class: "muted" }, tray.title), stocks(tray, pointing.state, point))));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (this.pointing?.takesKey(event)) return this.pointing.keyboard.onKey(event);
    const aside = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isBody = event.target === document.body || (event.target instanceof Element && event.target.closest(".review-list, .review-controls"));
    if (aside && isBody && !event.altKey && !event.ctrlKey && !event.metaKey && !(event.target instanceof HTMLInputElement)) {
      event.preventDefault();
      return this.stepAside(aside);
    }
    this.controls.onKey(event);
  }

  close() {
    this.remarks.close();
    this.controls.pause();
    this.requests++;
    removeEventListener("keydown", this.onKey);
    this.stopListening();
  }
}

/**
 * Is a position the next one after another?
 * @param {Varied} before
 * @param {Varied} answer
 */
function follows(before, answer) {
  if (!answer.line.length) return !before.line.length && answer.at === before.at + 1;
  return answer.at === before.at && answer.line.length === before.line.length + 1;
}
