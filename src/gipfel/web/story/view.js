/** A contest of an evening as a game of its own: every moment of it, and what it was for. */

import { api, isTableId, messageOf } from "../api.js";
import { showBroken, showMissing, toast } from "../dialogs.js";
import { element, loadStyles } from "../dom.js";
import { t } from "../i18n.js";
import { Controls } from "../review/controls.js";
import { TurnButtons } from "../review/turns.js";
import { onSettingChange, setting } from "../settings-store.js";
import { Connection } from "../table/connection.js";
import { animate } from "../table/draw/animation.js";
import { Board } from "../table/draw/board.js";
import { trayLine } from "../table/draw/tray-line.js";
import { otherSide } from "../table/state.js";
import { aboutContest, eveningOf, storyAddress } from "./list.js";

/** @import { FullPicture } from "../table/received-parts.js" */
/** @import { ContestGame, PastView, TableMessage } from "../types.js" */
/** @import { Context } from "../view-types.js" */

/**
 * @param {HTMLElement} root
 * @param {string[]} parts       the table, and the number of the contest
 * @param {Context} context
 */
export async function show(root, [id = "", number = ""], context) {
  await Promise.all([loadStyles("/web/table/table.css"), loadStyles("/web/table/game.css"), loadStyles("/web/review/review.css"), loadStyles("/web/story/story.css")]);
  if (!isTableId(id) || !/^\d+$/.test(number)) {
    showMissing(root, t("This cannot be shown"), t("There is no page with this address."));
    return () => {};
  }
  const view = new ContestView(root, id, Number(number), context);
  return () => view.close();
}

class ContestView {
  /**
   * @param {HTMLElement} root
   * @param {string} id
   * @param {number} number
   * @param {Context} context
   */
  constructor(root, id, number, context) {
    this.root = root;
    this.id = id;
    this.number = number;
    this.context = context;
    /** @type {TableMessage | null} */
    this.table = null;
    /** @type {ContestGame | null} */
    this.game = null;
    /** After how many decisions of the contest's game the board is shown. */
    this.at = 0;
    /** @type {PastView | null} */
    this.shown = null;
    this.requests = 0;
    this.fetches = 0;
    this.board = new Board(true);
    this.connection = new Connection(id, {
      onMessage: (message) => message.type === "table" && this.onTable(message),
      onConnectedChange: () => {},
      onMissing: (reason) => this.game || showMissing(root, t("This cannot be shown"), reason || t("There is no table here")),
      onBroken: (reason) => showBroken(root, reason),
    });
    this.controls = new Controls((to) => this.jump(to), () => ({ at: this.at, last: this.last }));
    this.turns = new TurnButtons((to) => this.jump(to));
    this.evening = eveningOf(() => this.table);
    this.sentence = element("p", { class: "review-sentence", role: "status" });
    this.about = element("div", { class: "contest-about" });
    this.players = element("p", { class: "muted" });
    this.trays = element("div", { class: "review-trays" });
    this.links = element("nav", { class: "card contest-links", "aria-label": t("Contests of the evening") });
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.game && this.controls.onKey(event);
    addEventListener("keydown", this.onKey);
    this.stopListening = onSettingChange((name) => name === "coordinates" && this.draw());
    root.append(element("p", { class: "muted review-wait", role: "status" }, t("The table is being fetched …")));
  }

  /** How many decisions the contest has had. */
  get last() {
    return this.game ? this.game.contest.end - this.game.first : 0;
  }

  /** @param {TableMessage} table */
  onTable(table) {
    const before = this.table;
    this.table = table;
    if (!this.game?.contest.over || (before && table.number < this.game.contest.end)) this.fetch();
  }

  /** Fetch the contest: at first, while it is played, and when something was taken back. */
  async fetch() {
    const request = ++this.fetches;
    try {
      /** @type {ContestGame} */
      const game = await api.get(`${storyAddress(this.id)}/${this.number}`);
      if (request === this.fetches) this.onGame(game);
    } catch (error) {
      if (request === this.fetches) showMissing(this.root, t("This cannot be shown"), messageOf(error));
    }
  }

  /** @param {ContestGame} game */
  onGame(game) {
    const isFirst = !this.game;
    const following = isFirst || this.at >= this.last;
    this.game = game;
    if (isFirst) this.build();
    this.drawAbout(game);
    this.turns.draw(game.turns);
    this.controls.draw();
    if (following || this.at > this.last) this.jump(this.last);
    else this.turns.mark(game.turns, this.at);
  }

  build() {
    this.root.replaceChildren(
      element(
        "div",
        { class: "review contest" },
        element("div", { class: "review-stage" }, element("div", { class: "review-board" }, this.board.node), this.controls.node),
        element(
          "aside",
          { class: "review-side" },
          element("section", { class: "card review-head" }, this.about, this.players, this.sentence, this.trays),
          element("section", { class: "card review-list" }, element("h2", { class: "visually-hidden" }, t("Turns")), this.turns.node),
          this.links,
        ),
      ),
    );
  }

  /**
   * What it was for, who played whom, and the way back.
   * @param {ContestGame} game
   */
  drawAbout({ contest, game, sides, previous, next }) {
    const heading = t("{game}: contest {n}", { game: contest.title, n: contest.number });
    const { nameOf, lineOf } = this.evening;
    this.context.heading(heading);
    this.root.dataset.game = game;
    this.about.replaceChildren(
      element("h1", { class: "contest-title" }, heading),
      element("p", { class: "muted" }, t("Turn {n}", { n: lineOf(contest.turn) })),
      ...aboutContest(contest, nameOf),
    );
    const { begins } = contest;
    this.players.textContent = begins ? [begins, otherSide(begins)].map((one, i) => t("{side}: {player}", { side: sides[i], player: nameOf(one) })).join(" · ") : "";
    this.links.replaceChildren(
      element("a", { class: "button primary", href: `#/table/${this.id}` }, t("To the table")),
      element("a", { class: "button", href: `#/review/${this.id}/${contest.end}` }, t("To the evening")),
      this.linkTo(previous, t("Contest before")),
      this.linkTo(next, t("Next contest")),
    );
  }

  /**
   * @param {number | null} number
   * @param {string} text
   */
  linkTo(number, text) {
    return number === null ? "" : element("a", { class: "button", href: `#/contest/${this.id}/${number}` }, text);
  }

  /** @param {number} to */
  async jump(to) {
    const at = Math.min(Math.max(Math.round(to), 0), this.last);
    if (!this.game || (at === this.at && this.shown?.at === this.game.first + at)) return;
    this.at = at;
    const request = ++this.requests;
    this.controls.draw();
    this.turns.mark(this.game.turns, at);
    try {
      /** @type {PastView} */
      const answer = await this.connection.request("view", { at: this.game.first + at, inside: true });
      if (request === this.requests) this.present(answer);
    } catch (error) {
      if (request === this.requests && messageOf(error)) toast(messageOf(error));
    }
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
    this.turns.mark(this.game?.turns ?? [], this.at); // the list may have become shorter
  }

  close() {
    this.controls.pause();
    this.requests++;
    this.fetches++;
    removeEventListener("keydown", this.onKey);
    this.stopListening();
    this.connection.close();
  }
}
