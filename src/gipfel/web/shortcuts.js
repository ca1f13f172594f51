/** The keys of a view, in a dialog that opens with `?`. */

import { openDialog } from "./dialogs.js";
import { element, loadStyles } from "./dom.js";
import { t } from "./i18n.js";

/** @typedef {[keys: string[], what: string]} Shortcut */

/** Open the list for a view. @param {string} view */
export async function openShortcuts(view) {
  if (document.querySelector("dialog[open]")) return;
  await loadStyles("/web/shortcuts.css");
  const lines = [...(ofViews()[view] ?? []), ...everywhere()];
  const list = element("dl", { class: "shortcuts" }, ...lines.flatMap(([keys, what]) => [keysNode(keys), element("dd", {}, what)]));
  openDialog(t("Keys"), t("Close"), list).classList.add("small");
}

/** @param {string[]} keys */
function keysNode(keys) {
  return element("dt", { dir: "ltr" }, ...keys.map((key) => element("kbd", {}, key)));
}

/** @returns {Record<string, Shortcut[]>} */
function ofViews() {
  return {
    table: [
      [["↑", "↓", "←", "→"], t("Go from one place to the next, once the focus is on the board; ↑ and ↓ take it there.")],
      [["Enter"], t("Point at the place, or lay the piece down.")],
      [["Esc"], t("Take back what you pointed at, stop planning, or go back to now.")],
      [["R", "⇧ R"], t("Turn the piece.")],
      [["U"], t("Say what lies on the place.")],
      [["←", "→"], t("Look back at the game and step through it, while the focus is not on the board.")],
      [["Home", "End"], t("While looking back: to the start, and back to now.")],
      [["L"], t("See the last turn again, step by step.")],
    ],
    puzzles: [
      [["↑", "↓", "←", "→"], t("Go from one place to the next, once the focus is on the board; ↑ and ↓ take it there.")],
      [["Enter"], t("Point at the place; when the puzzle is solved, to the next one.")],
      [["Esc"], t("Take back what you pointed at, or what was shown.")],
      [["H"], t("A hint.")],
      [["W"], t("After a wrong try: why not?")],
    ],
    review: [
      [["←", "→"], t("One decision back, one on.")],
      [["Home", "End"], t("To the start, to the end.")],
    ],
    study: [
      [["←", "→"], t("One decision back, one on.")],
      [["Home", "End"], t("To the start, to the end.")],
    ],
    contest: [
      [["←", "→"], t("One decision back, one on.")],
      [["Home", "End"], t("To the start, to the end.")],
    ],
    learn: [
      [["←", "→"], t("One step back, one on, while the focus is not on the board.")],
      [["Enter"], t("After a right answer: the next step.")],
      [["H"], t("A hint; the second time it is shown on the board.")],
      [["↑", "↓", "←", "→"], t("Go from one place to the next, once the focus is on the board; ↑ and ↓ take it there.")],
      [["Esc"], t("Take back what you pointed at, or a wrong answer.")],
      [["R", "⇧ R"], t("Turn the piece.")],
    ],
    editor: [
      [["↑", "↓", "←", "→"], t("Go from one place to the next.")],
      [["Enter"], t("Put the chosen piece there.")],
    ],
    compose: [
      [["Enter"], t("Take something from the shelf, and lay it on a kind.")],
      [["←", "→"], t("Go along a row.")],
      [["Delete"], t("Free a kind from its link.")],
    ],
  };
}

/** @returns {Shortcut[]} */
function everywhere() {
  return [
    [["Tab"], t("To the next button or field.")],
    [["Esc"], t("Close what is open.")],
    [["?"], t("This list.")],
  ];
}
