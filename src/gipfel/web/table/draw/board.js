/**
 * The board: it draws a picture as SVG and says where things are. It knows neither rules nor the server.
 *
 * The board can be seen from the other side, and a wide board on a narrow screen is turned by a quarter: places rotate
 * about the middle, pieces and texts stay upright.
 */

import { svg, svgFragment } from "../../dom.js";
import { HitAreas } from "./hit-areas.js";
import { drawMarks } from "./marks.js";
import { useLook } from "./piece-looks.js";

/** @import { Ghost, Piece, Target, XY } from "../../types.js" */
/** @import { FullPicture, LocatedTarget } from "../received-parts.js" */

/** A board with a larger ratio of width to height is turned where the ratio of the stage is less than this. */
const WIDE_BOARD = 1.6;
const NARROW_STAGE = 1;

/**
 * How a picture is shown, and what is shown with it.
 * @typedef {object} BoardOptions
 * @property {LocatedTarget[]} [open]             what can be pointed at
 * @property {Target[]} [chosen]         what has been pointed at
 * @property {Target[]} [hint]           a suggested path
 * @property {Ghost | null} [ghost]      a preview of a piece
 * @property {LocatedTarget | null} [row]         the highlighted one of several rows that cross
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
      motion: svg("g", { class: "motion" }),
      over: svg("g", { class: "over" }),
      hits: svg("g", { class: "hits" }),
    };
    this.node = svg("svg", { class: "board", role: isStatic ? "img" : "group" }, ...Object.values(this.layers));
    this.hitAreas = new HitAreas(this);
    /** @type {FullPicture | null} */
    this.picture = null;
    /** Degrees by which the board is turned, a multiple of 90. */
    this.angle = 0;
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
    this.node.setAttribute("viewBox", this.viewBox(picture).join(" "));
    this.node.setAttribute("aria-label", picture.title);
    this.drawGround(picture, options);
    this.layers.marks.replaceChildren(...picture.marks.map((mark) => svgFragment(mark.markup)));
    this.layers.pieces.replaceChildren(...picture.pieces.map((piece) => this.piece(piece)));
    this.mark(options);
  }

  /**
   * Redraw only what depends on pointing.
   * @param {BoardOptions} options
   */
  mark(options) {
    drawMarks(this, options);
    if (!this.isStatic) this.hitAreas.draw(options.open ?? []);
  }

  /**
   * Is the board wide, and the place for it narrow?
   * @param {FullPicture} picture
   */
  lacksWidth({ box }) {
    const stage = this.node.parentElement?.getBoundingClientRect();
    const narrow = stage && stage.height > 0 && stage.width / stage.height < NARROW_STAGE;
    return !this.isStatic && Boolean(narrow) && box[2] / box[3] > WIDE_BOARD;
  }

  /** @param {FullPicture} picture */
  viewBox({ box: [x, y, width, height] }) {
    if (this.angle % 180 === 0) return [x, y, width, height];
    return [x + (width - height) / 2, y + (height - width) / 2, height, width];
  }

  /**
   * @param {FullPicture} picture
   * @param {BoardOptions} options
   */
  drawGround(picture, options) {
    const { ground, coordinates, marks } = this.layers;
    if (picture.board !== this.drawnBoard) ground.replaceChildren(svgFragment((this.drawnBoard = picture.board)));
    const labels = options.coordinates === false ? "" : picture.coordinates;
    if (labels !== this.drawnCoordinates) coordinates.replaceChildren(svgFragment((this.drawnCoordinates = labels)));
    const [x, y] = this.middle();
    for (const layer of [ground, coordinates, marks]) {
      layer.setAttribute("transform", `rotate(${this.angle} ${x} ${y})`);
    }
    for (const text of coordinates.querySelectorAll("text")) this.keepUpright(text);
  }

  /** @param {SVGTextElement} text */
  keepUpright(text) {
    const size = Number(text.closest("[font-size]")?.getAttribute("font-size") ?? 13);
    const y = Number(text.getAttribute("y")) - 0.35 * size;
    text.setAttribute("transform", `rotate(${-this.angle} ${text.getAttribute("x")} ${y})`);
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
