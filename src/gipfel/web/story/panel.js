/** The contests of an evening beside its table; the list follows the game while the panel is open. */

import { messageOf } from "../api.js";
import { openDialog } from "../dialogs.js";
import { element, loadStyles } from "../dom.js";
import { t } from "../i18n.js";

/** @import { State } from "../table/state.js" */
/** @import { StoryList } from "./list.js" */

export class StoryPanel {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    /** @type {StoryList | null} while the panel is open */
    this.list = null;
  }

  async open() {
    if (document.querySelector("dialog[open]")) return;
    const place = element("div", {});
    const box = openDialog(t("Contests of the evening"), t("Close"), place);
    box.classList.add("side-panel");
    box.addEventListener("close", () => (this.list = null));
    const address = "./list.js"; // loaded when it is needed
    try {
      const [{ StoryList, eveningOf }] = await Promise.all([import(address), loadStyles("/web/story/story.css")]);
      if (!box.open) return;
      const list = (this.list = new StoryList(this.state.id, eveningOf(() => this.state.table)));
      place.replaceChildren(list.node);
      await list.refresh();
    } catch (error) {
      place.textContent = messageOf(error);
    }
  }

  /** The table has changed. */
  onTable() {
    this.list?.refresh();
  }
}
