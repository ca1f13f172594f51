/** The elements of an exercise: the board, what lies beside it, what is said, and a panel for whoever shows the exercise. */

import { element } from "../dom.js";

/** @param {SVGSVGElement} board */
export function layout(board) {
  const parts = {
    popup: element("div", { class: "popup", role: "status", hidden: true }),
    panel: element("div", { class: "exercise-panel" }),
    far: element("section", { class: "player card far" }),
    both: element("section", { class: "player card both", hidden: true }),
    near: element("section", { class: "player card near" }),
    now: element("section", { class: "now" }),
    sentence: element("p", { class: "sentence" }),
    buttons: element("div", { class: "choices" }),
    note: element("p", { class: "note", "aria-live": "polite" }),
    spoken: element("p", { class: "visually-hidden spoken", role: "status", "aria-live": "polite" }),
  };
  parts.now.append(parts.sentence, parts.buttons);
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
