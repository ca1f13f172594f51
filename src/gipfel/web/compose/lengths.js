/** How long: the lengths to choose from, and the presets of each. */

import { element } from "../dom.js";
import { t } from "../i18n.js";
import { radioKeys } from "./arrow-keys.js";

/** @import { LengthChoice, Preset } from "../types.js" */
/** @import { MenuDraft } from "./menu-draft.js" */

export class Lengths {
  /** @param {MenuDraft} menu */
  constructor(menu) {
    this.menu = menu;
    this.lengths = element("div", { class: "lengths", role: "radiogroup", "aria-label": t("How long?"), onkeydown: radioKeys });
    this.presets = element("div", { class: "presets", role: "radiogroup", "aria-label": t("Presets"), onkeydown: radioKeys });
    this.node = element("section", { class: "compose-lengths" }, this.lengths, this.presets);
    const draw = () => this.draw();
    menu.listeners.push({ chosen: draw, replaced: draw });
    draw();
  }

  draw() {
    const { lengths, presets } = this.menu.offer;
    const chosen = lengths.find((length) => length.presets.includes(this.menu.preset));
    this.renew(this.lengths, lengths.map((length) => this.length(length, length === chosen)));
    const shown = presets.filter(({ name }) => chosen?.presets.includes(name));
    const order = (/** @type {Preset} */ preset) => chosen?.presets.indexOf(preset.name) ?? 0;
    this.renew(this.presets, shown.toSorted((a, b) => order(a) - order(b)).map((preset) => this.preset(preset)));
    this.presets.hidden = shown.length < 2;
  }

  /**
   * Replace the buttons of a group; the focus stays in it.
   * @param {HTMLElement} group
   * @param {HTMLElement[]} buttons
   */
  renew(group, buttons) {
    const focused = group.contains(document.activeElement);
    group.replaceChildren(...buttons);
    if (focused) buttons.find((button) => button.getAttribute("aria-checked") === "true")?.focus();
  }

  /**
   * @param {LengthChoice} length
   * @param {boolean} chosen
   */
  length(length, chosen) {
    const time = this.menu.offer.presets.find(({ name }) => name === length.presets[0])?.length?.time;
    const note = time ? t("{time} or so: {what}", { time, what: length.explanation }) : length.explanation;
    return element(
      "button",
      {
        type: "button",
        class: "length card",
        role: "radio",
        "data-length": length.name,
        "aria-checked": chosen ? "true" : "false",
        tabindex: chosen ? 0 : -1,
        onclick: () => this.menu.usePreset(length.presets[0]),
      },
      element("strong", {}, length.title),
      element("span", { class: "muted" }, note),
    );
  }

  /** @param {Preset} preset */
  preset(preset) {
    const chosen = preset.name === this.menu.preset;
    return element(
      "button",
      {
        type: "button",
        class: "preset",
        role: "radio",
        "data-preset": preset.name,
        "aria-checked": chosen ? "true" : "false",
        tabindex: chosen ? 0 : -1,
        title: preset.explanation,
        onclick: () => this.menu.usePreset(preset.name),
      },
      preset.title,
      element("span", { class: "preset-time" }, chosen && this.menu.isChanged ? t("changed") : (preset.length?.time ?? "")),
    );
  }
}
