/** The invisible shapes over the board that receive clicks and the focus: one for each place, piece and row. */

import { svg, update } from "../../dom.js";
import { keyOf, spoken, UNIT } from "../targets.js";
import { capsule } from "./marks.js";

/** @import { XY } from "../../types.js" */
/** @import { LocatedTarget } from "../received-parts.js" */
/** @import { Board } from "./board.js" */
/** @typedef {LocatedTarget & {isOpen: boolean}} HitArea */

const RADIUS = 0.48 * UNIT;

export class HitAreas {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {Map<string, SVGElement>} by key of the target */
    this.nodes = new Map();
    /** @type {Map<string, XY[]>} all rows that could be pointed at so far, by key: a chosen one is still shown */
    this.rows = new Map();
  }

  /** @param {LocatedTarget[]} targets    what can be pointed at now */
  draw(targets) {
    const open = targets.filter((one) => one.at.length);
    for (const one of open) if (one.at.length > 1) this.rows.set(keyOf(one.target), one.at);
    const areas = this.areas(open);
    for (const [key, node] of this.nodes) if (!areas.has(key)) this.remove(key, node);
    const first = firstStop(areas);
    for (const [key, area] of areas) this.update(key, area, key === first);
  }

  /**
   * Open targets, and everything else on the board. An open target replaces a closed one at the same point.
   * @param {LocatedTarget[]} open
   */
  areas(open) {
    /** @type {Map<string, HitArea>} */
    const areas = new Map(this.closed().map((one) => [keyOf(one.target), { ...one, isOpen: false }]));
    for (const one of open) areas.set(keyOf(one.target), { ...one, isOpen: true });
    const covered = new Set(open.filter((one) => one.at.length === 1).map((one) => one.at[0].join()));
    for (const [key, { at, isOpen }] of areas) if (!isOpen && covered.has(at[0].join())) areas.delete(key);
    return areas;
  }

  /** @returns {LocatedTarget[]} all places, and pieces that stand elsewhere */
  closed() {
    const { places = [], pieces = [] } = this.board.picture ?? {};
    const known = new Set(places.map((place) => keyOf(place.target)));
    const others = pieces.filter((piece) => piece.target && !known.has(keyOf(piece.target)));
    return [...places, ...others].flatMap((one) => (one.target ? [{ target: one.target, at: [one.at] }] : []));
  }

  /**
   * @param {string} key
   * @param {SVGElement} node
   */
  remove(key, node) {
    node.remove();
    this.nodes.delete(key);
  }

  /**
   * @param {string} key
   * @param {HitArea} area
   * @param {boolean} isFirst
   */
  update(key, { target, at, isOpen }, isFirst) {
    const isRow = at.length > 1;
    const node = this.nodes.get(key) ?? this.add(key, isRow);
    if (isRow) {
      update(node, { d: capsule(this.board, at) });
    } else {
      const [x, y] = this.board.toView(at[0]);
      update(node, { cx: x, cy: y });
    }
    node.classList.toggle("open", isOpen);
    if (isOpen) {
      update(node, { role: "button", tabindex: isFirst ? 0 : -1 });
      if (this.board.picture) update(node, { "aria-label": spoken(target, this.board.picture) });
    } else {
      for (const name of ["role", "tabindex", "aria-label"]) node.removeAttribute(name);
    }
  }

  /**
   * @param {string} key
   * @param {boolean} isRow
   */
  add(key, isRow) {
    const node = isRow ? svg("path", { class: "hit row-hit" }) : svg("circle", { class: "hit", r: RADIUS });
    node.dataset.target = key;
    this.nodes.set(key, node);
    this.board.layers.hits.append(node);
    return node;
  }
}

/**
 * The one open target that Tab reaches: the focused one, else the first.
 * @param {Map<string, HitArea>} areas
 */
function firstStop(areas) {
  const focused = document.activeElement instanceof SVGElement ? document.activeElement.dataset.target : undefined;
  if (focused && areas.get(focused)?.isOpen) return focused;
  return [...areas].find(([, area]) => area.isOpen)?.[0];
}
