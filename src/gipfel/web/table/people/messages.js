/** Messages between the two players: a small panel, closed on phones, that can be muted. */

import { element, patch } from "../../dom.js";
import { t, tn } from "../../i18n.js";
import { nameOf, ownSide } from "../state.js";

/** @import { ChatMessage } from "../../types.js" */
/** @import { Parts } from "../draw/layout.js" */
/** @import { State } from "../state.js" */

const LONGEST = 200;
/** Where a keyboard on the screen would open, the field does not get the focus by itself. */
const HAS_KEYBOARD = "(hover: hover)";
/** On a screen of this size the panel is open at first. */
const LARGE_SCREEN = "(min-width: 1025px) and (min-height: 860px)";

export class MessagesPanel {
  /**
   * @param {State} state
   * @param {Parts} parts
   * @param {(text: string) => Promise<unknown>} send
   * @param {() => void} onChange     called after unread messages or the panel have changed
   */
  constructor(state, parts, send, onChange) {
    this.state = state;
    this.parts = parts;
    this.send = send;
    this.onChange = onChange;
    this.open = matchMedia(LARGE_SCREEN).matches;
    /** The time of the last message that was seen; those of an earlier visit count as seen. */
    this.seen = Infinity;
    this.key = `gipfel-mute-${state.id}`;
    this.muted = isStored(this.key);
    this.list = element("ol", { class: "messages-list", tabindex: "0", role: "log", "aria-label": t("Messages") });
    this.field = element("input", { type: "text", maxlength: LONGEST, placeholder: t("Write something …"), "aria-label": t("A message"), dir: "auto" });
    this.muteButton = element("button", { type: "button", class: "quiet", onclick: () => this.mute() });
    parts.messages.addEventListener("keydown", (event) => event.key === "Escape" && this.leave(event));
    parts.messages.append(
      element("header", { class: "messages-head" }, element("h2", {}, t("Messages")), this.muteButton, this.closeButton()),
      this.list,
      element("form", { class: "messages-form", onsubmit: (/** @type {Event} */ event) => this.onSubmit(event) }, this.field, sendButton()),
    );
  }

  closeButton() {
    return element("button", { type: "button", class: "quiet", "aria-label": t("Close"), onclick: () => this.toggle() }, "×");
  }

  /** Is there somebody to write to, or something to read? */
  get isAvailable() {
    const { table, messages } = this.state;
    return Boolean(table?.can.say || messages.length);
  }

  /** Messages of the other player that were not seen yet. */
  get unread() {
    const own = this.state.table && ownSide(this.state.table);
    return this.muted ? [] : this.state.messages.filter(({ side, at }) => side !== own && at > this.seen);
  }

  /** @param {ChatMessage[]} messages */
  received(messages) {
    this.state.messages = messages;
    if (this.seen === Infinity) this.markSeen();
    const last = this.unread.at(-1);
    if (last && !this.open && this.state.table) {
      this.parts.news.textContent = t("{name} says: {text}", { name: nameOf(this.state.table, last.side), text: last.text });
    }
    this.draw();
    this.onChange();
  }

  markSeen() {
    this.seen = this.state.messages.at(-1)?.at ?? 0;
  }

  toggle() {
    this.open = !this.open;
    // On a phone both use the same place.
    if (this.open) this.parts.root.classList.remove("turns-open");
    this.draw();
    this.onChange();
    if (this.open && matchMedia(HAS_KEYBOARD).matches) this.field.focus({ preventScroll: true });
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
    store(this.key, this.muted);
    this.draw();
    this.onChange();
  }

  draw() {
    const { parts, state } = this;
    const shown = this.open && this.isAvailable;
    parts.messages.hidden = !shown;
    if (!shown) return;
    if (!document.hidden && this.state.messages.length) this.markSeen();
    this.muteButton.textContent = this.muted ? t("Show what they say") : t("Mute");
    this.muteButton.setAttribute("aria-pressed", String(this.muted));
    this.field.disabled = !state.table?.can.say;
    const own = state.table && ownSide(state.table);
    const visible = state.messages.filter(({ side }) => !this.muted || side === own);
    const atEnd = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 40;
    patch(this.list, visible.length ? visible.map((one) => this.item(one, one.side === own)) : [this.placeholder()]);
    if (atEnd) this.list.scrollTop = this.list.scrollHeight;
  }

  placeholder() {
    return element("li", { class: "muted" }, this.muted ? t("You do not see what the other player writes.") : t("Nothing was said yet."));
  }

  /**
   * @param {ChatMessage} message
   * @param {boolean} own
   */
  item({ side, text }, own) {
    const name = this.state.table ? nameOf(this.state.table, side) : "";
    return element(
      "li",
      { class: own ? "message own" : "message" },
      element("span", { class: "visually-hidden" }, own ? t("you") : name, ": "),
      element("span", { class: "message-text", dir: "auto" }, text),
    );
  }

  /** @param {Event} event */
  async onSubmit(event) {
    event.preventDefault();
    const text = this.field.value.replace(/\s+/g, " ").trim();
    if (!text) return;
    this.field.value = "";
    // Keep a text that could not be sent.
    if (!(await this.send(text)) && !this.field.value) this.field.value = text;
  }
}

function sendButton() {
  return element("button", { type: "submit", class: "button" }, t("Send"));
}

/**
 * The number of unread messages in words.
 * @param {number} n
 */
export function unreadText(n) {
  return tn("One new message", "{n} new messages", n);
}

/** @param {string} key */
function isStored(key) {
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
function store(key, wanted) {
  try {
    if (wanted) localStorage.setItem(key, "yes");
    else localStorage.removeItem(key);
  } catch {
    // Without storage it lasts until the page is closed.
  }
}
