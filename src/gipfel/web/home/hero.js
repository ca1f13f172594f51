/** The head of the first page: what this is, where to begin, and that a friend can join. */

import { element, svg } from "../dom.js";
import { t } from "../i18n.js";

/** @import { GameInfo } from "../types.js" */

/** Pixels between neighbours of the lattice in the picture, along a row and from row to row. */
const STEP = 52;
const ROW = (STEP * Math.sqrt(3)) / 2;
/** The number of games for which there is room before the server has said how many there are. */
const USUAL_ROWS = 4;

/**
 * @typedef {object} Hero
 * @property {HTMLElement} node
 * @property {(games: GameInfo[], open: (game: GameInfo) => void, invite: () => void) => void} fill
 */

/**
 * @param {boolean} small      for somebody who has played here
 * @returns {Hero}
 */
export function hero(small) {
  const begin = element("button", { type: "button", class: "button primary hero-begin", disabled: true }, t("Begin here"));
  const invite = element("button", { type: "button", class: "button hero-friend", disabled: true }, t("Play a friend"));
  const learn = element("a", { class: "button hero-learn", href: "#/learn" }, t("Learn to play"));
  const picture = svg("svg", { class: "hero-picture", "aria-hidden": "true", ...room(USUAL_ROWS) }, ...slopes(USUAL_ROWS));
  const node = element(
    "section",
    { class: small ? "hero is-small" : "hero" },
    element(
      "div",
      { class: "hero-text" },
      element("h1", {}, small ? t("New game") : t("Simple rules, high peaks")),
      element("p", { class: "hero-about" }, t("The GIPF project is Kris Burm’s series of board games for two: a few rules each, no luck, and years of depth.")),
      element("p", { class: "hero-about" }, t("Every game stands on its own, and one joins them all: its pieces carry powers that you may have to win in another game first.")),
      element("div", { class: "hero-actions" }, small ? null : begin, learn, element("span", { class: "hero-invite" }, invite, element("small", { class: "muted" }, t("By link, without an account.")))),
    ),
    small ? null : picture,
  );
  return {
    node,
    fill: (games, open, onInvite) => {
      const first = games.find((game) => game.first) ?? games[0];
      if (!first) return;
      begin.textContent = t("Begin with {game}", { game: first.title });
      begin.addEventListener("click", () => open(first));
      invite.addEventListener("click", onInvite);
      begin.disabled = invite.disabled = false;
      fillPicture(picture, games, open);
    },
  };
}

/**
 * Put every game on the mountain: the one that joins them on the summit, the others on the slopes in their order.
 * @param {SVGSVGElement} picture
 * @param {GameInfo[]} games
 * @param {(game: GameInfo) => void} open
 */
function fillPicture(picture, games, open) {
  const summit = games.find((game) => game.composed) ?? games[games.length - 1];
  const others = games.filter((game) => game !== summit);
  const left = others.slice(0, Math.ceil(others.length / 2));
  const right = others.slice(left.length);
  const rows = Math.max(left.length, 1);
  for (const [name, value] of Object.entries(room(rows))) picture.setAttribute(name, value);
  picture.replaceChildren(
    ...slopes(rows),
    ...left.map((game, i) => camp(game, rows - i, -1, open)),
    ...right.map((game, i) => camp(game, i + 1, 1, open)),
    camp(summit, 0, 0, open),
  );
}

/**
 * The size of a picture with this number of rows below the summit.
 * @param {number} rows
 */
function room(rows) {
  const width = (rows + 4.4) * STEP;
  return { viewBox: [-width / 2, -62, width, rows * ROW + 92].map(Math.round).join(" ") };
}

/**
 * The lines of the board, and the peak that six of them make: a high one between two lower ones.
 * @param {number} rows
 */
function slopes(rows) {
  const foot = rows * ROW;
  const low = Math.ceil(rows / 2);
  const peak = (/** @type {number} */ x, /** @type {number} */ height) =>
    `M${x - (height * STEP) / 2},${foot}L${x},${foot - height * ROW}L${x + (height * STEP) / 2},${foot}`;
  const inner = Array.from({ length: rows - 1 }, (_, i) => peak(-(rows - 1 - i) * (STEP / 2), i + 1) + peak((rows - 1 - i) * (STEP / 2), i + 1));
  const level = Array.from({ length: rows - 1 }, (_, i) => `M${-((i + 1) * STEP) / 2},${(i + 1) * ROW}h${(i + 1) * STEP}`);
  const side = (rows * STEP) / 2;
  return [
    svg("path", { class: "hero-range", d: peak(-side, low) + peak(side, low) }),
    svg("path", { class: "hero-board", d: `${peak(0, rows)}Z` }),
    svg("path", { class: "hero-lines", d: [...inner, ...level].join("") }),
    svg("path", { class: "hero-peak", d: peak(0, rows) }),
  ];
}

/**
 * A game as a piece on a slope, with its name beside it.
 * @param {GameInfo} game
 * @param {number} row        from the summit
 * @param {-1 | 0 | 1} side   left slope, summit, right slope
 * @param {(game: GameInfo) => void} open
 */
function camp(game, row, side, open) {
  const [x, y] = [(side * row * STEP) / 2, row * ROW];
  const size = side ? 13 : 19;
  const name = side
    ? { x: x + side * (size + 10), y: y + 5, "text-anchor": (side < 0) === isLeftToRight() ? "end" : "start" }
    : { x, y: y - size - 12, "text-anchor": "middle" };
  return svg(
    "g",
    { class: side ? "camp" : "camp is-summit", "data-game": game.name, onclick: () => open(game) },
    svg("circle", { class: "camp-shadow", cx: x + 2, cy: y + 7, r: size }),
    svg("path", { class: "camp-edge", d: `M${x - size},${y}v5a${size},${size} 0 0 0 ${2 * size},0v-5Z` }),
    svg("circle", { class: "camp-face", cx: x, cy: y, r: size }),
    svg("circle", { class: "camp-groove", cx: x, cy: y, r: size * 0.55 }),
    svg("text", name, game.title),
  );
}

/** The anchor of a text depends on where its language begins; the picture does not. */
function isLeftToRight() {
  return document.documentElement.dir !== "rtl";
}
