/** A puzzle on the board: the user solves it by pointing, with hints, and sees why something else is not the solution. */

import { api, messageOf, RequestError } from "../api.js";
import { element, loadStyles, patch } from "../dom.js";
import { ExercisePlayer } from "../exercise/player.js";
import { listed, number, t } from "../i18n.js";
import { nextPuzzle } from "./choose.js";
import { daysUntil, note, noteDay, progress, progressIn } from "./progress.js";
import { ratingText } from "./standing.js";

/** @import { Puzzle, PuzzleList, Refutation, TodaysPuzzle } from "../types.js" */
/** @import { Action, Given } from "../exercise/player.js" */
/** @import { Context } from "../view-types.js" */

/** @typedef {{game: string, id: string}} Place */

/**
 * @param {HTMLElement} root
 * @param {Place} place      the game `today` stands for the puzzle of the day
 * @param {Context} context
 */
export async function showPuzzle(root, place, context) {
  const styles = Promise.all([ExercisePlayer.loadStyles(), loadStyles("/web/puzzles/puzzles.css")]);
  /** @type {TodaysPuzzle | null} */
  const today = place.game === "today" ? await api.get("/api/puzzles/today") : null;
  const { game, id } = today ?? place;
  const address = `/api/puzzles/${encodeURIComponent(game)}`;
  /** @type {[PuzzleList, Puzzle]} */
  const [list, puzzle] = await Promise.all([api.get(address), api.get(`${address}/${encodeURIComponent(id)}`)]);
  await styles;
  const view = new PuzzleView(root, list, today?.date ?? "", context);
  view.show(puzzle);
  return () => view.close();
}

class PuzzleView {
  /**
   * @param {HTMLElement} root
   * @param {PuzzleList} list
   * @param {string} day         if the puzzle of this day is shown
   * @param {Context} context
   */
  constructor(root, list, day, context) {
    this.root = root;
    this.list = list;
    this.day = day;
    this.context = context;
    /** @type {Puzzle | null} */
    this.puzzle = null;
    this.hints = 0;
    /** @type {Given | null} the last wrong decision */
    this.wrong = null;
    this.isCounted = false;
    this.isShown = false;
    this.isAsking = false;
    /** @type {number | null} how the rating has changed */
    this.gain = null;
    /** @type {Promise<Puzzle> | null} the puzzle that follows, fetched while this one is looked at */
    this.following = null;
    this.player = new ExercisePlayer({
      onRight: () => this.onRight(),
      onWrong: (given) => this.onWrong(given),
      onDone: () => this.onDone(),
      actions: () => this.actions(),
      reminder: () => this.reminder(),
    });
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
  }

  close() {
    this.puzzle = null;
    document.removeEventListener("keydown", this.onKey);
    this.player.close();
  }

  /** @param {Puzzle} puzzle */
  show(puzzle) {
    Object.assign(this, { puzzle, hints: 0, wrong: null, isCounted: false, isShown: false, isAsking: false, gain: null, following: null });
    this.root.dataset.game = puzzle.game;
    this.context.heading(this.day ? t("Puzzle of the day") : t("Puzzles: {game}", { game: puzzle.title }));
    if (!this.root.contains(this.player.root)) this.root.replaceChildren(this.player.root);
    this.player.root.dataset.puzzle = puzzle.id;
    this.player.load(puzzle.exercise, { again: t("That is not it. Try again, or see why not.") });
    this.draw();
    this.fetchFollowing();
  }

  // --- Solving ----------------------------------------------------------------------------------------

  onRight() {
    this.wrong = null;
    this.draw();
  }

  /** @param {Given} given */
  onWrong(given) {
    this.wrong = given;
    this.count(false);
    this.draw();
    this.player.drawPanels();
  }

  onDone() {
    this.wrong = null;
    if (!this.isShown) {
      this.count(true);
      if (this.day) noteDay(this.day);
    }
    this.draw();
  }

  /**
   * Note the outcome, the first time that there is one.
   * @param {boolean} isSolved
   */
  count(isSolved) {
    const { puzzle, list } = this;
    if (this.isCounted || !puzzle) return;
    this.isCounted = true;
    const before = progressIn(puzzle.game).rating ?? list.first_rating;
    const { game, id, rating } = puzzle;
    note({ game, id, rating, first: list.first_rating, isSolved, isHelped: this.hints > 0 });
    const after = progressIn(game).rating;
    this.gain = after === null || after === before ? null : Math.round(after) - Math.round(before);
  }

  // --- Help -------------------------------------------------------------------------------------------

  /** First the themes, then what to point at first, then the whole decision. */
  hint() {
    const { player, puzzle } = this;
    if (player.phase === "wrong") player.takeBack();
    if (player.phase !== "open" || !puzzle) return;
    this.hints += 1;
    player.forgetAnswer();
    if (this.hints === 1 && puzzle.themes.length) player.speak(this.themesText());
    else player.markRight(this.hints > 2 ? Infinity : 1);
    this.draw();
    player.drawPanels();
  }

  /** The hint, or the question as long as nothing of it is found. */
  reminder() {
    const { puzzle, player, hints } = this;
    if (!puzzle) return [];
    if (hints && puzzle.themes.length) return [element("span", { class: "reminder-hint" }, this.themesText())];
    return player.node ? [] : [element("span", {}, puzzle.question, " ", this.sideText(puzzle))];
  }

  /** @param {Puzzle} puzzle */
  sideText({ exercise: { learner, sides } }) {
    return t("You play {side}.", { side: sides[learner === "white" ? 0 : 1] });
  }

  themesText() {
    return t("It is about: {themes}.", { themes: listed(this.puzzle?.themes ?? []) });
  }

