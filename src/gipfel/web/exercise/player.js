/**
 * Plays an exercise: a position on a board in which the user finds the right decisions by pointing, as at a table. It needs no
 * server once the data is there, and knows no rule.
 *
 *     const player = new ExercisePlayer({ onDone: () => …, actions: () => [{ label, run, kind: "strong" }] });
 *     player.panel.append(…);              // texts beside the board, below it on a phone
 *     root.replaceChildren(player.root);   // `await ExercisePlayer.loadStyles()` before
 *     player.load(exercise, { again });    // again and again, for one exercise after the other
 *     player.close();
 *
 * A right answer is shown with the reply to it; if it was not the last one, the user goes on. A recognised wrong answer is shown, its
 * text is said, and `takeBack` (a button, Escape, a click on the board) returns to where it was given. Any other wrong answer gets the
 * text `again` at once.
 */

import { loadStyles, patch } from "../dom.js";
import { inLanguage, language, t } from "../i18n.js";
import { inline, plain } from "../rules/text.js";
import { onSettingChange, setting } from "../settings-store.js";
import { Board } from "../table/draw/board.js";
import { button, pointingButtons, pointingText } from "../table/draw/choices.js";
import { addLooks } from "../table/draw/piece-looks.js";
import { Keyboard } from "../table/input/keyboard.js";
import { PointerInput } from "../table/input/pointer-input.js";
import { TargetSelection } from "../table/input/selection.js";
import { clearPrefix, isTurningPiece, newState, pointableTargets } from "../table/state.js";
import { keyOf, same } from "../table/targets.js";
import { Film } from "./film.js";
import { drawCards, layout } from "./layout.js";
import { LocalTargets, NO_EDGE, pictureOf } from "./local-targets.js";

/** @import { Change, Exercise, ExerciseDecision, ExerciseEdge, Target } from "../types.js" */
/** @import { BoardOptions } from "../table/draw/board.js" */
/** @import { GhostPreview } from "../table/draw/ghost-preview.js" */
/** @import { Popup } from "../table/draw/popup.js" */
/** @import { FullPicture } from "../table/received-parts.js" */
/** @import { Scene } from "./film.js" */

/** A board with a larger ratio of width to height gets more height in an upright window: it is turned there. */
const WIDE = 1.6;
/** Nothing is shown before it is done. */
const NO_PREVIEW = /** @type {GhostPreview} */ (/** @type {unknown} */ ({ hover() {}, leave() {}, reset() {}, showNow: async () => false, shownAt: () => null }));

/** @typedef {"open" | "film" | "wrong" | "done"} Phase   the user acts; a film; a wrong answer is on the board; it is over */
/** @typedef {{label: string, run: () => void, kind?: string}} Action   a button beside the sentence; `strong` is the one to press */

/**
 * What a user has answered.
 * @typedef {object} Given
 * @property {ExerciseEdge | null} edge    null if nothing is known about it
 * @property {number} node                 the number of the position
 * @property {Target[]} path               what was pointed at
 */

/**
 * @typedef {object} Handlers
 * @property {(given: Given) => void} [onRight]     a right decision, the last one or not
 * @property {(given: Given) => void} [onWrong]
 * @property {(how: {tries: number, shown: boolean}) => void} [onDone]   solved: after how many wrong answers, and by itself?
 * @property {() => Action[]} [actions]             buttons for the present phase, besides those for pointing
 * @property {() => HTMLElement[]} [reminder]      the task or a hint, which upright windows show where the panel is out of sight
 * @property {(by: number) => void} [onStep]        an arrow key to the side, while nothing is being chosen
 */

export class ExercisePlayer {
  /** The style sheets that it needs. */
  static loadStyles() {
    return Promise.all([loadStyles("/web/table/table.css"), loadStyles("/web/exercise/exercise.css")]);
  }

