/** Setting up a position: a text beside its picture, checked while one writes, and cells to be pointed at. */

import { api, element, messageOf, sheet, toast } from "../dom.js";
import { fetchHome } from "../home/data.js";
import { copy } from "../files.js";
import { seatsForm } from "../home/seats.js";
import { begin, hasOwnTime, waysOf } from "../home/start.js";
import { setting } from "../settings-store.js";
import { Board } from "../table/draw/board.js";
import { Gallery } from "../table/draw/picture-cache.js";
import { neighbour } from "../table/input/hit-test.js";
import { keyOf } from "../table/targets.js";
import { trayLine } from "../table/draw/tray-line.js";
import { t } from "../words.js";
import { keepDraft, keptDraft } from "./draft.js";
import { Palette } from "./palette.js";

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
 * @property {import("./palette.js").Offer[]} palette
 * @property {import("../types.js").Place[]} places       also those that are gone
 */

/** @type {Record<string, import("../types.js").XY>} */
const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

const PATIENCE = 250;

/**
 * @param {HTMLElement} root
 * @param {string[]} parts       game and version
 * @param {import("../view-types.js").Context} context
 */
export async function show(root, [game = "", version = ""], context) {
  const [home] = await Promise.all([
    fetchHome(),
    sheet("/web/table/table.css"),
    sheet("/web/home/forms.css"),
    sheet("/web/editor/editor.css"),
  ]);
  context.heading(t("Set up a position"));
  const editor = new Editor(root, home, game, version, context);
  return () => editor.close();
}

