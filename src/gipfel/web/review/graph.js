/** White's chances over a whole game as a graph, and its turning points. */

import { element, svg } from "../dom.js";
import { number, t } from "../i18n.js";
import { markNode } from "./marks.js";

const WIDTH = 600;
const HEIGHT = 120;
/** How many turning points are shown at most. */
const MOST = 4;
/** The server says what a mistake is; these are turning points. */
const TURNING = ["?", "??"];

/** @import { Opinion } from "../types.js" */
/** @typedef {Map<number, Opinion>} Opinions    by the number of decisions */

/**
 * The turns that gave most away, in the order of the game.
 * @param {Opinions} opinions
 */
export function turningPoints(opinions) {
  return [...opinions.values()]
    .filter(({ mark }) => TURNING.includes(mark))
    .sort((one, other) => (other.loss ?? 0) - (one.loss ?? 0))
    .slice(0, MOST)
    .sort((one, other) => one.at - other.at);
}

/**
 * White's chances, in pieces without a gap: where chance decides there is none.
 * @param {Opinions} opinions
 * @returns {{at: number, per_cent: number}[][]}
 */
function pieces(opinions) {
  /** @type {{at: number, per_cent: number}[][]} */
  const found = [];
  /** @type {Opinion | null} */
  let before = null;
  for (const opinion of [...opinions.values()].sort((one, other) => one.at - other.at)) {
    const { at, per_cent, board } = opinion;
    if (per_cent !== null && before && before.per_cent !== null && before.board === board) found.at(-1)?.push({ at, per_cent });
    else if (per_cent !== null) found.push([{ at, per_cent }]);
    before = opinion;
  }
  return found;
}

/**
 * What is said about the game itself; each contest is a chapter of its own, with a graph of its own.
 * @param {Opinions} opinions
 * @returns {Opinions}
 */
export function withoutContests(opinions) {
  return new Map([...opinions].map(([at, opinion]) => [at, opinion.board ? { ...opinion, per_cent: null, mark: "" } : opinion]));
}

