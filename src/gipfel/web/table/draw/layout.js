/** The empty elements of a table. */

import { element } from "../../dom.js";
import { t } from "../../i18n.js";

/**
 * @param {SVGSVGElement} board
 */
export function layout(board) {
  const parts = {
    banner: element("div", { class: "banner", role: "alert", hidden: true }),
    stake: element("div", { class: "stake", hidden: true }),
    corner: element("div", { class: "corner", hidden: true }),
    popup: element("div", { class: "popup", role: "status", hidden: true }),
    spectators: element("div", { class: "spectators", hidden: true }),
    far: element("section", { class: "player card far" }),
    invitation: element("section", { class: "card invitation", hidden: true, "aria-label": t("Invite your friend") }),
    both: element("section", { class: "player card both", hidden: true }),
    near: element("section", { class: "player card near" }),
    story: element("button", { type: "button", class: "quiet story-button", hidden: true }, t("Contests of the evening")),
    turns: element("ol", { class: "turns", tabindex: "0", "aria-label": t("Turns") }),
    intro: element("div", { class: "intro", hidden: true }),
    messages: element("section", { class: "card messages", hidden: true, "aria-label": t("Messages") }),
    match: element("p", { class: "match", hidden: true }),
    last: element("p", { class: "last-turn" }),
    offers: element("div", { class: "offers", role: "status", "aria-live": "polite" }),
    now: element("section", { class: "now" }),
    sentence: element("p", { class: "sentence" }),
    spoken: element("p", { class: "visually-hidden spoken", role: "status", "aria-live": "polite" }),
    news: element("p", { class: "visually-hidden", role: "status", "aria-live": "polite" }),
    buttons: element("div", { class: "choices" }),
    note: element("p", { class: "note", "aria-live": "polite" }),
    actions: element("nav", { class: "actions", "aria-label": t("Actions") }),
    chance: element("div", { class: "chance", hidden: true }),
  };
  parts.now.append(parts.sentence, parts.buttons);
  const drawer = element(
    "section",
    { class: "drawer", id: "turns" },
    element("div", { class: "card drawer-card" }, parts.story, parts.intro, parts.turns),
  );
  const root = element(
    "div",
    { class: "table" },
    parts.banner,
    element("div", { class: "stage" }, parts.stake, board, parts.corner, parts.spectators, parts.popup),
    parts.far,
    parts.invitation,
    drawer,
    parts.messages,
    parts.both,
    parts.near,
    element("div", { class: "talk" }, parts.match, parts.chance, parts.last, parts.offers, parts.now, parts.note),
    parts.actions,
    parts.spoken,
    parts.news,
  );
  return { root, drawer, ...parts };
}

/** @typedef {ReturnType<typeof layout>} Parts */
