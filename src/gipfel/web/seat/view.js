/** The page of an invitation: who invites to which game, and a field for a name. */

import { api, isTableId, messageOf, RequestError, singleFlight } from "../api.js";
import { clockTitle } from "../clock-text.js";
import { toast } from "../dialogs.js";
import { element, loadStyles } from "../dom.js";
import { fetchHome } from "../home/fetch-home.js";
import { smallPicture } from "../home/small-picture.js";
import { t } from "../i18n.js";
import { waitingSide } from "../player-names.js";
import { change, setting } from "../settings-store.js";

/** @import { Child } from "../dom.js" */
/** @import { Summary } from "../types.js" */
/** @import { Context } from "../view-types.js" */

const LONGEST_NAME = 60;
/** Keys are shorter; the server refuses a truncated one. */
const LONGEST_KEY = 100;

/**
 * @param {HTMLElement} root
 * @param {string[]} parts       the table, and the key of a seat at it
 * @param {Context} context
 */
export async function show(root, [id = "", key = ""], context) {
  context.heading(t("Invitation"));
  await Promise.all([loadStyles("/web/seat/seat.css"), loadStyles("/web/home/forms.css")]);
  const invitation = new Invitation(root, id, key, context);
  await invitation.load();
  return () => invitation.close();
}

class Invitation {
  /**
   * @param {HTMLElement} root
   * @param {string} id
   * @param {string} key
   * @param {Context} context
   */
  constructor(root, id, key, context) {
    this.root = root;
    this.id = id;
    this.key = key.slice(0, LONGEST_KEY);
    this.context = context;
    this.closed = false;
  }

  close() {
    this.closed = true;
  }

  /** Show the invitation. A player who sits there already, or comes with another device, goes to the table at once. */
  async load() {
    try {
      const [summary, home] = await Promise.all([this.summary(), fetchHome()]);
      if (this.closed) return;
      if (summary.mine.length || !this.key) return this.goToOwnTable(summary);
      if (!waitingSide(summary.seats)) return await this.sit("");
      const game = home.games.find(({ name }) => name === summary.game);
      this.invite(summary, game?.sides ?? ["", ""]);
    } catch (error) {
      this.showError(error, () => this.load());
    }
  }

  /** @returns {Promise<Summary>} */
  async summary() {
    if (!isTableId(this.id)) throw new RequestError(t("This table may have been deleted, or the address is not complete."), 404);
    return api.get(`/api/tables/${encodeURIComponent(this.id)}`);
  }

  /** Replaces the address, so that the key is not in the history. */
  toTable() {
    if (!this.closed) this.context.replace(`#/table/${encodeURIComponent(this.id)}`);
  }

  /**
   * For somebody who sits there already; the host is told that the link is for the friend.
   * @param {Summary} summary
   */
  goToOwnTable({ mine, seats }) {
    this.toTable();
    if (mine.length && waitingSide(seats)) toast(t("You sit at this table already; the link is for your friend."));
  }

  /** @param {string} name */
  async sit(name) {
    await api.post(`/api/tables/${encodeURIComponent(this.id)}/sit`, { key: this.key, ...(name ? { name } : {}) });
    this.toTable();
  }

  // --- The invitation ---

  /**
   * @param {Summary} summary
   * @param {string[]} sides
   */
  invite(summary, sides) {
    this.root.dataset.game = summary.game;
    const name = element("input", {
      type: "text",
      name: "name",
      value: setting("name"),
      maxlength: LONGEST_NAME,
      autocomplete: "nickname",
      placeholder: t("need not be given"),
    });
    const button = element("button", { type: "submit", class: "button primary start-button" }, t("Sit down"));
    const form = element(
      "form",
      { class: "seat-form" },
      element("label", { class: "field" }, element("span", {}, t("Your name")), name),
      button,
      element("button", { type: "button", class: "quiet", onclick: () => this.toTable() }, t("Only watch")),
    );
    const sit = singleFlight(async () => {
      button.disabled = true;
      change("name", name.value.trim());
      await this.sit(name.value.trim()).catch((error) => this.showError(error, () => this.load()));
      button.disabled = false;
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      sit();
    });
    this.fill(
      element("span", { class: "seat-picture" }, smallPicture(summary.picture)),
      element("h1", {}, invitationTitle(summary)),
      facts(summary, sides),
      form,
      element("p", { class: "muted" }, t("This link fits once. For your other devices make another one at the table, under “More”.")),
    );
    (name.value ? button : name).focus({ preventScroll: true });
  }

  // --- Errors ---

  /**
   * @param {unknown} error
   * @param {() => Promise<void>} again
   */
  showError(error, again) {
    if (this.closed) return;
    const status = error instanceof RequestError ? error.status : 0;
    const exists = status !== 404;
    const canTry = status !== 404 && status !== 403;
    this.fill(
      element("h1", {}, titleOf(status)),
      element("p", { role: "alert" }, exists ? messageOf(error) : t("This table may have been deleted, or the address is not complete.")),
      status === 403 ? element("p", { class: "muted" }, t("Ask your friend for the newest link.")) : null,
      element(
        "div",
        { class: "seat-buttons" },
        canTry ? element("button", { type: "button", class: "button primary", onclick: singleFlight(again) }, t("Try again")) : null,
        exists && status ? element("button", { type: "button", class: "button", onclick: () => this.toTable() }, t("Watch the table")) : null,
        element("a", { class: "button", href: "#/" }, t("To the start")),
      ),
    );
  }

  /** @param {...Child} content */
  fill(...content) {
    this.root.replaceChildren(element("section", { class: "seat card" }, ...content));
  }
}

/** @param {number} status */
function titleOf(status) {
  if (status === 404) return t("There is no table here");
  return status === 403 ? t("This link does not fit any seat") : t("You cannot sit down now");
}

/** @param {Summary} summary */
function invitationTitle(summary) {
  const host = summary.seats[waitingSide(summary.seats) === "white" ? "black" : "white"];
  const name = host.kind === "person" ? host.name : "";
  return name
    ? t("{name} invites you to play {game}", { name, game: summary.title })
    : t("You are invited to play {game}", { game: summary.title });
}

/**
 * @param {Summary} summary
 * @param {string[]} sides
 */
function facts(summary, sides) {
  const side = waitingSide(summary.seats) === "white" ? sides[0] : sides[1];
  const fact = (/** @type {string} */ title, /** @type {Child} */ value) =>
    element("div", {}, element("dt", {}, title), element("dd", {}, value));
  return element(
    "dl",
    { class: "seat-facts" },
    fact(t("You play"), side),
    summary.match?.first_to ? fact(t("Match"), t("first to {number}", { number: summary.match.first_to })) : null,
    fact(t("Clock"), clockTitle(summary.clock ?? { kind: "none" })),
    fact(t("Rules"), element("a", { href: `#/rules/${summary.game}/${summary.version}` }, t("Read the rules"))),
  );
}
