/** The pieces beside a board: stocks that can be pointed at, in the card of a player or of nobody. */

import { element } from "../../dom.js";
import { listed, number, t } from "../../i18n.js";
import { actingSides } from "../state.js";
import { keyOf, same } from "../targets.js";
import { icon } from "./piece-looks.js";

/** @import { Stock, Target, Tray } from "../../types.js" */
/** @import { State } from "../state.js" */

const SCALE = 0.46;
/** In a cup, and in an empty cup, which shows what it is for. */
const CUP_SCALE = 0.32;
const WANTED_SCALE = 0.13;
/** A tray with few stocks has room for every piece, one with many has no room for names. */
const FEW_STOCKS = 2;
const MANY_STOCKS = 5;
const CROWD = 7;
/** How many pieces of the first and the second stock are drawn at most; the number beside them is exact. */
const MOST_SHOWN = [10, 5];
const MOST_ALONE = 18;
/** Pixels from one piece of a pile to the next. */
const NEXT_IN_PILE = 9;

/** @param {(Node | null)[]} inside */
export function heading(inside) {
  return element("h2", { class: "player-name" }, ...inside);
}

/** @param {string} title */
export function titleNode(title) {
  return element("span", { class: "player-title" }, title);
}

/**
 * @param {Tray} tray
 * @param {State} state
 * @param {(target: Target) => void} point
 */
export function stocks(tray, state, point) {
  const number = tray.stocks.length;
  const most = number === 1 ? [MOST_ALONE] : number <= FEW_STOCKS ? MOST_SHOWN : [];
  const kind = number <= FEW_STOCKS ? "few" : number < MANY_STOCKS ? "some" : number < CROWD ? "many" : "many crowd";
  return element("div", { class: `stocks ${kind}` }, ...tray.stocks.map((one, i) => stock(one, tray, most[i] ?? 1, state, point)));
}

/**
 * Equal pieces, as a button if they can be pointed at.
 * @param {Stock} one
 * @param {Tray} tray
 * @param {number} most    pieces to show
 * @param {State} state
 * @param {(target: Target) => void} point
 */
function stock(one, tray, most, state, point) {
  const inside = [
    one.goal ? cups(one, one.goal) : pile(one, most),
    element("span", { class: "stock-count" }, one.count),
    element("span", { class: "stock-name" }, one.name),
  ];
  const { target } = one;
  const warning = state.open.find((other) => same(other.target, target))?.warning;
  const label = one.goal ? goalText(one, one.goal) : listed([`${number(one.count)} ${one.name}`, one.piece]);
  const kind = `stock ${one.count || one.goal ? "" : "none"} ${one.goal ? "goal" : ""}`;
  if (!target) return element("div", { class: kind, title: label }, ...inside);
  const chosen = state.prefix.some((other) => same(other, target));
  const open = !chosen && canBePointedAt(state, tray, target);
  return element(
    "button",
    {
      type: "button",
      class: `${kind} ${open ? "open" : ""} ${chosen ? "chosen" : ""}`,
      "data-target": keyOf(target),
      "aria-label": warning ? `${label}. ${warning}` : label,
      "aria-pressed": String(chosen),
      "data-warning": warning,
      title: warning ? "" : label,
      onclick: () => point(target),
    },
    ...inside,
  );
}

/**
 * Is this stock open? Where both trays have such a piece, players point at their own.
 * @param {State} state
 * @param {Tray} tray
 * @param {Target} target
 */
function canBePointedAt(state, tray, target) {
  const { open, picture } = state;
  if (!open.some((one) => same(one.target, target))) return false;
  const trays = picture?.trays.filter((one) => one.stocks.some((stock) => same(stock.target, target))) ?? [];
  return trays.length === 1 || tray.owner === "both" || actingSides(state).includes(tray.owner);
}

/**
 * Pieces, as many as there is room for.
 * @param {Stock} one
 * @param {number} most
 */
function pile(one, most) {
  const shown = Math.min(Math.max(one.count, 1), most);
  const icons = Array.from({ length: shown }, () => icon(one.look, SCALE));
  for (const node of icons.slice(1)) {
    node.style.marginInlineStart = `${NEXT_IN_PILE - Number(node.getAttribute("width"))}px`;
  }
  return element("span", { class: "pile" }, ...icons);
}

/**
 * A cup for each piece that is wanted; those that do not count for a set of all kinds look different.
 * @param {Stock} one
 * @param {number} goal
 */
function cups(one, goal) {
  const all = Array.from({ length: Math.max(goal, one.count) }, (_, i) =>
    element("span", { class: i < (one.goal_of_each ?? 0) ? "cup" : "cup more" }, icon(one.look, i < one.count ? CUP_SCALE : WANTED_SCALE)),
  );
  return element("span", { class: "cups" }, ...all);
}

/**
 * @param {Stock} one
 * @param {number} goal
 */
function goalText({ count, name, piece, goal_of_each }, goal) {
  const each = goal_of_each ?? goal;
  return t("{count} {name}, {piece}: {goal} win, or {each} of each colour", { count, name, piece, goal, each });
}