  /** @param {Handlers} [handlers] */
  constructor(handlers = {}) {
    this.handlers = handlers;
    this.state = newState("");
    this.board = new Board();
    this.parts = layout(this.board.node);
    this.root = this.parts.root;
    this.panel = this.parts.panel;
    /** @type {Exercise | null} */
    this.exercise = null;
    /** @type {Phase} */
    this.phase = "open";
    /** The number of the position. */
    this.node = 0;
    /** Where a wrong answer that is on the board began. */
    this.back = 0;
    this.isWrongLine = false;
    /** When it was shown: the click that has given it does not take it back. */
    this.wrongSince = 0;
    /** @type {{text: string, verdict: "right" | "wrong"} | null} what is said about the last answer */
    this.answer = null;
    this.again = "";
    this.spoken = language();
    this.tries = 0;
    this.isShown = false;
    /** Counts pictures and exercises: what belongs to an earlier exercise is out of date. */
    this.pictures = 0;
    this.loads = 0;
    /** @type {LocalTargets | null} */
    this.local = null;
    /** @type {Popup | null} */
    this.popup = null;
    const source = {
      final: true,
      targetsAfter: async (/** @type {Target[]} */ prefix) => this.targetsAfter(prefix),
      decide: (/** @type {string} */ decision) => this.give(Number(decision)),
      whyNot: async () => "",
    };
    this.selection = new TargetSelection(this.state, source, () => this.drawPointing());
    this.ghosts = NO_PREVIEW;
    this.film = new Film(this.board, this.root);
    const tools = { state: this.state, board: this.board, selection: this.selection, ghosts: this.ghosts };
    const showContents = (/** @type {Target} */ target) => this.showContents(target);
    this.pointerInput = new PointerInput({ ...tools, showContents }, this.root);
    const lookBack = { step: (/** @type {number} */ by) => handlers.onStep?.(by), goTo: () => {}, replay: () => {}, leave: () => {} };
    this.keyboard = new Keyboard({ ...tools, pointerInput: this.pointerInput, showContents, leavePlan: () => {}, lookBack: /** @type {any} */ (lookBack) });
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    this.onAct = () => this.film.hurry();
    this.root.addEventListener("pointerdown", this.onAct, { capture: true });
    this.board.node.addEventListener("click", (event) => this.phase === "wrong" && event.timeStamp > this.wrongSince && this.takeBack());
    document.addEventListener("keydown", this.onKey);
    this.stopListening = onSettingChange(() => this.draw());
    this.sizes = new ResizeObserver(() => this.onResize());
    this.sizes.observe(this.board.node);
    if (matchMedia("(pointer: coarse)").matches) prepareLoupe();
  }

  /** Release everything. */
  close() {
    this.loads += 1;
    this.film.hurry();
    document.removeEventListener("keydown", this.onKey);
    this.stopListening();
    this.sizes.disconnect();
  }

  /**
   * Show an exercise from its beginning.
   * @param {Exercise} exercise
   * @param {{again?: string, spoken?: string}} [texts]    what is said after a wrong answer that has no text of its own; the language
   *                                                       of the exercise's own answers, if it may be another than that of the page
   */
  load(exercise, { again = t("That is a legal move, but not what is asked for. Try again!"), spoken = language() } = {}) {
    this.loads += 1;
    this.film.hurry();
    Object.assign(this, { exercise, again, spoken, tries: 0, isShown: false, answer: null });
    addLooks(exercise.looks);
    if (this.ghosts === NO_PREVIEW && exercise.nodes.some(({ ghosts }) => ghosts.length)) this.loadPreview().catch(() => {});
    this.goTo(0);
  }

  /** Load the previews of pieces that can be turned. Other pieces have none: they would tell what is right. */
  async loadPreview() {
    const { GhostPreview } = await import("../table/draw/ghost-preview.js");
    this.ghosts = new GhostPreview(this.state, this.selection, (text) => this.speak(text));
    this.pointerInput.ghosts = this.keyboard.ghosts = this.ghosts;
  }

  /** The same exercise from its beginning. */
  restart() {
    if (this.exercise) this.load(this.exercise, { again: this.again, spoken: this.spoken });
  }

