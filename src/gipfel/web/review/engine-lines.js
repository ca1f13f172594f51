/** The engine's best lines in the position that is shown; it thinks until it is stopped. */

import { element } from "../dom.js";
import { t } from "../i18n.js";
import { noHelpText } from "../player-names.js";

/** @import { Connection } from "../table/connection.js" */
/** @import { Analysis, Line } from "../types.js" */

const LINES = 3;
const LONGEST = 8;

export class EngineLines {
  /**
   * @param {Connection} connection
   * @param {() => {at: number, line: string[]}} where       the decisions of the game and of a variation before the position
   * @param {(per_cent: number) => string} chancesText      describes the chances of the side to move
   * @param {(decisions: string[]) => void} play       plays decisions as a variation
   * @param {(lines: Line[]) => void} onLines          the lines have changed
   */
  constructor(connection, where, chancesText, play, onLines) {
    this.play = play;
    this.onLines = onLines;
    this.chancesText = chancesText;
    this.connection = connection;
    this.where = where;
    this.thinking = false;
    this.requests = 0;
    this.button = element("button", { type: "button", class: "button", onclick: () => (this.thinking ? this.stop() : this.start()) });
    this.list = element("ol", { class: "engine-lines-list" });
    this.note = element("p", { class: "muted engine-lines-note", role: "status" });
    this.node = element("div", { class: "engine-lines" }, this.button, this.note, this.list);
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
    if (!allowed) this.note.textContent = noHelpText();
    else if (this.note.textContent === noHelpText()) this.note.textContent = "";
  }

  start() {
    this.thinking = true;
    this.ask();
    this.showButton();
  }

  async stop() {
    this.thinking = false;
    this.requests++;
    this.showButton();
    await this.connection.request("stop").catch(() => {});
  }

  /** The board shows another position. */
  async onMove() {
    this.list.replaceChildren();
    this.onLines([]);
    if (!this.button.disabled) this.note.textContent = "";
    if (!this.thinking) return;
    const request = ++this.requests;
    await this.connection.request("stop").catch(() => {});
    if (request === this.requests && this.thinking) this.ask();
  }

  ask() {
    const request = ++this.requests;
    this.note.textContent = t("The engine thinks …");
    this.connection.subscribe(
      "analyse",
      { ...this.where(), lines: LINES },
      (/** @type {Analysis} */ answer) => request === this.requests && this.show(answer),
      (error) => request === this.requests && this.fail(error),
    );
  }

  /**
   * The engine is not ready yet.
   * @param {string} text
   */
  prepare(text) {
    if (this.thinking) this.note.textContent = text;
  }

  /** @param {Error} error */
  fail(error) {
    this.thinking = false;
    this.note.textContent = error.message || t("The server does not answer.");
    this.showButton();
  }

  /** @param {Analysis} analysis */
  show({ lines, depth, over }) {
    if (lines?.length) {
      this.list.replaceChildren(...lines.map((found) => this.line(found)));
      this.onLines(lines);
    }
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
      { class: "engine-line" },
      this.move(decisions, 0),
      element("span", { class: "engine-line-text" }, `${text} (${this.chancesText(per_cent)})`),
      element(
        "span",
        { class: "engine-line-moves", dir: "ltr" },
        ...decisions.slice(1, LONGEST).map((_, i) => this.move(decisions, i + 1)),
        more,
      ),
    );
  }

  /**
   * A decision of a line; a click plays the line up to it.
   * @param {string[]} decisions
   * @param {number} index
   */
  move(decisions, index) {
    const kind = index ? "engine-move" : "engine-move is-first";
    const attributes = { type: "button", class: `quiet mono ${kind}`, dir: "ltr" };
    return element("button", { ...attributes, onclick: () => this.play(decisions.slice(0, index + 1)) }, decisions[index] ?? "");
  }
}
