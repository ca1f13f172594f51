/** An illustration of the rules: its board, its caption, and a button that opens it as a position to play with. */

import { singleFlight } from "../api.js";
import { element } from "../dom.js";
import { saveDraft } from "../editor/draft.js";
import { bothSides } from "../home/seats-form.js";
import { smallPicture } from "../home/small-picture.js";
import { createTable } from "../home/start-dialog.js";
import { t } from "../i18n.js";
import { inline } from "./text.js";

/** @import { RulePicture } from "../types.js" */

/**
 * @param {RulePicture} picture
 * @param {string} game
 */
export function figure(picture, game) {
  return element(
    "figure",
    { class: "rules-figure" },
    element("div", { class: "rules-board", dir: "ltr" }, smallPicture(picture.svg)),
    element("figcaption", {}, ...inline(picture.caption)),
    element("button", { type: "button", class: "quiet rules-try", onclick: singleFlight(() => tryOut(picture, game)) }, t("Try it out")),
  );
}

/**
 * Open the position at a table where the user plays both sides; a finished one in the position editor.
 * @param {RulePicture} picture
 * @param {string} game
 */
async function tryOut({ version, position, over }, game) {
  const go = (/** @type {string} */ address) => {
    location.hash = address;
  };
  if (!over) return createTable({ game, version, position, ...bothSides() }, go);
  saveDraft(game, version, position);
  return go(`#/editor/${game}/${version}`);
}
