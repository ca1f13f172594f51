/** The line to a table: it comes back by itself, and answers find who asked. */

import { language } from "../words.js";

/** @typedef {import("../types.js").TableMessage} TableMessage */
/** @typedef {import("../types.js").TimeMessage} TimeMessage */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
/** The server closes with these codes for good: it does not understand this page, or there is no such table. */
const FOR_GOOD = [4400, 4404];

/** What the server did not want to do, in one sentence. */
export class Refused extends Error {}

export class Connection {
  /**
   * @param {string} id   of the table
   * @param {object} listeners
   * @param {(message: any) => void} listeners.heard          what nobody asked for: `table`, `time`
   * @param {(connected: boolean) => void} listeners.changed  the line was lost or is back
   * @param {(reason: string) => void} [listeners.gone]       there is no such table
   */
  constructor(id, { heard, changed, gone = () => {} }) {
    this.id = id;
    this.heard = heard;
    this.changed = changed;
    this.gone = gone;
    this.closed = false;
    this.wait = FIRST_WAIT;
    this.asked = 0;
    /** @type {Map<string, {answer: (message: any) => void, refuse: (problem: Error) => void, stays: boolean}>} */
    this.waiting = new Map();
    this.open();
  }

  open() {
    const line = location.protocol === "https:" ? "wss" : "ws";
    const address = `${line}://${location.host}/api/tables/${encodeURIComponent(this.id)}/socket`;
    this.socket = new WebSocket(`${address}?language=${encodeURIComponent(language())}&v=1`);
    this.socket.addEventListener("open", () => this.opened());
    this.socket.addEventListener("message", (event) => this.received(JSON.parse(event.data)));
    this.socket.addEventListener("close", (event) => this.lost(event));
  }

  opened() {
    this.wait = FIRST_WAIT;
    this.changed(true);
  }

  /** @param {CloseEvent} event */
  lost({ code, reason }) {
    for (const { refuse } of this.waiting.values()) refuse(new Refused(""));
    this.waiting.clear();
    if (this.closed) return;
    if (FOR_GOOD.includes(code)) {
      this.closed = true;
      this.gone(reason);
      return;
    }
    this.changed(false);
    setTimeout(() => this.closed || this.open(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  /** @param {any} message */
  received(message) {
    const asker = message.id === undefined ? undefined : this.waiting.get(message.id);
    if (!asker) {
      this.heard(message);
      return;
    }
    if (!asker.stays || message.type === "refused" || message.over) this.waiting.delete(message.id);
    if (message.type === "refused") asker.refuse(new Refused(message.reason));
    else asker.answer(message);
  }

  /**
   * Ask the server something; resolves with its answer, rejects with `Refused`.
   * @param {string} type
   * @param {Record<string, unknown>} [message]
   * @returns {Promise<any>}
   */
  ask(type, message = {}) {
    return new Promise((answer, refuse) => this.send(type, message, { answer, refuse, stays: false }));
  }

  /**
   * Ask for something that is answered again and again (`analyse`, `opinion`), until an answer says it is over.
   * @param {string} type
   * @param {Record<string, unknown>} message
   * @param {(answer: any) => void} answer
   * @param {(problem: Error) => void} [refuse]
   */
  listen(type, message, answer, refuse = () => {}) {
    this.send(type, message, { answer, refuse, stays: true });
  }

  /**
   * @param {string} type
   * @param {Record<string, unknown>} message
   * @param {{answer: (message: any) => void, refuse: (problem: Error) => void, stays: boolean}} asker
   */
  send(type, message, asker) {
    if (this.socket?.readyState !== WebSocket.OPEN) {
      asker.refuse(new Refused(""));
      return;
    }
    const id = `q${++this.asked}`;
    this.waiting.set(id, asker);
    this.socket.send(JSON.stringify({ type, id, ...message }));
  }

  close() {
    this.closed = true;
    this.socket?.close();
  }

  /** After `close`: come back. */
  comeBack() {
    if (!this.closed) return;
    this.closed = false;
    this.open();
  }
}
