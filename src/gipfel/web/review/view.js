/** Looking back at a game: any moment of it, what the engine thinks of it, and what could have been played. */

import { api, element, openDialog, sheet, svg, toast } from "../dom.js";
import { keepDraft } from "../editor/draft.js";
import { fetchHome } from "../home/data.js";
import { copy, saveFile } from "../home/files.js";
import { seatTitle } from "../people.js";
import { seatsForm } from "../home/seats.js";
import { messageOf } from "../home/start.js";
import { setting, whenChanged } from "../settings-store.js";
import { Board } from "../table/board.js";
import { Connection } from "../table/connection.js";
import { Gallery } from "../table/gallery.js";
import { icon } from "../table/looks.js";
import { animate } from "../table/motion.js";
import { language, t } from "../words.js";
import { Graph, turningList } from "./graph.js";
import { Thoughts } from "./thoughts.js";

/** @typedef {import("../types.js").TableMessage} TableMessage */
/** @typedef {import("../types.js").ViewAnswer} ViewAnswer */
/** @typedef {import("../types.js").Opinion} Opinion */
/** @typedef {import("../types.js").Tray} Tray */
/** @typedef {import("../table/gallery.js").WholePicture} WholePicture */

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
 * @param {import("../types.js").Context} context
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
   * @param {import("../types.js").Context} context
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
      changed: (connected) => connected || this.lost(),
    });
    this.thoughts = new Thoughts(this.connection, () => this.at, (per_cent) => this.expected(per_cent));
    this.heard = (/** @type {KeyboardEvent} */ event) => this.key(event);
    addEventListener("keydown", this.heard);
    this.stopListening = whenChanged((name) => name === "coordinates" && this.draw());
    root.append(element("p", { class: "muted review-wait", role: "status" }, t("The table is being fetched …")));
  }

  lost() {
    if (!this.table) this.root.querySelector(".review-wait")?.replaceChildren(t("The server does not answer."));
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
          element("section", { class: "card review-opinion" }, element("h2", { class: "visually-hidden" }, t("The engine’s opinion")), this.graph.node, this.judgeButton, this.turning, this.thoughts.node),
          element("section", { class: "card review-list" }, element("h2", { class: "visually-hidden" }, t("Turns")), this.turns),
          this.actions(),
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

  actions() {
    const action = (/** @type {string} */ text, /** @type {() => void} */ onclick) =>
      element("button", { type: "button", class: "quiet", onclick }, text);
    return element(
      "section",
      { class: "card review-actions" },
      element("button", { type: "button", class: "button primary", onclick: () => this.openBranch() }, t("Try another move from here")),
      element(
        "div",
        { class: "review-quiet" },
        action(t("To the table"), () => this.context.go(`#/table/${this.id}`)),
        action(t("Save record"), () => this.save("record")),
        action(t("Copy position"), () => this.copyPosition()),
        action(t("Change position"), () => this.setUp()),
        action(t("SVG"), () => this.save("picture.svg")),
        action(t("PNG"), () => this.save("picture.png")),
      ),
    );
  }

  drawTurns() {
    const turns = this.table?.turns ?? [];
    this.turns?.replaceChildren(
      ...turns.map(({ text, side, at }, index) =>
        element(
          "li",
          {},
          element(
            "button",
            { type: "button", class: `quiet review-turn is-${side}`, "data-at": at, onclick: () => this.jump(at) },
            element("span", { class: "review-turn-number muted" }, `${index + 1}`),
            element("span", { dir: "ltr" }, text),
          ),
        ),
      ),
    );
  }

  drawGraph() {
    this.graph?.draw(this.opinion, this.last, Math.max(this.at, 0));
    this.turning?.replaceChildren(turningList(this.opinion, (at) => this.textAt(at), (at) => this.jump(at)));
    if (this.judgeButton) this.judgeButton.hidden = Boolean(this.judge) || this.opinion.size > this.last;
  }

  /** @param {number} at */
  textAt(at) {
    const turns = this.table?.turns ?? [];
    const index = turns.findIndex((turn) => turn.at >= at);
    return index < 0 ? `${at}` : `${index + 1}. ${turns[index].text}`;
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

  // --- What can be done with it ---

  async openBranch() {
    const at = this.at;
    const { games } = await fetchHome();
    const game = games.find(({ name }) => name === this.table?.game.name);
    const seats = seatsForm(this.table?.sides ?? ["", ""], game?.players ?? []);
    const begin = async () => {
      try {
        const { id } = await api.post(`/api/tables/${this.id}/branch`, { at, seats: seats.read() });
        dialog.close();
        this.context.go(`#/table/${id}`);
      } catch (problem) {
        toast(messageOf(problem));
      }
    };
    const dialog = openDialog(
      t("Try another move from here"),
      t("Close"),
      element("p", { class: "muted" }, t("A new table begins with what the board shows now. This one stays as it is.")),
      seats.node,
      element("button", { type: "button", class: "button primary", onclick: begin }, t("Start")),
    );
    dialog.dataset.game = this.table?.game.name ?? "";
  }

  /** @param {"record" | "picture.svg" | "picture.png"} what */
  async save(what) {
    const name = `${this.table?.game.name ?? "game"}-${this.id}`;
    try {
      if (what === "record") saveFile(`${name}.txt`, await api.text(`/api/tables/${this.id}/record`));
      else saveFile(`${name}-${this.at}.${what.slice(-3)}`, await fetchPicture(this.id, what, this.at));
    } catch (problem) {
      toast(messageOf(problem));
    }
  }

  /** The position that is shown, as text. */
  async position() {
    try {
      return (await api.get(`/api/tables/${encodeURIComponent(this.id)}/position?at=${this.at}`)).position;
    } catch (problem) {
      toast(messageOf(problem));
      return null;
    }
  }

  async copyPosition() {
    const position = await this.position();
    if (position) copy(position);
  }

  /** Change this position in the editor. */
  async setUp() {
    const position = await this.position();
    const game = this.table?.game;
    if (!position || !game) return;
    keepDraft(game.name, game.version, position);
    this.context.go(`#/editor/${game.name}/${game.version}`);
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
 * @param {string} id
 * @param {string} what
 * @param {number} at
 */
async function fetchPicture(id, what, at) {
  const dark = getComputedStyle(document.documentElement).colorScheme.includes("dark") ? "dark" : "light";
  const answer = await fetch(`/api/tables/${id}/${what}?at=${at}&theme=${dark}&language=${language()}`);
  if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).problem ?? answer.statusText);
  return answer.blob();
}

/** @param {Tray} tray */
function trayLine({ title, stocks }) {
  return element(
    "div",
    { class: "review-tray" },
    element("span", { class: "muted" }, title),
    ...stocks.map(({ look, count, name }) =>
      element("span", { class: "review-stock", title: name }, icon(look, 0.34), element("span", {}, `${count}`)),
    ),
  );
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
