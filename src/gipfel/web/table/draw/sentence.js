/** What to do now in one sentence, and the buttons that belong to it. */

import { element, patch } from "../../dom.js";
import { t } from "../../words.js";
import { icon } from "./piece-looks.js";
import { planSentence } from "../people/plan.js";
import { apart, differ, pointable, turning, watches } from "../state.js";
import { keyOf, labelOf, same } from "../targets.js";

/** @typedef {import("../../types.js").PossibleTarget} Open */
/** @typedef {import("../../types.js").Target} Target */
/** @typedef {import("./layout.js").Parts} Parts */
/** @typedef {import("../input/pointing.js").Pointer} Pointer */
/** @typedef {import("../state.js").State} State */

/**
 * @typedef {object} Doings
 * @property {() => void} again
 * @property {() => void} swapped     again, with the sides swapped
 * @property {() => void} review
 * @property {() => void} roll
 * @property {() => void} goOn        a game that was stopped because it did not come to an end
 * @property {() => void} pause
 * @property {() => void} rematch     ask the other player to play again
 * @property {() => void} plan        think about what might come
 * @property {(always: boolean) => void} keepPlan
 * @property {() => void} leavePlan
 */

/**
 * @param {State} state
 * @param {Parts} parts
 * @param {Pointer} pointer
 * @param {Doings} doings
 */
export function drawSentence(state, parts, pointer, doings) {
  const { table } = state;
  if (!table) return;
  const text = table.outcome && !state.planning ? table.outcome.text : sentenceOf(state);
  if (parts.sentence.textContent !== text) parts.sentence.textContent = text;
  speak(table, text, parts.spoken);
  parts.now.classList.toggle("waiting", !state.planning && !table.yours.length && !table.outcome && !table.chance?.roll);
  parts.now.classList.toggle("over", Boolean(table.outcome));
  patch(parts.buttons, table.outcome ? endButtons(doings, table) : buttons(state, pointer, doings));
  if (parts.note.textContent !== state.note) parts.note.textContent = state.note;
  const known = table.last && !table.thrown; // what was thrown is shown already
  parts.last.textContent = known ? t("Last move: {move}", { move: table.last ?? "" }) : "";
}

/**
 * For those who do not see the board: what was played, then what to do now. The same sentence after another move is
 * said again.
 * @param {import("../../types.js").TableMessage} table
 * @param {string} sentence
 * @param {HTMLElement} place
 */
function speak(table, sentence, place) {
  const key = `${table.number} ${sentence}`;
  if (place.dataset.key === key) return;
  const moved = table.last && place.dataset.number !== String(table.number);
  Object.assign(place.dataset, { key, number: table.number });
  place.textContent = moved ? [t("Last move: {move}", { move: table.last ?? "" }), sentence].join(". ") : sentence;
}

/** @param {State} state */
function sentenceOf(state) {
  if (state.paused) return t("The game is paused.");
  if (state.row) return t("Two rows cross here: point again for the other one, or take this one.");
  if (state.asking) return t("Is this what you want?");
  if (pointable(state).some((one) => one.target[2])) return t("Point at pieces that shall stay, then take the rest.");
  if (turning(state)) return t("Turn the piece, then lay it down.");
  if (state.planning) return planSentence(state);
  const { table } = state;
  if (table?.thinking && !table.yours.length) return thinkingText(table.thinking);
  return table?.sentence ?? "";
}

/** @param {{what: "thinks" | "prepares", text: string}} thinking */
function thinkingText({ what, text }) {
  return what === "prepares" ? [text, t("This takes up to a minute, and only the first time.")].join(" ") : text;
}

/**
 * What the button says that lets chance decide.
 * @param {string} what
 */
function throwing(what) {
  if (what === "coin") return t("Toss the coin");
  if (what === "card") return t("Draw the cards");
  return what === "lot" ? t("Draw lots") : t("Roll");
}

/**
 * @param {State} state
 * @param {Pointer} pointer
 * @param {Doings} doings
 */
