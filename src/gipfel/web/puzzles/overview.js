/** All puzzles: the puzzle of the day, how the user is doing, and the games to choose from. */

import { api } from "../api.js";
import { element, loadStyles } from "../dom.js";
import { smallPicture } from "../home/small-picture.js";
import { t, tn } from "../i18n.js";
import { daysUntil, progress, progressIn } from "./progress.js";
import { ratingText, solvedText, streaks } from "./standing.js";

/** @import { PuzzleGameCard, PuzzleOverview, TodaysPuzzle } from "../types.js" */
/** @import { Context } from "../view-types.js" */

const HOUR = 3600;

/**
 * @param {HTMLElement} root
 * @param {Context} context
 */
export async function showOverview(root, context) {
  context.heading(t("Puzzles"));
  /** @type {[PuzzleOverview, TodaysPuzzle, void]} */
  const [{ games }, today] = await Promise.all([api.get("/api/puzzles"), api.get("/api/puzzles/today"), loadStyles("/web/puzzles/puzzles.css")]);
  root.append(
    element(
      "div",
      { class: "puzzles-page" },
      element("h1", {}, t("Puzzles")),
      element("p", { class: "puzzles-about" }, t("Each has one solution: a win, or clearly the best moves. You point as at a table, and the opponent answers as well as possible.")),
      element("section", { class: "puzzles-top" }, todaysCard(today), standingCard(today)),
      element("section", { class: "puzzle-games", "aria-label": t("Games") }, ...games.map(gameCard)),
    ),
  );
  return () => {};
}

/** @param {TodaysPuzzle} today */
function standingCard({ date }) {
  const kept = element("p", { class: "muted" }, t("Ratings and streaks are kept in this browser only."));
  return element("div", { class: "card puzzles-standing" }, element("h2", {}, t("Your streaks")), streaks(daysUntil(date)), kept);
}

/** @param {TodaysPuzzle} today */
function todaysCard({ game, title, question, rating, picture, date, seconds }) {
  const isSolved = progress().days.last === date;
  return element(
    "article",
    { class: "card todays", "data-game": game },
    element("div", { class: "todays-picture" }, smallPicture(picture)),
    element(
      "div",
      { class: "todays-text" },
      element("h2", {}, t("Puzzle of the day")),
      element("p", { class: "todays-title" }, title),
      element("p", {}, question),
      element("p", { class: "muted" }, t("Rating {rating}", { rating })),
      element("a", { class: isSolved ? "button" : "button primary", href: "#/puzzles/today" }, isSolved ? t("Solved; see it again") : t("Solve it")),
      element("p", { class: "muted todays-next" }, nextText(seconds)),
    ),
  );
}

/** @param {number} seconds */
function nextText(seconds) {
  if (seconds < HOUR) return t("The next one comes in less than an hour.");
  return tn("The next one comes in {n} hour.", "The next one comes in {n} hours.", Math.round(seconds / HOUR));
}

/** @param {PuzzleGameCard} game */
function gameCard(game) {
  const { game: name, title, puzzles, picture, first_rating: first } = game;
  const solved = progressIn(name).solved.length;
  return element(
    "a",
    { class: "card puzzle-game", "data-game": name, href: `#/puzzles/${name}` },
    element("span", { class: "puzzle-game-picture" }, smallPicture(picture)),
    element("span", { class: "puzzle-game-title" }, title),
    element("span", { class: "puzzle-rating" }, ratingText(name, first)),
    element("progress", { max: puzzles, value: Math.min(solved, puzzles), "aria-label": t("Solved puzzles of {game}", { game: title }) }),
    element("span", { class: "muted" }, solvedText(game)),
  );
}
