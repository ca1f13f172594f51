/** Which steps of which courses the user has done, kept in the browser. */

const KEY = "gipfel-learn";

/** The name of a course in the progress. @param {string} game @param {string} course */
function nameOf(game, course) {
  return `${game}/${course}`;
}

/** @returns {Record<string, string[]>} */
function stored() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return found && typeof found === "object" ? found : {};
  } catch {
    return {};
  }
}

/** Used while the browser stores nothing. @type {Record<string, string[]>} */
let unstored = {};

function all() {
  return { ...unstored, ...stored() };
}

/**
 * The names of the steps that were done.
 * @param {string} game
 * @param {string} course
 * @returns {Set<string>}
 */
export function doneSteps(game, course) {
  const found = all()[nameOf(game, course)];
  return new Set(Array.isArray(found) ? found : []);
}

/**
 * @param {string} game
 * @param {string} course
 * @param {string} step
 */
export function markDone(game, course, step) {
  keep(game, course, [...doneSteps(game, course).add(step)]);
}

/**
 * Begin a course again.
 * @param {string} game
 * @param {string} course
 */
export function forget(game, course) {
  keep(game, course, []);
}

/**
 * @param {string} game
 * @param {string} course
 * @param {string[]} steps
 */
function keep(game, course, steps) {
  unstored = { ...all(), [nameOf(game, course)]: steps };
  try {
    localStorage.setItem(KEY, JSON.stringify(unstored));
  } catch {
    // Without storage the progress lasts until the page is closed.
  }
}
