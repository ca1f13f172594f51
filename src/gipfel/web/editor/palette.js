/** The tools of the editor: move, take away, or lay a piece down. */

import { element } from "../dom.js";
import { t } from "../i18n.js";
import { addLooks, boxOf, icon } from "../table/draw/piece-looks.js";

/** @import { PalettePiece } from "../types.js" */

/** In pixels. */
const LARGEST_ICON = 44;

export class Palette {
  /** @param {() => void} chosen    called when another tool was chosen */
  constructor(chosen) {
    this.chosen = chosen;
    /** @type {string | null} the piece to lay down, "" to take away, null to move */
    this.tool = null;
    this.tools = element("div", { class: "editor-palette", role: "radiogroup", "aria-label": t("What to do with the board") });
    this.hint = element("p", { class: "muted editor-hint", role: "status" });
  }

  get nodes() {
    return [this.tools, this.hint];
  }

  /**
   * @param {PalettePiece[]} pieces
   * @param {boolean} doubtful    a piece was added or removed, and the numbers beside the board have not changed
   */
  draw(pieces, doubtful) {
    for (const { looks } of pieces) addLooks(looks);
    this.tools.hidden = !pieces.length;
    this.tools.replaceChildren(
      this.button(null, t("Move"), t("Move")),
      this.button("", t("Take away"), t("Take away")),
      ...pieces.map(({ piece, look, name }) => this.button(piece, look ? icon(look, iconScale(look, pieces.length)) : name, name)),
    );
    this.hint.textContent = this.advice(pieces, doubtful);
    this.hint.classList.toggle("is-doubtful", doubtful);
  }

  /**
   * @param {PalettePiece[]} pieces
   * @param {boolean} doubtful
   */
  advice(pieces, doubtful) {
    if (!pieces.length) return t("Positions of this game are changed in their text.");
    if (doubtful) return t("The numbers beside the board have not changed. If they should, change them in the text.");
    if (this.tool === null) return t("Point at a piece, then at where it is to stand.");
    if (this.tool === "") return t("Point at what is to be taken away.");
    return t("Point at a place to lay it down; where a piece can be turned, point again.");
  }

  /**
   * @param {string | null} tool
   * @param {Node | string} shown
   * @param {string} name
   */
  button(tool, shown, name) {
    const onclick = () => {
      this.tool = tool;
      this.chosen();
      /** @type {HTMLElement | null} */ (this.tools.querySelector("[aria-checked=true]"))?.focus();
    };
    const what = { type: "button", class: "editor-tool", role: "radio", title: name, "aria-label": name, "data-piece": tool, onclick };
    return element("button", { ...what, "aria-checked": String(tool === this.tool) }, shown);
  }
}

/**
 * Icons are smaller if there are many, and limited in size.
 * @param {string} look
 * @param {number} number    of pieces
 */
function iconScale(look, number) {
  const { width, height } = boxOf(look);
  return Math.min(number > 14 ? 0.36 : 0.5, LARGEST_ICON / Math.max(width, height, 1));
}
