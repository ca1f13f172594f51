/** Chooses the next puzzle: new, about as hard as the user can solve, and about what the user wishes. */

import { progressIn, ratingIn } from "./progress.js";

/** @import { PuzzleInfo, PuzzleList } from "../types.js" */

/** The next puzzle is one of this number whose ratings are nearest. */
const NEAR = 5;
/** How far an easier or harder puzzle is from one's own rating. */
const FAR = 250;

/**
 * @param {PuzzleList} list
 * @param {string} [present]    the id of the puzzle that the user leaves
 * @returns {PuzzleInfo | null} null if the game has no other puzzle
 */
export function nextPuzzle(list, present = "") {
  const { solved, missed, theme, difficulty } = progressIn(list.game);
  const wanted = ratingIn(list.game, list.first_rating).rating + { own: 0, easier: -FAR, harder: FAR }[difficulty];
  const others = list.all.filter(({ id }) => id !== present);
  const fitting = others.filter(({ themes }) => !theme || themes.includes(theme));
  const isNew = (/** @type {PuzzleInfo} */ { id }) => !solved.includes(id) && !missed.includes(id);
  const isMissed = (/** @type {PuzzleInfo} */ { id }) => missed.includes(id);
  const some = [fitting.filter(isNew), fitting.filter(isMissed), fitting, others].find((found) => found.length) ?? [];
  const nearest = some.toSorted((one, other) => Math.abs(one.rating - wanted) - Math.abs(other.rating - wanted)).slice(0, NEAR);
  return nearest[Math.floor(Math.random() * nearest.length)] ?? null;
}
