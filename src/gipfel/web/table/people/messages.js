/** Short messages between the two players: a small panel, closed on phones; who does not want to read them mutes them. */

import { element, patch } from "../../dom.js";
import { t, tn } from "../../words.js";
import { nameOf, ownSide } from "../state.js";

/** @typedef {import("../../types.js").ChatMessage} Spoken */
/** @typedef {import("../draw/layout.js").Parts} Parts */
/** @typedef {import("../state.js").State} State */

const LONGEST = 200;
/** Where a keyboard would cover the screen the field does not get the focus by itself. */
const WITH_KEYS = "(hover: hover)";
/** Where there is so much room the panel is open from the beginning. */
const ROOMY = "(min-width: 1025px) and (min-height: 860px)";

export class Messages {
  /**
   * @param {State} state
   * @param {Parts} parts
   * @param {(text: string) => Promise<unknown>} send
   * @param {() => void} changed     the number of unread ones, or whether the panel is open
   */
  constructor(state, parts, send, changed) {
    this.state = state;
    this.parts = parts;
    this.send = send;
    this.changed = changed;
    this.open = matchMedia(ROOMY).matches;
    /** When the last message was said that was seen; those of an earlier visit are not news. */
    this.seen = Infinity;
    this.key = `gipfel-mute-${state.id}`;
    this.muted = isKept(this.key);
    this.list = element("ol", { class: "messages-list", tabindex: "0", role: "log", "aria-label": t("Messages") });
    this.field = element("input", { type: "text", maxlength: LONGEST, placeholder: t("Write something …"), "aria-label": t("A message"), dir: "auto" });
    this.muteButton = element("button", { type: "button", class: "quiet", onclick: () => this.mute() });
    parts.messages.addEventListener("keydown", (event) => event.key === "Escape" && this.leave(event));
    parts.messages.append(
      element("header", { class: "messages-head" }, element("h2", {}, t("Messages")), this.muteButton, this.closer()),
      this.list,
      element("form", { class: "messages-form", onsubmit: (/** @type {Event} */ event) => this.submit(event) }, this.field, submit()),
    );
  }

  closer() {
    return element("button", { type: "button", class: "quiet", "aria-label": t("Close"), onclick: () => this.toggle() }, "×");
  }

  /** Is there somebody to talk to? */
  get possible() {
    const { table, messages } = this.state;
    return Boolean(table?.can.say || messages.length);
  }

  /** What the other player said, and nobody has seen yet. */
  get unread() {
    const own = this.state.table && ownSide(this.state.table);
    return this.muted ? [] : this.state.messages.filter(({ side, at }) => side !== own && at > this.seen);
  }

  /** @param {Spoken[]} messages */
  came(messages) {
    this.state.messages = messages;
    if (this.seen === Infinity) this.see();
    const last = this.unread.at(-1);
    if (last && !this.open && this.state.table) {
      this.parts.news.textContent = t("{name} says: {text}", { name: nameOf(this.state.table, last.side), text: last.text });
    }
    this.draw();
    this.changed();
  }

  see() {
    this.seen = this.state.messages.at(-1)?.at ?? 0;
  }

  toggle() {
    this.open = !this.open;
    // On a phone both lie at the same place.
    if (this.open) this.parts.root.classList.remove("turns-open");
    this.draw();
    this.changed();
    if (this.open && matchMedia(WITH_KEYS).matches) this.field.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  leave(event) {
    event.preventDefault();
    this.toggle();
    const button = this.parts.actions.querySelector("[data-action=messages]");
    if (button instanceof HTMLElement) button.focus();
  }

  mute() {
    this.muted = !this.muted;
    keep(this.key, this.muted);
    this.draw();
    this.changed();
  }

  draw() {
    const { parts, state } = this;
    const shown = this.open && this.possible;
    parts.messages.hidden = !shown;
    if (!shown) return;
    if (!document.hidden && this.state.messages.length) this.see();
    this.muteButton.textContent = this.muted ? t("Show what they say") : t("Mute");
    this.muteButton.setAttribute("aria-pressed", String(this.muted));
    this.field.disabled = !state.table?.can.say;
    const own = state.table && ownSide(state.table);
    const heard = state.messages.filter(({ side }) => !this.muted || side === own);
    const atEnd = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 40;
    patch(this.list, heard.length ? heard.map((one) => this.line(one, one.side === own)) : [this.nothing()]);
    if (atEnd) this.list.scrollTop = this.list.scrollHeight;
  }

  nothing() {
    return element("li", { class: "muted" }, this.muted ? t("You do not see what the other player writes.") : t("Nothing was said yet."));
  }

  /**
   * @param {Spoken} message
   * @param {boolean} own
   */
  line({ side, text }, own) {
    const name = this.state.table ? nameOf(this.state.table, side) : "";
    return element(
      "li",
      { class: own ? "message own" : "message" },
      element("span", { class: "visually-hidden" }, own ? t("you") : name, ": "),
      element("span", { class: "message-text", dir: "auto" }, text),
    );
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    const text = this.field.value.replace(/\s+/g, " ").trim();
    if (!text) return;
    this.field.value = "";
    // What could not be sent is not lost.
    if (!(await this.send(text)) && !this.field.value) this.field.value = text;
  }
}

function submit() {
  return element("button", { type: "submit", class: "button" }, t("Send"));
}

/**
 * How many messages are unread, in words.
 * @param {number} n
 */
export function unreadText(n) {
  return tn("One new message", "{n} new messages", n);
}

/** @param {string} key */
function isKept(key) {
  try {
    return localStorage.getItem(key) === "yes";
  } catch {
    return false;
  }
}

/**
 * @param {string} key
 * @param {boolean} wanted
 */
function keep(key, wanted) {
  try {
    if (wanted) localStorage.setItem(key, "yes");
    else localStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing forgets it when the page is left.
  }
}