function buttons(state, pointer, doings) {
  const { table, row } = state;
  if (state.paused) return [plain(t("Go on"), doings.pause, "strong")];
  const found = [];
  if (table?.chance?.roll && !state.planning) found.push(plain(throwing(table.chance.what), doings.roll, "strong roll"));
  if (row) found.push(aimed(row.target, t("Take this row"), pointer, "strong"));
  if (state.asking) found.push(plain(t("Yes, do it"), () => pointer.decide(), "strong"));
  else if (state.decision && state.open.length) found.push(plain(t("Done"), () => pointer.decide(), "strong"));
  found.push(...(turning(state) ? turnButtons(state, pointer) : besideButtons(state, pointer)));
  if (state.prefix.length || row) found.push(plain(t("Take back"), () => pointer.takeBack(), "back"));
  return [...found, ...planButtons(state, doings)];
}

/**
 * Think about what might come; then: keep the plan, begin again, or leave it.
 * @param {State} state
 * @param {Doings} doings
 */
function planButtons({ table, planning, prefix }, doings) {
  if (!planning) return table?.can.plan && !table.yours.length ? [plain(t("Plan ahead"), doings.plan, "plan")] : [];
  if (prefix.length) return [];
  const keep = [
    plain(t("Only then"), () => doings.keepPlan(false), "strong"),
    plain(t("Whatever is played, if it is legal"), () => doings.keepPlan(true)),
  ];
  return [
    ...(planning.own ? keep : []),
    ...(planning.line.length ? [plain(t("Start again"), doings.plan, "back")] : []),
    plain(t("Cancel"), doings.leavePlan, "back"),
  ];
}

/**
 * Open targets that are neither on the board nor in a tray.
 * @param {State} state
 * @param {Pointer} pointer
 */
function besideButtons(state, pointer) {
  const { open, picture } = state;
  const inTrays = picture?.trays.flatMap((tray) => tray.stocks.flatMap((stock) => (stock.target ? [stock.target] : []))) ?? [];
  const beside = open.filter(
    (one) => one.target[0] === "button" || (!one.at.length && !inTrays.some((target) => same(target, one.target))),
  );
  return beside.map((one) => aimed(one.target, one.text ?? labelOf(one.target), pointer));
}

/**
 * A piece in each way it can lie, and buttons for thumbs.
 * @param {State} state
 * @param {Pointer} pointer
 */
function turnButtons(state, pointer) {
  const { ghost } = state;
  /** @param {Target} target */
  const preview = (target) => {
    const found = state.ghosts.find((one) => same(one.target, target));
    if (found) pointer.showGhost(found);
  };
  const ways = state.ghosts.map((one) => {
    const node = aimed(one.target, "", pointer, "turn");
    node.append(icon(one.look, 0.24, state.turned));
    node.setAttribute("aria-label", t("Lay it down like this"));
    node.classList.toggle("shown", same(one.target, ghost?.target));
    node.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && preview(one.target));
    return node;
  });
  return [
    plain(t("Lay down"), () => state.ghost && pointer.point(state.ghost.target), "strong"),
    plain(t("Turn"), () => pointer.turn(1)),
    element("div", { class: "ways" }, ...ways),
  ];
}

/**
 * A button that stands for a target.
 * @param {Target} target
 * @param {string} label
 * @param {Pointer} pointer
 * @param {string} [kind]
 */
function aimed(target, label, pointer, kind = "") {
  const node = plain(label, () => pointer.point(target), `open ${kind}`);
  node.dataset.target = keyOf(target);
  return node;
}

/**
 * @param {string} label
 * @param {() => void} onclick
 * @param {string} [kind]
 */
function plain(label, onclick, kind = "") {
  return element("button", { type: "button", class: `choice ${kind}`, "data-key": label, onclick }, label);
}

/**
 * @param {Doings} doings
 * @param {import("../../types.js").TableMessage} table
 */
function endButtons(doings, table) {
  const { can } = table;
  return [
    ...(can["play on"] ? [plain(t("Play on"), doings.goOn)] : []),
    ...againButtons(doings, table),
    plain(t("Look at the game again"), doings.review),
  ];
}

/**
 * Two people agree on another game, the others just begin it; who watches does neither.
 * @param {Doings} doings
 * @param {import("../../types.js").TableMessage} table
 */
function againButtons(doings, table) {
  if (watches(table)) return [];
  if (apart(table)) return table.can.rematch && !table.offer ? [plain(t("Rematch"), doings.rematch, "strong")] : [];
  const again = plain(t("Play again"), doings.again, "strong");
  return differ(table.seats) ? [again, plain(t("Swap sides"), doings.swapped)] : [again];
}
