/** Puzzles: the puzzle of the day and all games, the puzzles of a game, and one of them on the board. */

import { messageOf, RequestError } from "../api.js";
import { showMissing } from "../dialogs.js";
import { t } from "../i18n.js";

/** @import { Context } from "../view-types.js" */

/**
 * @param {HTMLElement} root
 * @param {string[]} parts       nothing; `today`; a game; a game and the id of a puzzle
 * @param {Context} context
 * @returns {Promise<() => void>}
 */
export async function show(root, [game = "", id = ""], context) {
  try {
    if (!game) return await (await import("./overview.js")).showOverview(root, context);
    if (!id && game !== "today") return await (await import("./game.js")).showGame(root, game, context);
    return await (await import("./solve.js")).showPuzzle(root, { game, id }, context);
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 404) throw error;
    showMissing(root, t("There is no puzzle here"), messageOf(error));
    return () => {};
  }
}
