/** A small box beside a place with what lies there, from the top down. */

import { element } from "../../dom.js";
import { t } from "../../i18n.js";
import { whereIs } from "../targets.js";

/** @import { Target } from "../../types.js" */
/** @import { Board } from "./board.js" */
/** @import { Parts } from "./layout.js" */

const STAYS = 7000;

export class Popup {
  /**
   * @param {Parts} parts
   * @param {Board} board
   */
  constructor(parts, board) {
    this.place = parts.popup;
    this.board = board;
    this.timer = 0;
    parts.root.addEventListener("pointerdown", () => this.close());
  }

  /**
   * @param {Target} target
   * @param {string[]} lines
   */
  show(target, lines) {
    const content = lines.length
      ? element("ol", {}, ...lines.map((line) => element("li", {}, line)))
      : element("p", {}, t("Nothing lies here."));
    const title = lines.length > 1 ? t("{place}, from the top down", { place: target[1] }) : target[1];
    this.place.replaceChildren(element("strong", {}, title), content);
    this.place.hidden = false;
    this.moveTo(target);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.close(), STAYS);
  }

  /** @param {Target} target */
  moveTo(target) {
    const at = this.board.picture && whereIs(this.board.picture, target);
    const stage = this.place.parentElement?.getBoundingClientRect();
    if (!at || !stage) return;
    const [x, y] = this.board.toWindow(at);
    const { width, height } = this.place.getBoundingClientRect();
    const left = Math.min(Math.max(x - stage.left - width / 2, 4), stage.width - width - 4);
    const above = y - stage.top - height - 26;
    this.place.style.left = `${left}px`;
    this.place.style.top = `${above > 4 ? above : y - stage.top + 26}px`;
  }

  close() {
    this.place.hidden = true;
  }
}
