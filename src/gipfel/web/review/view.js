/** The review of a game: every moment of it, the engine's opinion, and what could have been played. */

import { messageOf } from "../api.js";
import { showBroken, showMissing, toast } from "../dialogs.js";
import { element, loadStyles, patch } from "../dom.js";
import { t } from "../i18n.js";
import { seatTitle } from "../player-names.js";
import { onSettingChange } from "../settings-store.js";
import { eveningOf, StoryList } from "../story/list.js";
import { Connection } from "../table/connection.js";
import { animate } from "../table/draw/animation.js";
import { Board } from "../table/draw/board.js";
import { stocks } from "../table/draw/stocks.js";
import { isHelpForbidden } from "../table/state.js";
import { ReviewActions } from "./actions.js";
import { drawArrows } from "./arrows.js";
import { Chapters } from "./chapters.js";
import { Controls } from "./controls.js";
import { EngineLines } from "./engine-lines.js";
import { ExplorerPanel } from "./explorer.js";
import { KeptAnalysis } from "./kept-analysis.js";
import { Opinion } from "./opinion.js";
import { BoardPointing } from "./pointing.js";
import { Remarks } from "./remarks.js";
import { lineOf, Tree } from "./tree.js";
import { TurnButtons } from "./turns.js";

/** @import { FullPicture } from "../table/received-parts.js" */
/** @import { Line, TableMessage, Target, Varied } from "../types.js" */
/** @import { TreeNode } from "./tree.js" */
/** @import { Context } from "../view-types.js" */

/**
 * @param {HTMLElement} root
 * @param {string[]} parts       the table, after how many decisions to begin, and the analysis of somebody else
 * @param {Context} context
 */
export async function show(root, [id = "", at = "", shared = ""], context) {
  await Promise.all([
    loadStyles("/web/table/table.css"),
    loadStyles("/web/table/game.css"),
    loadStyles("/web/home/forms.css"),
    loadStyles("/web/review/review.css"),
    loadStyles("/web/story/story.css"),
  ]);
  const review = new Review(root, id, at === "" || at === "-" ? null : Number(at), shared, context);
  return () => review.close();
}

class Review {
  /**
   * @param {HTMLElement} root
   * @param {string} id
   * @param {number | null} at
   * @param {string} shared     the id of an analysis of somebody else
   * @param {Context} context
   */
  constructor(root, id, at, shared, context) {
    this.root = root;
    this.id = id;
    this.context = context;
    /** @type {TableMessage | null} */
    this.table = null;
    /** After how many decisions the board is shown; -1 until that is known. */
    this.at = at ?? -1;
    /** @type {TreeNode | null} the turn of a variation that is shown */
    this.variation = null;
    /** @type {string[]} decisions after it, of a turn that is not finished */
    this.begun = [];
    this.tree = new Tree();
    /** @type {Line[]} what the engine would play */
    this.engineMoves = [];
    /** @type {Varied | null} */
    this.shown = null;
    /** @type {Opinion | null} */
    this.opinion = null;
    this.requests = 0;
    this.board = new Board();
    this.connection = new Connection(id, {
      onMessage: (message) => this.onMessage(message),
      onConnectedChange: (connected) => connected || this.showWaiting(t("The server does not answer.")),
      onMissing: (reason) => this.table || showMissing(root, t("This cannot be shown"), reason || t("There is no table here")),
      onBroken: (reason) => showBroken(root, reason),
    });
    this.controls = new Controls((to) => this.jump(to), () => ({ at: this.at, last: this.last }), (by) => this.step(by));
    this.turns = new TurnButtons((to) => this.jump(to), (node) => this.goTo(node.at, node));
    this.engineLines = new EngineLines(
      this.connection,
      () => ({ at: this.at, line: this.line }),
      (per_cent) => this.chancesText(per_cent),
      (decisions) => this.playLine(decisions),
      (lines) => this.showArrows(lines),
    );
    this.kept = new KeptAnalysis(id, shared, this.tree, () => this.onTree());
    this.explorer = new ExplorerPanel((decision) => this.decide(decision));
    this.remarks = new Remarks({
      tree: this.tree,
      where: () => ({ at: this.at, node: this.variation }),
      changed: () => this.onChange(),
      go: (to, node) => this.goTo(to, node),
      play: (begin, decisions) => this.goTo(begin, null).then(() => this.playLine(decisions)),
    });
    this.choices = element("div", { class: "choices waiting review-choices" });
    this.actions = new ReviewActions(id, context, () => ({ table: this.table, at: this.at }), this.kept, () => this.opinion?.judged() ?? []);
    this.chapters = new Chapters(id, {
      story: new StoryList(id, eveningOf(() => this.table)),
      table: () => this.table,
      jump: (to) => this.jump(to),
      open: (node) => this.goTo(node.at, node),
      changed: () => this.onTree(),
    });
    this.sentence = element("p", { class: "review-sentence", role: "status" });
    this.trays = element("div", { class: "review-trays" });
    /** @type {BoardPointing | null} */
    this.pointing = null;
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.table && this.key(event);
    addEventListener("keydown", this.onKey);
    this.stopListening = onSettingChange((name) => name === "coordinates" && this.draw());
    root.append(element("p", { class: "muted review-wait", role: "status" }, t("The table is being fetched …")));
  }

