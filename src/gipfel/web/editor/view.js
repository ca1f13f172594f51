/** Setting up a position: a text beside its picture, checked while one writes, and cells to be pointed at. */

import { api, element, sheet, toast } from "../dom.js";
import { fetchHome } from "../home/data.js";
import { copy } from "../home/files.js";
import { seatsForm } from "../home/seats.js";
import { begin, messageOf } from "../home/start.js";
import { setting } from "../settings-store.js";
import { Board } from "../table/board.js";
import { Gallery } from "../table/gallery.js";
import { icon, learn } from "../table/looks.js";
import { t } from "../words.js";
import { keepDraft, keptDraft } from "./draft.js";

/** @typedef {import("../home/data.js").GameInfo} GameInfo */
/** @typedef {import("../types.js").Picture} Picture */
/** @typedef {import("../types.js").Target} Target */

/**
 * What the server says about a position.
 * @typedef {object} Shown
 * @property {Picture} picture
 * @property {string} sentence
 * @property {string} position
 * @property {string} version
 * @property {Record<string, unknown>} options
 * @property {boolean} over
 * @property {{piece: string, look: string, looks: Record<string, string>, name: string}[]} palette
 */

const PATIENCE = 250;

/**
 * @param {HTMLElement} root
 * @param {string[]} parts       game and version
 * @param {import("../types.js").Context} context
 */
export async function show(root, [game = "", version = ""], context) {
  const [home] = await Promise.all([
    fetchHome(),
    sheet("/web/table/table.css"),
    sheet("/web/home/forms.css"),
    sheet("/web/editor/editor.css"),
  ]);
  context.heading(t("Set up a position"));
  const editor = new Editor(root, home.games, game, version, context);
  return () => editor.close();
}

class Editor {
  /**
   * @param {HTMLElement} root
   * @param {GameInfo[]} games
   * @param {string} name
   * @param {string} version
   * @param {import("../types.js").Context} context
   */
  constructor(root, games, name, version, context) {
    this.root = root;
    this.games = games;
    this.context = context;
    this.game = games.find((known) => known.name === name) ?? games[0];
    this.version = this.game.versions.find((known) => known.name === version)?.name ?? this.game.versions[0].name;
    this.gallery = new Gallery();
    this.board = new Board();
    this.palette = element("div", { class: "editor-palette", role: "radiogroup", "aria-label": t("What to do with the board") });
    /** @type {string | null} the piece to lay down, "" to take away, null to move */
    this.tool = null;
    /** @type {Target | null} what is being moved */
    this.held = null;
    this.hint = element("p", { class: "muted editor-hint" });
    this.board.node.addEventListener("click", (event) => this.pointed(event));
    this.timer = 0;
    this.asked = 0;
    /** @type {Shown | null} */
    this.shown = null;
    this.text = element("textarea", {
      class: "mono editor-text",
      dir: "ltr",
      spellcheck: "false",
      "aria-label": t("Position as text"),
      oninput: () => this.typed(),
    });
    this.status = element("p", { class: "editor-status", role: "status" });
    this.trays = element("div", { class: "editor-trays" });
    this.play = element("button", { type: "button", class: "button primary", onclick: () => this.begin() }, t("Play from here"));
    this.seatsPlace = element("div", {});
    this.build();
    const kept = keptDraft(this.game.name, this.version);
    this.text.value = kept;
    this.check();
  }

