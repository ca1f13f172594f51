/** The review of a game: every moment of it, the engine's opinion, and what could have been played. */

import { messageOf } from "../api.js";
import { showBroken, showMissing, toast } from "../dialogs.js";
import { element, loadStyles } from "../dom.js";
import { t } from "../i18n.js";
import { seatTitle } from "../player-names.js";
import { onSettingChange, setting } from "../settings-store.js";
import { eveningOf, StoryList } from "../story/list.js";
import { Connection } from "../table/connection.js";
import { animate } from "../table/draw/animation.js";
import { Board } from "../table/draw/board.js";
import { trayLine } from "../table/draw/tray-line.js";
import { isHelpForbidden } from "../table/state.js";
import { ReviewActions } from "./actions.js";
import { Controls } from "./controls.js";
import { EngineLines } from "./engine-lines.js";
import { Opinion } from "./opinion.js";
import { TurnButtons } from "./turns.js";

/** @import { FullPicture } from "../table/received-parts.js" */
/** @import { PastView, TableMessage } from "../types.js" */
/** @import { Context } from "../view-types.js" */

/**
 * @param {HTMLElement} root
 * @param {string[]} parts       the table, and after how many decisions to begin
 * @param {Context} context
 */
export async function show(root, [id = "", at = ""], context) {
  await Promise.all([
    loadStyles("/web/table/table.css"),
    loadStyles("/web/table/game.css"),
    loadStyles("/web/home/forms.css"),
    loadStyles("/web/review/review.css"),
    loadStyles("/web/story/story.css"),
  ]);
  const review = new Review(root, id, at === "" ? null : Number(at), context);
  return () => review.close();
}

class Review {
  /**
   * @param {HTMLElement} root
   * @param {string} id
   * @param {number | null} at
   * @param {Context} context
   */
  constructor(root, id, at, context) {
    this.root = root;
    this.id = id;
    this.context = context;
    /** @type {TableMessage | null} */
    this.table = null;
    /** After how many decisions the board is shown; -1 until that is known. */
    this.at = at ?? -1;
    /** @type {PastView | null} */
    this.shown = null;
    /** @type {Opinion | null} */
    this.opinion = null;
    this.requests = 0;
    this.board = new Board(true);
    this.connection = new Connection(id, {
      onMessage: (message) => this.onMessage(message),
      onConnectedChange: (connected) => connected || this.showWaiting(t("The server does not answer.")),
      onMissing: (reason) => this.table || showMissing(root, t("This cannot be shown"), reason || t("There is no table here")),
      onBroken: (reason) => showBroken(root, reason),
    });
    this.controls = new Controls((to) => this.jump(to), () => ({ at: this.at, last: this.last }));
    this.turns = new TurnButtons((to) => this.jump(to));
    this.engineLines = new EngineLines(this.connection, () => this.at, (per_cent) => this.chancesText(per_cent));
    this.actions = new ReviewActions(id, context, () => ({ table: this.table, at: this.at }));
    this.story = new StoryList(id, eveningOf(() => this.table));
    this.sentence = element("p", { class: "review-sentence", role: "status" });
    this.trays = element("div", { class: "review-trays" });
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.table && this.controls.onKey(event);
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
    else this.opinion = this.build(table);
    this.engineLines.allow(!isHelpForbidden(table));
    this.turns.draw(table.turns);
    this.controls.draw();
    if (following || this.at > table.number) this.jump(table.number);
    else if (!before) this.jump(this.at);
    if (!before && table.outcome) this.opinion.request();
    if (table.game.composed && before?.number !== table.number) this.story.refresh();
    this.opinion.draw(this.at);
  }

  /** @param {TableMessage} table */
  build(table) {
    const { game, sides, seats } = table;
    const opinion = new Opinion(this.id, table, (to) => this.jump(to));
    this.context.heading(t("Review: {game}", { game: game.title }));
    this.root.dataset.game = game.name;
    this.root.replaceChildren(
      element(
        "div",
        { class: "review" },
        element("div", { class: "review-stage" }, element("div", { class: "review-board" }, this.board.node), this.controls.node),
        element(
          "aside",
          { class: "review-side" },
          element(
            "section",
            { class: "card review-head" },
            element("h1", { class: "visually-hidden" }, game.title),
            element("p", { class: "muted" }, playersText(seats, sides)),
            this.sentence,
            this.trays,
          ),
          element("section", { class: "card review-opinion" }, hiddenHeading(t("The engine’s opinion")), ...opinion.nodes, this.engineLines.node),
          element("section", { class: "card review-list" }, hiddenHeading(t("Turns")), this.turns.node),
          game.composed ? element("section", { class: "card review-story" }, element("h2", {}, t("Contests of the evening")), this.story.node) : null,
          this.actions.node,
        ),
      ),
    );
    return opinion;
  }

  get last() {
    return this.table?.number ?? 0;
  }

  /** @param {number} to */
  async jump(to) {
    const at = Math.min(Math.max(Math.round(to), 0), this.last);
    if (at === this.at && this.shown?.at === at) return;
    this.at = at;
    const request = ++this.requests;
    this.markMoment();
    this.engineLines.onMove();
    try {
      /** @type {PastView} */
      const answer = await this.connection.request("view", { at });
      if (request === this.requests) this.present(answer);
    } catch (error) {
      if (request === this.requests && messageOf(error)) toast(messageOf(error));
    }
  }

  /** Show everywhere but on the board which moment it is. */
  markMoment() {
    this.controls.draw();
    this.turns.mark(this.table?.turns ?? [], this.at);
    this.opinion?.draw(this.at);
  }

  /** @param {PastView} answer */
  present(answer) {
    const before = this.shown;
    this.shown = answer;
    this.draw();
    if (before && answer.at === before.at + 1) {
      animate(this.board, /** @type {FullPicture} */ (before.picture), /** @type {FullPicture} */ (answer.picture), answer.changes);
    }
  }

  draw() {
    if (!this.shown) return;
    this.board.draw(/** @type {FullPicture} */ (this.shown.picture), { coordinates: setting("coordinates") });
    this.sentence.textContent = this.shown.sentence;
    this.trays.replaceChildren(...this.shown.picture.trays.map(trayLine));
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
