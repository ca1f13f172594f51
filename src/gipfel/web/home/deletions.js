/** Deleting tables after a moment in which that can be undone. */

import { api, messageOf } from "../api.js";
import { toast } from "../dialogs.js";
import { dropDecision } from "../table/kept/decisions.js";
import { forgetTable } from "../table/kept/tables.js";

const TIME_TO_UNDO = 6000;

export class Deletions {
  constructor() {
    /** @type {Map<string, {timer: number, onDone: () => void, onFailure: () => void}>} */
    this.pending = new Map();
    this.runAll = () => {
      for (const id of [...this.pending.keys()]) this.run(id);
    };
    // When the page is closed or reloaded there is nothing left to undo.
    addEventListener("pagehide", this.runAll);
  }

  /**
   * @param {string} id
   * @param {() => void} onDone
   * @param {() => void} onFailure
   */
  schedule(id, onDone, onFailure) {
    this.pending.set(id, { timer: setTimeout(() => this.run(id), TIME_TO_UNDO), onDone, onFailure });
  }

  /** @param {string} id */
  has(id) {
    return this.pending.has(id);
  }

  /** @param {string} id */
  cancel(id) {
    clearTimeout(this.pending.get(id)?.timer);
    this.pending.delete(id);
  }

  /** @param {string} id */
  async run(id) {
    const deletion = this.pending.get(id);
    if (!deletion) return;
    this.cancel(id);
    try {
      await api.delete(`/api/tables/${id}`);
      dropDecision(id);
      forgetTable(id).catch(() => {});
      deletion.onDone();
    } catch (error) {
      deletion.onFailure();
      toast(messageOf(error));
    }
  }

  /** Delete everything that is scheduled, at once. */
  close() {
    removeEventListener("pagehide", this.runAll);
    this.runAll();
  }
}
