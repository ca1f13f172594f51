/** The controls under the board of a review: buttons, a slider, and playing the game step by step. */

import { element, svg } from "../dom.js";
import { number, t } from "../i18n.js";

/** Milliseconds from one decision to the next. */
const STEP = 900;

/** Icons: paths in a square of 20. */
const ICONS = {
  first: "M4 4h2.4v12H4zM16 4v12l-8.5-6z",
  back: "M14.5 4v12L6 10z",
  play: "M6 3.5v13l10-6.5z",
  pause: "M5.5 4h3.2v12H5.5zM11.3 4h3.2v12h-3.2z",
  on: "M5.5 4v12L14 10z",
  last: "M4 4v12l8.5-6zM13.6 4H16v12h-2.4z",
};

export class Controls {
  /**
   * @param {(at: number) => void} jump
   * @param {() => {at: number, last: number}} where    the decision that is shown, and the last one
   * @param {(by: number) => void} [step]    one on or back, also in a variation
   */
  constructor(jump, where, step = (by) => jump(where().at + by)) {
    this.step = step;
    this.jump = jump;
    this.where = where;
    this.timer = 0;
    this.slider = element("input", {
      type: "range",
      min: 0,
      max: 0,
      dir: "ltr",
      "aria-label": t("Moment of the game"),
      oninput: () => jump(this.slider.valueAsNumber),
    });
    this.counter = element("span", { class: "review-counter muted" });
    this.playButton = button("play", t("Play the turns"), () => (this.timer ? this.pause() : this.play()));
    this.node = element(
      "div",
      { class: "review-controls" },
      element(
        "div",
        { class: "review-buttons", dir: "ltr" },
        button("first", t("To the first turn"), () => jump(0)),
        button("back", t("One back"), () => this.step(-1)),
        this.playButton,
        button("on", t("One on"), () => this.step(1)),
        button("last", t("To the end"), () => jump(where().last)),
      ),
      this.slider,
      this.counter,
    );
  }

  draw() {
    const { at, last } = this.where();
    this.slider.max = String(last);
    this.slider.value = String(at);
    this.counter.textContent = `${number(at)} / ${number(last)}`;
  }

  play() {
    const isAtEnd = () => this.where().at >= this.where().last;
    if (isAtEnd()) this.jump(0);
    this.timer = setInterval(() => (isAtEnd() ? this.pause() : this.step(1)), STEP);
    this.drawPlayButton();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.drawPlayButton();
  }

  drawPlayButton() {
    const title = this.timer ? t("Pause") : t("Play the turns");
    this.playButton.replaceChildren(icon(this.timer ? "pause" : "play"));
    this.playButton.title = title;
    this.playButton.setAttribute("aria-label", title);
  }

  /**
   * Arrow keys, Home and End.
   * @param {KeyboardEvent} event
   */
  onKey(event) {
    const inField = event.target instanceof Element && event.target.closest("input:not([type=range]), textarea, select, dialog");
    if (inField || event.altKey || event.ctrlKey || event.metaKey) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      Home: () => this.jump(0),
      End: () => this.jump(this.where().last),
    };
    if (!(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  }
}

/**
 * @param {keyof typeof ICONS} name
 * @param {string} title
 * @param {() => void} onclick
 */
function button(name, title, onclick) {
  return element("button", { type: "button", class: "button review-button", title, "aria-label": title, onclick }, icon(name));
}

/** @param {keyof typeof ICONS} name */
function icon(name) {
  return svg("svg", { class: "review-icon", viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));
}
