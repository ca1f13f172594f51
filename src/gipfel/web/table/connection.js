/** The line to a table: it comes back by itself, and answers find who asked. */

import { namesTable } from "../dom.js";
import { language } from "../words.js";

/** @typedef {import("../types.js").TableMessage} TableMessage */
/** @typedef {import("../types.js").TimeMessage} TimeMessage */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
/** A line on which nothing is heard for so long although something was asked is dead: after a decision, after a short question. */
const SILENCE = 5000;
const SHORT_SILENCE = 2500;
/** The server closes with these codes for good: it does not understand this page, or there is no such table. */
const FOR_GOOD = [4400, 4404];

/** What the server did not want to do, in one sentence. */
export class Refused extends Error {}

/**
 * Who waits for an answer.
 * @typedef {object} Asker
 * @property {string} type
 * @property {Record<string, unknown>} message
 * @property {(message: any) => void} answer
 * @property {(problem: Error) => void} refuse
 * @property {boolean} [stays]    several answers come
 * @property {boolean} [sure]     asked again if the line breaks before the answer comes
 */

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
    this.timer = 0;
    this.alarm = 0;
    this.asked = 0;
    /** @type {Map<string, Asker>} */
    this.waiting = new Map();
    /** @type {Asker[]} what is asked as soon as the line is back */
    this.unsent = [];
    this.wake = () => this.probe();
    this.shown = () => document.hidden || this.probe();
    this.open();
    this.listenToWindow();
  }

  open() {
    if (!namesTable(this.id)) return this.leadsNowhere();
    const line = location.protocol === "https:" ? "wss" : "ws";
    const address = `${line}://${location.host}/api/tables/${encodeURIComponent(this.id)}/socket`;
    const socket = new WebSocket(`${address}?language=${encodeURIComponent(language())}&v=1`);
    // A line that was given up may still speak.
    const current = () => this.socket === socket;
    socket.addEventListener("open", () => current() && this.opened());
    socket.addEventListener("message", (event) => current() && this.received(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => current() && this.lost(event));
    this.socket = socket;
  }

  /** Whoever made this line has not got it yet. */
  leadsNowhere() {
    this.closed = true;
    queueMicrotask(() => this.gone(""));
  }

  opened() {
    this.wait = FIRST_WAIT;
    this.changed(true);
    for (const asker of this.unsent.splice(0)) this.send(asker);
  }

  /** @param {CloseEvent} event */
  lost({ code, reason }) {
    const forGood = !this.closed && FOR_GOOD.includes(code);
    if (forGood) this.closed = true;
    this.dropAll();
    if (forGood) this.gone(reason);
    if (this.closed) return;
    this.changed(false);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.closed || this.open(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  /** Nobody answers any more; what must not be lost is asked again later. */
  dropAll() {
    clearTimeout(this.alarm);
    const askers = [...this.waiting.values()];
    this.waiting.clear();
    for (const asker of askers) this.undelivered(asker);
    if (this.closed) for (const { refuse } of this.unsent.splice(0)) refuse(new Refused(""));
  }

  /** @param {Asker} asker */
  undelivered(asker) {
    if (asker.sure && !this.closed) this.unsent.push(asker);
    else asker.refuse(new Refused(""));
  }

  // --- A device that slept, a net that comes back ------------------------------------------------------

  listenToWindow() {
    addEventListener("online", this.wake);
    addEventListener("offline", this.wake);
    document.addEventListener("visibilitychange", this.shown);
  }

  /** The line may be dead without having been closed: something is asked that every server answers at once. */
  probe() {
    if (this.closed || this.socket?.readyState === WebSocket.CONNECTING) return;
    if (this.socket?.readyState !== WebSocket.OPEN) this.renew();
    else if (!this.waiting.size) {
      this.watch(SHORT_SILENCE);
      this.ask("stop").catch(() => {});
    } else if (this.surelyWaiting()) this.watch();
  }

  surelyWaiting() {
    return [...this.waiting.values()].some(({ sure }) => sure);
  }

  /**
   * Something was asked; silence means that the line is dead.
   * @param {number} [ms]
   */
  watch(ms = SILENCE) {
    clearTimeout(this.alarm);
    this.alarm = setTimeout(() => this.renew(), ms);
  }

  /** Give this line up, and try another one at once. */
  renew() {
    if (this.closed) return;
    clearTimeout(this.timer);
    const old = this.socket;
    this.socket = undefined;
    old?.close();
    this.dropAll();
    this.changed(false);
    this.open();
  }

  // --- Asking ------------------------------------------------------------------------------------------

  /** @param {any} message */
  received(message) {
    clearTimeout(this.alarm);
    if (message.type === "ping") return this.socket?.send(JSON.stringify({ type: "pong", id: `p${message.n}`, n: message.n }));
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
    return new Promise((answer, refuse) => this.send({ type, message, answer, refuse }));
  }

  /**
   * The same for what must not be lost and may come twice: it is sent again when the line is back.
   * @param {string} type
   * @param {Record<string, unknown>} message
   * @returns {Promise<any>}
   */
  askSurely(type, message) {
    return new Promise((answer, refuse) => this.send({ type, message, answer, refuse, sure: true }));
  }

  /**
   * Ask for something that is answered again and again (`analyse`, `opinion`), until an answer says it is over.
   * @param {string} type
   * @param {Record<string, unknown>} message
   * @param {(answer: any) => void} answer
   * @param {(problem: Error) => void} [refuse]
   */
  listen(type, message, answer, refuse = () => {}) {
    this.send({ type, message, answer, refuse, stays: true });
  }

  /** @param {Asker} asker */
  send(asker) {
    if (this.socket?.readyState !== WebSocket.OPEN) return this.undelivered(asker);
    const id = `q${++this.asked}`;
    this.waiting.set(id, asker);
    this.socket.send(JSON.stringify({ type: asker.type, id, ...asker.message }));
    if (asker.sure) this.watch();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.alarm);
    removeEventListener("online", this.wake);
    removeEventListener("offline", this.wake);
    document.removeEventListener("visibilitychange", this.shown);
    this.socket?.close();
  }

  /** After `close`: come back. */
  comeBack() {
    if (!this.closed) return;
    this.closed = false;
    this.open();
    this.listenToWindow();
  }
}
