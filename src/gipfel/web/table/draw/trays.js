/** Player cards: who sits there and is here, the clock, what lies in the tray, whose turn it is, who thinks. */

import { element, patch } from "../../dom.js";
import { knownAs } from "../../people.js";
import { t } from "../../words.js";
import { icon } from "./piece-looks.js";
import { dot } from "../people/presence.js";
import { acting, nearSide, otherSide, ownSide } from "../state.js";
import { keyOf, same } from "../targets.js";

/** @typedef {import("../../types.js").Side} Side */
/** @typedef {import("../../types.js").Stock} Stock */
/** @typedef {import("../../types.js").Target} Target */
/** @typedef {import("../../types.js").Tray} Tray */
/** @typedef {import("../people/clock.js").Clocks} Clocks */
/** @typedef {import("./layout.js").Parts} Parts */
/** @typedef {import("../state.js").State} State */

const SCALE = 0.46;
/** A tray with few stocks has room to show every piece, one with many has none for names. */
const FEW_STOCKS = 2;
const MANY_STOCKS = 5;
const CROWD = 7;
/** How many pieces of the first and the second stock are shown; the number says how many there are. */
const MOST_SHOWN = [10, 5];
const MOST_ALONE = 18;
/** Pixels from one piece of a pile to the next. */
const NEXT_IN_PILE = 9;

/**
 * @param {State} state
 * @param {Parts} parts
 * @param {Clocks} clocks
 * @param {(target: Target) => void} point
 */
export function drawTrays(state, parts, clocks, point) {
  const { table, picture } = state;
  if (!table || !picture) return;
  const near = nearSide(state);
  drawCard(parts.near, near, state, clocks, point);
  drawCard(parts.far, otherSide(near), state, clocks, point);
  const both = picture.trays.filter((tray) => tray.owner === "both");
  parts.both.hidden = !both.length;
  patch(parts.both, both.flatMap((tray) => [heading([titled(tray.title)]), stocks(tray, state, point)]));
}

/**
 * @param {HTMLElement} card
 * @param {Side} side
 * @param {State} state
 * @param {Clocks} clocks
 * @param {(target: Target) => void} point
 */
function drawCard(card, side, state, clocks, point) {
  const { table, picture } = state;
  const tray = picture?.trays.find((one) => one.owner === side);
  if (!table) return;
  const player = playerOf(state, side);
  const title = tray?.title ?? table.sides[side === "white" ? 0 : 1];
  const who = playing(state, player);
  card.classList.toggle("active", table.outcome ? table.outcome.winner === player : isActive(state, player));
  card.dataset.owner = side;
  card.setAttribute("aria-label", [title, who].filter(Boolean).join(", "));
  const name = heading([dot(table, player), titled(title), named(who), thinking(state, player), clocks.draw(player)]);
  patch(card, [name, ...(tray ? [stocks(tray, state, point)] : [])]);
}

/**
 * Who plays a side of the board that is shown: in a contest White's player may have Black.
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
function heading(inside) {
  return element("h2", { class: "player-name" }, ...inside);
}

/** @param {string} title */
function titled(title) {
  return element("span", { class: "player-title" }, title);
}

/** @param {string} who */
function named(who) {
  return who ? element("span", { class: "player-who", title: who }, who) : null;
}

/**
 * Who plays a side. In a contest the board has sides of its own; then it is said which side of the game that is.
 * @param {State} state
 * @param {Side} side
 */
function playing({ table, around }, side) {
  if (!table) return "";
  return [around && table.sides[side === "white" ? 0 : 1], seated(table, side)].filter(Boolean).join(", ");
}

/**
 * @param {import("../../types.js").TableMessage} table
 * @param {Side} side
 */
function seated(table, side) {
  const seat = table.seats[side];
  if (seat.kind === "person" && seat.waits) return t("nobody yet");
  const name = knownAs(seat, table.seats[otherSide(side)]);
  if (table.open || ownSide(table) !== side || seat.kind !== "person") return name;
  return seat.name ? t("{name} (you)", { name: seat.name }) : t("you");
}

/**
 * A quiet sign that somebody thinks; the sentence says it too.
 * @param {State} state
 * @param {Side} side
 */
function thinking({ table, paused }, side) {
  if (paused || table?.thinking?.side !== side) return null;
  return element("span", { class: "thinks", title: table.thinking.text }, element("i"), element("i"), element("i"));
}

/**
 * @param {Tray} tray
 * @param {State} state
 * @param {(target: Target) => void} point
 */
function stocks(tray, state, point) {
  const number = tray.stocks.length;
  const most = number === 1 ? [MOST_ALONE] : number <= FEW_STOCKS ? MOST_SHOWN : [];
  const kind = number <= FEW_STOCKS ? "few" : number < MANY_STOCKS ? "some" : number < CROWD ? "many" : "many crowd";
  return element("div", { class: `stocks ${kind}` }, ...tray.stocks.map((one, i) => stock(one, tray, most[i] ?? 1, state, point)));
}

/**
 * Equal pieces; a button if they can be pointed at.
 * @param {Stock} one
 * @param {Tray} tray
 * @param {number} most    pieces to show
 * @param {State} state
 * @param {(target: Target) => void} point
 */
function stock(one, tray, most, state, point) {
  const inside = [
    pile(one, most),
    element("span", { class: "stock-count" }, one.count),
    element("span", { class: "stock-name" }, one.name),
  ];
  const label = `${one.count} ${one.name}, ${one.piece}`;
  const { target } = one;
  if (!target) return element("div", { class: one.count ? "stock" : "stock none", title: label }, ...inside);
  const chosen = state.prefix.some((other) => same(other, target));
  const open = !chosen && canBePointedAt(state, tray, target);
  return element(
    "button",
    {
      type: "button",
      class: `stock ${open ? "open" : ""} ${chosen ? "chosen" : ""} ${one.count ? "" : "none"}`,
      "data-target": keyOf(target),
      "aria-label": label,
      "aria-pressed": String(chosen),
      title: label,
      onclick: () => point(target),
    },
    ...inside,
  );
}

/**
 * Is this stock open? Where both trays have such a piece, each player points into the own one.
 * @param {State} state
 * @param {Tray} tray
 * @param {Target} target
 */
function canBePointedAt(state, tray, target) {
  const { open, picture } = state;
  if (!open.some((one) => same(one.target, target))) return false;
  const trays = picture?.trays.filter((one) => one.stocks.some((stock) => same(stock.target, target))) ?? [];
  return trays.length === 1 || tray.owner === "both" || acting(state).includes(tray.owner);
}

/**
 * The pieces themselves: all of them where there is room, else some.
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
