/** What to do now in one sentence, and the buttons that belong to it. */

import { patch } from "../../dom.js";
import { t } from "../../i18n.js";
import { HIGHEST_LEVEL, levelOf } from "../../player-names.js";
import { canAgreeOnWins } from "../people/match.js";
import { contestRemark } from "../people/contest-players.js";
import { planSentence } from "../people/plan.js";
import { areTwoPeople, isRemote, isSpectator, otherSide, ownSide, seatsDiffer } from "../state.js";
import { button, pointingButtons, pointingText } from "./choices.js";

/** @import { TableMessage, Thinking } from "../../types.js" */
/** @import { TargetSelection } from "../input/selection.js" */
/** @import { Past, State } from "../state.js" */
/** @import { Parts } from "./layout.js" */

/**
 * @typedef {object} SentenceActions
 * @property {() => void} again
 * @property {() => void} swapped     again, with the sides swapped
 * @property {(level: number) => void} atLevel    again, with an engine of another level
 * @property {() => void} review
 * @property {() => void} roll
 * @property {() => void} playOn     a game that was stopped because it did not end
 * @property {() => void} pause
 * @property {() => void} rematch     ask the other player to play again
 * @property {() => void} firstTo     the same, with a number of wins that decides the match
 * @property {() => void} plan        think about what might come
 * @property {(always: boolean) => void} keepPlan
 * @property {() => void} leavePlan
 * @property {(by: number) => void} step        go to another position of the past
 * @property {() => void} backToNow
 * @property {() => void} retryEngine   an engine that has failed tries again
 * @property {() => void} changeEngine
 * @property {() => void} takeSeat      play the side of an engine that has failed
 */

/**
 * @param {State} state
 * @param {Parts} parts
 * @param {TargetSelection} selection
 * @param {SentenceActions} actions
 */
export function drawSentence(state, parts, selection, actions) {
  const { table } = state;
  if (!table) return;
  const text = table.outcome && !state.planning && !state.past ? table.outcome.text : sentenceOf(state);
  if (parts.sentence.textContent !== text) parts.sentence.textContent = text;
  speak(table, text, parts.spoken);
  parts.now.classList.toggle("waiting", !state.planning && !table.yours.length && !table.outcome && !table.chance?.roll);
  parts.now.classList.toggle("over", Boolean(table.outcome));
  patch(parts.buttons, state.past ? pastButtons(actions) : table.outcome ? endButtons(actions, table) : buttons(state, selection, actions));
  if (parts.note.textContent !== state.note) parts.note.textContent = state.note;
  const known = table.last && !table.thrown; // a throw is shown elsewhere
  parts.last.textContent = known ? t("Last move: {move}", { move: table.last ?? "" }) : "";
}

/**
 * For screen readers: what was played, then what to do now. The same sentence is said again after another
 * move, but not if only seconds in it have changed.
 * @param {TableMessage} table
 * @param {string} sentence
 * @param {HTMLElement} place
 */
function speak(table, sentence, place) {
  const key = `${table.number} ${sentence.replace(/\p{Nd}+/gu, "#")}`;
  if (place.dataset.key === key) return;
  const moved = table.last && place.dataset.number !== String(table.number);
  Object.assign(place.dataset, { key, number: table.number });
  place.textContent = moved ? [t("Last move: {move}", { move: table.last ?? "" }), sentence].join(". ") : sentence;
}

/** @param {State} state */
function sentenceOf(state) {
  if (state.past) return pastText(state.past);
  if (state.throwing) return throwingText(state.throwing);
  if (state.paused) return t("The game is paused.");
  const pointing = pointingText(state);
  if (pointing) return pointing;
  if (state.planning) return planSentence(state);
  const { table } = state;
  if (table?.thinking && (!table.yours.length || table.thinking.what === "failed")) return thinkingText(table.thinking);
  return table ? [table.sentence, contestRemark(table), state.warning].filter(Boolean).join(" ") : "";
}

/** @param {Past} past */
function pastText({ move, news }) {
  return [move ? t("You look back at {move}.", { move }) : t("You look back at the start."), news].filter(Boolean).join(" ");
}

/** @param {SentenceActions} actions */
function pastButtons(actions) {
  return [
    button(t("One back"), () => actions.step(-1)),
    button(t("One on"), () => actions.step(1)),
    button(t("Back to now"), actions.backToNow, "strong"),
  ];
}