  /** Play the solution; the puzzle counts as not solved. */
  async solution() {
    if (this.player.isDone || this.player.phase === "film") return;
    this.count(false);
    this.isShown = true;
    this.wrong = null;
    this.draw();
    await this.player.showRight();
    this.draw();
  }

  /** Play what the engine answers to the last wrong decision. */
  async whyNot() {
    const { player, puzzle, wrong } = this;
    if (!puzzle || !wrong || this.isAsking) return;
    this.isAsking = true;
    player.say(t("The engine thinks about it …"), "wrong");
    try {
      /** @type {Refutation} */
      const found = await api.post(`/api/puzzles/${encodeURIComponent(puzzle.game)}/${encodeURIComponent(puzzle.id)}/why`, { played: wrong.node, path: wrong.path });
      this.isAsking = false;
      if (puzzle !== this.puzzle || wrong !== this.wrong) return;
      const { boards, looks, played } = found.line;
      const shown = played.map(({ picture: { board, ...picture }, changes }) => ({ picture: { ...boards[board], ...picture, looks }, changes }));
      await player.showLine(shown, t("The engine’s answer: {text}.", { text: found.text }));
    } catch (error) {
      this.isAsking = false;
      if (puzzle === this.puzzle) player.say(problemOf(error), "wrong");
    }
  }

  // --- The next puzzle ----------------------------------------------------------------------------------

  /** Fetch another puzzle, so that it can be shown at once, also if the server is away by then. */
  fetchFollowing() {
    const found = nextPuzzle(this.list, this.puzzle?.id);
    if (!found) return null;
    const { game } = this.list;
    this.following = api.get(`/api/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(found.id)}`);
    this.following?.catch(() => (this.following = null));
    return this.following;
  }

  async next() {
    const before = this.puzzle;
    try {
      const puzzle = await (this.following ?? this.fetchFollowing());
      if (!puzzle || this.puzzle !== before) return;
      this.day = "";
      history.pushState(null, "", `#/puzzles/${puzzle.game}/${puzzle.id}`);
      this.show(puzzle);
    } catch (error) {
      if (this.puzzle === before) this.player.say(messageOf(error), "wrong");
    }
  }

  // --- Buttons, keys, texts -----------------------------------------------------------------------------

  /** @returns {Action[]} */
  actions() {
    if (this.player.isDone) {
      return [
        { label: t("Next puzzle"), run: () => this.next(), kind: "strong next-puzzle" },
        { label: t("Once more"), run: () => this.again(), kind: "back" },
      ];
    }
    if (this.player.phase !== "open") return [];
    const why = { label: t("Why not?"), run: () => this.whyNot(), kind: "strong why-not" };
    const hint = { label: this.hints ? t("Another hint") : t("Hint"), run: () => this.hint(), kind: "hint-button" };
    const solution = { label: t("Show the solution"), run: () => this.solution(), kind: "solution" };
    return [...(this.wrong ? [why] : []), hint, solution];
  }

  /** The same puzzle again; what was counted stays. */
  again() {
    if (!this.puzzle) return;
    this.wrong = null;
    this.player.restart();
    this.isCounted = true;
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const isElsewhere = event.target instanceof Element && event.target.closest("button, a, input, textarea, select, dialog, summary");
    if (isElsewhere || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const key = event.key.toLowerCase();
    if (key === "h") this.hint();
    else if (key === "w" && this.wrong) this.whyNot();
    else if (key === "enter" && this.player.isDone) this.next();
    else return;
    event.preventDefault();
  }

  draw() {
    const { puzzle, player } = this;
    if (!puzzle) return;
    patch(player.panel, [
      element(
        "article",
        { class: "puzzle" },
        element("p", { class: "puzzle-head muted" }, this.day ? t("Puzzle of the day") : puzzle.title, element("span", { class: "puzzle-number" }, t("Rating {rating}", { rating: puzzle.rating }))),
        element("h1", {}, puzzle.question),
        element("p", { class: "puzzle-side" }, this.sideText(puzzle)),
        this.hints && puzzle.themes.length ? element("p", { class: "puzzle-hint" }, element("strong", {}, t("Hint")), " ", this.themesText()) : null,
      ),
      this.standing(puzzle),
      element(
        "nav",
        { class: "puzzle-ways", "aria-label": t("Puzzles") },
        element("a", { href: "#/puzzles" }, t("All games")),
        element("a", { href: `#/puzzles/${puzzle.game}` }, t("All puzzles of this game")),
      ),
    ]);
  }

  /** @param {Puzzle} puzzle */
  standing({ game }) {
    const { gain } = this;
    const sign = !gain ? "" : number(gain, { signDisplay: "exceptZero" });
    const { now, best } = progress().streak;
    return element(
      "p",
      { class: "puzzle-standing", "aria-live": "polite" },
      element("span", {}, ratingText(game, this.list.first_rating), sign ? element("b", { class: (gain ?? 0) < 0 ? "loss" : "gain", dir: "ltr" }, sign) : null),
      element("span", { "data-streak": now }, t("In a row: {n}, best {best}", { n: now, best })),
      this.day ? element("span", { "data-days": daysUntil(this.day) }, t("Days in a row: {n}", { n: daysUntil(this.day) })) : null,
      this.hints && !this.isCounted ? element("span", { class: "muted" }, t("With a hint it changes no rating.")) : null,
    );
  }
}

/** @param {unknown} error */
function problemOf(error) {
  const isAway = error instanceof RequestError && error.status === 0;
  return isAway ? t("“Why not?” needs the server, which does not answer.") : messageOf(error);
}
