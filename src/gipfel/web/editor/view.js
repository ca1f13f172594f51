/** Setting up a position: a text beside its picture, checked while it is written, and a board to point at. */

import { api, messageOf } from "../api.js";
import { toast } from "../dialogs.js";
import { element, loadStyles } from "../dom.js";
import { copy } from "../files.js";
import { fetchHome } from "../home/fetch-home.js";
import { seatsForm } from "../home/seats-form.js";
import { createTable, hasOwnTime, seatOptions } from "../home/start-dialog.js";
import { t } from "../i18n.js";
import { trayLine } from "../table/draw/tray-line.js";
import { EditorBoard } from "./board.js";
import { saveDraft, loadDraft } from "./draft.js";

/** @import { Home, MovePieceRequest, PlacePieceRequest, PositionRequest, ShownPosition } from "../types.js" */
/** @import { Context } from "../view-types.js" */
/** @import { Change } from "./board.js" */

/** Milliseconds after the last key until the text is checked. */
const CHECK_DELAY = 250;

/**
 * @param {HTMLElement} root
 * @param {string[]} parts       game and version
 * @param {Context} context
 */
export async function show(root, [game = "", version = ""], context) {
  const [home] = await Promise.all([
    fetchHome(),
    loadStyles("/web/table/table.css"),
    loadStyles("/web/home/forms.css"),
    loadStyles("/web/editor/editor.css"),
  ]);
  context.heading(t("Set up a position"));
  const editor = new Editor(root, home, game, version, context);
  return () => editor.close();
}

class Editor {
  /**
   * @param {HTMLElement} root
   * @param {Home} home
   * @param {string} name
   * @param {string} version
   * @param {Context} context
   */
  constructor(root, home, name, version, context) {
    const { games } = home;
    this.games = games;
    this.context = context;
    this.game = games.find((known) => known.name === name) ?? games[0];
    this.version = this.game.versions.find((known) => known.name === version)?.name ?? this.game.versions[0].name;
    this.timer = 0;
    this.requests = 0;
    /** @type {ShownPosition | null} */
    this.shown = null;
    /** @type {string | null} the text whose position is shown */
    this.checked = null;
    this.board = new EditorBoard((change) => this.edit(change));
    this.text = element("textarea", {
      class: "mono editor-text",
      dir: "ltr",
      spellcheck: "false",
      "aria-label": t("Position as text"),
      oninput: () => this.onInput(),
    });
    this.status = element("p", { class: "editor-status", role: "status" });
    this.trays = element("div", { class: "editor-trays" });
    this.play = element("button", { type: "button", class: "button primary", onclick: () => this.start() }, t("Play from here"));
    this.seats = seatsForm(this.game.sides, this.game.players, seatOptions(home));
    root.dataset.game = this.game.name;
    root.replaceChildren(this.build());
    this.text.value = loadDraft(this.game.name, this.version);
    this.check();
  }

  build() {
    return element(
      "div",
      { class: "editor" },
      this.board.node,
      element(
        "aside",
        { class: "editor-side" },
        element(
          "section",
          { class: "card editor-head" },
          element("h1", { class: "visually-hidden" }, t("Set up a position")),
          element("div", { class: "two" }, this.gameField(), this.versionField()),
          element("label", { class: "field" }, element("span", {}, t("Position as text")), this.text),
          this.status,
          this.trays,
          element(
            "div",
            { class: "editor-buttons" },
            element("button", { type: "button", class: "button", onclick: () => this.reset() }, t("Start position")),
            element("button", { type: "button", class: "button", onclick: () => this.tidy() }, t("Tidy up")),
            element("button", { type: "button", class: "button", onclick: () => copy(this.text.value) }, t("Copy")),
          ),
        ),
        element("section", { class: "card editor-play" }, element("h2", {}, t("Who plays")), element("div", {}, this.seats.node), this.play),
      ),
    );
  }

  gameField() {
    const choice = element(
      "select",
      { onchange: () => this.context.go(`#/editor/${choice.value}`) },
      ...this.games.map(({ name, title }) => element("option", { value: name, selected: name === this.game.name }, title)),
    );
    return element("label", { class: "field" }, element("span", {}, t("Game")), choice);
  }