  /**
   * Say something while there is no table yet.
   * @param {string} text
   */
  showWaiting(text) {
    if (!this.table) this.root.querySelector(".review-wait")?.replaceChildren(text);
  }

  /** @param {any} message */
  onMessage(message) {
    if (message.type === "table") this.onTable(message);
    else if (message.type === "prepares") this.engineLines.prepare(message.text);
  }

  /** @param {TableMessage} table */
  onTable(table) {
    const before = this.table;
    const following = this.at < 0 || (before && this.at === before.number);
    this.table = table;
    if (this.opinion) this.opinion.update(table);
    else {
      this.opinion = this.build(table);
      this.opinion.seed(this.tree.notes.values());
    }
    this.engineLines.allow(!isHelpForbidden(table));
    this.kept.update(table.number);
    this.drawTurns();
    this.controls.draw();
    if ((following && !this.variation) || this.at > table.number) this.jump(table.number);
    else if (!before) this.jump(this.at);
    if (!before && !isHelpForbidden(table)) this.opinion.request(!table.outcome);
    if (table.game.composed && before?.number !== table.number) this.chapters.refresh();
    this.opinion.draw(this.at);
  }

  /** @param {TableMessage} table */
  build(table) {
    const { game, sides, seats } = table;
    const opinion = new Opinion(this.id, table, (to) => this.jump(to), () => this.drawTurns(), () => this.chapters);
    this.context.heading(t("Review: {game}", { game: game.title }));
    this.root.dataset.game = game.name;
    this.root.replaceChildren(
      element(
        "div",
        { class: "review" },
        element("div", { class: "review-stage" }, element("div", { class: "review-board" }, this.board.node), this.choices, this.controls.node),
        element(
          "aside",
          { class: "review-side" },
          element(
            "section",
            { class: "card review-head" },
            element("h1", { class: "visually-hidden" }, game.title),
            element("p", { class: "muted" }, playersText(seats, sides)),
            this.kept.node,
            this.sentence,
            this.trays,
          ),
          element("section", { class: "card review-opinion" }, hiddenHeading(t("The engine’s opinion")), ...opinion.nodes, this.engineLines.node),
          element("section", { class: "card review-list" }, hiddenHeading(t("Turns")), this.turns.node),
          this.explorer.node,
          this.remarks.node,
          this.actions.node,
        ),
      ),
    );
    this.pointing = new BoardPointing({
      board: this.board,
      root: /** @type {HTMLElement} */ (this.root.firstElementChild),
      choices: this.choices,
      ask: (prefix) => this.vary(prefix),
      decide: (decision) => this.decide(decision),
      say: (text) => (this.sentence.textContent = text || (this.shown?.sentence ?? "")),
      drawTrays: () => this.drawTrays(),
    });
    return opinion;
  }

  get last() {
    return this.table?.number ?? 0;
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
    this.engineLines.onMove();
    try {
      const answer = await this.vary([]);
      if (request === this.requests) this.present(answer);
    } catch (error) {
      if (request === this.requests && messageOf(error)) toast(messageOf(error));
    }
  }

