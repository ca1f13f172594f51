/** Answers of the server to what was pointed at, with what a decision would do: nothing is asked twice in one position. */

/** @import { Target } from "../../types.js" */
/** @import { State } from "../state.js" */
/** @import { Answer } from "./selection.js" */

export class AnswerCache {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    this.position = "";
    /** @type {Map<string, Answer>} by prefix */
    this.answers = new Map();
  }

  /** What the answers depend on; empty where time runs and every answer is soon out of date. */
  positionKey() {
    const { table, planning, actor } = this.state;
    if (!table || table.time) return "";
    return JSON.stringify([table.number, table.happened, planning?.line, actor]);
  }

  /**
   * @param {Target[]} prefix
   * @returns {Answer | null}
   */
  get(prefix) {
    if (this.position !== this.positionKey()) return null;
    return this.answers.get(JSON.stringify(prefix)) ?? null;
  }

  /**
   * @param {string} position   the key of the position that was asked about
   * @param {Target[]} prefix
   * @param {Answer} answer
   */
  keep(position, prefix, answer) {
    if (!position || position !== this.positionKey()) return;
    if (position !== this.position) this.answers.clear();
    this.position = position;
    this.answers.set(JSON.stringify(prefix), answer);
  }
}
