/** All courses, with what the user has done of each. */

import { api } from "../api.js";
import { showMissing } from "../dialogs.js";
import { element, loadStyles } from "../dom.js";
import { fetchHome } from "../home/fetch-home.js";
import { smallPicture } from "../home/small-picture.js";
import { inLanguage, t, tn } from "../i18n.js";
import { doneSteps, forget } from "./progress.js";

/** @import { CourseInfo, GameInfo } from "../types.js" */
/** @import { Context } from "../view-types.js" */

/**
 * @param {HTMLElement} root
 * @param {string} game         only its courses; empty for all
 * @param {Context} context
 */
export async function showList(root, game, context) {
  context.heading(t("Learn to play"));
  const [{ courses }, home] = await Promise.all([api.get("/api/courses"), fetchHome(), loadStyles("/web/learn/list.css")]);
  const shown = /** @type {CourseInfo[]} */ (courses).filter((course) => !game || course.game === game);
  if (game && shown.length === 1) context.replace(`#/learn/${game}/${shown[0].name}`);
  if (!shown.length) showMissing(root, t("There is no course here"), t("Nobody has written a course for this game yet. Its rules explain everything."));
  if (!shown.length) return () => {};
  const draw = () => root.replaceChildren(page(shown, home.games, draw));
  draw();
  return () => {};
}

/**
 * @param {CourseInfo[]} courses
 * @param {GameInfo[]} games
 * @param {() => void} redraw
 */
function page(courses, games, redraw) {
  return element(
    "div",
    { class: "courses" },
    element("h1", {}, t("Learn to play")),
    element("p", { class: "courses-about" }, t("Short steps on the real board, about ten minutes for a game. Then a first game with a guide.")),
    element("div", { class: "course-list" }, ...courses.map((course) => card(course, games.find(({ name }) => name === course.game), redraw))),
  );
}

/**
 * @param {CourseInfo} course
 * @param {GameInfo | undefined} game
 * @param {() => void} redraw
 */
function card(course, game, redraw) {
  const done = doneSteps(course.game, course.name);
  const [count, all] = [course.steps.filter((name) => done.has(name)).length, course.steps.length];
  const address = `#/learn/${course.game}/${course.name}`;
  const isOver = count === all;
  const label = !count ? t("Begin") : isOver ? t("Play") : t("Continue");
  const restart = () => {
    forget(course.game, course.name);
    redraw();
  };
  return element(
    "article",
    { class: "card course", "data-game": course.game },
    element("a", { class: "course-picture", href: address, tabindex: -1, "aria-hidden": "true" }, game ? smallPicture(game.picture) : null),
    element(
      "div",
      { class: "course-text" },
      element("h2", inLanguage(course.language), element("a", { href: address }, course.title)),
      element("p", { class: "muted", ...inLanguage(course.language) }, course.summary),
      progress(count, all),
    ),
    element(
      "div",
      { class: "course-foot" },
      element("a", { class: isOver ? "button" : "button primary", href: address, "aria-label": `${label}: ${course.title}` }, label),
      isOver ? element("a", { class: "way", href: `${address}/${course.steps[0]}`, onclick: restart }, t("Once more")) : null,
    ),
  );
}

/**
 * @param {number} count
 * @param {number} all
 */
function progress(count, all) {
  const text = count === all ? t("All steps done") : count ? t("{count} of {all} steps", { count, all }) : tn("one step", "{n} steps", all);
  return element(
    "div",
    { class: count === all ? "course-progress over" : "course-progress" },
    element("div", { class: "bar-of-steps", "aria-hidden": "true" }, element("span", { style: { "inline-size": `${(100 * count) / all}%` } })),
    element("span", {}, text),
  );
}
