/** Where targets come from and where decisions go. Pointing is the same at a table and in a position that might come. */

/** @typedef {import("../../types.js").Pointed} Answer */
/** @typedef {import("../../types.js").Target} Target */
/** @typedef {import("../connection.js").Connection} Connection */
/** @typedef {import("./pointing.js").Pointer} Pointer */
/** @typedef {import("../state.js").State} State */

/**
 * @typedef {object} Source
 * @property {boolean} final      is what is decided here done? Then a person may want to be asked first
 * @property {(prefix: Target[]) => Promise<Answer | null>} answerTo      what follows a prefix
 * @property {(decision: string, pointer: Pointer) => Promise<void>} decide
 * @property {(target: Target) => Promise<string>} whyNot                 why nothing can be done there; empty if nobody knows
 */

/** The table itself. @implements {Source} */
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
   * Where both sides may act the server says for which of them it means something.
   * @param {Target[]} prefix
   * @returns {Promise<Answer | null>}
   */
  async answerTo(prefix) {
    const { table, actor } = this.state;
    return table && this.connection.ask("point", { number: table.number, prefix, ...(actor && { side: actor }) });
  }

  /**
   * It is sent until it is answered; number and `happened` make sure that it counts once.
   * @param {string} decision
   * @param {Pointer} pointer
   */
  async decide(decision, pointer) {
    const { table, actor } = this.state;
    if (!table) return;
    const { number, happened } = table;
    await this.connection.askSurely("decide", { number, decision, happened, ...(actor && { side: actor }) });
    if (this.state.table?.number === number) await pointer.nextTable();
  }

  /** @param {Target} target */
  async whyNot(target) {
    const { table, prefix } = this.state;
    if (!table?.yours.length) return "";
    return (await this.connection.ask("why", { number: table.number, prefix, target })).text;
  }
}
