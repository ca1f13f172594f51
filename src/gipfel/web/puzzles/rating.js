/** Ratings of people who solve puzzles, after Glicko: a number on the scale of the puzzles, and how uncertain it is. */

/**
 * @typedef {object} Rating
 * @property {number} rating
 * @property {number} deviation    the rating is probably right to within this
 */

/** Of somebody new, and the least there is. */
export const FIRST_DEVIATION = 160;
const LEAST_DEVIATION = 45;
/** How uncertain the rating of a puzzle is. */
const OF_PUZZLES = 80;
/** After this number of days without a puzzle, a rating is as uncertain as a new one. */
const FORGOTTEN_AFTER = 365;

const Q = Math.LN10 / 400;
const WEIGHT = 1 / Math.sqrt(1 + (3 * Q * Q * OF_PUZZLES * OF_PUZZLES) / (Math.PI * Math.PI));

/**
 * How likely somebody solves a puzzle.
 * @param {number} rating
 * @param {number} puzzle    its rating
 */
export function chance(rating, puzzle) {
  return 1 / (1 + Math.exp(-Q * WEIGHT * (rating - puzzle)));
}

/**
 * The rating after a puzzle that was solved or not.
 * @param {Rating} before
 * @param {number} puzzle
 * @param {boolean} isSolved
 * @returns {Rating}
 */
export function changed({ rating, deviation }, puzzle, isSolved) {
  const expected = chance(rating, puzzle);
  const known = 1 / (deviation * deviation) + Q * Q * WEIGHT * WEIGHT * expected * (1 - expected);
  return {
    rating: rating + (Q / known) * WEIGHT * (Number(isSolved) - expected),
    deviation: Math.max(LEAST_DEVIATION, Math.sqrt(1 / known)),
  };
}

/**
 * The deviation grows while nothing is solved.
 * @param {Rating} before
 * @param {number} days
 * @returns {Rating}
 */
export function aged({ rating, deviation }, days) {
  const growth = (FIRST_DEVIATION * FIRST_DEVIATION * Math.max(0, days)) / FORGOTTEN_AFTER;
  return { rating, deviation: Math.min(FIRST_DEVIATION, Math.sqrt(deviation * deviation + growth)) };
}
