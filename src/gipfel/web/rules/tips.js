/** Advice how to play well: a board for each tip, and a button that starts a game there. */

import { singleFlight } from "../api.js";
import { element } from "../dom.js";
import { againstEngine } from "../home/seats-form.js";
import { smallPicture } from "../home/small-picture.js";
import { createTable } from "../home/start-dialog.js";
import { t } from "../i18n.js";
import { blocks } from "./text.js";

/** @import { RuleTip } from "../types.js" */

export const TIPS_ID = "rules-tips";

/**
 * The section with all tips.
 * @param {RuleTip[]} tips
 * @param {string} game
 */
export function tipsSection(tips, game) {
  return element(
    "section",
    { class: "rules-section", id: TIPS_ID },
    element("h2", {}, t("How to play well")),
    element("div", { class: "rules-tips" }, ...tips.map((tip) => tipCard(tip, game))),
  );
}

/**
 * @param {RuleTip} tip
 * @param {string} game
 */
function tipCard(tip, game) {
  return element(
    "article",
    { class: "rules-tip" },
    element("div", { class: "rules-board", dir: "ltr" }, smallPicture(tip.svg)),
    element("h3", {}, tip.title),
    element("div", { class: "rules-text" }, ...blocks(tip.text)),
    element("button", { type: "button", class: "button", onclick: singleFlight(() => play(tip, game)) }, t("Play from here")),
  );
}

/**
 * Start a game against the engine from the position of a tip; the user is to move.
 * @param {RuleTip} tip
 * @param {string} game
 */
async function play({ version, position, side }, game) {
  await createTable({ game, version, position, ...againstEngine(side) }, (address) => {
    location.hash = address;
  });
}
