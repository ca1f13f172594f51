/** Looking back at a game: any moment of it, what the engine thinks of it, and what could have been played. */

import { element, messageOf, sheet, svg, toast } from "../dom.js";
import { seatTitle } from "../people.js";
import { setting, whenChanged } from "../settings-store.js";
import { Board } from "../table/draw/board.js";
import { Connection } from "../table/connection.js";
import { Gallery } from "../table/draw/picture-cache.js";
import { animate } from "../table/draw/animation.js";
import { helpless } from "../table/state.js";
import { trayLine } from "../table/draw/tray-line.js";
import { lines } from "../table/draw/turns.js";
import { t } from "../words.js";
import { Doings } from "./actions.js";
import { Graph, turningList } from "./graph.js";
import { Thoughts } from "./engine-lines.js";

/** @typedef {import("../types.js").TableMessage} TableMessage */
/** @typedef {import("../types.js").PastView} ViewAnswer */
/** @typedef {import("../types.js").Opinion} Opinion */
/** @typedef {import("../table/draw/picture-cache.js").WholePicture} WholePicture */

const STEP = 900;

/** The signs on the buttons, as paths in a square of 20. */
const SIGNS = {
  first: "M4 4h2.4v12H4zM16 4v12l-8.5-6z",
  back: "M14.5 4v12L6 10z",
  play: "M6 3.5v13l10-6.5z",
  pause: "M5.5 4h3.2v12H5.5zM11.3 4h3.2v12h-3.2z",
  on: "M5.5 4v12L14 10z",
  last: "M4 4v12l8.5-6zM13.6 4H16v12h-2.4z",
};

/** @param {keyof typeof SIGNS} sign */
function drawnSign(sign) {
  return svg("svg", { class: "review-sign", viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d: SIGNS[sign] }));
}

/**
 * @param {HTMLElement} root
 * @param {string[]} parts       the table, and after how many decisions to begin
 * @param {import("../view-types.js").Context} context
 */
export async function show(root, [id = "", at = ""], context) {
  await Promise.all([
    sheet("/web/table/table.css"),
    sheet("/web/home/forms.css"),
    sheet("/web/review/review.css"),
  ]);
  const review = new Review(root, id, at === "" ? null : Number(at), context);
  return () => review.close();
}

class Review {
  /**
   * @param {HTMLElement} root
   * @param {string} id
   * @param {number | null} at
   * @param {import("../view-types.js").Context} context
   */
  constructor(root, id, at, context) {
    this.root = root;
    this.id = id;
    this.context = context;
    /** @type {TableMessage | null} */
    this.table = null;
    this.at = at ?? -1;
    /** @type {ViewAnswer | null} */
    this.shown = null;
    /** @type {Map<number, number>} */
    this.opinion = new Map();
    /** @type {Connection | null} its own line, as one line thinks about one thing at a time */
    this.judge = null;
    this.asked = 0;
    this.playing = 0;
    this.slider = element("input", {
      type: "range",
      min: 0,
      max: 0,
      dir: "ltr",
      "aria-label": t("Moment of the game"),
      oninput: () => this.jump(this.slider.valueAsNumber),
    });
    this.gallery = new Gallery();
    this.board = new Board(true);
    this.connection = new Connection(id, {
      heard: (message) => this.hear(message),
      changed: (connected) => connected || this.lost(t("The server does not answer.")),
      gone: () => this.lost(t("There is no table here")),
    });
    this.thoughts = new Thoughts(this.connection, () => this.at, (per_cent) => this.expected(per_cent));
    this.doings = new Doings(id, context, () => ({ table: this.table, at: this.at }));
    this.heard = (/** @type {KeyboardEvent} */ event) => this.key(event);
    addEventListener("keydown", this.heard);
    this.stopListening = whenChanged((name) => name === "coordinates" && this.draw());
    root.append(element("p", { class: "muted review-wait", role: "status" }, t("The table is being fetched …")));
  }

  /** @param {string} text */
  lost(text) {
    if (!this.table) this.root.querySelector(".review-wait")?.replaceChildren(text);
  }

  /** @param {TableMessage | {type: "refused", reason: string}} message */
  hear(message) {
    if (message.type === "table") this.received(message);
    else if (message.type === "refused" && !this.table) {
      this.connection.close();
      this.root.replaceChildren(
        element(
          "section",
          { class: "missing card" },
          element("h1", {}, t("This cannot be shown")),
          element("p", {}, message.reason),
          element("a", { class: "button", href: "#/" }, t("To the start")),
        ),
      );
    }
  }

