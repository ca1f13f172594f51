/** Offers between players: a draw, undo, a rematch, a tie of a contest; also the link to the next game and the user's plan. */

import { element, patch } from "../../dom.js";
import { t } from "../../i18n.js";
import { isSpectator, nameOf, otherSide, ownSide } from "../state.js";
import { winsText } from "./match.js";
import { planText } from "./plan.js";

/** @import { Offer, OfferKind, Plan, TableMessage } from "../../types.js" */
/** @import { Parts } from "../draw/layout.js" */
/** @import { State } from "../state.js" */

/**
 * @typedef {object} Answers
 * @property {(type: "accept" | "decline", what: OfferKind) => void} answer
 * @property {() => void} dropPlan
 * @property {() => void} claim
 * @property {(plays: boolean) => void} answerKept    play the decision that was made without a connection, or not
 * @property {boolean} patienceIsOver   the contest can be claimed
 */

/**
 * @param {State} state
 * @param {Parts} parts
 * @param {Answers} answers
 */
export function drawOffers({ table, planning, kept }, parts, answers) {
  if (!table) return;
  patch(parts.offers, [
    ...(kept ? [keptDecision(kept.decision, answers)] : []),
    ...(table.offer ? [offered(table, table.offer, answers)] : []),
    ...(answers.patienceIsOver ? claimable(table, answers) : []),
    ...(table.rematch ? [newGame(table.rematch)] : []),
    ...(table.plan && !planning ? [planned(table.plan, answers)] : []),
  ]);
}

/**
 * @param {TableMessage} table
 * @param {Offer} offer
 * @param {Answers} answers
 */
function offered(table, { what, side, first_to }, { answer }) {
  const own = ownSide(table);
  const name = nameOf(table, side);
  /** @param {string} text */
  const full = (text) => [text, winsText(first_to)].filter(Boolean).join(" ");
  if (own === side) return notice(what, full(OWN[what]()), [button("decline", t("Withdraw"), () => answer("decline", what))]);
  const text = full(OTHERS[what](name));
  if (isSpectator(table) || !own) return notice(what, text, []);
  return notice(what, text, [
    button("accept", ACCEPT[what](), () => answer("accept", what), "strong"),
    button("decline", t("No, thanks"), () => answer("decline", what)),
  ]);
}

/**
 * @param {string} move
 * @param {Answers} answers
 */
function keptDecision(move, { answerKept }) {
  return notice("kept", t("There was no connection when you wanted to play {move}. Play it now?", { move }), [
    button("play", t("Play it"), () => answerKept(true), "strong"),
    button("drop", t("No, thanks"), () => answerKept(false)),
  ]);
}

/**
 * That a contest can be claimed, for both players.
 * @param {TableMessage} table
 * @param {Answers} answers
 */
function claimable(table, { claim }) {
  const own = ownSide(table);
  if (!own || !table.patience) return [];
  const name = nameOf(table, otherSide(own));
  if (table.patience.side === own) return [notice("claim", t("You have decided nothing for too long: {name} can claim this contest.", { name }), [])];
  if (!table.can.claim) return [];
  return [notice("claim", t("{name} has decided nothing for too long: you can claim this contest.", { name }), [button("claim", t("Claim the contest"), claim, "strong")])];
}

/** @type {Record<OfferKind, () => string>} */
const OWN = {
  draw: () => t("You offer a draw."),
  undo: () => t("You ask to undo your last move."),
  rematch: () => t("You would like to play again."),
  tie: () => t("You offer to call this contest a tie."),
};

/** @type {Record<OfferKind, (name: string) => string>} */
const OTHERS = {
  draw: (name) => t("{name} offers a draw.", { name }),
  undo: (name) => t("{name} asks to undo their last move.", { name }),
  rematch: (name) => t("{name} would like to play again, with sides swapped.", { name }),
  tie: (name) => t("{name} offers to call this contest a tie.", { name }),
};

/** @type {Record<OfferKind, () => string>} */
const ACCEPT = {
  draw: () => t("Accept the draw"),
  undo: () => t("Allow it"),
  rematch: () => t("Play again"),
  tie: () => t("Accept the tie"),
};

/** @type {Record<OfferKind, (name: string) => string>} */
const REFUSED = {
  draw: (name) => t("{name} declines the draw.", { name }),
  undo: (name) => t("{name} does not allow that.", { name }),
  rematch: (name) => t("{name} does not want to play again.", { name }),
  tie: (name) => t("{name} declines the tie.", { name }),
};

/** @type {Record<OfferKind, "draw" | "ask undo" | "rematch" | "tie">} the permission that a player loses when an offer is refused */
const ABLE = { draw: "draw", undo: "ask undo", rematch: "rematch", tie: "tie" };

/**
 * The text if the other player has refused an offer. After withdrawing an offer, a player can make it again.
 * @param {TableMessage} old
 * @param {TableMessage} table
 */
export function refusalText(old, table) {
  const own = ownSide(table);
  const made = old.offer;
  if (!own || made?.side !== own || table.offer || table.rematch) return "";
  const same = old.number === table.number && Boolean(old.outcome) === Boolean(table.outcome);
  return same && !table.can[ABLE[made.what]] ? REFUSED[made.what](nameOf(table, otherSide(own))) : "";
}

/** @param {string} id */
function newGame(id) {
  const link = element("a", { class: "choice strong", href: `#/table/${id}`, "data-key": id }, t("To the next game"));
  return notice("new", t("The next game has begun."), [link]);
}

/**
 * @param {Plan} plan
 * @param {Answers} answers
 */
function planned(plan, { dropPlan }) {
  return notice("plan", planText(plan), [button("drop", t("Cancel the plan"), dropPlan)]);
}

/**
 * @param {string} kind
 * @param {string} text
 * @param {HTMLElement[]} buttons
 */
function notice(kind, text, buttons) {
  return element("div", { class: "offer", "data-key": kind }, element("p", {}, text), element("div", { class: "choices" }, ...buttons));
}

/**
 * @param {string} name
 * @param {string} label
 * @param {() => void} onclick
 * @param {string} [kind]
 */
function button(name, label, onclick, kind = "") {
  return element("button", { type: "button", class: `choice ${kind}`, "data-key": `${name} ${label}`, "data-answer": name, onclick }, label);
}
