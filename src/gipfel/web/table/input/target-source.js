/** Where targets come from and where decisions go: selecting is the same at the table and in a planned position. */

import { t } from "../../i18n.js";
import { keepDecision } from "../kept/decisions.js";

/** @import { Pointed as Answer, Target } from "../../types.js" */
/** @import { Connection } from "../connection.js" */
/** @import { State } from "../state.js" */
/** @import { TargetSelection } from "./selection.js" */

/**
 * @typedef {object} Source
 * @property {boolean} final      decisions count, so the user may want to confirm them
 * @property {(prefix: Target[], effect: boolean) => Promise<Answer | null>} targetsAfter   what can follow a prefix, perhaps with
 *   what the decision would do
 * @property {(decision: string, selection: TargetSelection) => Promise<void>} decide
 * @property {(target: Target) => Promise<string>} whyNot   why nothing can be done there; may be empty
 */

/**
 * The table itself.
 * @implements {Source}
 */
export class TableSource {
  /**
   * @param {State} state
   * @param {Connection} connection
   */
  constructor(state, connection) {
    this.state = state;
    this.connection = connection;
    this.final = true;
  }

  /**
   * Where both sides may act, the server answers for which of them.
   * @param {Target[]} prefix
   * @param {boolean} effect
   * @returns {Promise<Answer | null>}
   */
  async targetsAfter(prefix, effect) {
    const { table, actor } = this.state;
    return table && this.connection.request("point", { number: table.number, prefix, effect, ...(actor && { side: actor }) });
  }

  /**
   * Sent again until it is answered; number and `happened` make sure that it counts once. It is kept until then: without a
   * connection, or if the page is closed, the user is asked about it later.
   * @param {string} decision
   * @param {TargetSelection} selection
   */
  async decide(decision, selection) {
    const { table, actor } = this.state;
    if (!table) return;
    const { number, happened } = table;
    keepDecision(this.state.id, table, decision, actor);
    if (!this.state.connected) return selection.giveUp(t("No connection: {move} is kept, and you are asked about it when the connection is back.", { move: decision }));
    await this.connection.decide(this.state.id, { number, decision, happened, ...(actor && { side: actor }) });
    if (this.state.table?.number === number) await selection.nextTable();
  }

  /** @param {Target} target */
  async whyNot(target) {
    const { table, prefix } = this.state;
    if (!table?.yours.length) return "";
    return (await this.connection.request("why", { number: table.number, prefix, target })).text;
  }
}
