/**
 * The board: it draws a picture as SVG and says where things are. It knows neither rules nor the server.
 *
 * The board can be seen from the other side, and a wide board on a narrow screen is turned by a quarter: places rotate
 * about the middle, pieces and texts stay upright.
 */

import { svg, svgFragment, update } from "../../dom.js";
import { EdgeLabels } from "./edge-labels.js";
import { HitAreas } from "./hit-areas.js";
import { drawMarks } from "./marks.js";
import { keepHeights, useLook } from "./piece-looks.js";

/** @import { Box, Effect, Ghost, Piece, Target, XY } from "../../types.js" */
/** @import { FullPicture, LocatedTarget } from "../received-parts.js" */

/** A board with a larger ratio of width to height is turned where it becomes larger by that. */
const WIDE_BOARD = 1.6;
/** By how much another direction has to be better than the present one: small changes of the stage do not turn the board. */
const WORTH_TURNING = 1.08;

/**
 * How a picture is shown, and what is shown with it.
 * @typedef {object} BoardOptions
 * @property {LocatedTarget[]} [open]             what can be pointed at
 * @property {Target[]} [chosen]         what has been pointed at
 * @property {Target[]} [hint]           a suggested path
 * @property {Ghost | null} [ghost]      a preview of a piece
 * @property {Effect | null} [effect]    what a decision would do
 * @property {boolean} [sure]            the decision only has to be confirmed
 * @property {LocatedTarget | null} [row]         the highlighted one of several rows that cross
 * @property {Target[]} [won]             places that the winning decision emptied
 * @property {boolean} [turned]          seen from the other side
 * @property {boolean} [coordinates]
 * @property {boolean} [rings]           mark what can be pointed at
 */

export class Board {
  /** @param {boolean} [isStatic]   nothing can be pointed at */
  constructor(isStatic = false) {
    this.isStatic = isStatic;
    this.layers = {
      ground: svg("g", { class: "ground" }),
      coordinates: svg("g", { class: "coordinates" }),
      marks: svg("g", { class: "marks" }),
      under: svg("g", { class: "under" }),
      pieces: svg("g", { class: "pieces" }),
      won: svg("g", { class: "marks" }),
      motion: svg("g", { class: "motion" }),
      over: svg("g", { class: "over" }),
      hits: svg("g", { class: "hits" }),
    };
    this.node = svg("svg", { class: "board", role: isStatic ? "img" : "group" }, ...Object.values(this.layers));
    this.hitAreas = new HitAreas(this);
    this.labels = new EdgeLabels(this);
    /** @type {FullPicture | null} */
    this.picture = null;
    /** Degrees by which the board is turned, a multiple of 90. */
    this.angle = 0;
    /** @type {Box | null} the part of the SVG that is shown instead of the whole board */
    this.region = null;
    /** @type {(() => void) | null} is called after everything that depends on pointing was drawn */
    this.onMark = null;
    /** @type {typeof import("./effect.js") | null} draws what a decision would do; null where that is never shown */
    this.effects = null;
    this.drawnBoard = "";
    this.drawnCoordinates = "";
  }

  /**
   * @param {FullPicture} picture
   * @param {BoardOptions} options
   */
  draw(picture, options) {
    this.picture = picture;
    this.angle = (options.turned ? 180 : 0) + (this.lacksWidth(picture) ? 90 : 0);
    update(this.node, { viewBox: this.viewBox(picture).join(" "), "aria-label": picture.title });
    this.drawGround(picture, options);
    const [won, others] = [picture.marks.filter((mark) => mark.kind === "won"), picture.marks.filter((mark) => mark.kind !== "won")];
    this.layers.marks.replaceChildren(...others.map((mark) => svgFragment(mark.markup)));
    this.layers.won.replaceChildren(...won.map((mark) => svgFragment(mark.markup)));
    this.layers.pieces.replaceChildren(...picture.pieces.map((piece) => this.piece(piece)));
    this.mark(options);
  }

  /**
   * Redraw only the pieces that look different now, in a picture with the same board and as many pieces.
   * @param {FullPicture} picture
   */
  updatePieces(picture) {
    const [old, nodes] = [this.picture?.pieces ?? [], [...this.layers.pieces.children]];
    this.picture = picture;
    for (const [i, piece] of picture.pieces.entries()) {
      if (piece.look !== old[i].look || String(piece.at) !== String(old[i].at)) nodes[i].replaceWith(this.piece(piece));
    }
  }

