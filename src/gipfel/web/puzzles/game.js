/** The puzzles of a game: what they should be about and how hard, the next one, and a list of all. */

import { api } from "../api.js";
import { element, loadStyles } from "../dom.js";
import { t } from "../i18n.js";
import { nextPuzzle } from "./choose.js";
import { progressIn, resultOf, wish } from "./progress.js";
import { ratingText, solvedText } from "./standing.js";

/** @import { PuzzleInfo, PuzzleList } from "../types.js" */
/** @import { Context } from "../view-types.js" */
/** @import { Difficulty } from "./progress.js" */

/**
 * @param {HTMLElement} root
 * @param {string} game
 * @param {Context} context
 */
export async function showGame(root, game, context) {
  /** @type {[PuzzleList, void]} */
  const [list] = await Promise.all([api.get(`/api/puzzles/${encodeURIComponent(game)}`), loadStyles("/web/puzzles/puzzles.css")]);
  context.heading(t("Puzzles: {game}", { game: list.title }));
  root.dataset.game = game;
  const shown = element("div", {});
  const redraw = () => shown.replaceChildren(listOf(list));
  const next = () => {
    const found = nextPuzzle(list);
    if (found) context.go(addressOf(game, found));
  };
  root.append(
    element(
      "div",
      { class: "puzzles-page" },
      element("nav", { "aria-label": t("Puzzles") }, element("a", { class: "puzzles-up", href: "#/puzzles" }, t("All games"))),
      element("h1", {}, t("Puzzles: {game}", { game: list.title })),
      element("p", { class: "puzzle-rating" }, ratingText(game, list.first_rating), element("span", { class: "muted" }, solvedText(list))),
      element(
        "div",
        { class: "card puzzle-wishes" },
        themeField(list, redraw),
        difficultyField(game),
        element("button", { type: "button", class: "button primary next-puzzle", onclick: next }, t("Next puzzle")),
      ),
      element("section", { class: "puzzle-all" }, element("h2", {}, t("All puzzles of this game")), shown),
    ),
  );
  redraw();
  return () => {};
}

/**
 * @param {string} game
 * @param {PuzzleInfo} puzzle
 */
function addressOf(game, { id }) {
  return `#/puzzles/${game}/${id}`;
}

/**
 * @param {PuzzleList} list
 * @param {() => void} redraw
 */
function themeField({ game, themes }, redraw) {
  const chosen = progressIn(game).theme;
  const option = (/** @type {string} */ value, /** @type {string} */ title) => element("option", { value, selected: value === chosen }, title);
  const select = element(
    "select",
    { id: "puzzle-theme", onchange: () => (wish(game, { theme: select.value }), redraw()) },
    option("", t("Any theme")),
    ...themes.map(({ name, title, number }) => option(name, t("{theme} ({n})", { theme: title, n: number }))),
  );
  return element("div", { class: "field" }, element("label", { for: "puzzle-theme" }, t("Theme")), select);
}

/** @param {string} game */
function difficultyField(game) {
  const chosen = progressIn(game).difficulty;
  /** @type {[Difficulty, string][]} */
  const values = [["easier", t("Easier")], ["own", t("As my rating")], ["harder", t("Harder")]];
  const select = element(
    "select",
    { id: "puzzle-difficulty", onchange: () => wish(game, { difficulty: /** @type {Difficulty} */ (select.value) }) },
    ...values.map(([value, title]) => element("option", { value, selected: value === chosen }, title)),
  );
  return element("div", { class: "field" }, element("label", { for: "puzzle-difficulty" }, t("Difficulty")), select);
}

/** All puzzles with the chosen theme, the easiest first. @param {PuzzleList} list */
function listOf({ game, all }) {
  const { theme } = progressIn(game);
  const shown = all.filter(({ themes }) => !theme || themes.includes(theme));
  return element("ol", { class: "puzzle-list" }, ...shown.map((puzzle) => element("li", {}, linkTo(game, puzzle))));
}

/**
 * @param {string} game
 * @param {PuzzleInfo} puzzle
 */
function linkTo(game, puzzle) {
  const { id, rating } = puzzle;
  const result = resultOf(game, id);
  const label = { "": t("Rating {rating}", { rating }), solved: t("Rating {rating}, solved", { rating }), missed: t("Rating {rating}, not solved yet", { rating }) }[result];
  const mark = { "": "", solved: "✓ ", missed: "↺ " }[result];
  return element("a", { class: `puzzle-mark ${result}`, href: addressOf(game, puzzle), "data-puzzle": id, "aria-label": label, title: label }, mark, rating);
}
