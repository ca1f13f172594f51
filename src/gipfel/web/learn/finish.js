/** The end of a course: what can be played now. */

import { api, messageOf, singleFlight } from "../api.js";
import { toast } from "../dialogs.js";
import { element, loadStyles, svg } from "../dom.js";
import { inLanguage, t, tn } from "../i18n.js";
import { doneSteps } from "./progress.js";

/** @import { Course } from "../types.js" */
/** @import { Context } from "../view-types.js" */

/** The levels that are offered to somebody who has just learned the game. */
const LEVELS = [1, 2, 3];
/** More skipped steps than this are not named. */
const FEW = 4;
const PEAK = "M0 27.700 8 13.900l8 13.800M32 27.700l8-13.800 8 13.800M8 27.700 24 0l16 27.700";

/**
 * @param {Course} course
 * @param {string} back         the address of the last step
 * @param {Context} context
 */
export function finish(course, back, context) {
  const done = doneSteps(course.game, course.name);
  const missing = course.steps.filter(({ name }) => !done.has(name));
  return element(
    "section",
    { class: "finish", "data-game": course.game },
    svg("svg", { class: "finish-peak", viewBox: "-3 -7 54 38", "aria-hidden": "true" }, svg("path", { d: PEAK }), svg("circle", { cx: 24, cy: 0, r: 4 })),
    title(course, missing.length),
    missing.length ? missingSteps(course, missing) : element("p", { class: "finish-text" }, t("That was the whole course. The rest comes with playing.")),
    firstGame(course, context),
    forReal(course, context),
    element(
      "nav",
      { class: "ways", "aria-label": t("Course") },
      element("a", { class: "way way-back", href: back }, t("Back")),
      element("a", { class: "way", href: "#/learn" }, t("All courses")),
    ),
  );
}

/**
 * @param {Course} course
 * @param {number} missing   how many steps were skipped
 */
function title({ title, language }, missing) {
  if (missing > FEW) return element("h1", inLanguage(language), title);
  return element("h1", {}, missing ? t("Nearly there") : t("Well done: you know the rules!"));
}

/**
 * The steps that were skipped.
 * @param {Course} course
 * @param {Course["steps"]} missing
 */
function missingSteps({ game, name, language }, missing) {
  if (missing.length > FEW) {
    const button = element("a", { class: "button primary", href: `#/learn/${game}/${name}/${missing[0].name}` }, t("Continue the course"));
    return element("div", { class: "finish-text" }, element("p", {}, tn("One step is left.", "{n} steps are left.", missing.length)), button);
  }
  const link = (/** @type {Course["steps"][number]} */ step) => element("a", { href: `#/learn/${game}/${name}/${step.name}`, ...inLanguage(language) }, step.title);
  return element(
    "div",
    { class: "finish-text" },
    element("p", {}, t("You have skipped these steps:")),
    element("ul", {}, ...missing.map((step) => element("li", {}, link(step)))),
  );
}

/**
 * @param {Course} course
 * @param {Context} context
 */
function firstGame(course, context) {
  return element(
    "div",
    { class: "card finish-card" },
    element("h2", {}, t("Your first game, with a guide")),
    element("p", {}, t("You play against the weakest level. Beside the board you read what to look for, and what your moves were worth.")),
    element("button", { type: "button", class: "button primary first-game", onclick: singleFlight(() => beginGuided(course, context)) }, t("Begin the first game")),
  );
}

/**
 * Create a table against level 1 and open it with the guide.
 * @param {Course} course
 * @param {Context} context
 */
async function beginGuided({ game, name, version, options }, context) {
  const seats = { white: { kind: "person" }, black: { kind: "engine", player: "level:1" } };
  try {
    const { id } = await api.post("/api/tables", { game, version, options, seats });
    context.go(`#/learn/${game}/${name}/game/${id}`);
  } catch (error) {
    toast(t("A game needs the server: {problem}", { problem: messageOf(error) }));
  }
}

/**
 * @param {Course} course
 * @param {Context} context
 */
function forReal(course, context) {
  const play = (/** @type {number} */ level) =>
    element("button", { type: "button", class: "button", "data-level": level, onclick: singleFlight(() => openStart(course, level, context)) }, t("Level {level}", { level }));
  return element(
    "div",
    { class: "card finish-card" },
    element("h2", {}, t("Play for real")),
    element("p", {}, t("Without a guide, against an engine that suits beginners.")),
    element("div", { class: "finish-levels" }, ...LEVELS.map(play)),
  );
}

/**
 * The dialog that starts a game, with the version of the course and a level.
 * @param {Course} course
 * @param {number} level
 * @param {Context} context
 */
async function openStart({ game, version, options }, level, context) {
  try {
    const [start, { saveLast }, { fetchHome }] = await Promise.all([
      import("../home/start-dialog.js"),
      import("../home/last-choices.js"),
      import("../home/fetch-home.js"),
      loadStyles("/web/home/forms.css"),
      loadStyles("/web/home/home.css"),
    ]);
    const home = await fetchHome();
    const info = home.games.find(({ name }) => name === game);
    if (!info) return;
    saveLast(`game.${game}`, { version, options });
    saveLast(`seats.${game}`, { opponent: "engine", level });
    start.openStart(info, home, context.go, "engine");
  } catch (error) {
    toast(t("A game needs the server: {problem}", { problem: messageOf(error) }));
  }
}
