/** Compose an evening as a menu card: how long, which potentials, what each is won with, and who plays. */

import { api, messageOf, singleFlight } from "../api.js";
import { toast } from "../dialogs.js";
import { element, loadStyles } from "../dom.js";
import { copy, saveFile } from "../files.js";
import { fetchHome } from "../home/fetch-home.js";
import { seatsForm } from "../home/seats-form.js";
import { createTable, seatOptions } from "../home/start-dialog.js";
import { t } from "../i18n.js";
import { addLooks } from "../table/draw/piece-looks.js";
import { Agreement } from "./agreement.js";
import { Fields } from "./fields.js";
import { KeptMenus } from "./kept-menus.js";
import { Kinds } from "./kinds.js";
import { Lengths } from "./lengths.js";
import { MenuDraft } from "./menu-draft.js";
import { menuInLink, menuLink } from "./menu-link.js";
import { Shelf } from "./shelf.js";
import { Trays } from "./trays.js";

/** @import { GameInfo, Home, MenuOffer } from "../types.js" */
/** @import { Context } from "../view-types.js" */

/**
 * @param {HTMLElement} root
 * @param {string[]} parts      a menu, if the address is a link to one
 * @param {Context} context
 */
export async function show(root, [link = ""], context) {
  context.heading(t("Compose an evening"));
  /** @type {[MenuOffer, Home, ...unknown[]]} */
  const [offer, home] = await Promise.all([
    api.get("/api/menu"),
    fetchHome(),
    loadStyles("/web/compose/compose.css"),
    loadStyles("/web/home/forms.css"),
  ]);
  const composed = home.games.find((game) => game.composed);
  root.dataset.game = composed?.name ?? "";
  const composer = new Composer(offer, home, composed, context.go);
  root.append(composer.node);
  await (link ? composer.openLink(link) : composer.menu.check());
  return () => composer.close();
}

class Composer {
  /**
   * @param {MenuOffer} offer
   * @param {Home} home
   * @param {GameInfo | undefined} game
   * @param {(address: string) => void} go
   */
  constructor(offer, home, game, go) {
    addLooks(offer.looks);
    this.home = home;
    this.go = go;
    const sides = game?.sides ?? ["", ""];
    this.menu = new MenuDraft(offer);
    const { clocks: _, ...options } = seatOptions(home); // The menu has its own clock.
    this.seats = seatsForm(sides, game?.players ?? [], options);
    this.shelf = new Shelf(this.menu);
    this.kinds = new Kinds(this.menu, this.shelf, sides);
    this.trays = new Trays(this.menu, this.kinds, this.shelf);
    this.agreement = new Agreement(this.menu, singleFlight(() => this.createTable()));
    this.kept = new KeptMenus(this.menu);
    this.problem = element("p", { class: "card compose-problem problem", role: "alert", hidden: true });
    this.node = this.build();
  }

  build() {
    return element(
      "div",
      { class: "compose" },
      element(
        "header",
        { class: "compose-head" },
        element("h1", {}, t("Compose an evening")),
        element("p", { class: "muted" }, t("Choose how long, take pieces, and decide what each of them has to be won with.")),
      ),
      this.problem,
      new Lengths(this.menu).node,
      this.kept.node,
      this.kinds.node,
      this.shelf.node,
      this.trays.node,
      this.agreement.node,
      element("div", { class: "compose-foot" }, this.agreement.status, this.actions()),
      element(
        "section",
        { class: "folds", "aria-label": t("Every option") },
        this.seatsFold(),
        ...new Fields(this.menu).nodes,
      ),
    );
  }

  seatsFold() {
    const title = element("summary");
    const draw = () => (title.textContent = t("Who plays: {opponent}", { opponent: this.seats.opponent() }));
    draw();
    return element("details", { class: "fold fold-seats", onchange: draw }, title, this.seats.node);
  }

  actions() {
    const button = (/** @type {string} */ title, /** @type {() => void} */ onclick) =>
      element("button", { type: "button", class: "quiet", onclick }, title);
    return element(
      "div",
      { class: "compose-actions" },
      button(t("Keep under a name"), () => this.kept.keep()),
      button(t("Send as a link"), () => this.send()),
      button(t("Save as a file"), () => this.save()),
      this.opener(),
    );
  }

  opener() {
    const file = element("input", {
      type: "file",
      accept: ".toml,text/plain",
      class: "visually-hidden",
      onchange: async () => {
        const text = await file.files?.[0]?.text();
        file.value = "";
        if (text !== undefined) this.open(text);
      },
    });
    return element("label", { class: "quiet file-button" }, t("Open a menu"), file);
  }

  // --- Playing, saving, sending, opening ---

  async createTable() {
    try {
      await createTable({ menu: this.menu.toml, ...this.seats.read() }, this.go);
    } catch (error) {
      toast(messageOf(error));
    }
  }

  /** Is there a menu to keep? */
  get isWhole() {
    if (this.menu.toml) return true;
    toast(t("The menu cannot be kept before everything fits together."));
    return false;
  }

  save() {
    if (!this.isWhole) return;
    const name = String(this.menu.value("title") || "menu").trim().replace(/[^\p{L}\p{N}]+/gu, "-");
    saveFile(`${name || "menu"}.toml`, this.menu.toml);
  }

  send() {
    if (this.isWhole && this.menu.card) copy(menuLink(this.home.public_url.replace(/\/+$/, "") || location.origin, this.menu.card.text));
  }

  /** @param {string} text */
  async open(text) {
    try {
      await this.menu.open(text);
      toast(t("The menu has been opened."));
    } catch (error) {
      toast(messageOf(error));
    }
  }

  /**
   * Show the menu of a link; if there is none, say so, and begin as usual.
   * @param {string} part
   */
  async openLink(part) {
    const text = menuInLink(part);
    try {
      if (text === null) throw new Error(t("It is not complete, or something was changed in it."));
      await this.menu.open(text);
    } catch (error) {
      this.problem.textContent = t("This link holds no menu that can be read: {reason}", { reason: messageOf(error) });
      this.problem.hidden = false;
      await this.menu.check();
    }
  }

  close() {
    this.menu.close();
    this.shelf.close();
    document.documentElement.classList.remove("is-carrying");
  }
}
