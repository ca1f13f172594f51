/** The review of a game: every moment of it, the engine's opinion, and what could have been played. */

import { showBroken, showMissing } from "../dialogs.js";
import { element, loadStyles } from "../dom.js";
import { t } from "../i18n.js";
import { seatTitle } from "../player-names.js";
import { eveningOf, StoryList } from "../story/list.js";
import { Connection } from "../table/connection.js";
import { isHelpForbidden } from "../table/state.js";
import { ReviewActions } from "./actions.js";
import { AnalysisBoard } from "./analysis-board.js";
import { drawArrows } from "./arrows.js";
import { Chapters } from "./chapters.js";
import { EngineLines } from "./engine-lines.js";
import { ExplorerPanel } from "./explorer.js";
import { KeptAnalysis } from "./kept-analysis.js";
import { Opinion } from "./opinion.js";

/** @import { Line, TableMessage, Target } from "../types.js" */
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

class Review extends AnalysisBoard {
  /**
   * @param {HTMLElement} root
   * @param {string} id
   * @param {number | null} at
   * @param {string} shared     the id of an analysis of somebody else
   * @param {Context} context
   */
  constructor(root, id, at, shared, context) {
    super(at ?? -1);
    this.root = root;
    this.id = id;
    this.context = context;
    /** @type {TableMessage | null} */
    this.table = null;
    /** @type {Line[]} what the engine would play */
    this.engineMoves = [];
    /** @type {Opinion | null} */
    this.opinion = null;
    this.connection = new Connection(id, {
      onMessage: (message) => this.onMessage(message),
      onConnectedChange: (connected) => connected || this.showWaiting(t("The server does not answer.")),
      onMissing: (reason) => this.table || showMissing(root, t("This cannot be shown"), reason || t("There is no table here")),
      onBroken: (reason) => showBroken(root, reason),
    });
    this.engineLines = new EngineLines(
      this.connection,
      () => ({ at: this.at, line: this.line }),
      (per_cent) => this.chancesText(per_cent),
      (decisions) => this.playLine(decisions),
      (lines) => this.showArrows(lines),
    );
    this.kept = new KeptAnalysis(id, shared, this.tree, () => this.onTree());
    this.explorer = new ExplorerPanel((decision) => this.decide(decision));
    this.actions = new ReviewActions(id, context, () => ({ table: this.table, at: this.at }), this.kept, () => this.opinion?.judged() ?? []);
    this.chapters = new Chapters(id, {
      story: new StoryList(id, eveningOf(() => this.table)),
      table: () => this.table,
      jump: (to) => this.jump(to),
      open: (node) => this.goTo(node.at, node),
      changed: () => this.onTree(),
    });
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
        this.stage,
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
    this.point(/** @type {HTMLElement} */ (this.root.firstElementChild));
    return opinion;
  }

  get game() {
    return this.table;
  }

  get decisions() {
    return this.kept.decisions;
  }

  /** @param {Target[]} prefix */
  vary(prefix) {
    return this.connection.request("vary", { at: this.at, line: this.line, prefix });
  }

  opinionHere() {
    return this.opinion?.chances.get(this.at);
  }

  engineMarks() {
    return this.opinion?.marks();
  }

  parts() {
    return this.chapters.all;
  }

  onMove() {
    this.engineLines.onMove();
  }

  onShown() {
    if (this.table && this.shown) this.explorer.show(this.table.game, this.shown.position);
  }

  onDraw() {
    drawArrows(this.board, this.engineMoves);
  }

  markMoment() {
    super.markMoment();
    this.opinion?.draw(this.at);
  }

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
    this.onShown();
  }

  /** @param {Line[]} lines */
  showArrows(lines) {
    this.engineMoves = lines;
    drawArrows(this.board, lines);
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
    super.close();
    this.connection.close();
    this.opinion?.close();
    this.kept.close();
  }
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
