/** What belongs to pointing, in words and as buttons: the same at a table and in an exercise. */

import { element } from "../../dom.js";
import { t } from "../../i18n.js";
import { isTurningPiece, pointableTargets } from "../state.js";
import { keyOf, labelOf, same } from "../targets.js";
import { icon } from "./piece-looks.js";

/** @import { Target } from "../../types.js" */
/** @import { TargetSelection } from "../input/selection.js" */
/** @import { State } from "../state.js" */

/**
 * What to do after what has been pointed at; empty if that says nothing special.
 * @param {State} state
 */
export function pointingText(state) {
  if (state.highlightedRow) return t("Two rows cross here: point again for the other one, or take this one.");
  if (state.confirming) return [state.warning || effectText(state), t("Is this what you want?")].filter(Boolean).join(" ");
  if (pointableTargets(state).some((one) => one.target[2])) return t("Point at pieces that shall stay, then take the rest.");
  return isTurningPiece(state) ? t("Turn the piece, then lay it down.") : "";
}

/**
 * What the decision would do, as a sentence.
 * @param {State} state
 */
function effectText({ effect }) {
  return effect?.text ? t("Then: {what}.", { what: effect.text }) : "";
}

/**
 * Buttons for what can be pointed at beside the board, to finish a decision, and to take it back.
 * @param {State} state
 * @param {TargetSelection} selection
 */
export function pointingButtons(state, selection) {
  const { highlightedRow: row } = state;
  const found = [];
  if (row) found.push(targetButton(row.target, t("Take this row"), selection, "strong"));
  if (state.confirming) found.push(button(t("Yes, do it"), () => selection.decide(), "strong sure"));
  else if (state.decision && state.open.length) found.push(button(t("Done"), () => selection.decide(), "strong"));
  found.push(...(isTurningPiece(state) ? turnButtons(state, selection) : besideButtons(state, selection)));
  if (state.prefix.length || row) found.push(button(t("Take back"), () => selection.takeBack(), "back"));
  return found;
}

/**
 * Open targets that are neither on the board nor in a tray.
 * @param {State} state
 * @param {TargetSelection} selection
 */
function besideButtons(state, selection) {
  const { open, picture } = state;
  const inTrays = picture?.trays.flatMap((tray) => tray.stocks.flatMap((stock) => (stock.target ? [stock.target] : []))) ?? [];
  const beside = open.filter(
    (one) => one.target[0] === "button" || (!one.at.length && !inTrays.some((target) => same(target, one.target))),
  );
  return beside.map((one) => {
    const node = targetButton(one.target, one.text ?? labelOf(one.target), selection);
    if (one.warning) node.dataset.warning = one.warning;
    return node;
  });
}

/**
 * A piece in each orientation, and large buttons for fingers.
 * @param {State} state
 * @param {TargetSelection} selection
 */
function turnButtons(state, selection) {
  const { ghost } = state;
  /** @param {Target} target */
  const preview = (target) => {
    const found = state.ghosts.find((one) => same(one.target, target));
    if (found) selection.showGhost(found);
  };
  const orientations = state.ghosts.map((one) => {
    const node = targetButton(one.target, "", selection, "turn");
    node.append(icon(one.look, 0.24, state.turned));
    node.setAttribute("aria-label", t("Lay it down like this"));
    node.classList.toggle("shown", same(one.target, ghost?.target));
    node.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && preview(one.target));
    return node;
  });
  return [
    button(t("Lay down"), () => state.ghost && selection.point(state.ghost.target), "strong"),
    button(t("Turn"), () => selection.turn(1)),
    element("div", { class: "orientations" }, ...orientations),
  ];
}

/**
 * A button for a target.
 * @param {Target} target
 * @param {string} label
 * @param {TargetSelection} selection
 * @param {string} [kind]
 */
function targetButton(target, label, selection, kind = "") {
  const node = button(label, () => selection.point(target), `open ${kind}`);
  node.dataset.target = keyOf(target);
  return node;
}

/**
 * @param {string} label
 * @param {() => void} onclick
 * @param {string} [kind]
 */
export function button(label, onclick, kind = "") {
  return element("button", { type: "button", class: `choice ${kind}`, "data-key": label, onclick }, label);
}