/** @param {Thinking} thinking */
function thinkingText({ what, text }) {
  return what === "prepares" ? [text, t("This takes up to a minute, and only the first time.")].join(" ") : text;
}

/**
 * While it rolls.
 * @param {string} what
 */
function throwingText(what) {
  if (what === "coin") return t("The coin spins …");
  if (what === "card") return t("The cards are drawn …");
  return what === "lot" ? t("Lots are drawn …") : t("The dice roll …");
}

/**
 * The label of the button that lets chance decide.
 * @param {string} what
 */
function throwLabel(what) {
  if (what === "coin") return t("Toss the coin");
  if (what === "card") return t("Draw the cards");
  return what === "lot" ? t("Draw lots") : t("Roll");
}

/**
 * @param {State} state
 * @param {TargetSelection} selection
 * @param {SentenceActions} actions
 */
function buttons(state, selection, actions) {
  const { table } = state;
  if (state.throwing) return [];
  if (state.paused) return [button(t("Go on"), actions.pause, "strong")];
  const roll = table?.chance?.roll && !state.planning ? [button(throwLabel(table.chance.what), actions.roll, "strong roll")] : [];
  return [...roll, ...pointingButtons(state, selection), ...(table && !state.planning ? engineButtons(table, actions) : []), ...planButtons(state, actions)];
}

/**
 * What can be done about an engine that has failed.
 * @param {TableMessage} table
 * @param {SentenceActions} actions
 */
function engineButtons({ thinking, can }, actions) {
  if (thinking?.what !== "failed") return [];
  return [
    ...(can.retry ? [button(t("Try again"), actions.retryEngine, "strong")] : []),
    ...(can.seat ? [button(t("Another level"), actions.changeEngine), button(t("I play this side"), actions.takeSeat)] : []),
  ];
}

/**
 * Start a plan; while planning: keep the plan, start again, or leave it.
 * @param {State} state
 * @param {SentenceActions} actions
 */
function planButtons({ table, planning, prefix }, actions) {
  if (!planning) return table?.can.plan && !table.yours.length ? [button(t("Plan ahead"), actions.plan, "plan")] : [];
  if (prefix.length) return [];
  const keep = [
    button(t("Only then"), () => actions.keepPlan(false), "strong"),
    button(t("Whatever is played, if it is legal"), () => actions.keepPlan(true)),
  ];
  return [
    ...(planning.own ? keep : []),
    ...(planning.line.length ? [button(t("Start again"), actions.plan, "back")] : []),
    button(t("Cancel"), actions.leavePlan, "back"),
  ];
}

/**
 * @param {SentenceActions} actions
 * @param {TableMessage} table
 */
function endButtons(actions, table) {
  const { can } = table;
  return [
    ...(can["play on"] ? [button(t("Play on"), actions.playOn)] : []),
    ...againButtons(actions, table),
    button(t("Review"), actions.review),
  ];
}

/**
 * Two people agree on another game, others just begin it; spectators do neither.
 * @param {SentenceActions} actions
 * @param {TableMessage} table
 */
function againButtons(actions, table) {
  if (isSpectator(table)) return [];
  if (areTwoPeople(table)) return table.can.rematch && !table.offer ? rematchButtons(actions, table) : [];
  const again = button(t("Play again"), actions.again, "strong");
  const swap = seatsDiffer(table.seats) ? [button(t("Swap sides"), actions.swapped)] : [];
  return [again, ...swap, ...levelButtons(actions, table)];
}

/**
 * A stronger engine for who has won, a weaker one for who has lost.
 * @param {SentenceActions} actions
 * @param {TableMessage} table
 */
function levelButtons(actions, table) {
  const own = ownSide(table);
  const winner = table.outcome?.winner;
  const now = own && levelOf(table.seats[otherSide(own)]);
  if (!now || !winner) return [];
  const level = now + (winner === own ? 1 : -1);
  return level < 1 || level > HIGHEST_LEVEL ? [] : [button(t("Play level {level}", { level }), () => actions.atLevel(level))];
}

/**
 * The next game of a match, with sides swapped.
 * @param {SentenceActions} actions
 * @param {TableMessage} table
 */
function rematchButtons(actions, table) {
  return [
    button(isRemote(table) ? t("Rematch") : t("Play again"), actions.rematch, "strong"),
    ...(canAgreeOnWins(table.match) ? [button(t("Match: first to …"), actions.firstTo)] : []),
  ];
}
