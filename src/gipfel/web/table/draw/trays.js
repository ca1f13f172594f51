/** Player cards: name, presence, clock, tray, whose turn it is, who is thinking. */

import { element, patch } from "../../dom.js";
import { listed, t } from "../../i18n.js";
import { knownName } from "../../player-names.js";
import { unnamedPlayer } from "../people/contest-players.js";
import { presenceDot } from "../people/presence.js";
import { nearSide, otherSide, ownSide, shownPicture } from "../state.js";
import { heading, stocks, titleNode } from "./stocks.js";

/** @import { Side, TableMessage, Target } from "../../types.js" */
/** @import { Clocks } from "../people/clocks.js" */
/** @import { State } from "../state.js" */
/** @import { Parts } from "./layout.js" */

/** States of an engine that does not think. */
const IDLE = ["waits", "failed", "not allowed"];

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
