/** How the user is doing, in words and numbers. */

import { element } from "../dom.js";
import { t, tn } from "../i18n.js";
import { progress, progressIn, ratingIn } from "./progress.js";

/** A rating that is less certain than this is said to be about right. */
const CERTAIN = 100;

/**
 * @param {string} game
 * @param {number} first    the rating of a new user
 */
export function ratingText(game, first) {
  if (progressIn(game).rating === null) return t("No rating yet");
  const { rating, deviation } = ratingIn(game, first);
  const slots = { rating: Math.round(rating) };
  return deviation > CERTAIN ? t("Your rating: about {rating}", slots) : t("Your rating: {rating}", slots);
}

/** @param {{game: string, puzzles: number}} game    and how many puzzles it has */
export function solvedText({ game, puzzles }) {
  return t("{n} of {all} solved", { n: progressIn(game).solved.length, all: puzzles });
}

/** How many puzzles in a row were solved, and on how many days. @param {number} days */
export function streaks(days) {
  const { streak, days: { best } } = progress();
  return element(
    "dl",
    { class: "streaks" },
    figure(t("In a row"), streak.now, t("best: {n}", { n: streak.best }), "streak"),
    figure(t("Puzzle of the day"), days, tn("day in a row; best: {best}", "days in a row; best: {best}", days, { best }), "day-streak"),
  );
}

/**
 * @param {string} title
 * @param {number} value
 * @param {string} more
 * @param {string} key
 */
function figure(title, value, more, key) {
  return element("div", { class: "figure" }, element("dt", {}, title), element("dd", {}, element("strong", { "data-figure": key }, value), " ", element("small", { class: "muted" }, more)));
}
