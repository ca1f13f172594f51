/** Before the first turn the list of turns is empty; its place says what the game is about. */

import { api, element } from "../../dom.js";
import { blocks } from "../../rules/text.js";
import { t } from "../../words.js";

/** @typedef {import("./layout.js").Parts} Parts */
/** @typedef {import("../state.js").State} State */

export class Opening {
  /** @param {() => void} openRules */
  constructor(openRules) {
    this.openRules = openRules;
    this.asked = false;
  }

  /**
   * @param {State} state
   * @param {Parts} parts
   */
  draw({ table }, parts) {
    const wanted = Boolean(table) && !table?.turns.length && !table?.outcome;
    parts.turns.hidden = wanted;
    parts.opening.hidden = !wanted;
    // On a phone the list is in a drawer, and nothing is fetched for what nobody sees.
    if (!wanted || !table || this.asked || !parts.drawer.offsetParent) return;
    this.asked = true;
    this.fill(parts.opening, table.game);
  }

  /**
   * @param {HTMLElement} place
   * @param {{name: string, version: string}} game
   */
  async fill(place, { name, version }) {
    /** @type {{summary: string, sections: {title: string, text: string}[]} | null} */
    const book = await api.get(`/api/rules/${encodeURIComponent(name)}/${encodeURIComponent(version)}`).catch(() => null);
    if (!book) return;
    const [aim] = book.sections;
    place.replaceChildren(
      element("h2", {}, aim?.title ?? t("Rules")),
      ...blocks(aim?.text ?? book.summary),
      element("button", { type: "button", class: "button", onclick: this.openRules }, t("Read the rules")),
      element("p", { class: "muted opening-keys" }, t("Arrow keys and Enter play too. A right click or a long press says what lies on a place.")),
    );
  }
}
