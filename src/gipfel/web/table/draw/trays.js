/** Player cards: name, presence, clock, tray, whose turn it is, who is thinking. */

import { element, patch } from "../../dom.js";
import { listed, number, t } from "../../i18n.js";
import { knownName } from "../../player-names.js";
import { unnamedPlayer } from "../people/contest-players.js";
import { presenceDot } from "../people/presence.js";
import { actingSides, nearSide, otherSide, ownSide, shownPicture } from "../state.js";
import { keyOf, same } from "../targets.js";
import { icon } from "./piece-looks.js";

/** @import { Side, Stock, TableMessage, Target, Tray } from "../../types.js" */
/** @import { Clocks } from "../people/clocks.js" */
/** @import { State } from "../state.js" */
/** @import { Parts } from "./layout.js" */

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
/** States of an engine that does not think. */
const IDLE = ["waits", "failed", "not allowed"];
/** Pixels from one piece of a pile to the next. */
const NEXT_IN_PILE = 9;

/**
 * @param {State} state
 * @param {Parts} parts
 * @param {Clocks} clocks
 * @param {(target: Target) => void} point
 */
export function drawTrays(state, parts, clocks, point) {
  const { table } = state;
  const picture = shownPicture(state);
  if (!table || !picture) return;
  const near = playerOf(state, nearSide(state)); // People keep their places in a contest with swapped colours.
  drawCard(parts.near, near, state, clocks, point);
  drawCard(parts.far, otherSide(near), state, clocks, point);
  const both = picture.trays.filter((tray) => tray.owner === "both");
  parts.both.hidden = !both.length;
  patch(parts.both, both.flatMap((tray) => [heading([titleNode(tray.title)]), stocks(tray, state, point)]));
}

/**
 * @param {HTMLElement} card
 * @param {Side} side
 * @param {State} state
 * @param {Clocks} clocks
 * @param {(target: Target) => void} point
 */
function drawCard(card, side, state, clocks, point) {
  const { table } = state;
  const tray = shownPicture(state)?.trays.find((one) => one.owner === side);
  if (!table) return;
  const player = playerOf(state, side);
  const title = tray?.title ?? table.sides[side === "white" ? 0 : 1];
  const name = playerText(state, player, title);
  card.classList.toggle("active", table.outcome ? table.outcome.winner === player : isActive(state, player));
  card.dataset.owner = side;
  card.setAttribute("aria-label", listed([title, name].filter(Boolean)));
  const head = heading([presenceDot(table, player), titleNode(title), nameNode(name), thinking(state, player), clocks.draw(player)]);
  patch(card, [head, ...(tray ? [stocks(tray, state, point)] : [])]);
}

/**
 * The side of the game that plays a side of the board: in a contest they may differ.
 * @param {State} state
 * @param {Side} side
 * @returns {Side}
 */
function playerOf({ table, picture }, side) {
  const active = table?.contest ? picture?.trays.find((tray) => tray.active)?.owner : undefined;
  const swapped = active === "white" || active === "black" ? active !== table?.side : false;
  return swapped ? otherSide(side) : side;
}

/**
 * @param {State} state
 * @param {Side} side
 */
function isActive({ table }, side) {
  return table?.game.real_time ? table.yours.includes(side) || table.side === side : table?.side === side;
}

/** @param {(Node | null)[]} inside */
export function heading(inside) {
  return element("h2", { class: "player-name" }, ...inside);
}

/** @param {string} title */
export function titleNode(title) {
  return element("span", { class: "player-title" }, title);
}

/** @param {string} name */
function nameNode(name) {
  return name ? element("span", { class: "player-who", title: name }, name) : null;
}

/**
 * The player of a side; in a contest nobody is called by the colour of the game around it, unless the tray has the same.
 * @param {State} state
 * @param {Side} side
 * @param {string} title
 */
function playerText({ table, outerPicture }, side, title) {
  if (!table) return "";
  const known = seatText(table, side);
  const differs = outerPicture && title.split(" · ")[0] !== table.sides[side === "white" ? 0 : 1];
  return known || !differs ? known : unnamedPlayer(table, side);
}

/**
 * @param {TableMessage} table
 * @param {Side} side
 */
function seatText(table, side) {
  const seat = table.seats[side];
  if (seat.kind === "person" && seat.waits) return t("nobody yet");
  const name = knownName(seat, table.seats[otherSide(side)]);
  if (table.open || ownSide(table) !== side || seat.kind !== "person") return name;
  return seat.name ? t("{name} (you)", { name: seat.name }) : t("you");
}

/**
 * A sign that an engine is thinking; the sentence says it, too.
 * @param {State} state
 * @param {Side} side
 */
function thinking({ table, paused }, side) {
  if (paused || table?.thinking?.side !== side || IDLE.includes(table.thinking.what)) return null;
  return element("span", { class: "thinks", title: table.thinking.text }, element("i"), element("i"), element("i"));
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