export class Graph {
  /**
   * @param {(at: number) => void} jump
   * @param {string} white      the name of the side whose chances are shown
   * @param {string} black
   */
  constructor(jump, white, black) {
    this.jump = jump;
    this.white = white;
    this.begin = 0;
    this.end = 0;
    this.area = svg("path", { class: "graph-area" });
    this.line = svg("path", { class: "graph-line" });
    this.now = svg("line", { class: "graph-now", y1: 0, y2: HEIGHT });
    this.points = svg("g", {});
    this.bands = svg("g", {});
    this.picture = svg(
      "svg",
      {
        class: "graph-picture",
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        preserveAspectRatio: "none",
        role: "slider",
        tabindex: 0,
        "aria-label": t("{side}’s chances over the game", { side: white }),
      },
      svg("rect", { class: "graph-ground", width: WIDTH, height: HEIGHT }),
      this.bands,
      this.area,
      svg("line", { class: "graph-middle", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      this.line,
      this.points,
      this.now,
    );
    this.picture.addEventListener("pointerdown", (event) => this.onDown(event));
    this.picture.addEventListener("pointermove", (event) => this.picture.hasPointerCapture(event.pointerId) && this.scrub(event));
    this.node = element(
      "div",
      { class: "graph", dir: "ltr" },
      this.picture,
      element("span", { class: "graph-side graph-black", dir: "auto" }, black),
      element("span", { class: "graph-side graph-white", dir: "auto" }, white),
    );
  }

  /** @param {PointerEvent} event */
  onDown(event) {
    this.picture.setPointerCapture(event.pointerId);
    this.scrub(event);
  }

  /**
   * Show the moment under the pointer.
   * @param {PointerEvent} event
   */
  scrub(event) {
    const { left, width } = this.picture.getBoundingClientRect();
    const at = this.begin + Math.round(((event.clientX - left) / width) * (this.end - this.begin));
    this.jump(Math.min(Math.max(at, this.begin), this.end));
  }

  /** @param {number} at */
  x(at) {
    return this.end > this.begin ? ((at - this.begin) / (this.end - this.begin)) * WIDTH : 0;
  }

  /**
   * @param {Opinions} opinions
   * @param {number} begin       after how many decisions it begins and ends
   * @param {number} end
   * @param {number} at          what is shown
   * @param {{begin: number, end: number, title: string}[]} [bands]     what is left out
   */
  draw(opinions, begin, end, at, bands = []) {
    Object.assign(this, { begin, end });
    const parts = pieces(opinions).filter((part) => part.length > 1);
    const paths = parts.map((part) => part.map((one) => `${this.x(one.at).toFixed(1)} ${height(one.per_cent).toFixed(1)}`).join("L"));
    this.line.setAttribute("d", paths.map((path) => `M${path}`).join(""));
    this.area.setAttribute("d", parts.map((part, i) => this.below(paths[i], part)).join(""));
    this.points.replaceChildren(...turningPoints(opinions).map((one) => this.point(one.at)));
    this.bands.replaceChildren(...bands.map((band) => this.band(band)));
    this.now.toggleAttribute("hidden", at < begin || at > end);
    this.now.setAttribute("x1", String(this.x(at)));
    this.now.setAttribute("x2", String(this.x(at)));
    this.node.hidden = !parts.length;
    this.setValueText(opinions.get(at)?.per_cent ?? undefined, at);
  }

  /**
   * The value for screen readers. The page handles the arrow keys.
   * @param {number | undefined} per_cent
   * @param {number} at
   */
  setValueText(per_cent, at) {
    this.picture.setAttribute("aria-valuemin", String(this.begin));
    this.picture.setAttribute("aria-valuemax", String(this.end));
    this.picture.setAttribute("aria-valuenow", String(Math.min(Math.max(at, this.begin), this.end)));
    const text = per_cent === undefined ? number(at) : t("{at}: {number} % for {side}", { at, number: Math.round(per_cent), side: this.white });
    this.picture.setAttribute("aria-valuetext", text);
  }

  /**
   * @param {string} path
   * @param {{at: number}[]} part
   */
  below(path, part) {
    const [first, last] = [part[0].at, part[part.length - 1].at];
    return `M${this.x(first)} ${HEIGHT}L${path}L${this.x(last)} ${HEIGHT}Z`;
  }

  /** @param {{begin: number, end: number, title: string}} band */
  band({ begin, end, title }) {
    const x = this.x(begin);
    return svg("rect", { class: "graph-band", x, width: this.x(end) - x, height: HEIGHT }, svg("title", {}, title));
  }

  /** @param {number} at */
  point(at) {
    const x = this.x(at);
    return svg("line", { class: "graph-turning", x1: x, x2: x, y1: 0, y2: HEIGHT });
  }
}

/** @param {number} per_cent */
function height(per_cent) {
  return HEIGHT * (1 - per_cent / 100);
}

/**
 * The turning points as a list of links.
 * @param {Opinions} opinions
 * @param {(at: number) => string} textOf     what was played there
 * @param {(at: number) => void} jump
 */
export function turningList(opinions, textOf, jump) {
  const before = (/** @type {Opinion} */ { begin }) => Math.round(opinions.get(begin)?.per_cent ?? 50);
  return element(
    "ul",
    { class: "turning" },
    ...turningPoints(opinions).map((one) =>
      element(
        "li",
        {},
        element(
          "button",
          { type: "button", class: "quiet turning-button", onclick: () => jump(one.at) },
          element("span", { class: "turning-text" }, textOf(one.at), markNode(one.mark)),
          element("span", {}, t("{before} → {after} %", { before: before(one), after: Math.round(one.per_cent ?? 50) })),
        ),
      ),
    ),
  );
}
