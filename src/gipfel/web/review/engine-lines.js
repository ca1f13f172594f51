/** What the engine would play here: it thinks until it is stopped. */

import { element } from "../dom.js";
import { noHelp } from "../people.js";
import { t } from "../words.js";

/** @typedef {import("../types.js").Line} Line */
/** @typedef {import("../types.js").Analysis} Analysis */
/** @typedef {import("../table/connection.js").Connection} Connection */

const LINES = 3;
const LONGEST = 8;

export class Thoughts {
  /**
   * @param {Connection} connection
   * @param {() => number} where       after how many decisions the board is
   * @param {(per_cent: number) => string} expected      what the mover's chances mean, in words
   */
  constructor(connection, where, expected) {
    this.expected = expected;
    this.connection = connection;
    this.where = where;
    this.thinking = false;
    this.asked = 0;
    this.button = element("button", { type: "button", class: "button", onclick: () => (this.thinking ? this.stop() : this.start()) });
    this.list = element("ol", { class: "thoughts-list" });
    this.note = element("p", { class: "muted thoughts-note", role: "status" });
    this.node = element("div", { class: "thoughts" }, this.button, this.note, this.list);
    this.showButton();
  }

  showButton() {
    this.button.textContent = this.thinking ? t("Stop thinking") : t("What would the engine play?");
  }

  /**
   * While two people play, the engine helps nobody.
   * @param {boolean} allowed
   */
  allow(allowed) {
    this.button.disabled = !allowed;
    if (!allowed) this.note.textContent = noHelp();
    else if (this.note.textContent === noHelp()) this.note.textContent = "";
  }

  start() {
    this.thinking = true;
    this.ask();
    this.showButton();
  }

  async stop() {
    this.thinking = false;
    this.asked++;
    this.showButton();
    await this.connection.ask("stop").catch(() => {});
  }

  /** The board shows something else now. */
  async moved() {
    this.list.replaceChildren();
    if (!this.button.disabled) this.note.textContent = "";
    if (!this.thinking) return;
    const mine = ++this.asked;
    await this.connection.ask("stop").catch(() => {});
    if (mine === this.asked && this.thinking) this.ask();
  }

  ask() {
    const mine = ++this.asked;
    this.note.textContent = t("The engine thinks …");
    this.connection.listen(
      "analyse",
      { at: this.where(), lines: LINES },
      (/** @type {Analysis} */ answer) => mine === this.asked && this.show(answer),
      (problem) => mine === this.asked && this.fail(problem),
    );
  }

  /** @param {Error} problem */
  fail(problem) {
    this.thinking = false;
    this.note.textContent = problem.message || t("The server does not answer.");
    this.showButton();
  }

  /** @param {Analysis} analysis */
  show({ lines, depth, over }) {
    if (lines?.length) this.list.replaceChildren(...lines.map((found) => this.line(found)));
    this.note.textContent = depth ? t("Depth {depth}", { depth }) : "";
    if (!over) return;
    this.thinking = false;
    this.showButton();
  }

  /** @param {Line} found */
  line({ text, per_cent, decisions }) {
    const more = decisions.length > LONGEST ? " …" : "";
    return element(
      "li",
      { class: "thought" },
      element("strong", { class: "mono", dir: "ltr" }, decisions[0] ?? ""),
      element("span", { class: "thought-text" }, `${text} (${this.expected(per_cent)})`),
      element("span", { class: "mono muted thought-line", dir: "ltr" }, decisions.slice(1, LONGEST).join(" ") + more),
    );
  }
}
