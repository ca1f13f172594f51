/** The cards of both sides in an exercise: their names, and what lies beside the board. */

import { patch } from "../dom.js";
import { heading, stocks, titleNode } from "../table/draw/trays.js";
import { otherSide } from "../table/state.js";

/** @import { Exercise, Side, Target, Tray } from "../types.js" */
/** @import { State } from "../table/state.js" */
/** @import { ExerciseParts } from "./layout.js" */

/**
 * @param {State} state
 * @param {ExerciseParts} parts
 * @param {Exercise} exercise
 * @param {(target: Target) => void} point
 */
export function drawCards(state, parts, { learner, sides }, point) {
  const { picture } = state;
  const trays = picture?.trays ?? [];
  const draw = (/** @type {HTMLElement} */ card, /** @type {Side} */ side) => {
    const tray = trays.find((one) => one.owner === side);
    const title = tray?.title ?? sides[side === "white" ? 0 : 1];
    card.dataset.owner = side;
    card.classList.toggle("active", state.table?.side === side);
    card.setAttribute("aria-label", title);
    patch(card, [heading([titleNode(title)]), ...inside(tray)]);
  };
  const inside = (/** @type {Tray | undefined} */ tray) => (tray ? [stocks(tray, state, point)] : []);
  draw(parts.near, learner);
  draw(parts.far, otherSide(learner));
  const both = trays.filter((tray) => tray.owner === "both");
  parts.both.hidden = !both.length;
  patch(parts.both, both.flatMap((tray) => [heading([titleNode(tray.title)]), stocks(tray, state, point)]));
}