  /**
   * The position that is shown, and what can be pointed at.
   * @param {Target[]} prefix
   * @returns {Promise<Varied>}
   */
  vary(prefix) {
    return this.connection.request("vary", { at: this.at, line: this.line, prefix });
  }

  /**
   * Something was decided on the board: it is the next decision of the game, or belongs to a variation.
   * @param {string} decision
   */
  async decide(decision) {
    const { at, variation, begun } = this;
    if (!variation && !begun.length && this.kept.decisions[at] === decision) return this.jump(at + 1);
    await this.goTo(at, variation, [...begun, decision]);
  }

  /** @param {string[]} decisions */
  async playLine(decisions) {
    for (const decision of decisions) await this.decide(decision);
  }

  /** Show everywhere but on the board which moment it is. */
  markMoment() {
    this.controls.draw();
    this.turns.mark(this.table?.turns ?? [], this.at, this.variation);
    this.opinion?.draw(this.at);
    this.remarks.draw(this.opinion?.chances.get(this.at));
  }

  /** @param {Varied} answer */
  present(answer) {
    const before = this.shown;
    this.shown = answer;
    this.keepTurn(answer);
    this.pointing?.show(/** @type {TableMessage} */ (this.table), answer, [String(answer.at), ...answer.line]);
    this.draw();
    if (before && follows(before, answer)) {
      animate(this.board, /** @type {FullPicture} */ (before.picture), /** @type {FullPicture} */ (answer.picture), answer.changes);
    }
    if (this.table) this.explorer.show(this.table.game, answer.position);
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

  /** The user has changed the tree. */
  onChange() {
    this.kept.keep();
    this.onTree();
  }

  /** The tree is another one. */
  onTree() {
    if (this.kept.isLoaded) this.explorer.setCollections(this.kept.explorer);
    this.opinion?.seed(this.tree.notes.values());
    this.drawTurns();
    this.markMoment();
    if (this.table && this.shown) this.explorer.show(this.table.game, this.shown.position);
  }

  drawTurns() {
    if (!this.table) return;
    this.turns.draw(this.table.turns, this.tree, this.opinion?.marks(), this.chapters.all);
    this.turns.mark(this.table.turns, this.at, this.variation);
    this.remarks.draw(this.opinion?.chances.get(this.at));
  }

  draw() {
    if (!this.shown || !this.pointing) return;
    this.board.draw(/** @type {FullPicture} */ (this.shown.picture), this.pointing.options());
    this.pointing.draw();
    drawArrows(this.board, this.engineMoves);
  }

  drawTrays() {
    const { pointing } = this;
    if (!pointing) return;
    const trays = this.shown?.picture.trays ?? [];
    const point = (/** @type {Target} */ target) => pointing.selection.point(target);
    patch(this.trays, trays.map((tray) => element("div", { class: "review-tray" }, element("span", { class: "muted" }, tray.title), stocks(tray, pointing.state, point))));
  }

  /** @param {Line[]} lines */
  showArrows(lines) {
    this.engineMoves = lines;
    drawArrows(this.board, lines);
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

  /**
   * The chances of the side to move, as those of the side with the better ones.
   * @param {number} per_cent
   */
  chancesText(per_cent) {
    const white = this.shown?.side === "black" ? 100 - per_cent : per_cent;
    const side = this.table?.sides[white >= 50 ? 0 : 1] ?? "";
    return t("{number} % for {side}", { number: Math.round(Math.max(white, 100 - white)), side });
  }

  close() {
    this.controls.pause();
    this.requests++;
    removeEventListener("keydown", this.onKey);
    this.stopListening();
    this.connection.close();
    this.opinion?.close();
    this.kept.close();
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

/**
 * Who plays which side.
 * @param {TableMessage["seats"]} seats
 * @param {string[]} sides
 */
function playersText({ white, black }, sides) {
  const players = [seatTitle(white, black), seatTitle(black, white)];
  return players.map((player, i) => t("{side}: {player}", { side: sides[i], player })).join(" · ");
}

/** @param {string} text */
function hiddenHeading(text) {
  return element("h2", { class: "visually-hidden" }, text);
}
