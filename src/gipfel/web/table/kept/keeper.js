/** Keeps what a table shows for times without a connection: the table itself, and the turns before. */

import { toast } from "../../dialogs.js";
import { t } from "../../i18n.js";
import { addLooks } from "../draw/piece-looks.js";
import { dropDecision, keptDecision, stillFits, wasPlayed } from "./decisions.js";
import { canKeep, keepTable, keepView, keptNumbers, keptTable } from "./tables.js";

/** @import { Can, TableMessage } from "../../types.js" */
/** @import { Connection } from "../connection.js" */
/** @import { State } from "../state.js" */

/** Milliseconds after a table arrives, and between requests for turns that are missing. */
const REST = 1000;
const PACE = 400;
/** Decisions before the last one that can be seen again. */
const MOST_VIEWS = 300;

export class Keeper {
  /**
   * @param {State} state
   * @param {Connection} connection
   */
  constructor(state, connection) {
    this.state = state;
    this.connection = connection;
    this.timer = 0;
    this.onWorker = () => this.schedule(REST);
    navigator.serviceWorker?.addEventListener("controllerchange", this.onWorker);
  }

  /**
   * A table has arrived from the server: keep it, and offer the decision that was made in this position without a connection.
   * If the position has changed meanwhile, the decision is dropped, and the user is told.
   * @param {TableMessage} table
   */
  onTable(table) {
    this.schedule(REST);
    const kept = this.connection.isDeciding ? null : keptDecision(this.state.id);
    this.state.kept = kept && stillFits(kept, table) ? kept : null;
    if (!kept || this.state.kept) return;
    dropDecision(this.state.id);
    if (!wasPlayed(kept, table)) toast(t("The position has changed meanwhile; {move} was not played.", { move: kept.decision }));
  }

  /**
   * Play the kept decision, or drop it. Its number makes sure that it counts once.
   * @param {boolean} plays
   */
  async answer(plays) {
    const { kept, table, id } = this.state;
    this.state.kept = null;
    if (!kept || !table) return;
    if (!plays) return dropDecision(id);
    const { number, decision, side } = kept;
    await this.connection.decide(id, { number, decision, happened: table.happened, ...(side && { side }) });
  }

  /**
   * The table as it was last seen, to be looked at only; null if it was not kept.
   * @returns {Promise<TableMessage | null>}
   */
  async lastSeen() {
    const kept = await keptTable(this.state.id);
    if (!kept || this.state.table || this.connection.closed) return null;
    addLooks(kept.looks);
    const { clock, can } = kept.table;
    const nothing = /** @type {Can} */ (Object.fromEntries(Object.keys(can).map((name) => [name, false])));
    return { ...kept.table, yours: [], targets: [], can: nothing, clock: clock && { ...clock, running: null }, patience: null };
  }

  close() {
    clearTimeout(this.timer);
    navigator.serviceWorker?.removeEventListener("controllerchange", this.onWorker);
  }

  /** @param {number} ms */
  schedule(ms) {
    clearTimeout(this.timer);
    if (canKeep()) this.timer = setTimeout(() => this.keep().catch(() => {}), ms);
  }

  /** Keep the table, and begin to fetch the turns before. Storage may be full or forbidden: then nothing is kept. */
  async keep() {
    const { table, picture, planning, id, connected } = this.state;
    if (!table || !picture || !connected) return;
    const real = planning?.real ?? picture;
    await keepTable(id, { ...table, picture: real });
    if (table.mine.length || table.open) await this.fetchViews(table);
  }

  /**
   * Fetch the turns before that are not kept, the latest first, one at a time, while nothing else is asked.
   * @param {TableMessage} table
   */
  async fetchViews({ number }) {
    const { id } = this.state;
    const known = await keptNumbers(id);
    for (let at = number - 1; at >= Math.max(0, number - MOST_VIEWS); at--) {
      if (known.has(at)) continue;
      await new Promise((resolve) => (this.timer = setTimeout(resolve, PACE)));
      if (!this.state.connected || this.connection.closed || this.state.table?.number !== number) return;
      if (document.hidden || this.state.busy || this.connection.pending.size) at++;
      else await keepView(id, await this.connection.request("view", { at }));
    }
  }
}