  /** Is the exercise solved? */
  get isDone() {
    return this.phase === "done";
  }

  // --- Positions --------------------------------------------------------------------------------------

  /**
   * The user acts in a position.
   * @param {number} number
   */
  goTo(number) {
    const { exercise } = this;
    if (!exercise) return;
    const picture = pictureOf(exercise, number);
    Object.assign(this, { node: number, back: number, isWrongLine: false, phase: "open" });
    this.local = new LocalTargets(exercise.nodes[number], picture);
    this.showPicture(picture);
  }

  /**
   * @param {FullPicture} picture
   */
  showPicture(picture) {
    const { state, exercise } = this;
    if (!exercise) return;
    const acts = this.phase === "open" && this.local;
    const { side, sentence } = exercise.nodes[this.node];
    const yours = acts ? [exercise.learner] : [];
    const targets = acts ? this.local?.after([]).targets ?? [] : [];
    this.pictures += 1;
    state.table = /** @type {any} */ ({ number: this.pictures, happened: this.loads, side, sentence, yours, targets });
    state.picture = picture;
    Object.assign(state, { hint: [], note: "" });
    clearPrefix(state);
    this.ghosts.reset();
    this.draw();
    this.keyboard.restoreFocus();
  }

  /** @param {Target[]} prefix */
  targetsAfter(prefix) {
    const found = this.local?.after(prefix);
    if (!found) return null;
    const { targets, edge, count, ghosts } = found;
    return { targets, decision: edge === null ? null : String(edge), count, ghosts, effect: null };
  }

  // --- Answers ----------------------------------------------------------------------------------------

  /**
   * The user has made a decision.
   * @param {number} number   of its edge
   */
  async give(number) {
    const edge = number === NO_EDGE ? null : (this.exercise?.edges[number] ?? null);
    const given = { edge, node: this.node, path: this.state.prefix };
    if (!edge) return this.refuse(given);
    const wrongFrom = this.isWrongLine ? this.back : this.node;
    if (!(await this.play(edge.played))) return;
    if (edge.verdict === "right") this.onRight(edge, given);
    else this.onWrong(edge, given, wrongFrom);
  }

  /** @param {Given} given */
  refuse(given) {
    this.tries += 1;
    clearPrefix(this.state);
    this.ghosts.reset();
    this.say(this.again, "wrong");
    this.handlers.onWrong?.(given);
  }

  /**
   * @param {ExerciseEdge} edge
   * @param {Given} given
   */
  onRight({ done, answer, played }, given) {
    const last = played.at(-1)?.node ?? this.node;
    if (!done) {
      this.answer = null;
      this.goTo(last);
      return this.handlers.onRight?.(given);
    }
    this.phase = "done";
    this.node = last;
    this.endPointing();
    this.say(answer, "right");
    this.handlers.onRight?.(given);
    this.handlers.onDone?.({ tries: this.tries, shown: this.isShown });
    this.draw();
  }

  /**
   * @param {ExerciseEdge} edge
   * @param {Given} given
   * @param {number} from    where the wrong answer began
   */
  onWrong({ done, answer, played }, given, from) {
    const last = played.at(-1)?.node ?? this.node;
    if (!done) {
      this.goTo(last);
      Object.assign(this, { back: from, isWrongLine: true });
      return;
    }
    this.tries += 1;
    Object.assign(this, { phase: "wrong", node: last, back: from, wrongSince: performance.now() });
    this.endPointing();
    this.say(answer || this.again, "wrong");
    this.handlers.onWrong?.(given);
    this.draw();
  }

  /** Nothing can be pointed at any more. A piece that was laid down stays, if no picture shows it. */
  endPointing() {
    const { state } = this;
    const laid = state.prefix.length ? this.local?.after(state.prefix.slice(0, -1)).ghosts.find(({ target }) => same(target, state.prefix.at(-1))) : null;
    if (state.table) Object.assign(state.table, { yours: [], targets: [] });
    clearPrefix(state);
    state.ghost = laid ?? null;
  }

