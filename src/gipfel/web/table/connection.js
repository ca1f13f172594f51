/** The connection to a table: it reconnects by itself and passes answers to the requests they belong to. */

import { isTableId, RefusedError } from "../api.js";
import { language } from "../i18n.js";
import { dropDecision } from "./kept/decisions.js";
import { ReceivedParts } from "./received-parts.js";

const FIRST_RETRY = 500;
const LONGEST_RETRY = 8000;
/** Milliseconds without an answer after which a connection counts as dead: after a decision, and after a probe. */
const ANSWER_TIMEOUT = 5000;
const PROBE_TIMEOUT = 2500;
/** The code for a table that cannot be shown. */
const CANNOT_BE_SHOWN = 4500;
/** The code for a table that cannot be read at the moment, and milliseconds until the next attempt. */
const DATABASE_AWAY = 4503;
const DATABASE_RETRY = 1000;
/**
 * Codes after which reconnecting is useless: the server does not understand this page, there is no such table, or it
 * cannot be shown.
 */
const FINAL_CODES = [4400, 4404, CANNOT_BE_SHOWN];

/**
 * Close a socket; one that is still connecting when it is connected, as browsers warn otherwise.
 * @param {WebSocket} socket
 */
function closeQuietly(socket) {
  if (socket.readyState === WebSocket.CONNECTING) socket.addEventListener("open", () => socket.close());
  else socket.close();
}

/**
 * @typedef {object} PendingRequest
 * @property {string} type
 * @property {Record<string, unknown>} message
 * @property {(message: any) => void} resolve
 * @property {(problem: Error) => void} reject
 * @property {boolean} [repeated]    expects several answers
 * @property {boolean} [reliable]    sent again if the connection breaks before the answer
 */

export class Connection {
  /**
   * @param {string} id   of the table
   * @param {object} listeners
   * @param {(message: any) => void} listeners.onMessage   messages that answer no request: `table`, `time`
   * @param {(connected: boolean) => void} listeners.onConnectedChange   the connection was lost or restored
   * @param {(reason: string) => void} [listeners.onMissing]   there is no such table
   * @param {(reason: string) => void} [listeners.onBroken]   the table cannot be shown
   * @param {() => void} [listeners.onDatabaseAway]   the table cannot be read at the moment
   */
  constructor(id, { onMessage, onConnectedChange, onMissing = () => {}, onBroken = () => {}, onDatabaseAway = () => {} }) {
    this.id = id;
    this.onMessage = onMessage;
    this.onConnectedChange = onConnectedChange;
    this.onMissing = onMissing;
    this.onBroken = onBroken;
    this.onDatabaseAway = onDatabaseAway;
    /** The last refusal that answers no request: the server sends it before it closes the connection. */
    this.lastRefusal = "";
    this.closed = false;
    this.retryDelay = FIRST_RETRY;
    this.retryTimer = 0;
    this.silenceTimer = 0;
    this.requestCount = 0;
    this.received = new ReceivedParts();
    /** @type {Map<string, PendingRequest>} */
    this.pending = new Map();
    /** @type {PendingRequest[]} requests to send after reconnecting */
    this.unsent = [];
    this.onNetworkChange = () => this.probe();
    this.onVisible = () => document.hidden || this.probe();
    this.open();
    this.listenToWindow();
  }

