/**
 * Changes of a study that the server has not stored yet. They are sent soon, and again while the server does not answer; until
 * it has stored them they are kept in the browser, so that nothing is lost if the page is closed.
 */

import { api, messageOf, RequestError } from "../api.js";

/** Milliseconds after a change until it is sent, and until it is sent again. */
const SOON = 500;
const AGAIN = 3000;
/** The name of the part with the title and the order of chapters; other parts are chapters, by their ids. */
export const HEAD = "";

/**
 * @typedef {object} Draft
 * @property {number} version     of what was changed
 * @property {Record<string, unknown>} body
 */
/** @typedef {"saved" | "waiting" | "away" | "changed elsewhere" | "refused"} DraftState */

export class Drafts {
  /** @param {string} id    of the study */
  constructor(id) {
    this.id = id;
    const kept = stored(id);
    /** Names this page for the server: it may go on after its own changes even if an answer was lost. */
    this.writer = kept.writer || newWriter();
    /** @type {Map<string, Draft>} */
    this.parts = new Map(kept.parts);
    /** @type {Map<string, number>} the newest versions that are known */
    this.versions = new Map();
    /** @type {DraftState} */
    this.state = this.parts.size ? "waiting" : "saved";
    this.problem = "";
    this.onState = () => {};
    this.timer = 0;
    /** @type {Promise<void> | null} */
    this.sending = null;
    addEventListener("online", () => this.send());
  }

  /**
   * The server has sent a part.
   * @param {string} name
   * @param {number} version
   */
  know(name, version) {
    this.versions.set(name, Math.max(version, this.versions.get(name) ?? 0));
  }

  /**
   * @param {string} name
   * @param {Record<string, unknown>} body
   */
  change(name, body) {
    const version = this.parts.get(name)?.version ?? this.versions.get(name) ?? 0;
    this.parts.set(name, { version, body });
    this.keep();
    if (this.state === "changed elsewhere") return;
    this.setState("waiting");
    this.sendLater(SOON);
  }

  /** Send everything now; resolves when it is stored, or cannot be at the moment. */
  async send() {
    clearTimeout(this.timer);
    while (this.sending) await this.sending;
    if (!this.parts.size || this.state === "changed elsewhere") return;
    this.sending = this.sendAll().finally(() => (this.sending = null));
    await this.sending;
  }

  async sendAll() {
    for (const [name, draft] of [...this.parts]) {
      try {
        const { version } = await api.put(this.address(name), { ...draft.body, version: draft.version, writer: this.writer });
        this.know(name, version);
        const now = this.parts.get(name);
        if (now === draft) this.parts.delete(name);
        else if (now) now.version = version;
        this.keep();
      } catch (error) {
        return this.fail(error);
      }
    }
    this.setState(this.parts.size ? "waiting" : "saved");
    if (this.parts.size) this.sendLater(SOON);
  }

  /** @param {unknown} error */
  fail(error) {
    const status = error instanceof RequestError ? error.status : 0;
    this.problem = messageOf(error);
    if (status === 409) return this.setState("changed elsewhere");
    const isRefused = status >= 400 && status < 500 && status !== 408 && status !== 429;
    this.setState(isRefused ? "refused" : "away");
    if (!isRefused) this.sendLater(AGAIN);
  }

  /** Send these changes although somebody else has changed the study meanwhile. */
  async overwrite() {
    const names = [...this.parts.keys()];
    for (const name of names) {
      const view = await api.get(`/api/studies/${this.id}${name ? `?chapter=${name}` : ""}`);
      const draft = this.parts.get(name);
      if (draft) draft.version = name ? view.chapter.version : view.version;
    }
    this.setState("waiting");
    await this.send();
  }

  /** Forget these changes. */
  drop() {
    this.parts.clear();
    this.keep();
    this.setState("saved");
  }

  /** @param {number} milliseconds */
  sendLater(milliseconds) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), milliseconds);
  }

  /** @param {string} name */
  address(name) {
    return `/api/studies/${this.id}${name ? `/chapters/${name}` : ""}`;
  }

  /** @param {DraftState} state */
  setState(state) {
    this.state = state;
    this.onState();
  }

  /** Keep what is not sent in the browser. */
  keep() {
    try {
      if (this.parts.size) localStorage.setItem(key(this.id), JSON.stringify({ writer: this.writer, parts: [...this.parts] }));
      else localStorage.removeItem(key(this.id));
    } catch {
      // Without storage the changes last until the page is closed.
    }
  }
}

/** @param {string} id */
function key(id) {
  return `gipfel-study-${id}`;
}

/**
 * @param {string} id
 * @returns {{writer: string, parts: [string, Draft][]}}
 */
function stored(id) {
  try {
    const { writer = "", parts = [] } = JSON.parse(localStorage.getItem(key(id)) ?? "{}");
    return { writer, parts };
  } catch {
    return { writer: "", parts: [] };
  }
}

function newWriter() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @type {Map<string, Drafts>} */
const known = new Map();

/**
 * The changes of a study; they outlive the view, which is left while they are sent.
 * @param {string} id
 */
export function draftsOf(id) {
  const drafts = known.get(id) ?? new Drafts(id);
  known.set(id, drafts);
  return drafts;
}