  /**
   * Redraw only what depends on pointing.
   * @param {BoardOptions} options
   */
  mark(options) {
    drawMarks(this, options);
    if (!this.isStatic) this.hitAreas.draw(options.open ?? []);
    this.onMark?.();
  }

  /**
   * Is the board wide, and the place for it narrow?
   * @param {FullPicture} picture
   */
  lacksWidth({ box: [, , width, height] }) {
    const place = this.node.getBoundingClientRect();
    if (this.isStatic || width / height <= WIDE_BOARD || !place.height) return false;
    const lying = Math.min(place.width / width, place.height / height);
    const standing = Math.min(place.width / height, place.height / width);
    return standing > lying * (this.angle % 180 ? 1 / WORTH_TURNING : WORTH_TURNING);
  }

  /** @param {FullPicture} picture */
  viewBox(picture) {
    return this.region ?? this.wholeBox(picture);
  }

  /**
   * Show a part of the board, or all of it.
   * @param {Box | null} region
   */
  showRegion(region) {
    this.region = region;
    if (this.picture) this.node.setAttribute("viewBox", this.viewBox(this.picture).join(" "));
  }

  /**
   * The part of the SVG in which the whole board is drawn.
   * @param {FullPicture} picture
   * @returns {Box}
   */
  wholeBox({ box: [x, y, width, height] }) {
    if (this.angle % 180 === 0) return [x, y, width, height];
    return [x + (width - height) / 2, y + (height - width) / 2, height, width];
  }

  /**
   * @param {FullPicture} picture
   * @param {BoardOptions} options
   */
  drawGround(picture, options) {
    const { ground, coordinates, marks, won } = this.layers;
    if (picture.board !== this.drawnBoard) ground.replaceChildren(svgFragment((this.drawnBoard = picture.board)));
    const labels = options.coordinates === false ? "" : picture.coordinates;
    if (labels !== this.drawnCoordinates) coordinates.replaceChildren(svgFragment((this.drawnCoordinates = labels)));
    const [x, y] = this.middle();
    for (const layer of [ground, coordinates, marks, won]) {
      update(layer, { transform: `rotate(${this.angle} ${x} ${y})` });
    }
    this.labels.draw();
    keepHeights(ground, this.angle);
  }

  /** @param {Piece} piece */
  piece(piece) {
    const node = this.placeLook(piece.look, piece.at);
    node.classList.add("piece");
    return node;
  }

  /**
   * @param {string} look
   * @param {XY} at
   */
  placeLook(look, at) {
    const [x, y] = this.toView(at);
    const node = useLook(look, this.angle);
    node.setAttribute("transform", `translate(${x} ${y})`);
    return node;
  }

  // --- Where things are --------------------------------------------------------------------------------

  /** The middle of the picture, about which it is turned. */
  middle() {
    const [x, y, width, height] = this.picture?.box ?? [0, 0, 0, 0];
    return [x + width / 2, y + height / 2];
  }

  /**
   * From a point of the picture to the point of the SVG where it is drawn.
   * @param {XY} at
   * @returns {XY}
   */
  toView(at) {
    return this.rotate(at, this.angle);
  }

  /**
   * A point turned about the middle.
   * @param {XY} at
   * @param {number} angle
   * @returns {XY}
   */
  rotate([x, y], angle) {
    const [cx, cy] = this.middle();
    const quarters = (((angle / 90) % 4) + 4) % 4;
    const [cos, sin] = [[1, 0], [0, 1], [-1, 0], [0, -1]][quarters];
    const [dx, dy] = [x - cx, y - cy];
    return [cx + dx * cos - dy * sin, cy + dx * sin + dy * cos];
  }

  /**
   * From a point of the window to a point of the picture.
   * @param {number} clientX
   * @param {number} clientY
   * @returns {XY}
   */
  fromWindow(clientX, clientY) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.node.getScreenCTM()?.inverse());
    return this.rotate([x, y], -this.angle);
  }

  /**
   * From a point of the picture to a point of the window.
   * @param {XY} at
   * @returns {XY}
   */
  toWindow(at) {
    const [x, y] = this.toView(at);
    const point = new DOMPoint(x, y).matrixTransform(this.node.getScreenCTM() ?? undefined);
    return [point.x, point.y];
  }
}
