/** A guided first game. */

/** @import { Context } from "../view-types.js" */

/**
 * @param {HTMLElement} root
 * @param {{game: string, course: string, id: string}} place
 * @param {Context} context
 */
export async function showGuidedGame(root, { id }, context) {
  const { show } = await import("../table/view.js");
  root.dataset.view = "table";
  return show(root, [id], context);
}
