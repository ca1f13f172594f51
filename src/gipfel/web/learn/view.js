/** Courses: a list of all, one of them step by step, and a guided first game. */

import { showMissing } from "../dialogs.js";
import { messageOf, RequestError } from "../api.js";
import { t } from "../i18n.js";

/** @import { Context } from "../view-types.js" */

/**
 * @param {HTMLElement} root
 * @param {string[]} parts       nothing for the list; game, course and step; `game` and the id of a table for a guided game
 * @param {Context} context
 * @returns {Promise<() => void>}
 */
export async function show(root, [game = "", course = "", step = "", id = ""], context) {
  try {
    if (!game || !course) return await (await import("./list.js")).showList(root, game, context);
    if (step === "game" && id) return await (await import("./guided-game.js")).showGuidedGame(root, { game, course, id }, context);
    return await (await import("./course.js")).showCourse(root, { game, course, step }, context);
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 404) throw error;
    showMissing(root, t("There is no course here"), messageOf(error));
    return () => {};
  }
}
