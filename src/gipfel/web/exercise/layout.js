/** The elements of an exercise: the board, what lies beside it, what is said, and a panel for whoever shows the exercise. */

import { element, patch } from "../dom.js";
import { heading, stocks, titleNode } from "../table/draw/stocks.js";
import { otherSide } from "../table/state.js";

/** @import { Exercise, Side, Target, Tray } from "../types.js" */
/** @import { State } from "../table/state.js" */

/** @param {SVGSVGElement} board */
export function layout(board) {
  const parts = {
    popup: element("div", { class: "popup", role: "status", hidden: true }),
    panel: element("div", { class: "exercise-panel" }),
    far: element("section", { class: "player card far" }),
    both: element("section", { class: "player card both", hidden: true }),
    near: element("section", { class: "player card near" }),
    now: element("section", { class: "now" }),
    reminder: element("p", { class: "reminder" }),
    sentence: element("p", { class: "sentence" }),
    buttons: element("div", { class: "choices" }),
    note: element("p", { class: "note", "aria-live": "polite" }),
    spoken: element("p", { class: "visually-hidden spoken", role: "status", "aria-live": "polite" }),
  };
  parts.now.append(parts.reminder, parts.sentence, parts.buttons);
  const root = element(
    "div",
    { class: "table exercise" },
    element("div", { class: "stage" }, board, parts.popup),
    parts.panel,
    element("div", { class: "talk" }, parts.now, parts.note),
    element("div", { class: "beside" }, parts.far, parts.both, parts.near),
    parts.spoken,
  );
  return { root, ...parts };
}

/** @typedef {ReturnType<typeof layout>} ExerciseParts */

/**
 * Draw the cards of both sides: their names, and what lies beside the board.
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
