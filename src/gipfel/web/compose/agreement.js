/** What the players agree on, in the server's words; whether everything fits together; and the way to begin. */

import { element } from "../dom.js";
import { t } from "../i18n.js";

/** @import { CheckedMenu } from "../types.js" */
/** @import { MenuDraft } from "./menu-draft.js" */

export class Agreement {
  /**
   * @param {MenuDraft} menu
   * @param {() => void} start
   */
  constructor(menu, start) {
    this.text = element("p", { class: "agreement-text" });
    this.length = element("p", { class: "agreement-length" });
    this.status = element("p", { class: "compose-status", role: "status" });
    this.start = element("button", { type: "button", class: "button primary start-button", onclick: start }, t("Start"));
    this.node = element(
      "section",
      { class: "agreement-part", "aria-label": t("What you agree on") },
      element("div", { class: "agreement" }, this.text, this.length),
      this.start,
    );
    menu.listeners.push({ checked: (checked) => this.draw(checked) });
  }

  /** @param {CheckedMenu} checked */
  draw({ card, problems, remarks = [], choices, title }) {
    this.start.disabled = problems.length > 0;
    this.node.classList.toggle("is-wrong", problems.length > 0);
    if (card) {
      this.text.replaceChildren(element("strong", {}, t("What you agree on:")), " ", card.agreement.join(" "));
      this.length.textContent = card.length?.sentence ?? "";
      this.length.title = card.length?.basis ?? "";
    }
    this.status.classList.toggle("problem", problems.length > 0);
    const told = problems.length ? problems.slice(0, 1) : remarks;
    const fine = title && !choices ? t("The menu says: {game}.", { game: title }) : t("Everything fits together.");
    this.status.textContent = told.length ? told.map(({ text }) => text).join(" ") : fine;
  }
}