  /** Return to where a wrong answer was given. */
  takeBack() {
    if (this.phase !== "wrong") return;
    this.answer = null;
    this.goTo(this.back);
  }

  /**
   * Show decisions as films. Are they over, and has no other exercise been loaded meanwhile?
   * @param {ExerciseDecision[]} played
   */
  play(played) {
    const { exercise } = this;
    if (!exercise || !played.length) return true;
    const shown = played.map(({ node, changes }) => ({ picture: pictureOf(exercise, node), changes, node }));
    return this.playPictures(shown);
  }

  /**
   * Show pictures that follow from each other, as films.
   * @param {{picture: FullPicture, changes: Change[], node?: number}[]} shown
   */
  async playPictures(shown) {
    const { state, loads } = this;
    let before = /** @type {FullPicture} */ (state.picture);
    let mover = state.table?.side ?? null;
    this.phase = "film";
    const scenes = shown.map(({ picture, changes, node }) => {
      /** @type {Scene} */
      const scene = { before, after: picture, changes, mover, draw: () => this.showScene(picture, node) };
      before = picture;
      mover = node === undefined ? null : (this.exercise?.nodes[node].side ?? null);
      return scene;
    });
    await this.film.show(scenes.map((scene) => ({ ...scene, draw: () => loads === this.loads && scene.draw() })));
    return loads === this.loads;
  }

  /**
   * @param {FullPicture} picture
   * @param {number} [node]
   */
  showScene(picture, node) {
    addLooks(picture.looks);
    if (node !== undefined) this.node = node;
    this.showPicture(picture);
  }

  /**
   * Show a line that is not in the exercise, such as a refutation, and what is said about it; then it can be taken back.
   * @param {{picture: FullPicture, changes: Change[]}[]} shown
   * @param {string} text
   */
  async showLine(shown, text) {
    const from = this.phase === "wrong" ? this.back : this.node;
    if (this.phase === "wrong") this.goTo(from);
    if (!(await this.playPictures(shown))) return;
    Object.assign(this, { phase: "wrong", back: from, wrongSince: performance.now() });
    this.endPointing();
    this.say(text, "wrong");
    this.draw();
  }

  // --- Help -------------------------------------------------------------------------------------------

  /**
   * Mark on the board how a right decision begins, or all of it.
   * @param {number} [targets]   how many
   */
  markRight(targets = Infinity) {
    const found = this.rightPath();
    if (!found) return;
    clearPrefix(this.state);
    this.state.hint = found.path.slice(0, targets).map((number) => /** @type {LocalTargets} */ (this.local).targets[number].target);
    this.drawPointing();
  }

  /** Play what is right, to the end. */
  async showRight() {
    this.takeBack();
    if (this.isWrongLine) this.goTo(this.back);
    const { loads } = this;
    this.isShown = true;
    for (let found = this.rightPath(); found && loads === this.loads; found = this.rightPath()) {
      const { edge } = found;
      clearPrefix(this.state);
      await this.selection.whileBusy(() => this.give(edge));
    }
  }

  /** A path to a right decision in the present position. */
  rightPath() {
    if (this.phase !== "open" || !this.exercise) return null;
    const { edges } = this.exercise;
    return this.local?.paths.find(({ edge }) => edge !== NO_EDGE && edges[edge].verdict === "right") ?? null;
  }

  // --- Drawing ----------------------------------------------------------------------------------------

  draw() {
    const { state } = this;
    if (!state.picture || !state.table) return;
    const [, , width, height] = state.picture.box;
    this.root.dataset.game = state.picture.game;
    this.root.classList.toggle("wide-board", width > WIDE * height);
    this.root.dataset.number = String(state.table.number);
    this.root.dataset.side = state.table.side ?? "";
    this.board.draw(state.picture, this.boardOptions());
    this.drawPanels();
  }

  /** Draw only what depends on pointing. */
  drawPointing() {
    const { state } = this;
    if (!state.picture || !state.table) return;
    if (state.prefix.length && this.phase === "open") this.answer = null;
    this.board.mark(this.boardOptions());
    this.drawPanels();
    this.keyboard.restoreFocus();
  }

