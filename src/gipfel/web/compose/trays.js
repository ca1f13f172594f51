/** The pieces of both players, laid out. */

import { element } from "../dom.js";
import { t } from "../i18n.js";
import { addLooks, icon } from "../table/draw/piece-looks.js";
import { makeSame, placeText, sidesDiffer } from "./linking.js";

/** @import { MenuTray, TrayPieces } from "../types.js" */
/** @import { Kinds } from "./kinds.js" */
/** @import { MenuDraft } from "./menu-draft.js" */
/** @import { Shelf } from "./shelf.js" */

const PIECE = 0.5;

export class Trays {
  /**
   * @param {MenuDraft} menu
   * @param {Kinds} kinds
   * @param {Shelf} shelf
   */
  constructor(menu, kinds, shelf) {
    this.menu = menu;
    this.kinds = kinds;
    this.shelf = shelf;
    this.trays = element("div", { class: "trays" });
    this.choice = element("button", { type: "button", class: "quiet trays-choice", onclick: () => this.onChoice() });
    this.node = element("section", { class: "trays-part", "aria-label": t("The pieces of both players"), hidden: true }, this.trays, this.choice);
    menu.listeners.push({ checked: () => this.draw() });
  }

  draw() {
    const { card } = this.menu;
    if (!card) return;
    addLooks(card.looks);
    this.node.hidden = !card.trays.length;
    this.trays.replaceChildren(...card.trays.map((tray) => this.tray(tray)));
    this.choice.textContent = this.isSeparate ? t("The same for both") : t("Choose differently");
  }

  get isSeparate() {
    return this.kinds.separate || sidesDiffer(this.menu);
  }

  onChoice() {
    const separate = !this.isSeparate;
    this.kinds.separateSides(separate);
    if (!separate) makeSame(this.menu);
    this.draw();
  }

  /** @param {MenuTray} tray */
  tray(tray) {
    return element(
      "div",
      { class: "tray card", "data-side": tray.side },
      element("p", { class: "tray-head" }, element("strong", {}, tray.title), " ", element("span", { class: "muted" }, tray.text)),
      element("div", { class: "tray-pieces" }, ...tray.pieces.map((pieces) => this.pieces(tray, pieces))),
    );
  }

  /**
   * Equal pieces; something from the shelf can be laid on those with potentials.
   * @param {MenuTray} tray
   * @param {TrayPieces} pieces
   */
  pieces(tray, pieces) {
    const isKind = this.menu.offer.kinds.some(({ name }) => name === pieces.kind);
    const place = isKind ? { kind: pieces.kind, side: this.isSeparate ? tray.side : null } : null;
    const label = t("{n} × {piece}", { n: pieces.count, piece: pieces.name });
    return element(
      "span",
      {
        class: "tray-group",
        role: "img",
        "aria-label": pieces.task ? `${label}: ${pieces.task}` : label,
        title: pieces.task || null,
        "data-place": place && placeText(place),
        onclick: () => place && this.shelf.held && this.shelf.lay(place),
      },
      ...Array.from({ length: pieces.count }, () => icon(pieces.look, PIECE)),
    );
  }
}
