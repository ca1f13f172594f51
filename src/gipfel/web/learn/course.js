/** A course, step by step: a board with one thing to do, and texts beside it. */

import { api, messageOf } from "../api.js";
import { element, loadStyles } from "../dom.js";
import { t } from "../i18n.js";
import { ExercisePlayer } from "../exercise/player.js";
import { plain } from "../rules/text.js";
import { doneSteps, markDone } from "./progress.js";
import { StepPanel } from "./step-panel.js";

/** @import { Course, CourseStep, StepExercise } from "../types.js" */
/** @import { Action } from "../exercise/player.js" */
/** @import { Context } from "../view-types.js" */

/** The part of an address for what comes after the last step. */
const FINISH = "finish";

/** @typedef {{game: string, course: string, step: string}} Place */

/**
 * @param {HTMLElement} root
 * @param {Place} place
 * @param {Context} context
 */
export async function showCourse(root, { game, course, step }, context) {
  const address = `/api/courses/${encodeURIComponent(game)}/${encodeURIComponent(course)}`;
  const styles = Promise.all([ExercisePlayer.loadStyles(), loadStyles("/web/learn/learn.css")]);
  /** @type {Course} */
  const found = await api.get(address);
  await styles;
  context.heading(found.title);
  const view = new CourseView(root, found, address, context);
  view.open(step || view.firstNotDone()).then(() => view.keepSteps());
  return () => view.close();
}

class CourseView {
  /**
   * @param {HTMLElement} root
   * @param {Course} course
   * @param {string} address     of the course at the server
   * @param {Context} context
   */
  constructor(root, course, address, context) {
    this.root = root;
    this.course = course;
    this.address = address;
    this.context = context;
    /** @type {CourseStep | null} null after the last one */
    this.step = null;
    this.place = `#/learn/${course.game}/${course.name}`;
    /** @type {Map<string, Promise<StepExercise>>} by step */
    this.exercises = new Map();
    this.isHintShown = false;
    this.closed = false;
    this.player = new ExercisePlayer({
      onDone: () => this.onDone(),
      onWrong: () => this.panel.draw(),
      onStep: (by) => this.go(by),
      actions: () => this.actions(),
      reminder: () => this.panel.reminder(),
    });
    this.panel = new StepPanel(this.player.panel, this);
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
    root.dataset.game = course.game;
  }

  close() {
    this.closed = true;
    document.removeEventListener("keydown", this.onKey);
    this.player.close();
  }

  // --- Steps ------------------------------------------------------------------------------------------

  get done() {
    return doneSteps(this.course.game, this.course.name);
  }

  /** The name of the first step that was not done yet; after all of them, of the end. */
  firstNotDone() {
    const { done } = this;
    return this.course.steps.find(({ name }) => !done.has(name))?.name ?? FINISH;
  }

  /** The number of the present step; that of the last one plus one at the end. */
  get number() {
    const found = this.course.steps.findIndex((one) => one === this.step);
    return found < 0 ? this.course.steps.length : found;
  }

  get node() {
    return this.player.node;
  }

  /**
   * The address of a step.
   * @param {number} number
   */
  addressOf(number) {
    return `${this.place}/${this.course.steps[number]?.name ?? FINISH}`;
  }

  /**
   * Go to a step without loading the view again.
   * @param {number} number
   */
  goTo(number) {
    const { steps } = this.course;
    if (number < 0 || number > steps.length) return;
    history.pushState(null, "", this.addressOf(number));
    this.open(steps[number]?.name ?? FINISH);
  }

  /** @param {number} by */
  go(by) {
    this.goTo(this.number + by);
  }

  /**
   * Show a step.
   * @param {string} name
   */
  async open(name) {
    const step = this.course.steps.find((one) => one.name === name) ?? null;
    this.step = step;
    this.isHintShown = false;
    if (!step) return name === FINISH ? this.showFinish() : this.context.replace(this.place);
    try {
      const { exercise } = await this.exercise(step.name);
      if (this.step === step) this.show(step, exercise);
    } catch (error) {
      this.exercises.delete(step.name);
      if (this.step === step) this.showProblem(messageOf(error));
    }
  }

  /**
   * @param {CourseStep} step
   * @param {StepExercise["exercise"]} exercise
   */
  show(step, exercise) {
    if (!this.root.contains(this.player.root)) this.root.replaceChildren(this.player.root);
    this.player.load(exercise, { again: step.again, spoken: this.course.language });
    this.panel.draw();
    this.panel.scrollUp();
  }

  /**
   * The exercise of a step, which is fetched once.
   * @param {string} name
   */
  exercise(name) {
    const known = this.exercises.get(name);
    if (known) return known;
    const fetched = api.get(`${this.address}/${encodeURIComponent(name)}`);
    this.exercises.set(name, fetched);
    return fetched;
  }

  /** Fetch the other steps one after the other, so that the service worker keeps them for times without a connection. */
  async keepSteps() {
    for (const { name } of this.course.steps) {
      if (!navigator.serviceWorker?.controller || this.closed) return;
      await this.exercise(name).catch(() => this.exercises.delete(name));
    }
  }

  /** The user has done the step. The next one is fetched, so that it can be shown at once. */
  onDone() {
    if (!this.step) return;
    markDone(this.course.game, this.course.name, this.step.name);
    const next = this.course.steps[this.number + 1];
    if (next) this.exercise(next.name).catch(() => this.exercises.delete(next.name));
    this.panel.draw();
  }

  async showFinish() {
    const [{ finish }] = await Promise.all([import("./finish.js"), loadStyles("/web/learn/list.css")]);
    if (!this.step) this.root.replaceChildren(finish(this.course, this.addressOf(this.course.steps.length - 1), this.context));
  }

  /** @param {string} text */
  showProblem(text) {
    const again = element("button", { type: "button", class: "button primary", onclick: () => this.open(this.step?.name ?? FINISH) }, t("Try again"));
    this.root.replaceChildren(element("section", { class: "missing card", role: "alert" }, element("h1", {}, this.step?.title ?? ""), element("p", {}, text), again));
  }

  // --- Help, buttons and keys -------------------------------------------------------------------------

  /** Show the hint; the second time it is marked on the board, too. */
  hint() {
    if (this.player.phase === "wrong") this.player.takeBack();
    if (this.player.phase !== "open") return;
    this.player.forgetAnswer();
    if (this.isHintShown) return this.player.markRight();
    this.isHintShown = true;
    this.player.speak(plain(this.step?.hint ?? ""));
    this.panel.draw();
    this.player.drawPanels();
    this.panel.scrollToHint();
  }

  /** @returns {Action[]} */
  actions() {
    if (this.player.isDone) {
      const isLast = this.number === this.course.steps.length - 1;
      return [
        { label: isLast ? t("Finish") : t("Next step"), run: () => this.go(1), kind: "strong next" },
        { label: t("Once more"), run: () => this.player.restart(), kind: "back" },
      ];
    }
    return this.player.phase === "open" ? [{ label: this.isHintShown ? t("Show me") : t("Hint"), run: () => this.hint(), kind: "hint-button" }] : [];
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const isElsewhere = event.target instanceof Element && event.target.closest("button, a, input, textarea, select, dialog, summary");
    if (!this.step || isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "h") this.hint();
    else if (event.key === "Enter" && this.player.isDone && !event.defaultPrevented) this.go(1);
    else return;
    event.preventDefault();
  }
}
