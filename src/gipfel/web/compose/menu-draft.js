/** The menu that is being composed: what was chosen, and what the server says about it. */

import { api, messageOf } from "../api.js";
import { loadDraft, saveDraft } from "./draft.js";

/** @import { CheckedMenu, MenuCard, MenuOffer, Value } from "../types.js" */
/** @import { Draft } from "./draft.js" */

/**
 * What the parts of the page are told.
 * @typedef {object} Listener
 * @property {() => void} [chosen]                    something was chosen
 * @property {() => void} [replaced]                  all choices were replaced, by a preset or a menu that was opened
 * @property {(checked: CheckedMenu) => void} [checked]    the server has checked the choices
 */

/** Milliseconds after the last letter in a field. */
export const TYPING = 250;

export class MenuDraft {
  /** @param {MenuOffer} offer */
  constructor(offer) {
    this.offer = offer;
    this.draft = loadDraft(offer);
    /** The menu as TOML; empty while something does not fit. */
    this.toml = "";
    /** The card of the last menu in which everything fitted. @type {MenuCard | null} */
    this.card = null;
    /** @type {Listener[]} */
    this.listeners = [];
    this.timer = 0;
    this.requests = 0;
  }

  get preset() {
    return this.draft.preset;
  }

  /**
   * @param {string} name
   * @returns {Value}
   */
  value(name) {
    return this.draft.choices[name] ?? this.offer.choices.find((choice) => choice.name === name)?.default ?? "";
  }

  /**
   * @param {Record<string, Value>} changes
   * @param {number} [delay]    milliseconds before the server is asked
   */
  choose(changes, delay = 0) {
    Object.assign(this.draft.choices, changes);
    saveDraft(this.draft);
    for (const listener of this.listeners) listener.chosen?.();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), delay);
  }

  /** @param {string} name */
  usePreset(name) {
    const found = this.offer.presets.find((preset) => preset.name === name);
    if (found) this.use({ preset: name, choices: { ...found.choices, title: this.draft.choices.title ?? "" } });
  }

  /** @param {Draft} draft */
  use(draft) {
    this.draft = draft;
    saveDraft(draft);
    for (const listener of this.listeners) listener.replaced?.();
    return this.check();
  }

  /** Does anything differ from the preset? */
  get isChanged() {
    const own = this.offer.presets.find(({ name }) => name === this.preset)?.choices ?? {};
    return Object.entries(own).some(([name, value]) => name !== "title" && this.draft.choices[name] !== value);
  }

  /** Ask the server whether everything fits together. */
  async check() {
    clearTimeout(this.timer);
    const request = ++this.requests;
    /** @type {CheckedMenu} */
    let checked;
    try {
      checked = await api.post("/api/menu", this.draft);
    } catch (error) {
      checked = { toml: "", problems: [{ choice: "", text: messageOf(error) }] };
    }
    if (request === this.requests) this.tell(checked);
  }

  /**
   * A menu in TOML. One of another game has nothing to choose; it can only be played. Throws if it cannot be read.
   * @param {string} text
   * @returns {Promise<CheckedMenu>}
   */
  async open(text) {
    const request = ++this.requests;
    /** @type {CheckedMenu} */
    const found = await api.post("/api/menu", { toml: text });
    if (request !== this.requests) return found;
    if (found.choices && found.preset) await this.use({ preset: found.preset, choices: found.choices });
    else this.tell(found);
    return found;
  }

  /** @param {CheckedMenu} checked */
  tell(checked) {
    this.toml = checked.toml;
    if (checked.card) this.card = checked.card;
    for (const listener of this.listeners) listener.checked?.(checked);
  }

  close() {
    clearTimeout(this.timer);
    this.requests++;
    this.listeners = [];
  }
}
