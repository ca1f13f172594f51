/** White's chances over a whole game as a graph, and its turning points. */

import { element, svg } from "../dom.js";
import { number, t } from "../i18n.js";

const WIDTH = 600;
const HEIGHT = 120;
/** The least change of a turning point in per cent, and how many are shown at most. */
const LARGE = 12;
const MOST = 4;

/** @typedef {{at: number, before: number, after: number}} Swing */

/**
 * The largest changes from one decision to the next, in the order of the game.
 * @param {Map<number, number>} opinion     per cent by number of decisions
 * @returns {Swing[]}
 */
export function turningPoints(opinion) {
  const swings = [...opinion.keys()]
    .filter((at) => opinion.has(at - 1))
    .map((at) => ({ at, before: opinion.get(at - 1) ?? 50, after: opinion.get(at) ?? 50 }))
    .filter((swing) => size(swing) >= LARGE);
  return swings
    .sort((one, other) => size(other) - size(one))
    .slice(0, MOST)
    .sort((one, other) => one.at - other.at);
}

/** @param {Swing} swing */
function size({ before, after }) {
  return Math.abs(after - before);
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
    this.number = 0;
    this.area = svg("path", { class: "graph-area" });
    this.line = svg("path", { class: "graph-line" });
    this.now = svg("line", { class: "graph-now", y1: 0, y2: HEIGHT });
    this.points = svg("g", {});
    this.picture = svg(
      "svg",
      {
        class: "graph-picture",
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        preserveAspectRatio: "none",
        role: "slider",
        tabindex: 0,
        "aria-label": t("{side}’s chances over the game", { side: white }),
        "aria-valuemin": 0,
      },
      svg("rect", { class: "graph-ground", width: WIDTH, height: HEIGHT }),
      this.area,
      svg("line", { class: "graph-middle", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      this.line,
      this.points,
      this.now,
    );
    this.picture.addEventListener("click", (event) => this.onClick(event));
    this.node = element(
      "div",
      { class: "graph", dir: "ltr" },
      this.picture,
      element("span", { class: "graph-side graph-black", dir: "auto" }, black),
      element("span", { class: "graph-side graph-white", dir: "auto" }, white),
    );
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    const { left, width } = this.picture.getBoundingClientRect();
    this.jump(Math.round(((event.clientX - left) / width) * this.number));
  }

  /** @param {number} at */
  x(at) {
    return this.number ? (at / this.number) * WIDTH : 0;
  }

  /**
   * @param {Map<number, number>} opinion
   * @param {number} number      of decisions in the game
   * @param {number} at          which one is shown
   */
  draw(opinion, number, at) {
    this.number = number;
    const known = [...opinion].sort(([one], [other]) => one - other);
    const path = known.map(([where, per_cent]) => `${this.x(where).toFixed(1)} ${height(per_cent).toFixed(1)}`);
    this.line.setAttribute("d", path.length > 1 ? `M${path.join("L")}` : "");
    this.area.setAttribute("d", path.length > 1 ? this.below(path, known) : "");
    this.points.replaceChildren(...turningPoints(opinion).map((swing) => this.point(swing)));
    this.now.setAttribute("x1", String(this.x(at)));
    this.now.setAttribute("x2", String(this.x(at)));
    this.node.hidden = !opinion.size;
    this.setValueText(opinion.get(at), at);
  }

  /**
   * The value for screen readers. The page handles the arrow keys.
   * @param {number | undefined} per_cent
   * @param {number} at
   */
  setValueText(per_cent, at) {
    this.picture.setAttribute("aria-valuemax", String(this.number));
    this.picture.setAttribute("aria-valuenow", String(at));
    const text = per_cent === undefined ? number(at) : t("{at}: {number} % for {side}", { at, number: Math.round(per_cent), side: this.white });
    this.picture.setAttribute("aria-valuetext", text);
  }

  /**
   * @param {string[]} path
   * @param {[number, number][]} known
   */
  below(path, known) {
    const [first, last] = [known[0][0], known[known.length - 1][0]];
    return `M${this.x(first)} ${HEIGHT}L${path.join("L")}L${this.x(last)} ${HEIGHT}Z`;
  }

  /** @param {Swing} swing */
  point({ at }) {
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
 * @param {Map<number, number>} opinion
 * @param {(at: number) => string} textOf     what was played there
 * @param {(at: number) => void} jump
 */
export function turningList(opinion, textOf, jump) {
  return element(
    "ul",
    { class: "turning" },
    ...turningPoints(opinion).map(({ at, before, after }) =>
      element(
        "li",
        {},
        element(
          "button",
          { type: "button", class: "quiet turning-button", onclick: () => jump(at) },
          element("span", { class: "turning-text" }, textOf(at)),
          element("span", {}, t("{before} → {after} %", { before: Math.round(before), after: Math.round(after) })),
        ),
      ),
    ),
  );
}