  /** @param {TableMessage} table */
  received(table) {
    const before = this.table;
    const following = this.at < 0 || (before && this.at === before.number);
    const other = !before || table.number < before.number;
    this.table = table;
    this.gallery.whole(table.picture); // The board and the looks come only once.
    if (other) this.opinion.clear();
    if (!before) this.build(table);
    this.thoughts.allow(!helpless(table));
    this.drawTurns();
    this.slider.max = String(table.number);
    if (following || this.at > table.number) this.jump(table.number);
    else if (!before) this.jump(this.at);
    if (!before && table.outcome) this.askOpinion();
    this.drawGraph();
  }

  // --- What is on the page ---

  /** @param {TableMessage} table */
  build(table) {
    const { game, sides, seats } = table;
    this.context.heading(t("Review: {game}", { game: game.title }));
    this.root.dataset.game = game.name;
    this.graph = new Graph((at) => this.jump(at), sides[0], sides[1]);
    this.turning = element("div", {});
    this.turns = element("ol", { class: "review-turns" });
    this.sentence = element("p", { class: "review-sentence", role: "status" });
    this.trays = element("div", { class: "review-trays" });
    this.counter = element("span", { class: "review-counter muted" });
    this.playButton = this.button("play", t("Play"), () => this.togglePlay());
    this.judgeButton = element("button", { type: "button", class: "button", onclick: () => this.askOpinion() }, t("Ask the engine about the whole game"));
    this.judging = element("p", { class: "muted", hidden: true });
    this.root.replaceChildren(
      element(
        "div",
        { class: "review" },
        element(
          "div",
          { class: "review-stage" },
          element("div", { class: "review-board" }, this.board.node),
          this.controls(),
        ),
        element(
          "aside",
          { class: "review-side" },
          element(
            "section",
            { class: "card review-head" },
            element("h1", { class: "visually-hidden" }, game.title),
            element("p", { class: "muted" }, `${sides[0]}: ${seatTitle(seats.white, seats.black)} · ${sides[1]}: ${seatTitle(seats.black, seats.white)}`),
            this.sentence,
            this.trays,
          ),
          element("section", { class: "card review-opinion" }, element("h2", { class: "visually-hidden" }, t("The engine’s opinion")), this.graph.node, this.judging, this.judgeButton, this.turning, this.thoughts.node),
          element("section", { class: "card review-list" }, element("h2", { class: "visually-hidden" }, t("Turns")), this.turns),
          this.doings.node,
        ),
      ),
    );
  }

  controls() {
    return element(
      "div",
      { class: "review-controls" },
      element(
        "div",
        { class: "review-buttons", dir: "ltr" },
        this.button("first", t("To the start"), () => this.jump(0)),
        this.button("back", t("One back"), () => this.jump(this.at - 1)),
        this.playButton,
        this.button("on", t("One on"), () => this.jump(this.at + 1)),
        this.button("last", t("To the end"), () => this.jump(this.last)),
      ),
      this.slider,
      this.counter,
    );
  }

  /**
   * @param {keyof typeof SIGNS} sign
   * @param {string} title
   * @param {() => void} onclick
   */
  button(sign, title, onclick) {
    return element("button", { type: "button", class: "button review-button", title, "aria-label": title, onclick }, drawnSign(sign));
  }

  drawTurns() {
    this.turns?.replaceChildren(
      ...lines(this.table?.turns ?? []).map(({ white, black }, index) =>
        element(
          "li",
          {},
          element("span", { class: "review-turn-number muted" }, `${index + 1}`),
          this.turnButton(white),
          this.turnButton(black),
        ),
      ),
    );
  }

  /** @param {import("../types.js").Turn | null} turn */
  turnButton(turn) {
    if (!turn) return element("span", {});
    const { text, side, at } = turn;
    const what = { type: "button", class: `quiet review-turn is-${side}`, "data-at": at, title: text, dir: "ltr" };
    return element("button", { ...what, onclick: () => this.jump(at) }, text);
  }

  drawGraph() {
    this.graph?.draw(this.opinion, this.last, Math.max(this.at, 0));
    this.turning?.replaceChildren(turningList(this.opinion, (at) => this.textAt(at), (at) => this.jump(at)));
    const asks = this.table && !helpless(this.table) && !this.judge && this.opinion.size <= this.last;
    if (this.judgeButton) this.judgeButton.hidden = !asks;
    if (!this.judging) return;
    this.judging.hidden = !this.judge;
    this.judging.textContent = t("The engine looks at the game: {done} of {all} …", { done: this.opinion.size, all: this.last + 1 });
  }

  /**
   * What was played there, with the number of its line.
   * @param {number} at
   */
  textAt(at) {
    const turn = this.table?.turns.find((one) => one.at >= at);
    const line = lines(this.table?.turns ?? []).findIndex(({ white, black }) => white === turn || black === turn);
    return turn ? `${line + 1}. ${turn.text}` : `${at}`;
  }

