/** Deleting tables: not at once, so that one can think better of it. */

import { api, messageOf, toast } from "../dom.js";

/** @typedef {ReturnType<typeof deletions>} Deletions */

const TIME_TO_UNDO = 6000;

/** Tables that will be deleted in a moment unless somebody thinks better of it. */
export function deletions() {
  /** @type {Map<string, {timer: number, done: () => void, failed: () => void}>} */
  const waiting = new Map();
  const run = async (/** @type {string} */ id) => {
    const found = waiting.get(id);
    if (!found) return;
    clearTimeout(found.timer);
    waiting.delete(id);
    try {
      await api.delete(`/api/tables/${id}`);
      found.done();
    } catch (problem) {
      found.failed();
      toast(messageOf(problem));
    }
  };
  const now = () => [...waiting.keys()].forEach(run);
  // A page that is closed or loaded again has no time left to think better of it.
  addEventListener("pagehide", now);
  return {
    soon: (/** @type {string} */ id, /** @type {() => void} */ done, /** @type {() => void} */ failed) => {
      waiting.set(id, { timer: setTimeout(() => run(id), TIME_TO_UNDO), done, failed });
    },
    has: (/** @type {string} */ id) => waiting.has(id),
    cancel: (/** @type {string} */ id) => {
      clearTimeout(waiting.get(id)?.timer);
      waiting.delete(id);
    },
    now: () => {
      removeEventListener("pagehide", now);
      now();
    },
  };
}
