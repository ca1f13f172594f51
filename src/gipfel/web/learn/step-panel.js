/** The texts of a step: the steps of the course with marks, what it is about, the task, the hint. */

import { element, patch } from "../dom.js";
import { inLanguage, t } from "../i18n.js";
import { inline } from "../rules/text.js";

/** @import { Course, CourseStep } from "../types.js" */

/**
 * What the panel shows.
 * @typedef {object} Shown
 * @property {Course} course
 * @property {CourseStep | null} step
 * @property {number} number              of the step
 * @property {Set<string>} done
 * @property {boolean} isHintShown
 * @property {number} node                of the exercise; the first one is 0
 * @property {(number: number) => string} addressOf
 * @property {(number: number) => void} goTo
 */

export class StepPanel {
  /**
   * @param {HTMLElement} place
   * @param {Shown} shown
   */
  constructor(place, shown) {
    this.place = place;
    this.shown = shown;
  }

  scrollUp() {
    this.place.scrollTop = 0;
  }

  /** Where the panel itself scrolls. */
  scrollToHint() {
    const hint = this.place.querySelector(".step-hint");
    const hidden = hint ? hint.getBoundingClientRect().bottom - this.place.getBoundingClientRect().bottom : 0;
    if (hidden > 0) this.place.scrollTop += hidden;
  }

  /** The hint, or the task as long as nothing of it is done. */
  reminder() {
    const { step, course, isHintShown, node } = this.shown;
    if (!step || (node && !isHintShown)) return [];
    return [element("span", { class: isHintShown ? "reminder-hint" : "", ...inLanguage(course.language) }, ...inline(isHintShown ? step.hint : step.task))];
  }

  draw() {
    const { step, number, course, isHintShown } = this.shown;
    if (!step) return;
    const spoken = inLanguage(course.language);
    patch(this.place, [
      this.steps(),
      element(
        "article",
        { class: "step" },
        element("p", { class: "step-number muted" }, t("Step {n} of {all}", { n: number + 1, all: course.steps.length })),
        element("h1", spoken, step.title),
        element("p", { class: "step-text", ...spoken }, ...inline(step.text)),
        element("p", { class: "step-task", ...spoken }, ...inline(step.task)),
        isHintShown ? element("p", { class: "step-hint" }, element("strong", {}, t("Hint")), " ", element("span", spoken, ...inline(step.hint))) : null,
      ),
      this.ways(),
    ]);
  }

  /** All steps, as links with marks. */
  steps() {
    const { course } = this.shown;
    const links = course.steps.map((step, i) => this.stepLink(step, i));
    return element("nav", { class: "steps", "aria-label": t("Steps of the course") }, element("ol", {}, ...links.map((link) => element("li", {}, link))));
  }

  /**
   * @param {CourseStep} step
   * @param {number} i
   */
  stepLink({ name, title }, i) {
    const isDone = this.shown.done.has(name);
    const label = isDone ? t("{n}. {title}, done", { n: i + 1, title }) : t("{n}. {title}", { n: i + 1, title });
    return element(
      "a",
      {
        href: this.shown.addressOf(i),
        class: isDone ? "step-mark done" : "step-mark",
        title,
        "aria-label": label,
        "aria-current": this.shown.number === i ? "step" : null,
        "data-key": name,
        onclick: (/** @type {MouseEvent} */ event) => this.onLink(event, i),
      },
      isDone ? "✓" : i + 1,
    );
  }

  /** Back and on, without doing the task. */
  ways() {
    const { number, course } = this.shown;
    const way = (/** @type {string} */ label, /** @type {string} */ kind, /** @type {number} */ to) =>
      element("a", { class: `way ${kind}`, href: this.shown.addressOf(to), "data-key": kind, onclick: (/** @type {MouseEvent} */ event) => this.onLink(event, this.shown.number + to - number) }, label);
    return element(
      "nav",
      { class: "ways", "aria-label": t("Course") },
      number ? way(t("Back"), "way-back", number - 1) : element("span", {}),
      element("a", { class: "way", href: "#/learn" }, t("All courses")),
      way(number + 1 < course.steps.length ? t("Skip") : t("Finish"), "way-on", number + 1),
    );
  }

  /**
   * Go to a step without loading the view again; a link still opens in a new tab.
   * @param {MouseEvent} event
   * @param {number} number
   */
  onLink(event, number) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.shown.goTo(number);
  }
}