  versionField() {
    const choice = element(
      "select",
      { onchange: () => this.context.go(`#/editor/${this.game.name}/${choice.value}`) },
      ...this.game.versions.map(({ name, title }) => element("option", { value: name, selected: name === this.version }, capitalize(title))),
    );
    return element("label", { class: "field" }, element("span", {}, t("Version")), choice);
  }

  // --- Checking ---

  onInput() {
    saveDraft(this.game.name, this.version, this.text.value);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), CHECK_DELAY);
  }

  async check() {
    clearTimeout(this.timer); // A scheduled check would make this one out of date.
    const request = ++this.requests;
    const position = this.text.value;
    try {
      const shown = await this.checkPosition(this.version, position);
      if (request === this.requests) this.present(shown, position);
    } catch (error) {
      if (request === this.requests && !(await this.isOfOtherVersion(request))) this.refuse(messageOf(error));
    }
  }

  /**
   * @param {string} version
   * @param {string} position
   * @returns {Promise<ShownPosition>}
   */
  checkPosition(version, position) {
    /** @type {PositionRequest} */
    const body = { game: this.game.name, version, options: {}, position };
    return api.post("/api/positions", body);
  }

  /**
   * Some texts name their version; then that version is shown.
   * @param {number} request
   */
  async isOfOtherVersion(request) {
    const text = this.text.value;
    try {
      const { version } = await this.checkPosition("", text);
      if (request !== this.requests || version === this.version) return request !== this.requests;
      saveDraft(this.game.name, version, text);
      this.context.go(`#/editor/${this.game.name}/${version}`);
      return true;
    } catch {
      return false;
    }
  }

  /**
   * @param {ShownPosition} shown
   * @param {string} text       the text of this position
   */
  present(shown, text) {
    this.shown = shown;
    this.checked = text;
    this.seats.timed(!hasOwnTime(this.game, shown.version));
    if (!this.text.value.trim()) this.text.value = this.checked = shown.position;
    this.board.show(shown);
    this.trays.replaceChildren(...shown.picture.trays.map(trayLine));
    this.showStatus(shown.sentence, false);
    this.play.disabled = shown.over;
  }

  /** @param {string} problem */
  refuse(problem) {
    this.board.showOutdated(true);
    this.showStatus(problem, true);
    this.play.disabled = true;
  }

  /**
   * @param {string} text
   * @param {boolean} isProblem
   */
  showStatus(text, isProblem) {
    this.status.textContent = text;
    this.status.classList.toggle("problem", isProblem);
    this.text.toggleAttribute("aria-invalid", isProblem);
  }

  // --- Changing, playing ---

  /** @param {Change} change */
  async edit(change) {
    const { board } = this;
    const before = board.counts();
    try {
      /** @type {MovePieceRequest | PlacePieceRequest} */
      const body = { game: this.game.name, version: this.version, position: this.text.value, ...change };
      this.text.value = (await api.post("/api/positions/edit", body)).position;
      saveDraft(this.game.name, this.version, this.text.value);
      await this.check();
      board.doubtful = "at" in change && board.isPiece(change.piece) && before !== "" && board.counts() === before;
      board.drawPalette();
    } catch (error) {
      toast(messageOf(error));
    }
  }

  reset() {
    this.text.value = "";
    saveDraft(this.game.name, this.version, "");
    this.check();
  }

  /** Write the same position in its canonical form. */
  tidy() {
    if (!this.shown || this.status.classList.contains("problem")) return;
    this.text.value = this.checked = this.shown.position;
    saveDraft(this.game.name, this.version, this.text.value);
  }

  /** Play the position in the text, which may be newer than the one that was checked last. */
  async start() {
    if (this.checked !== this.text.value) await this.check();
    if (this.checked !== this.text.value || this.play.disabled) return;
    try {
      const players = this.seats.read();
      const { version, options, position } = /** @type {ShownPosition} */ (this.shown);
      await createTable({ game: this.game.name, version, options, position, ...players }, this.context.go);
    } catch (error) {
      toast(messageOf(error));
    }
  }

  close() {
    clearTimeout(this.timer);
    this.requests++;
  }
}

/** @param {string} text */
function capitalize(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