  open() {
    if (!isTableId(this.id)) return this.rejectAddress();
    const line = location.protocol === "https:" ? "wss" : "ws";
    const address = `${line}://${location.host}/api/tables/${encodeURIComponent(this.id)}/socket`;
    const socket = new WebSocket(`${address}?language=${encodeURIComponent(language())}&v=1&updates=1`);
    this.received = new ReceivedParts();
    // A socket that was given up may still deliver messages.
    const current = () => this.socket === socket;
    socket.addEventListener("open", () => current() && this.onOpen());
    socket.addEventListener("message", (event) => current() && this.onData(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => current() && this.onClose(event));
    this.socket = socket;
  }

  /** Called from the constructor, so the listener is called later. */
  rejectAddress() {
    this.closed = true;
    queueMicrotask(() => this.onMissing(""));
  }

  onOpen() {
    if (this.closed) return;
    this.retryDelay = FIRST_RETRY;
    this.onConnectedChange(true);
    for (const request of this.unsent.splice(0)) this.send(request);
  }

  /** @param {CloseEvent} event */
  onClose({ code }) {
    const isFinal = !this.closed && FINAL_CODES.includes(code);
    if (isFinal) this.closed = true;
    this.failPending();
    if (isFinal && code === CANNOT_BE_SHOWN) this.onBroken(this.lastRefusal);
    else if (isFinal) this.onMissing(this.lastRefusal);
    if (this.closed) return;
    if (code === DATABASE_AWAY) this.onDatabaseAway();
    this.onConnectedChange(false);
    clearTimeout(this.retryTimer);
    const delay = code === DATABASE_AWAY ? DATABASE_RETRY : this.retryDelay;
    this.retryTimer = setTimeout(() => this.closed || this.open(), delay);
    this.retryDelay = Math.min(2 * this.retryDelay, LONGEST_RETRY);
  }

  /** Pending requests get no answer any more; reliable ones are sent again later. */
  failPending() {
    clearTimeout(this.silenceTimer);
    const requests = [...this.pending.values()];
    this.pending.clear();
    for (const request of requests) this.keepOrReject(request);
    if (this.closed) for (const { reject } of this.unsent.splice(0)) reject(new RefusedError(""));
  }

  /** @param {PendingRequest} request */
  keepOrReject(request) {
    if (request.reliable && !this.closed) this.unsent.push(request);
    else request.reject(new RefusedError(""));
  }

  // --- Detecting a dead connection ---------------------------------------------------------------------

  listenToWindow() {
    addEventListener("online", this.onNetworkChange);
    addEventListener("offline", this.onNetworkChange);
    document.addEventListener("visibilitychange", this.onVisible);
  }

  /** Check the connection, which may be dead without having been closed, with a request that is answered at once. */
  probe() {
    if (this.closed || this.socket?.readyState === WebSocket.CONNECTING) return;
    if (this.socket?.readyState !== WebSocket.OPEN) this.reconnect();
    else if (!this.pending.size) {
      this.startSilenceTimer(PROBE_TIMEOUT);
      this.request("stop").catch(() => {});
    } else if (this.hasReliableRequest()) this.startSilenceTimer();
  }

  hasReliableRequest() {
    return [...this.pending.values()].some(({ reliable }) => reliable);
  }

  /**
   * Reconnect if nothing arrives in time.
   * @param {number} [ms]
   */
  startSilenceTimer(ms = ANSWER_TIMEOUT) {
    clearTimeout(this.silenceTimer);
    this.silenceTimer = setTimeout(() => this.reconnect(), ms);
  }

  /** Give up this socket and open another one at once. */
  reconnect() {
    if (this.closed) return;
    clearTimeout(this.retryTimer);
    const old = this.socket;
    this.socket = undefined;
    if (old) closeQuietly(old);
    this.failPending();
    this.onConnectedChange(false);
    this.open();
  }

  // --- Requests ----------------------------------------------------------------------------------------

  /**
   * A message with what was left out; if it does not fit to what was received, the whole table is fetched anew.
   * @param {any} data
   */
  complete(data) {
    try {
      return this.received.complete(data);
    } catch {
      this.reconnect();
      return null;
    }
  }

  /** @param {any} data */
  onData(data) {
    clearTimeout(this.silenceTimer);
    if (data.type === "ping") return this.socket?.send(JSON.stringify({ type: "pong", id: `p${data.n}`, n: data.n }));
    const message = this.complete(data);
    if (!message) return;
    const request = message.id === undefined ? undefined : this.pending.get(message.id);
    if (!request) {
      if (message.type === "refused") this.lastRefusal = message.reason;
      this.onMessage(message);
      return;
    }
    if (!request.repeated || message.type === "refused" || message.over) this.pending.delete(message.id);
    if (message.type === "refused") request.reject(new RefusedError(message.reason));
    else request.resolve(message);
  }

  /**
   * Send a request; resolves with the answer, rejects with `RefusedError`.
   * @param {string} type
   * @param {Record<string, unknown>} [message]
   * @returns {Promise<any>}
   */
  request(type, message = {}) {
    return new Promise((resolve, reject) => this.send({ type, message, resolve, reject }));
  }

  /**
   * The same, but sent again after reconnecting: for requests that must not be lost and may arrive twice.
   * @param {string} type
   * @param {Record<string, unknown>} message
   * @returns {Promise<any>}
   */
  requestReliably(type, message) {
    return new Promise((resolve, reject) => this.send({ type, message, resolve, reject, reliable: true }));
  }

  /**
   * Send a decision reliably. A kept one is dropped when the server has answered, whatever it says.
   * @param {string} table    its id
   * @param {Record<string, unknown>} message
   */
  async decide(table, message) {
    try {
      await this.requestReliably("decide", message);
      dropDecision(table);
    } catch (error) {
      if (error instanceof RefusedError && error.message) dropDecision(table);
      throw error;
    }
  }

  /** Is a decision on its way, or about to be sent again? */
  get isDeciding() {
    return [...this.pending.values(), ...this.unsent].some(({ type }) => type === "decide");
  }

  /**
   * Send a request with many answers (`analyse`, `opinion`); the last one says that it is over.
   * @param {string} type
   * @param {Record<string, unknown>} message
   * @param {(resolve: any) => void} resolve
   * @param {(problem: Error) => void} [reject]
   */
  subscribe(type, message, resolve, reject = () => {}) {
    this.send({ type, message, resolve, reject, repeated: true });
  }

  /** @param {PendingRequest} request */
  send(request) {
    if (this.socket?.readyState !== WebSocket.OPEN) return this.keepOrReject(request);
    const id = `q${++this.requestCount}`;
    this.pending.set(id, request);
    this.socket.send(JSON.stringify({ type: request.type, id, ...request.message }));
    if (request.reliable) this.startSilenceTimer();
  }

  close() {
    this.closed = true;
    clearTimeout(this.retryTimer);
    clearTimeout(this.silenceTimer);
    removeEventListener("online", this.onNetworkChange);
    removeEventListener("offline", this.onNetworkChange);
    document.removeEventListener("visibilitychange", this.onVisible);
    if (this.socket) closeQuietly(this.socket);
  }

  /** Open it again after `close`. */
  reopen() {
    if (!this.closed) return;
    this.closed = false;
    this.open();
    this.listenToWindow();
  }
}
