/** A first game with a guide: a table as always, and a panel with comments beside the board. */

import { loadStyles } from "../dom.js";
import { t } from "../i18n.js";
import { loadTableStyles, TableView } from "../table/view.js";
import { Guide } from "./guide.js";

/** @import { TableMessage } from "../types.js" */
/** @import { Context } from "../view-types.js" */

/** @typedef {{game: string, course: string, id: string}} GuidedPlace */

/**
 * @param {HTMLElement} root
 * @param {GuidedPlace} place
 * @param {Context} context
 */
export async function showGuidedGame(root, place, context) {
  await Promise.all([loadTableStyles(), loadStyles("/web/learn/guide.css")]);
  root.dataset.view = "table";
  const view = new GuidedTable(root, place, context);
  return () => view.close();
}

class GuidedTable extends TableView {
  /**
   * @param {HTMLElement} root
   * @param {GuidedPlace} place
   * @param {Context} context
   */
  constructor(root, { game, course, id }, context) {
    super(root, id, context);
    this.guide = new Guide({
      connection: this.connection,
      showPath: (path) => {
        this.state.hint = path;
        this.drawPointing();
      },
      takeBack: () => this.actions.undo(),
      after: [
        { label: t("Play for real"), address: `#/learn/${game}/${course}/finish` },
        { label: t("All courses"), address: "#/learn" },
      ],
    });
    this.parts.root.classList.add("guided");
    this.parts.near.after(this.guide.node);
  }

  /**
   * @param {TableMessage} table
   * @param {number} slowness
   */
  showTable(table, slowness) {
    const length = super.showTable(table, slowness);
    this.guide.onTable(table);
    return length;
  }

  close() {
    this.guide.close();
    super.close();
  }
}
