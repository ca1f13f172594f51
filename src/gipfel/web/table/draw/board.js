/**
 * The board: a picture in, SVG out. It draws, and says what was pointed at; it knows neither rules nor the server.
 *
 * A turned board is seen from the other side, a wide board on a narrow screen from its end: places are turned about
 * the middle, pieces and texts stay upright.
 */

import { drawn, svg } from "../../dom.js";
import { use } from "./piece-looks.js";
import { UNIT, keyOf, spoken, whereIs } from "../targets.js";

/** @typedef {import("../../types.js").Target} Target */
/** @typedef {import("../../types.js").XY} XY */
/** @typedef {import("../../types.js").PossibleTarget} Open */
/** @typedef {import("../../types.js").Piece} Piece */
/** @typedef {import("../../types.js").Ghost} Ghost */
/** @typedef {import("./picture-cache.js").WholePicture} WholePicture */

const HIT = 0.48 * UNIT;
const ROUND_PLACE = 0.19 * UNIT;
const ROUND_PIECE = 0.5 * UNIT;
/** Pieces whose middle is so near to a place stand on it. */
const ON_PLACE = 0.35 * UNIT;
/** A board so wide is turned by a quarter where there is so little width. */
const WIDE_BOARD = 1.6;
const NARROW_STAGE = 1;
/** So many rings would hide the board; small dots do. */
const MANY = 60;

/**
 * What is shown beside the picture.
 * @typedef {object} Shown
 * @property {Open[]} [open]             what can be pointed at
 * @property {Target[]} [chosen]         what has been pointed at
 * @property {Target[]} [hint]           a path that is suggested
 * @property {Ghost | null} [ghost]      a piece as it would lie
 * @property {Open | null} [row]         a row that was singled out
 * @property {boolean} [turned]          seen from the other side
 * @property {boolean} [coordinates]
 * @property {boolean} [rings]           mark what can be pointed at
 */

export class Board {
  /** @param {boolean} [quiet]   nothing can be pointed at: a small picture of another board */
  constructor(quiet = false) {
    this.quiet = quiet;
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
    this.node = svg("svg", { class: "board", role: quiet ? "img" : "group" }, ...Object.values(this.layers));
    /** @type {WholePicture | null} */
    this.picture = null;
    /** By how many degrees the board is turned, a multiple of 90. */
    this.angle = 0;
    /** @type {Map<string, SVGElement>} hits by key */
    this.hits = new Map();
    /** @type {Map<string, XY[]>} rows that could be pointed at, by key: one that was chosen is still shown */
    this.rows = new Map();
    this.drawnBoard = "";
    this.drawnCoordinates = "";
  }

  /**
   * Draw a picture and what is shown with it.
   * @param {WholePicture} picture
   * @param {Shown} shown
   */
  draw(picture, shown) {
    this.picture = picture;
    this.angle = (shown.turned ? 180 : 0) + (this.lacksWidth(picture) ? 90 : 0);
    this.node.setAttribute("viewBox", this.view(picture).join(" "));
    this.node.setAttribute("aria-label", picture.title);
    this.drawGround(picture, shown);
    this.layers.marks.replaceChildren(...picture.marks.map((mark) => drawn(mark.markup)));
    this.layers.pieces.replaceChildren(...picture.pieces.map((piece) => this.piece(piece)));
    this.mark(shown);
  }

  /**
   * Is the board wide, and the place for it narrow?
   * @param {WholePicture} picture
   */
  lacksWidth({ box }) {
    const stage = this.node.parentElement?.getBoundingClientRect();
    const narrow = stage && stage.height > 0 && stage.width / stage.height < NARROW_STAGE;
    return !this.quiet && Boolean(narrow) && box[2] / box[3] > WIDE_BOARD;
  }

  /**
   * What is seen of the picture.
   * @param {WholePicture} picture
   */
  view({ box: [x, y, width, height] }) {
    if (this.angle % 180 === 0) return [x, y, width, height];
    return [x + (width - height) / 2, y + (height - width) / 2, height, width];
  }

  /**
   * Draw anew only what depends on pointing.
   * @param {Shown} shown
   */
  mark(shown) {
    this.drawMarks(shown);
    if (!this.quiet) this.drawHits(shown);
  }

