/** What the game is about, in place of the list of turns while that is empty. */

import { api } from "../../api.js";
import { element } from "../../dom.js";
import { inLanguage, t } from "../../i18n.js";
import { blocks } from "../../rules/text.js";

/** @import { GameAim } from "../../types.js" */
/** @import { State } from "../state.js" */
/** @import { Parts } from "./layout.js" */

export class GameIntro {
  /** @param {() => void} openRules */
  constructor(openRules) {
    this.openRules = openRules;
    this.isFetched = false;
  }

  /**
   * @param {State} state
   * @param {Parts} parts
   */
  draw({ table }, parts) {
    const wanted = Boolean(table) && !table?.turns.length && !table?.outcome;
    parts.turns.hidden = wanted;
    parts.intro.hidden = !wanted;
    // On a phone the list is in a closed drawer: nothing is fetched.
    if (!wanted || !table || this.isFetched || !parts.drawer.offsetParent) return;
    this.isFetched = true;
    this.fill(parts.intro, table.game);
  }

  /**
   * @param {HTMLElement} place
   * @param {{name: string, version: string}} game
   */
  async fill(place, { name, version }) {
    /** @type {GameAim | null} */
    const aim = await api.get(`/api/rules/${encodeURIComponent(name)}/${encodeURIComponent(version)}/aim`).catch(() => null);
    if (!aim) return;
    place.replaceChildren(
      element("div", { class: "intro-aim", ...inLanguage(aim.language) }, element("h2", {}, aim.title), ...blocks(aim.text)),
      element("button", { type: "button", class: "button", onclick: this.openRules }, t("Read the rules")),
      element("p", { class: "muted intro-keys" }, t("Arrow keys and Enter play too. A right click or a long press says what lies on a place.")),
    );
  }
}
