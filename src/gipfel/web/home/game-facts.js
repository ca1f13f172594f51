/** How long and how hard a game is. */

import { element } from "../dom.js";
import { t } from "../i18n.js";

/** @import { GameInfo } from "../types.js" */

const HARDEST = 3;

/**
 * How long and how hard a game is, as far as that is known.
 * @param {GameInfo} game
 */
export function gameFacts({ versions: [{ time }], difficulty }) {
  return element(
    "span",
    { class: "game-facts" },
    time ? element("span", { title: t("How long a game takes, about") }, time) : null,
    difficulty ? element("span", { class: "game-difficulty" }, dots(difficulty), difficultyWord(difficulty)) : null,
  );
}

/** @param {number} difficulty */
function dots(difficulty) {
  const dot = (/** @type {unknown} */ _, /** @type {number} */ i) => element("i", { class: i < difficulty ? "is-full" : "" });
  return element("span", { class: "game-dots", "aria-hidden": "true" }, ...Array.from({ length: HARDEST }, dot));
}

/** @param {number} difficulty */
function difficultyWord(difficulty) {
  return [t("Easy to learn"), t("Some practice"), t("Demanding")][difficulty - 1] ?? "";
}