  /**
   * @param {WholePicture} picture
   * @param {Shown} shown
   */
  drawGround(picture, shown) {
    const { ground, coordinates, marks } = this.layers;
    if (picture.board !== this.drawnBoard) ground.replaceChildren(drawn((this.drawnBoard = picture.board)));
    const labels = shown.coordinates === false ? "" : picture.coordinates;
    if (labels !== this.drawnCoordinates) coordinates.replaceChildren(drawn((this.drawnCoordinates = labels)));
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

  /** The middle of the picture, about which it is turned. */
  middle() {
    const [x, y, width, height] = this.picture?.box ?? [0, 0, 0, 0];
    return [x + width / 2, y + height / 2];
  }

  /**
   * Where a point of the picture is seen.
   * @param {XY} at
   * @returns {XY}
   */
  seen(at) {
    return this.rotated(at, this.angle);
  }

  /**
   * A point turned about the middle.
   * @param {XY} at
   * @param {number} angle
   * @returns {XY}
   */
  rotated([x, y], angle) {
    const [cx, cy] = this.middle();
    const quarters = (((angle / 90) % 4) + 4) % 4;
    const [cos, sin] = [[1, 0], [0, 1], [-1, 0], [0, -1]][quarters];
    const [dx, dy] = [x - cx, y - cy];
    return [cx + dx * cos - dy * sin, cy + dx * sin + dy * cos];
  }

  /**
   * A point of the window in the picture.
   * @param {number} clientX
   * @param {number} clientY
   * @returns {XY}
   */
  fromWindow(clientX, clientY) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.node.getScreenCTM()?.inverse());
    return this.rotated([x, y], -this.angle);
  }

  /**
   * A point of the picture in the window.
   * @param {XY} at
   * @returns {XY}
   */
  toWindow(at) {
    const [x, y] = this.seen(at);
    const point = new DOMPoint(x, y).matrixTransform(this.node.getScreenCTM() ?? undefined);
    return [point.x, point.y];
  }

  /** @param {Piece} piece */
  piece(piece) {
    const node = this.placed(piece.look, piece.at);
    node.classList.add("piece");
    return node;
  }

  /**
   * A look at a point.
   * @param {string} look
   * @param {XY} at
   */
  placed(look, at) {
    const [x, y] = this.seen(at);
    const node = use(look, this.angle);
    node.setAttribute("transform", `translate(${x} ${y})`);
    return node;
  }

  // --- Marks -----------------------------------------------------------------------------------------

  /** @param {Shown} shown */
  drawMarks(shown) {
    const open = shown.rings === false ? [] : (shown.open ?? []);
    const single = open.filter((one) => one.at.length === 1);
    const many = single.length > MANY;
    const free = single.filter((one) => !this.occupied(one.at[0]));
    const standing = single.filter((one) => this.occupied(one.at[0]));
    this.layers.under.replaceChildren(
      ...free.map((one) => this.ring(one.at[0], many ? 0.09 * UNIT : ROUND_PLACE, many ? "target many" : "target")),
    );
    this.layers.over.replaceChildren(
      ...standing.map((one) => this.ring(one.at[0], ROUND_PIECE, "target")),
      ...this.chosenMarks(shown),
      ...this.hintMarks(shown.hint ?? []),
      ...(shown.row ? [this.outline(shown.row.at)] : []),
      ...(shown.ghost ? [this.ghost(shown.ghost)] : []),
    );
  }

  /** @param {Shown} shown */
  chosenMarks({ chosen = [] }) {
    return chosen.flatMap((target) => {
      const row = this.rows.get(keyOf(target));
      if (row) return [this.outline(row)];
      const at = this.picture && whereIs(this.picture, target);
      const around = at && this.occupied(at) ? ROUND_PIECE : ROUND_PLACE;
      const kept = target[0] === "keep" && at ? [this.keepSign(at)] : [];
      return at ? [this.ring(at, around, "chosen"), ...kept] : [];
    });
  }

  /**
   * A sign on a piece that stays: never colour alone.
   * @param {XY} at
   */
  keepSign(at) {
    const [x, y] = this.seen(at);
    return svg(
      "g",
      { class: "keep-sign", transform: `translate(${x + 20} ${y - 24})` },
      svg("circle", { r: 13 }),
      svg("path", { d: "M-6 0L-2 5L6 -5" }),
    );
  }

  /** @param {Target[]} path */
  hintMarks(path) {
    /** @type {XY[]} */
    const points = [];
    for (const target of path) {
      const at = this.picture && whereIs(this.picture, target);
      if (at) points.push(at);
    }
    const rings = points.map((at) => this.ring(at, this.occupied(at) ? ROUND_PIECE : ROUND_PLACE, "hint"));
    return points.length > 1 ? [this.band(points, "hint-way"), ...rings] : rings;
  }

  /**
   * @param {XY} at
   * @param {number} r
   * @param {string} kind
   */
  ring(at, r, kind) {
    const [cx, cy] = this.seen(at);
    return svg("circle", { class: kind, cx, cy, r });
  }

  /**
   * A line through points.
   * @param {XY[]} points
   * @param {string} kind
   */
  band(points, kind) {
    return svg("path", { class: kind, d: this.way(points) });
  }

  /** @param {XY[]} points */
  way(points) {
    return `M${points.map((at) => this.seen(at).join(" ")).join("L")}`;
  }

  /**
   * A row that was chosen or singled out.
   * @param {XY[]} points
   */
  outline(points) {
    return svg("path", { class: "row-singled", d: this.capsule(points) });
  }

  /**
   * The outline round a row, wide enough for fingers.
   * @param {XY[]} points
   */
  capsule(points) {
    const [[x1, y1], [x2, y2]] = [this.seen(points[0]), this.seen(points[points.length - 1])];
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [dx, dy] = [((y1 - y2) / length) * HIT, ((x2 - x1) / length) * HIT];
    const arc = `A${HIT} ${HIT} 0 0 1`;
    return `M${x1 - dx} ${y1 - dy}L${x2 - dx} ${y2 - dy}${arc} ${x2 + dx} ${y2 + dy}L${x1 + dx} ${y1 + dy}${arc} ${x1 - dx} ${y1 - dy}Z`;
  }

  /** @param {Ghost} ghost */
  ghost(ghost) {
    const node = this.placed(ghost.look, ghost.at);
    node.classList.add("ghost");
    return node;
  }

  /** @param {XY} at */
  occupied([x, y]) {
    return this.picture?.pieces.some((piece) => Math.hypot(piece.at[0] - x, piece.at[1] - y) < ON_PLACE) ?? false;
  }

  // --- What can be pointed at ------------------------------------------------------------------------

  /** @param {Shown} shown */
  drawHits(shown) {
    const open = (shown.open ?? []).filter((one) => one.at.length);
    for (const one of open) if (one.at.length > 1) this.rows.set(keyOf(one.target), one.at);
    const wanted = new Map(this.closedHits().map((one) => [keyOf(one.target), { ...one, open: false }]));
    for (const one of open) wanted.set(keyOf(one.target), { ...one, open: true });
    const covered = new Set(open.filter((one) => one.at.length === 1).map((one) => one.at[0].join()));
    for (const [key, one] of wanted) {
      // An open target takes the place of a closed one at the same point.
      if (!one.open && covered.has(one.at[0].join())) wanted.delete(key);
    }
    for (const [key, node] of this.hits) if (!wanted.has(key)) this.dropHit(key, node);
    const first = this.firstStop(wanted);
    for (const [key, one] of wanted) this.updateHit(key, one, key === first);
  }

  /** @returns {Open[]} all places, and pieces that stand elsewhere */
  closedHits() {
    const places = this.picture?.places ?? [];
    const known = new Set(places.map((place) => keyOf(place.target)));
    const pieces = (this.picture?.pieces ?? []).filter((piece) => piece.target && !known.has(keyOf(piece.target)));
    return [...places, ...pieces].flatMap((one) => (one.target ? [{ target: one.target, at: [one.at] }] : []));
  }

  /**
   * @param {string} key
   * @param {SVGElement} node
   */
  dropHit(key, node) {
    node.remove();
    this.hits.delete(key);
  }

  /**
   * The one open target that Tab reaches: where the focus was, else the first.
   * @param {Map<string, Open & {open: boolean}>} wanted
   */
  firstStop(wanted) {
    const focused = document.activeElement instanceof SVGElement ? document.activeElement.dataset.target : undefined;
    if (focused && wanted.get(focused)?.open) return focused;
    return [...wanted].find(([, one]) => one.open)?.[0];
  }

  /**
   * @param {string} key
   * @param {Open & {open: boolean}} one
   * @param {boolean} first
   */
  updateHit(key, one, first) {
    const isRow = one.at.length > 1;
    const node = this.hits.get(key) ?? this.newHit(key, isRow);
    if (isRow) {
      node.setAttribute("d", this.capsule(one.at));
    } else {
      const [x, y] = this.seen(one.at[0]);
      node.setAttribute("cx", String(x));
      node.setAttribute("cy", String(y));
    }
    node.classList.toggle("open", one.open);
    if (one.open) {
      node.setAttribute("role", "button");
      node.setAttribute("tabindex", first ? "0" : "-1");
      if (this.picture) node.setAttribute("aria-label", spoken(one.target, this.picture));
    } else {
      for (const name of ["role", "tabindex", "aria-label"]) node.removeAttribute(name);
    }
  }

  /**
   * @param {string} key
   * @param {boolean} isRow
   */
  newHit(key, isRow) {
    const shape = isRow ? svg("path", { class: "hit row-hit" }) : svg("circle", { class: "hit", r: HIT });
    shape.dataset.target = key;
    this.hits.set(key, shape);
    this.layers.hits.append(shape);
    return shape;
  }
}