  build() {
    this.root.dataset.game = this.game.name;
    this.seats = seatsForm(this.game.sides, this.game.players);
    this.seatsPlace.replaceChildren(this.seats.node);
    this.root.replaceChildren(
      element(
        "div",
        { class: "editor" },
        element("div", { class: "editor-stage" }, element("div", { class: "editor-board" }, this.board.node), this.palette, this.hint),
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
              element("button", { type: "button", class: "button", onclick: () => this.restart() }, t("Start position")),
              element("button", { type: "button", class: "button", onclick: () => this.tidy() }, t("Tidy up")),
              element("button", { type: "button", class: "button", onclick: () => copy(this.text.value) }, t("Copy")),
            ),
          ),
          element("section", { class: "card editor-play" }, element("h2", {}, t("Who plays")), this.seatsPlace, this.play),
        ),
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
      ...this.game.versions.map(({ name, title }) => element("option", { value: name, selected: name === this.version }, title)),
    );
    return element("label", { class: "field" }, element("span", {}, t("Version")), choice);
  }

  // --- Checking ---

  typed() {
    keepDraft(this.game.name, this.version, this.text.value);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), PATIENCE);
  }

  async check() {
    const mine = ++this.asked;
    try {
      /** @type {Shown} */
      const shown = await api.post("/api/positions", { game: this.game.name, version: this.version, options: {}, position: this.text.value });
      if (mine === this.asked) this.present(shown);
    } catch (problem) {
      if (mine === this.asked && !(await this.isOfOtherVersion(mine))) this.refuse(messageOf(problem));
    }
  }

  /**
   * Some texts say of which version they are; then that one is shown.
   * @param {number} mine
   */
  async isOfOtherVersion(mine) {
    const text = this.text.value;
    try {
      /** @type {Shown} */
      const { version } = await api.post("/api/positions", { game: this.game.name, version: "", options: {}, position: text });
      if (mine !== this.asked || version === this.version) return mine !== this.asked;
      keepDraft(this.game.name, version, text);
      this.context.go(`#/editor/${this.game.name}/${version}`);
      return true;
    } catch {
      return false;
    }
  }

  /** @param {Shown} shown */
  present(shown) {
    this.shown = shown;
    if (!this.text.value.trim()) this.text.value = shown.position;
    this.held = null;
    this.drawBoard();
    this.drawPalette();
    this.board.node.classList.remove("is-old");
    this.trays.replaceChildren(...shown.picture.trays.map(trayLine));
    this.say(shown.sentence, false);
    this.play.disabled = shown.over;
  }

  drawBoard() {
    if (!this.shown) return;
    const chosen = this.held ? [this.held] : [];
    this.board.draw(this.gallery.whole(this.shown.picture), { coordinates: setting("coordinates"), chosen });
  }

  // --- Pointing ---

  drawPalette() {
    const pieces = this.shown?.palette ?? [];
    for (const { looks } of pieces) learn(looks);
    this.palette.hidden = !pieces.length;
    this.palette.replaceChildren(
      this.toolButton(null, t("Move"), t("Move")),
      this.toolButton("", t("Take away"), t("Take away")),
      ...pieces.map(({ piece, look, name }) => this.toolButton(piece, icon(look, 0.5), name)),
    );
    if (!pieces.length) {
      this.hint.textContent = t("Positions of this game are changed in their text.");
      return;
    }
    this.hint.textContent =
      this.tool === null
        ? t("Point at a piece, then at where it is to stand.")
        : t("Point at a place. Look whether the numbers beside the board are still what you mean.");
  }

  /**
   * @param {string | null} tool
   * @param {Node | string} shown
   * @param {string} name
   */
  toolButton(tool, shown, name) {
    const chosen = tool === this.tool;
    const onclick = () => {
      this.tool = tool;
      this.held = null;
      this.drawPalette();
      this.drawBoard();
    };
    const what = { type: "button", class: "editor-tool", role: "radio", title: name, "aria-label": name, "data-piece": tool, onclick };
    return element("button", { ...what, "aria-checked": chosen ? "true" : "false" }, shown);
  }

  /** @param {MouseEvent} event */
  pointed(event) {
    const hit = event.target instanceof Element ? event.target.closest("[data-target]") : null;
    const [kind, place] = hit?.getAttribute("data-target")?.split(" ") ?? [];
    if (!place || !this.shown?.palette.length || kind === "dot") return;
    if (this.tool !== null) this.edit({ at: place, piece: this.tool });
    else if (!this.held) this.hold([kind, place]);
    else if (this.held[1] === place) this.hold(null);
    else this.edit({ from: this.held[1], to: place });
  }

  /** @param {Target | null} target */
  hold(target) {
    this.held = target;
    this.drawBoard();
  }

  /** @param {{at: string, piece: string} | {from: string, to: string}} change */
  async edit(change) {
    this.held = null;
    try {
      const asked = { game: this.game.name, version: this.version, position: this.text.value, ...change };
      this.text.value = (await api.post("/api/positions/edit", asked)).position;
      keepDraft(this.game.name, this.version, this.text.value);
      await this.check();
    } catch (problem) {
      toast(messageOf(problem));
    }
  }

  /** @param {string} problem */
  refuse(problem) {
    this.board.node.classList.add("is-old");
    this.say(problem, true);
    this.play.disabled = true;
  }

  /**
   * @param {string} text
   * @param {boolean} wrong
   */
  say(text, wrong) {
    this.status.textContent = text;
    this.status.classList.toggle("problem", wrong);
    this.text.toggleAttribute("aria-invalid", wrong);
  }

  // --- What can be done with it ---

  restart() {
    this.text.value = "";
    keepDraft(this.game.name, this.version, "");
    this.check();
  }

  /** The same position as everybody else writes it. */
  tidy() {
    if (!this.shown || this.status.classList.contains("problem")) return;
    this.text.value = this.shown.position;
    keepDraft(this.game.name, this.version, this.text.value);
  }

  async begin() {
    try {
      const seats = this.seats?.read();
      const { version, options, position } = /** @type {Shown} */ (this.shown);
      await begin({ game: this.game.name, version, options, position, seats }, this.context.go);
    } catch (problem) {
      toast(messageOf(problem));
    }
  }

  close() {
    clearTimeout(this.timer);
    this.asked++;
  }
}

/** @param {import("../types.js").Tray} tray */
function trayLine({ title, stocks }) {
  return element(
    "div",
    { class: "editor-tray" },
    element("span", { class: "muted" }, title),
    ...stocks.map(({ look, count, name }) =>
      element("span", { class: "editor-stock", title: name }, icon(look, 0.34), element("span", {}, `${count}`)),
    ),
  );
}
