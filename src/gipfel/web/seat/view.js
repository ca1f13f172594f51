/** Where a link for a seat leads: who invites to what, a name, and then to the table. */

import { clockTitle } from "../clocks.js";
import { api, element, messageOf, namesTable, once, Problem, sheet, toast } from "../dom.js";
import { fetchHome } from "../home/data.js";
import { smallPicture } from "../home/picture.js";
import { waitingSide } from "../people.js";
import { change, setting } from "../settings-store.js";
import { t } from "../words.js";

/** @typedef {import("../view-types.js").Context} Context */
/** @typedef {import("../types.js").Summary} Summary */

const LONGEST_NAME = 60;
/** No key has so many letters; the server says of what is left that it does not fit. */
const LONGEST_KEY = 100;

/**
 * @param {HTMLElement} root
 * @param {string[]} parts       the table, and the key of a seat at it
 * @param {Context} context
 */
export async function show(root, [id = "", key = ""], context) {
  context.heading(t("Invitation"));
  await Promise.all([sheet("/web/seat/seat.css"), sheet("/web/home/forms.css")]);
  const invitation = new Invitation(root, id, key, context);
  await invitation.look();
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

  /** What the link leads to. Who sits there already, or comes with another device, goes to the table at once. */
  async look() {
    try {
      const [summary, home] = await Promise.all([this.summary(), fetchHome()]);
      if (this.closed) return;
      if (summary.mine.length || !this.key) return this.comeBack(summary);
      if (!waitingSide(summary.seats)) return await this.sit("");
      const game = home.games.find(({ name }) => name === summary.game);
      this.invite(summary, game?.sides ?? ["", ""]);
    } catch (problem) {
      this.refuse(problem, () => this.look());
    }
  }

  /** @returns {Promise<Summary>} */
  async summary() {
    if (!namesTable(this.id)) throw new Problem(t("It may have been deleted, or the address is not complete."), 404);
    return api.get(`/api/tables/${encodeURIComponent(this.id)}`);
  }

  /** The key is gone from the address then, and cannot be gone back to. */
  toTable() {
    if (!this.closed) this.context.replace(`#/table/${encodeURIComponent(this.id)}`);
  }

  /**
   * Somebody who sits there already; whoever has invited is told for whom the link is.
   * @param {Summary} summary
   */
  comeBack({ mine, seats }) {
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
    const sit = once(async () => {
      button.disabled = true;
      change("name", name.value.trim());
      await this.sit(name.value.trim()).catch((problem) => this.refuse(problem, () => this.look()));
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
      element("p", { class: "muted" }, t("Whoever invited you knows this link, too; at the table, under “More”, you can make one of your own.")),
    );
    (name.value ? button : name).focus({ preventScroll: true });
  }

  // --- What can go wrong ---

  /**
   * @param {unknown} problem
   * @param {() => Promise<void>} again
   */
  refuse(problem, again) {
    if (this.closed) return;
    const status = problem instanceof Problem ? problem.status : 0;
    const exists = status !== 404;
    const canTry = status !== 404 && status !== 403;
    this.fill(
      element("h1", {}, titleOf(status)),
      element("p", { role: "alert" }, exists ? messageOf(problem) : t("It may have been deleted, or the address is not complete.")),
      status === 403 ? element("p", { class: "muted" }, t("Ask your friend for the newest link.")) : null,
      element(
        "div",
        { class: "seat-ways" },
        canTry ? element("button", { type: "button", class: "button primary", onclick: once(again) }, t("Try again")) : null,
        exists && status ? element("button", { type: "button", class: "button", onclick: () => this.toTable() }, t("Watch the table")) : null,
        element("a", { class: "button", href: "#/" }, t("To the start")),
      ),
    );
  }

  /** @param {...import("../dom.js").Child} content */
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
  const fact = (/** @type {string} */ title, /** @type {import("../dom.js").Child} */ said) =>
    element("div", {}, element("dt", {}, title), element("dd", {}, said));
  return element(
    "dl",
    { class: "seat-facts" },
    fact(t("You play"), side),
    fact(t("Clock"), clockTitle(summary.clock ?? { kind: "none" })),
    fact(t("Rules"), element("a", { href: `#/rules/${summary.game}/${summary.version}` }, t("Read the rules"))),
  );
}
