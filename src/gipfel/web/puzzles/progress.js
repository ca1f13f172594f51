/** What is kept in the browser of somebody who solves puzzles: a rating for each game, what was tried, and streaks. */

import { aged, changed, FIRST_DEVIATION } from "./rating.js";

/** @import { Rating } from "./rating.js" */

const KEY = "gipfel-puzzles";
const DAY = 24 * 60 * 60 * 1000;

/** @typedef {"own" | "easier" | "harder"} Difficulty   as hard as one's own rating, or not */

/**
 * How the user is doing in a game. Ratings of different games cannot be compared.
 * @typedef {object} GameProgress
 * @property {number | null} rating     null before the first puzzle
 * @property {number} deviation
 * @property {number} day               when the rating was changed, in days since 1970
 * @property {string[]} solved          ids
 * @property {string[]} missed          a puzzle that is solved later is no longer missed
 * @property {string} theme             of the next puzzles; "" for any
 * @property {Difficulty} difficulty    of the next puzzles
 */

/** @typedef {{now: number, best: number}} Streak */

/**
 * @typedef {object} Progress
 * @property {Record<string, GameProgress>} games
 * @property {Streak} streak            puzzles solved in a row, without a mistake and without help
 * @property {Streak & {last: string}} days    days in a row with a solved puzzle of the day, and the last of them
 */

/** @returns {GameProgress} */
function newGame() {
  return { rating: null, deviation: FIRST_DEVIATION, day: 0, solved: [], missed: [], theme: "", difficulty: "own" };
}

/** @returns {Progress} */
function newProgress() {
  return { games: {}, streak: { now: 0, best: 0 }, days: { now: 0, best: 0, last: "" } };
}

/** Used while the browser stores nothing. */
let unstored = newProgress();

/**
 * The values of an object that have the types of other values; those instead of all others.
 * @template {object} Kind
 * @param {Kind} known
 * @param {unknown} found
 * @returns {Kind}
 */
function fitting(known, found) {
  const given = /** @type {Record<string, unknown>} */ (found && typeof found === "object" ? found : {});
  const fits = (/** @type {unknown} */ one, /** @type {unknown} */ other) => typeof one === typeof other && Array.isArray(one) === Array.isArray(other);
  const entries = Object.entries(known).map(([name, value]) => [name, fits(given[name], value) ? given[name] : value]);
  return Object.fromEntries(entries);
}

/** @param {unknown} found */
function gameOf(found) {
  const rating = /** @type {any} */ (found)?.rating;
  return { ...fitting(newGame(), found), rating: typeof rating === "number" && Number.isFinite(rating) ? rating : null };
}

/** @returns {Progress} */
export function progress() {
  try {
    const text = localStorage.getItem(KEY);
    if (!text) return unstored;
    const found = fitting(newProgress(), JSON.parse(text));
    const { streak, days } = newProgress();
    const games = Object.entries(found.games).map(([name, game]) => [name, gameOf(game)]);
    return { games: Object.fromEntries(games), streak: fitting(streak, found.streak), days: fitting(days, found.days) };
  } catch {
    return unstored;
  }
}

/** @param {Progress} fresh */
function keep(fresh) {
  unstored = fresh;
  try {
    localStorage.setItem(KEY, JSON.stringify(fresh));
  } catch {
    // Without storage the progress lasts until the page is closed.
  }
}

/**
 * @param {string} game
 * @returns {GameProgress}
 */
export function progressIn(game) {
  return progress().games[game] ?? newGame();
}

/**
 * Is anything known about a puzzle?
 * @param {string} game
 * @param {string} id
 * @returns {"solved" | "missed" | ""}
 */
export function resultOf(game, id) {
  const { solved, missed } = progressIn(game);
  return solved.includes(id) ? "solved" : missed.includes(id) ? "missed" : "";
}

/**
 * The user's rating in a game, as uncertain as it is today; a new user has the first rating of the game.
 * @param {string} game
 * @param {number} first
 * @returns {Rating}
 */
export function ratingIn(game, first) {
  const { rating, deviation, day } = progressIn(game);
  return rating === null ? { rating: first, deviation: FIRST_DEVIATION } : aged({ rating, deviation }, today() - day);
}

function today() {
  return Math.floor(Date.now() / DAY);
}

/**
 * What the next puzzles of a game should be like.
 * @param {string} game
 * @param {{theme?: string, difficulty?: Difficulty}} wish
 */
export function wish(game, wish) {
  const known = progress();
  keep({ ...known, games: { ...known.games, [game]: { ...progressIn(game), ...wish } } });
}

/**
 * What happened to a puzzle.
 * @typedef {object} Outcome
 * @property {string} game
 * @property {string} id
 * @property {number} rating         of the puzzle
 * @property {number} first          the rating of a new user
 * @property {boolean} isSolved      without a mistake
 * @property {boolean} isHelped      with hints; then it changes no rating, and does not add to the streak
 */

/**
 * Note the outcome of a puzzle. Only its first one changes the rating and the streak; who has solved it once, has solved it.
 * @param {Outcome} outcome
 */
export function note({ game, id, rating, first, isSolved, isHelped }) {
  const known = progress();
  const before = progressIn(game);
  const result = resultOf(game, id);
  if (result === "solved") return;
  const isNew = !result;
  const after = isNew && !isHelped ? { ...changed(ratingIn(game, first), rating, isSolved), day: today() } : {};
  const missed = before.missed.filter((one) => one !== id);
  const tried = isSolved ? { solved: [...before.solved, id], missed } : { missed: [...missed, id] };
  const streak = isNew && !(isSolved && isHelped) ? counted(known.streak, isSolved) : known.streak;
  keep({ ...known, games: { ...known.games, [game]: { ...before, ...tried, ...after } }, streak });
}

/**
 * The puzzle of the day was solved.
 * @param {string} date    as in `2026-11-18`
 */
export function noteDay(date) {
  const known = progress();
  const { days } = known;
  if (days.last === date) return;
  const isNext = Date.parse(date) - Date.parse(days.last) === DAY;
  keep({ ...known, days: { last: date, ...counted(isNext ? days : { now: 0, best: days.best }, true) } });
}

/**
 * The number of days in a row until a date; 0 if a day was left out.
 * @param {string} date
 */
export function daysUntil(date) {
  const { now, last } = progress().days;
  return Date.parse(date) - Date.parse(last) <= DAY ? now : 0;
}

/**
 * @param {Streak} streak
 * @param {boolean} isSolved
 * @returns {Streak}
 */
function counted({ now, best }, isSolved) {
  const fresh = isSolved ? now + 1 : 0;
  return { now: fresh, best: Math.max(best, fresh) };
}