class Editor {
  /**
   * @param {HTMLElement} root
   * @param {import("../home/data.js").Home} home
   * @param {string} name
   * @param {string} version
   * @param {import("../view-types.js").Context} context
   */
  constructor(root, home, name, version, context) {
    const { games } = home;
    this.root = root;
    this.home = home;
    this.games = games;
    this.context = context;
    this.game = games.find((known) => known.name === name) ?? games[0];
    this.version = this.game.versions.find((known) => known.name === version)?.name ?? this.game.versions[0].name;
    this.gallery = new Gallery();
    this.board = new Board();
    this.palette = new Palette(() => this.toolChosen());
    /** @type {Target | null} what is being moved */
    this.held = null;
    this.board.node.addEventListener("click", (event) => this.pointed(event));
    this.board.node.addEventListener("keydown", (event) => this.pressed(event));
    this.timer = 0;
    this.asked = 0;
    /** @type {Shown | null} */
    this.shown = null;
    /** @type {string | null} the text that is shown */
    this.checked = null;
    /** Was a piece laid down or taken away, and nothing beside the board has followed? */
    this.doubtful = false;
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
    this.seats = seatsForm(this.game.sides, this.game.players, waysOf(this.home));
    this.seatsPlace.replaceChildren(this.seats.node);
    this.root.replaceChildren(
      element(
        "div",
        { class: "editor" },
        element("div", { class: "editor-stage" }, element("div", { class: "editor-board" }, this.board.node), ...this.palette.nodes),
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
      ...this.game.versions.map(({ name, title }) => element("option", { value: name, selected: name === this.version }, capital(title))),
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
    const position = this.text.value;
    try {
      /** @type {Shown} */
      const shown = await api.post("/api/positions", { game: this.game.name, version: this.version, options: {}, position });
      if (mine === this.asked) this.present(shown, position);
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

  /**
   * @param {Shown} shown
   * @param {string} text       what it was made of
   */
  present(shown, text) {
    this.shown = shown;
    this.checked = text;
    this.seats?.timed(!hasOwnTime(this.game, shown.version));
    if (!this.text.value.trim()) this.text.value = this.checked = shown.position;
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
    const picture = this.withAllPlaces(this.gallery.whole(this.shown.picture), this.shown.places);
    const open = this.shown.palette.length ? picture.places.filter(isSpot).map(({ target, at }) => ({ target, at: [at] })) : [];
    this.board.draw(picture, { coordinates: setting("coordinates"), chosen, open, rings: false });
  }

  /**
   * What was taken away can be put back only where it was.
   * @param {import("../table/draw/picture-cache.js").WholePicture} picture
   * @param {import("../types.js").Place[]} places
   */
  withAllPlaces(picture, places) {
    const known = new Set(picture.places.map(({ target }) => target[1]));
    return { ...picture, places: [...picture.places, ...places.filter(({ target }) => !known.has(target[1]))] };
  }

  // --- Pointing ---

  drawPalette() {
    this.palette.draw(this.shown?.palette ?? [], this.doubtful);
  }

  /** @param {MouseEvent} event */
  pointed(event) {
    const hit = event.target instanceof Element ? event.target.closest("[data-target]") : null;
    this.point(hit?.getAttribute("data-target") ?? "");
  }

  /** @param {string} key */
  point(key) {
    const [kind, place] = key.split(" ");
    if (!place || !this.shown?.palette.length || kind === "dot") return;
    const { tool } = this.palette;
    if (tool !== null) this.edit({ at: place, piece: tool });
    else if (!this.held) this.hold([kind, place]);
    else if (this.held[1] === place) this.hold(null);
    else this.edit({ from: this.held[1], to: place });
  }

  /**
   * Arrows go from place to place, Enter points.
   * @param {KeyboardEvent} event
   */
  pressed(event) {
    const key = event.target instanceof SVGElement ? event.target.dataset.target : undefined;
    const places = this.board.picture?.places.filter(isSpot) ?? [];
    const here = places.find(({ target }) => keyOf(target) === key);
    if (!key || !here) return;
    if (event.key === "Enter" || event.key === " ") this.point(key);
    else if (event.key in WAYS) {
      const among = places.map(({ target, at }) => ({ at: this.board.seen(at), key: keyOf(target) }));
      const next = neighbour(this.board.seen(here.at), WAYS[event.key], among);
      if (next) this.board.hits.get(next.key)?.focus();
    } else return;
    event.preventDefault();
  }

  /** Something else is to be done with the board. */
  toolChosen() {
    this.held = null;
    this.doubtful = false;
    this.drawPalette();
    this.drawBoard();
  }

  /** @param {Target | null} target */
  hold(target) {
    this.held = target;
    this.drawBoard();
  }

  /** @param {{at: string, piece: string} | {from: string, to: string}} change */
  async edit(change) {
    this.held = null;
    const before = counts(this.shown);
    try {
      const asked = { game: this.game.name, version: this.version, position: this.text.value, ...change };
      this.text.value = (await api.post("/api/positions/edit", asked)).position;
      keepDraft(this.game.name, this.version, this.text.value);
      await this.check();
      this.doubtful = "at" in change && this.isPiece(change.piece) && before !== "" && counts(this.shown) === before;
      this.drawPalette();
    } catch (problem) {
      toast(messageOf(problem));
    }
  }

  /**
   * Is this a piece, so that there may be one more or less beside the board? A place is none.
   * @param {string} sign
   */
  isPiece(sign) {
    return !this.shown?.palette.some(({ piece, look }) => piece === sign && !look);
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
    this.text.value = this.checked = this.shown.position;
    keepDraft(this.game.name, this.version, this.text.value);
  }

  /** Play what is written now; it may be newer than what was last looked at. */
  async begin() {
    if (this.checked !== this.text.value) await this.check();
    if (this.checked !== this.text.value || this.play.disabled) return;
    try {
      const players = this.seats?.read();
      const { version, options, position } = /** @type {Shown} */ (this.shown);
      await begin({ game: this.game.name, version, options, position, ...players }, this.context.go);
    } catch (problem) {
      toast(messageOf(problem));
    }
  }

  close() {
    clearTimeout(this.timer);
    this.asked++;
  }
}

/** @param {import("../types.js").Place} place */
function isSpot({ target }) {
  return target[0] !== "dot";
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * The numbers beside the board; nothing where there are none.
 * @param {Shown | null} shown
 */
function counts(shown) {
  const found = shown?.picture.trays.flatMap(({ stocks }) => stocks.map(({ count }) => count)) ?? [];
  return found.join();
}
