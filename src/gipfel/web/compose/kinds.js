/** The kinds of potentials as cards: their pieces, their numbers, and what they are linked to. */

import { element, patch } from "../dom.js";
import { number as inDigits, t, tn } from "../i18n.js";
import { icon } from "../table/draw/piece-looks.js";
import { neighbour, stepOf } from "./arrow-keys.js";
import { changeNumber, linkKind, nextNumber, numberOf, placeText, sidesDiffer, SIDES } from "./linking.js";

/** @import { Child } from "../dom.js" */
/** @import { MenuKind, Side } from "../types.js" */
/** @import { MenuDraft } from "./menu-draft.js" */
/** @import { Shelf } from "./shelf.js" */

const PIECE = 0.72;

export class Kinds {
  /**
   * @param {MenuDraft} menu
   * @param {Shelf} shelf
   * @param {string[]} sides     their names
   */
  constructor(menu, shelf, sides) {
    this.menu = menu;
    this.shelf = shelf;
    this.sides = { white: sides[0], black: sides[1] };
    /** Does each side choose for itself? */
    this.separate = false;
    this.node = element("section", { class: "kinds", "aria-label": t("Potentials"), onkeydown: (/** @type {KeyboardEvent} */ event) => this.onKey(event) });
    const draw = () => this.draw();
    menu.listeners.push({ chosen: draw, replaced: draw, checked: draw });
    shelf.onchange.push(draw);
  }

  /** @param {boolean} separate */
  separateSides(separate) {
    this.separate = separate;
    this.draw();
  }

  draw() {
    patch(this.node, this.menu.offer.kinds.map((kind) => this.kind(kind)));
  }

  /** @param {MenuKind} kind */
  kind(kind) {
    const separate = this.separate || sidesDiffer(this.menu);
    const none = SIDES.every((side) => !numberOf(this.menu, kind, side));
    /** @type {(Side | null)[]} */
    const players = separate ? SIDES : [null];
    return element(
      "article",
      { class: `kind card${none ? " is-empty" : ""}`, "data-game": kind.name, "data-kind": kind.name, "data-place": kind.name, "data-key": kind.name },
      element("div", { class: "kind-pieces", "aria-hidden": "true" }, icon(kind.looks.white, PIECE), icon(kind.looks.black, PIECE)),
      element("h2", {}, kind.title),
      element("p", { class: "kind-about" }, kind.explanation),
      ...players.flatMap((side) => [this.stepper(kind, side), this.slot(kind, side)]),
    );
  }

  /**
   * @param {MenuKind} kind
   * @param {Side | null} side    null for both
   */
  stepper(kind, side) {
    const number = numberOf(this.menu, kind, side ?? "white");
    const title = side ? t("{side}: {kind}", { side: this.sides[side], kind: kind.title }) : kind.title;
    return element(
      "div",
      { class: "stepper", role: "group", "aria-label": title },
      this.stepButton(kind, side, -1, t("Fewer: {what}", { what: title })),
      element("span", { class: "stepper-number", role: "status" }, side ? `${this.sides[side]}: ${inDigits(number)}` : amount(number)),
      this.stepButton(kind, side, 1, t("More: {what}", { what: title })),
    );
  }

  /**
   * @param {MenuKind} kind
   * @param {Side | null} side
   * @param {number} step
   * @param {string} label
   */
  stepButton(kind, side, step, label) {
    const number = numberOf(this.menu, kind, side ?? "white");
    const key = `${step > 0 ? "more" : "fewer"} ${placeText({ kind: kind.name, side })}`;
    return element(
      "button",
      {
        type: "button",
        class: "step",
        "data-key": key,
        "data-part": `${step} ${side}`,
        "aria-label": label,
        "aria-disabled": nextNumber(this.menu, number, step) === null ? "true" : "false",
        onclick: () => changeNumber(this.menu, kind, side, step),
      },
      step > 0 ? "+" : "−",
    );
  }

  /**
   * Where something from the shelf is laid.
   * @param {MenuKind} kind
   * @param {Side | null} side
   */
  slot(kind, side) {
    const place = { kind: kind.name, side };
    const link = this.menu.card?.links[kind.name]?.[side ?? "white"];
    const linked = Boolean(link?.title);
    const text = linked ? (link?.task ?? "") : t("lay a game here");
    const who = side ? t("{side}: {kind}", { side: this.sides[side], kind: kind.title }) : kind.title;
    const held = this.shelf.held;
    const name = held ? t("{what} for {kind}", { what: held.title, kind: who }) : linked ? `${who}: ${text}` : t("{kind}: free to use", { kind: who });
    /** @type {Child[]} */
    const parts = [
      element(
        "button",
        {
          type: "button",
          class: "slot-button",
          "data-key": `slot ${placeText(place)}`,
          "data-part": `slot ${side}`,
          "aria-label": name,
          "aria-pressed": this.shelf.isWaiting(place) ? "true" : "false",
          onclick: () => this.shelf.pointAt(place),
        },
        text,
      ),
    ];
    if (linked) {
      parts.push(
        element(
          "button",
          {
            type: "button",
            class: "slot-clear",
            "data-key": `clear ${placeText(place)}`,
            "aria-label": t("Free {kind} from its link", { kind: who }),
            onclick: () => linkKind(this.menu, place, this.menu.offer.free),
          },
          "×",
        ),
      );
    }
    const attributes = { class: `slot${linked ? " is-linked" : ""}`, "data-place": placeText(place), "data-game": link?.game || null };
    return element("div", attributes, ...parts);
  }

  /**
   * Left and right go to the same control of the next kind, up and down change a number, Delete frees a kind.
   * @param {KeyboardEvent} event
   */
  onKey(event) {
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    const part = focused?.dataset.part;
    if (!focused || !part) return;
    const place = focused.closest("[data-place]");
    if (stepOf(event)) {
      neighbour(event, [...this.node.querySelectorAll(`[data-part="${part}"]`)])?.focus();
    } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      const group = focused.closest(".stepper") ?? focused.closest(".slot")?.previousElementSibling;
      event.preventDefault();
      /** @type {NodeListOf<HTMLButtonElement> | undefined} */
      const buttons = group?.querySelectorAll("button");
      buttons?.[event.key === "ArrowUp" ? 1 : 0]?.click();
    } else if (event.key === "Delete" || event.key === "Backspace") {
      place?.querySelector(".slot-clear")?.dispatchEvent(new MouseEvent("click"));
    }
  }
}

/** @param {number} number */
function amount(number) {
  return number ? tn("{n} each", "{n} each", number) : t("none of it");
}
