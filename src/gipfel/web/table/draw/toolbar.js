/** The row of actions beside the board. */

import { element, patch, svg } from "../../dom.js";
import { t } from "../../i18n.js";
import { noHelpText } from "../../player-names.js";
import { unreadText } from "../people/messages.js";
import { isHelpForbidden, isRemote, isSpectator } from "../state.js";

/** @import { TableMessage } from "../../types.js" */
/** @import { Actions } from "../actions.js" */
/** @import { MessagesPanel } from "../people/messages.js" */
/** @import { Parts } from "./layout.js" */

/** @type {Record<string, string>} icons: lines in a square of 24 */
const ICONS = {
  undo: "M9 6 4 11l5 5M4 11h9a6 6 0 0 1 6 6v1",
  redo: "M15 6l5 5-5 5M20 11h-9a6 6 0 0 0-6 6v1",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.500 10.900c.7.600 1 1.300 1 2.100h5c0-.8.3-1.500 1-2.100A6 6 0 0 0 12 3Z",
  flip: "M7 4v16M7 20l-3.500-3.500M7 20l3.500-3.500M17 20V4M17 4l-3.500 3.500M17 4l3.500 3.500",
  rules: "M5 4.500h9a4 4 0 0 1 4 4V20H9a4 4 0 0 1-4-4ZM8.500 9h6M8.500 13h6",
  resign: "M6 21V4M6 4.500c4-2 7 2 12 0v9c-5 2-8-2-12 0",
  pause: "M8 5v14M16 5v14",
  resume: "M8 5l11 7-11 7Z",
  messages: "M4.500 5.500h15v10.500h-8.500L6.500 20v-4h-2Z",
  turns: "M5 6h2M11 6h8M5 12h2M11 12h8M5 18h2M11 18h8",
  more: "M5 12h.01M12 12h.01M19 12h.01",
};

/**
 * @param {Actions} actions
 * @param {Parts} parts
 */
export function drawToolbar(actions, parts) {
  const { state, messages } = actions;
  const { table } = state;
  if (!table) return;
  const isPlayer = !isSpectator(table);
  patch(parts.actions, [
    ...(isPlayer ? [...undoButtons(actions, table), hintButton(actions, table)] : []),
    button("flip", t("Flip"), true, () => actions.flip()),
    button("rules", t("Rules"), true, () => actions.rules()),
    ...(isPlayer ? [endButton(actions, table)] : []),
    button("turns", t("Turns"), true, () => actions.toggleTurns(parts), { "aria-expanded": String(parts.root.classList.contains("turns-open")) }),
    ...(messages.isAvailable ? [messagesButton(messages)] : []),
    button("more", t("More"), true, () => actions.more()),
  ]);
}

/**
 * Undo and redo; against a person on another screen, undo is only asked for.
 * @param {Actions} actions
 * @param {TableMessage} table
 */
function undoButtons(actions, table) {
  const { can } = table;
  const here = !actions.state.paused && !actions.state.planning;
  /** @type {Record<string, string>} */
  const title = !can.undo && can["ask undo"] ? { title: t("Ask to undo"), "aria-label": t("Ask to undo") } : {};
  const undo = button("undo", t("Undo"), here && (can.undo || can["ask undo"]), () => actions.undo(), title);
  return isRemote(table) ? [undo] : [undo, button("redo", t("Redo"), here && can.redo, () => actions.ask("redo"))];
}

/**
 * While two people play there are no hints, and the button says why.
 * @param {Actions} actions
 * @param {TableMessage} table
 */
function hintButton(actions, table) {
  const { state, hinting } = actions;
  const forbidden = isHelpForbidden(table);
  const can = !state.paused && !state.planning && table.can.hint && !hinting;
  /** @type {Record<string, string>} */
  const reason = forbidden ? { "aria-disabled": "true", title: noHelpText() } : {};
  return button("hint", hinting ? t("thinks …") : t("Hint"), can || forbidden, () => actions.hint(), reason);
}

/** @param {MessagesPanel} messages */
function messagesButton(messages) {
  const unread = messages.unread.length;
  const label = t("Talk");
  const node = button("messages", label, true, () => messages.toggle(), { "aria-expanded": String(messages.open) });
  if (unread > 0) {
    node.append(element("b", { class: "unread", "aria-hidden": "true" }, unread));
    node.setAttribute("aria-label", `${label}: ${unreadText(unread)}`);
  }
  return node;
}

/**
 * Ends the game; where only engines play, pauses it.
 * @param {Actions} actions
 * @param {TableMessage} table
 */
function endButton(actions, { seats, outcome, can, contest }) {
  const onlyEngines = seats.white.kind === "engine" && seats.black.kind === "engine" && !outcome;
  if (onlyEngines && actions.state.paused) return button("resume", t("Go on"), true, () => actions.pause());
  if (onlyEngines) return button("pause", t("Pause"), true, () => actions.pause());
  const label = contest || can.draw || can.abort ? t("End") : t("Resign");
  const whole = t("End the contest");
  /** @type {Record<string, string>} */
  const more = contest ? { "aria-label": whole, title: whole } : {};
  return button("resign", label, can.resign || can.draw || can.abort, () => actions.end(), more);
}

/**
 * @param {string} name
 * @param {string} label
 * @param {boolean} can
 * @param {() => void} onclick
 * @param {Record<string, string>} [more]    attributes
 */
function button(name, label, can, onclick, more = {}) {
  const icon = svg("svg", { class: "sign", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));
  return element("button", { type: "button", class: "quiet", "data-action": name, disabled: !can, onclick, ...more }, icon, element("span", {}, label));
}