  get last() {
    return this.table?.number ?? 0;
  }

  // --- Moving about ---

  /** @param {number} to */
  async jump(to) {
    const at = Math.min(Math.max(Math.round(to), 0), this.last);
    if (at === this.at && this.shown?.at === at) return;
    this.at = at;
    const mine = ++this.asked;
    this.mark();
    this.thoughts.moved();
    try {
      /** @type {ViewAnswer} */
      const answer = await this.connection.ask("view", { at });
      if (mine === this.asked) this.present(answer);
    } catch (problem) {
      if (mine === this.asked && messageOf(problem)) toast(messageOf(problem));
    }
  }

  /** @param {ViewAnswer} answer */
  present(answer) {
    const before = this.shown;
    const whole = this.gallery.whole(answer.picture);
    this.shown = { ...answer, picture: whole };
    this.draw();
    if (before && answer.at === before.at + 1) {
      animate(this.board, /** @type {WholePicture} */ (before.picture), whole, answer.changes, () => null);
    }
  }

  draw() {
    if (!this.shown) return;
    this.board.draw(/** @type {WholePicture} */ (this.shown.picture), { coordinates: setting("coordinates") });
    if (this.sentence) this.sentence.textContent = this.shown.sentence;
    this.trays?.replaceChildren(...this.shown.picture.trays.map(trayLine));
  }

  /** Show where we are, everywhere but on the board. */
  mark() {
    this.slider.value = String(this.at);
    if (this.counter) this.counter.textContent = `${this.at} / ${this.last}`;
    const turns = this.table?.turns ?? [];
    const now = turns.find((turn) => turn.at >= this.at)?.at;
    for (const button of this.turns?.querySelectorAll("button") ?? []) {
      const isNow = this.at > 0 && Number(button.dataset.at) === now;
      button.toggleAttribute("aria-current", isNow);
      if (isNow) keepInSight(button);
    }
    this.drawGraph();
  }

  togglePlay() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    if (this.at >= this.last) this.jump(0);
    this.playing = setInterval(() => {
      if (this.at >= this.last) this.pause();
      else this.jump(this.at + 1);
    }, STEP);
    this.showPlay();
  }

  pause() {
    clearInterval(this.playing);
    this.playing = 0;
    this.showPlay();
  }

  showPlay() {
    if (!this.playButton) return;
    const title = this.playing ? t("Pause") : t("Play");
    this.playButton.replaceChildren(drawnSign(this.playing ? "pause" : "play"));
    this.playButton.title = title;
    this.playButton.setAttribute("aria-label", title);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const inField = event.target instanceof Element && event.target.closest("input:not([type=range]), textarea, select, dialog");
    if (inField || event.altKey || event.ctrlKey || event.metaKey || !this.table) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.jump(this.at - 1),
      ArrowRight: () => this.jump(this.at + 1),
      Home: () => this.jump(0),
      End: () => this.jump(this.last),
    };
    if (!(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  }

  // --- The engine ---

  /** Ask about the whole game. */
  askOpinion() {
    if (this.judge || !this.last || this.opinion.size > this.last) return;
    const line = new Connection(this.id, {
      heard: () => {},
      changed: (connected) => (connected ? listen() : this.endOpinion()),
    });
    const listen = () =>
      line.listen(
        "opinion",
        {},
        (/** @type {Opinion} */ answer) => this.judged(answer),
        (problem) => this.endOpinion(problem.message),
      );
    this.judge = line;
    this.drawGraph();
  }

  /** @param {Opinion} answer */
  judged({ at, per_cent, over }) {
    this.opinion.set(at, per_cent);
    if (over) this.endOpinion();
    this.drawGraph();
  }

  /** @param {string} [problem] */
  endOpinion(problem) {
    this.judge?.close();
    this.judge = null;
    if (problem) toast(problem);
    this.drawGraph();
  }

  /**
   * The chances of who is to move, said of the side that has the better ones.
   * @param {number} per_cent
   */
  expected(per_cent) {
    const white = this.shown?.side === "black" ? 100 - per_cent : per_cent;
    const side = this.table?.sides[white >= 50 ? 0 : 1] ?? "";
    return t("{number} % for {side}", { number: Math.round(Math.max(white, 100 - white)), side });
  }

  close() {
    this.pause();
    this.asked++;
    removeEventListener("keydown", this.heard);
    this.stopListening();
    this.connection.close();
    this.judge?.close();
  }
}


/**
 * Scroll a list, but never the page.
 * @param {HTMLElement} node
 */
function keepInSight(node) {
  const list = node.closest("ol");
  if (!list) return;
  const [inner, outer] = [node.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}