  drawPanels() {
    const { state, parts, exercise } = this;
    if (!exercise) return;
    Object.assign(this.root.dataset, { prefix: state.prefix.map(keyOf).join(", "), busy: String(state.busy > 0), phase: this.phase });
    Object.assign(this.root.dataset, { node: String(this.node), over: String(this.isDone) });
    drawCards(state, parts, exercise, (target) => this.selection.point(target));
    const isWaiting = this.phase === "open" && !this.answer && !state.prefix.length;
    patch(parts.reminder, isWaiting ? (this.handlers.reminder?.() ?? []) : []);
    patch(parts.sentence, this.answer ? inline(this.answer.text) : [this.sentence()]);
    const spoken = this.answer && this.answer.text !== this.again ? this.spoken : language();
    Object.assign(parts.sentence, { lang: spoken, dir: inLanguage(spoken).dir ?? "" });
    parts.now.classList.toggle("waiting", !this.answer);
    for (const verdict of ["right", "wrong"]) parts.now.classList.toggle(verdict, this.answer?.verdict === verdict);
    if (parts.note.textContent !== state.note) parts.note.textContent = state.note;
    patch(parts.buttons, this.buttons());
  }

  /** What to do now. */
  sentence() {
    const { state } = this;
    return pointingText(state) || [state.table?.sentence, state.warning].filter(Boolean).join(" ");
  }

  buttons() {
    if (this.phase === "film") return [];
    const pointing = this.phase === "open" ? pointingButtons(this.state, this.selection) : [];
    const again = this.phase === "wrong" ? [button(t("Try again"), () => this.takeBack(), "strong")] : [];
    const others = this.state.prefix.length ? [] : (this.handlers.actions?.() ?? []);
    return [...pointing, ...again, ...others.map(({ label, run, kind }) => button(label, run, kind))];
  }

  /** @returns {BoardOptions} */
  boardOptions() {
    const { state } = this;
    return {
      open: pointableTargets(state),
      chosen: state.prefix,
      hint: state.hint,
      ghost: state.ghost,
      sure: state.confirming,
      row: state.highlightedRow,
      coordinates: setting("coordinates"),
      rings: setting("targets") && !isTurningPiece(state),
    };
  }

  /**
   * Say something about an answer.
   * @param {string} text
   * @param {"right" | "wrong"} verdict
   */
  say(text, verdict) {
    this.answer = { text, verdict };
    this.speak(plain(text));
    this.drawPanels();
  }

  /** What was said about the last answer makes room for a hint. */
  forgetAnswer() {
    this.answer = null;
  }

  /**
   * For screen readers. The same text is said again.
   * @param {string} text
   */
  speak(text) {
    const { spoken } = this.parts;
    spoken.textContent = spoken.textContent === text ? `${text}\u00a0` : text;
  }

  /** Turn a wide board where there is little width. */
  onResize() {
    const { picture } = this.state;
    if (picture && this.board.lacksWidth(picture) !== (this.board.angle % 180 === 90)) this.draw();
  }

  // --- Keys, and what lies somewhere ------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  key(event) {
    this.film.hurry();
    if (event.key === "Escape" && this.phase === "wrong" && !document.querySelector("dialog[open]")) this.takeBack();
    else this.keyboard.onKey(event);
  }

  /** @param {Target} target */
  async showContents(target) {
    const { state } = this;
    const lines = (state.picture?.pieces ?? []).filter((piece) => same(piece.target, target)).map((piece) => piece.name);
    const module = await import("../table/draw/popup.js");
    this.popup ??= new module.Popup(/** @type {any} */ (this.parts), this.board);
    this.popup.show(target, lines.reverse());
  }
}

/** Fingers may need the loupe when the server is away. */
function prepareLoupe() {
  import("../table/input/loupe.js").catch(() => {});
  loadStyles("/web/table/input/loupe.css");
}
