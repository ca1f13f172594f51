/** Tournaments: a list with a form for a new one, or one tournament for its organiser, its players and watchers. */

import { api, isTableId, messageOf, RequestError } from "../api.js";
import { showMissing, toast } from "../dialogs.js";
import { element, loadStyles } from "../dom.js";
import { fetchHome } from "../home/fetch-home.js";
import { t } from "../i18n.js";
import { forgetKeys, keepKeys, ORGANISER } from "./links.js";
import { organiserTools, playersTools } from "./organise.js";
import { headCard, ownGame, roundsCard, standingsCard } from "./sections.js";
import { showStart } from "./start.js";

/** @import { Home, TournamentView } from "../types.js" */
/** @import { Context } from "../view-types.js" */

/** Milliseconds between requests, while the page is visible. */
const REFRESH = 15_000;

/**
 * @param {HTMLElement} root
 * @param {string[]} parts       the tournament, and the key in a link
 * @param {Context} context
 */
export async function show(root, [id = "", key = ""], context) {
  context.heading(t("Tournament"));
  await Promise.all([loadStyles("/web/home/forms.css"), loadStyles("/web/tournament/tournament.css")]);
  if (!id) return showStart(root, context);
  if (!isTableId(id)) return missing(root, "");
  if (key && !(await enter(root, id, key, context))) return () => {};
  const page = new TournamentPage(root, id, context);
  await page.load();
  return () => page.close();
}

/**
 * Open a tournament with a key; the address is replaced, so that the key is not in the history.
 * @param {HTMLElement} root
 * @param {string} id
 * @param {string} key
 * @param {Context} context
 */
async function enter(root, id, key, context) {
  try {
    const { organiser } = await api.post(`/api/tournaments/${id}/enter`, { key });
    if (organiser) keepKeys(id, { player: ORGANISER, key });
    context.replace(`#/tournament/${id}`);
    return false; // The page is shown again with the new address.
  } catch (error) {
    const exists = !(error instanceof RequestError && error.status === 404);
    if (!exists) missing(root, "");
    else showMissing(root, t("This link does not fit"), messageOf(error), t("Ask the organiser for a new link."));
    return false;
  }
}

/**
 * @param {HTMLElement} root
 * @param {string} reason
 */
function missing(root, reason) {
  showMissing(root, t("There is no tournament here"), reason || t("This tournament may have been deleted, or the address is not complete."));
  return () => {};
}

export class TournamentPage {
  /**
   * @param {HTMLElement} root
   * @param {string} id
   * @param {Context} context
   */
  constructor(root, id, context) {
    this.root = root;
    this.id = id;
    this.context = context;
    this.closed = false;
    this.timer = 0;
    /** @type {TournamentView | null} */
    this.view = null;
    /** @type {Home | null} */
    this.home = null;
    this.shown = "";
    this.onVisible = () => (document.hidden ? undefined : this.refresh());
    document.addEventListener("visibilitychange", this.onVisible);
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.onVisible);
  }

  async load() {
    try {
      const [view, home] = await Promise.all([api.get(this.address()), fetchHome()]);
      if (this.closed) return;
      this.home = home;
      this.update(view);
      this.schedule();
    } catch (error) {
      if (this.closed) return;
      if (error instanceof RequestError && error.status === 404) missing(this.root, "");
      else showMissing(this.root, t("This tournament cannot be shown"), messageOf(error));
    }
  }

  /** @param {string} [action] */
  address(action = "") {
    return `/api/tournaments/${this.id}${action ? `/${action}` : ""}`;
  }

  async refresh() {
    try {
      const isChoosing = document.activeElement instanceof HTMLSelectElement;
      if (!document.hidden && !isChoosing && navigator.onLine) this.update(await api.get(this.address()));
    } catch {
      // What is shown stays; the next attempt follows.
    }
    this.schedule();
  }

  schedule() {
    clearTimeout(this.timer);
    if (!this.closed && !document.hidden && this.view?.state !== "ended") this.timer = setTimeout(() => this.refresh(), REFRESH);
  }

  /**
   * Make a change; its answer is the tournament after it. A problem is shown.
   * @param {string} action
   * @param {object} [body]
   */
  async change(action, body = {}) {
    try {
      this.update(await api.post(this.address(action), body));
      return true;
    } catch (error) {
      toast(messageOf(error));
      await this.refresh();
      return false;
    }
  }

  /**
   * Ask for something else than a change of what is shown.
   * @param {string} action
   * @param {object} [body]
   * @returns {Promise<any>} null after a problem, which is shown
   */
  async ask(action, body = {}) {
    try {
      return await api.post(this.address(action), body);
    } catch (error) {
      toast(messageOf(error));
      return null;
    }
  }

  async remove() {
    try {
      await api.delete(this.address());
      forgetKeys(this.id);
      this.context.go("#/tournament");
    } catch (error) {
      toast(messageOf(error));
    }
  }

  /** @param {TournamentView} view */
  update(view) {
    if (this.closed) return;
    const text = JSON.stringify(view);
    if (text === this.shown) return;
    this.shown = text;
    this.view = view;
    this.draw();
  }

  draw() {
    const { view } = this;
    if (!view || !this.home) return;
    this.context.heading(view.name);
    const restore = this.keepState();
    this.root.dataset.game = view.game;
    this.root.replaceChildren(
      element(
        "div",
        { class: "tournament", "data-state": view.state, "data-round": view.round },
        headCard(view, this),
        ownGame(view, this),
        view.organiser ? organiserTools(view, this) : null,
        view.state === "open" ? playersTools(view, this) : null,
        view.round ? roundsCard(view, this) : null,
        view.round ? standingsCard(view) : null,
      ),
    );
    restore();
  }

  /** Remember what the user has unfolded, typed and focused; the result restores it after drawing. */
  keepState() {
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.focus : undefined;
    const unfolded = new Map([...this.root.querySelectorAll("details")].map((part) => [part.dataset.key, part.open]));
    const typed = this.newName()?.value ?? "";
    return () => {
      for (const part of this.root.querySelectorAll("details")) part.open = unfolded.get(part.dataset.key) ?? part.open;
      const name = this.newName();
      if (name) name.value = typed;
      const found = focused ? this.root.querySelector(`[data-focus="${CSS.escape(focused)}"]`) : null;
      if (found instanceof HTMLElement) found.focus({ preventScroll: true });
    };
  }

  /** The field for the name of another player. */
  newName() {
    const found = this.root.querySelector('input[name="player"]');
    return found instanceof HTMLInputElement ? found : null;
  }
}
