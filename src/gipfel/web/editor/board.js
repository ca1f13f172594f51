/** The board of the editor and its palette: pointing at them requests a change of the position. */

import { element } from "../dom.js";
import { setting } from "../settings-store.js";
import { Board } from "../table/draw/board.js";
import { addLooks } from "../table/draw/piece-looks.js";
import { neighbour } from "../table/input/hit-test.js";
import { keyOf } from "../table/targets.js";
import { Palette } from "./palette.js";

/** @import { FullPicture } from "../table/received-parts.js" */
/** @import { Place, ShownPosition, Target, XY } from "../types.js" */
/** @typedef {{at: string, piece: string} | {from: string, to: string}} Change */

/** @type {Record<string, XY>} */
const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

export class EditorBoard {
  /** @param {(change: Change) => void} edit */
  constructor(edit) {
    this.edit = edit;
    this.board = new Board();
    this.palette = new Palette(() => this.onToolChange());
    /** @type {ShownPosition | null} */
    this.shown = null;
    /** @type {Target | null} the piece that is being moved */
    this.held = null;
    /** A piece was added or removed, and the numbers beside the board have not changed. */
    this.doubtful = false;
    this.board.node.addEventListener("click", (event) => this.onClick(event));
    this.board.node.addEventListener("keydown", (event) => this.onKey(event));
    this.node = element(
      "div",
      { class: "editor-stage" },
      element("div", { class: "editor-board" }, this.board.node),
      ...this.palette.nodes,
    );
  }

  /** @param {ShownPosition} shown */
  show(shown) {
    this.shown = shown;
    this.held = null;
    this.draw();
    this.drawPalette();
    this.showOutdated(false);
  }

  /** @param {boolean} outdated    the text is wrong, and the board shows an older position */
  showOutdated(outdated) {
    this.board.node.classList.toggle("is-old", outdated);
  }

  draw() {
    if (!this.shown) return;
    addLooks(this.shown.picture.looks);
    const picture = withAllPlaces(/** @type {FullPicture} */ (this.shown.picture), this.shown.places);
    const open = this.shown.palette.length ? picture.places.filter(isSpot).map(({ target, at }) => ({ target, at: [at] })) : [];
    this.board.draw(picture, { coordinates: setting("coordinates"), chosen: this.held ? [this.held] : [], open, rings: false });
  }

  drawPalette() {
    this.palette.draw(this.shown?.palette ?? [], this.doubtful);
  }

  onToolChange() {
    this.held = null;
    this.doubtful = false;
    this.drawPalette();
    this.draw();
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    const hit = event.target instanceof Element ? event.target.closest("[data-target]") : null;
    this.point(hit?.getAttribute("data-target") ?? "");
  }

  /** @param {string} key */
  point(key) {
    const [kind, place] = key.split(" ");
    if (!place || !this.shown?.palette.length || kind === "dot") return;
    const { tool } = this.palette;
    if (tool !== null) this.change({ at: place, piece: tool });
    else if (!this.held) this.hold([kind, place]);
    else if (this.held[1] === place) this.hold(null);
    else this.change({ from: this.held[1], to: place });
  }

  /** @param {Target | null} target */
  hold(target) {
    this.held = target;
    this.draw();
  }

  /** @param {Change} change */
  change(change) {
    this.held = null;
    this.edit(change);
  }

  /**
   * Arrows go from place to place, Enter points.
   * @param {KeyboardEvent} event
   */
  onKey(event) {
    const key = event.target instanceof SVGElement ? event.target.dataset.target : undefined;
    const places = this.board.picture?.places.filter(isSpot) ?? [];
    const here = places.find(({ target }) => keyOf(target) === key);
    if (!key || !here) return;
    if (event.key === "Enter" || event.key === " ") this.point(key);
    else if (event.key in ARROWS) {
      const among = places.map(({ target, at }) => ({ at: this.board.toView(at), key: keyOf(target) }));
      const next = neighbour(this.board.toView(here.at), ARROWS[event.key], among);
      if (next) this.board.hitAreas.nodes.get(next.key)?.focus();
    } else return;
    event.preventDefault();
  }

  /**
   * Does this piece of the palette stand for a piece? Others stand for places, of which trays hold none.
   * @param {string} name
   */
  isPiece(name) {
    return !this.shown?.palette.some(({ piece, look }) => piece === name && !look);
  }

  /** The numbers beside the board; empty where there are none. */
  counts() {
    return this.shown?.picture.trays.flatMap(({ stocks }) => stocks.map(({ count }) => count)).join() ?? "";
  }
}

/**
 * Places that were removed are shown, too: only there they can be put back.
 * @param {FullPicture} picture
 * @param {Place[]} places
 */
function withAllPlaces(picture, places) {
  const known = new Set(picture.places.map(({ target }) => target[1]));
  return { ...picture, places: [...picture.places, ...places.filter(({ target }) => !known.has(target[1]))] };
}

/** @param {Place} place */
function isSpot({ target }) {
  return target[0] !== "dot";
}
