/** What can be done with a moment of a game: play from it, save it, copy it, change it. */

import { api, messageOf, singleFlight } from "../api.js";
import { openDialog, toast } from "../dialogs.js";
import { element } from "../dom.js";
import { saveDraft } from "../editor/draft.js";
import { copy, embedCode, pictureLooks, saveFile } from "../files.js";
import { fetchHome } from "../home/fetch-home.js";
import { seatsForm } from "../home/seats-form.js";
import { t } from "../i18n.js";

/** @import { Opinion, TableMessage } from "../types.js" */
/** @import { Context } from "../view-types.js" */
/** @import { KeptAnalysis } from "./kept-analysis.js" */

export class ReviewActions {
  /**
   * @param {string} id       of the table
   * @param {Context} context
   * @param {() => {table: TableMessage | null, at: number}} now    what is shown
   * @param {KeptAnalysis} kept
   * @param {() => Opinion[]} judged     what the engine thinks of turns
   */
  constructor(id, context, now, kept, judged) {
    this.judged = judged;
    this.kept = kept;
    this.id = id;
    this.context = context;
    this.now = now;
    this.node = this.buttons();
  }

  buttons() {
    const action = (/** @type {string} */ text, /** @type {() => void} */ onclick) =>
      element("button", { type: "button", class: "quiet", onclick }, text);
    return element(
      "section",
      { class: "card review-actions" },
      element("button", { type: "button", class: "button primary", onclick: () => this.openBranch() }, t("Try another move from here")),
      element(
        "div",
        { class: "review-quiet" },
        action(t("To the table"), () => this.context.go(`#/table/${this.id}`)),
        action(t("Save record"), () => this.save("record")),
        action(t("Link to this analysis"), () => this.copyLink()),
        action(t("Add to a study"), singleFlight(() => this.addToStudy())),
        action(t("Copy position"), () => this.copyPosition()),
        action(t("Change position"), () => this.setUp()),
        action(t("Copy embed code"), () => copy(embedCode(encodeURIComponent(this.id)))),
        action(t("SVG"), () => this.save("picture.svg")),
        action(t("PNG"), () => this.save("picture.png")),
        action(t("Animated picture"), () => this.animate()),
      ),
    );
  }

  async openBranch() {
    const { table, at } = this.now();
    const home = await fetchHome().catch((error) => toast(messageOf(error)));
    if (!home) return;
    const game = home.games.find(({ name }) => name === table?.game.name);
    const seats = seatsForm(table?.sides ?? ["", ""], game?.players ?? []);
    const begin = singleFlight(async () => {
      try {
        const { id } = await api.post(`/api/tables/${this.id}/branch`, { at, ...seats.read() });
        dialog.close();
        this.context.go(`#/table/${id}`);
      } catch (error) {
        toast(messageOf(error));
      }
    });
    const dialog = openDialog(
      t("Try another move from here"),
      t("Close"),
      element("p", { class: "muted" }, t("A new table begins with what the board shows now. This one stays as it is.")),
      seats.node,
      element("button", { type: "button", class: "button primary", onclick: begin }, t("Start")),
    );
    dialog.dataset.game = table?.game.name ?? "";
  }

  /** @param {"record" | "picture.svg" | "picture.png"} what */
  async save(what) {
    const { table, at } = this.now();
    const name = `${table?.game.name ?? "game"}-${this.id}`;
    try {
      if (what === "record") saveFile(`${name}.txt`, await this.record());
      else saveFile(`${name}-${at}.${what.slice(-3)}`, await fetchPicture(this.id, what, at));
    } catch (error) {
      toast(messageOf(error));
    }
  }

  /** The whole game, or some of its turns, as an animated picture. */
  async animate() {
    const { table } = this.now();
    const { openAnimation } = await import("../animated-picture.js");
    openAnimation(`/api/tables/${encodeURIComponent(this.id)}`, `${table?.game.name ?? "game"}-${this.id}`, table?.turns.length ?? 0);
  }

  /** The game with its variations and comments, as a record. */
  async record() {
    const { kept } = this;
    for (const opinion of this.judged()) kept.tree.judge(opinion);
    if (kept.own && !kept.tree.isEmpty) await kept.send();
    return api.text(`/api/tables/${encodeURIComponent(this.id)}/record?analysis=${kept.own ? "own" : encodeURIComponent(kept.shared)}`);
  }

  /** The game with its variations becomes a chapter. */
  async addToStudy() {
    const { kept } = this;
    for (const opinion of this.judged()) kept.tree.judge(opinion);
    try {
      const { addToStudy } = await import("./add-to-study.js");
      await addToStudy({ table: this.id, tree: kept.tree.write() }, this.context.go);
    } catch (error) {
      toast(messageOf(error));
    }
  }

  /** A link with which others see this analysis; a copy of somebody else's becomes one's own. */
  async copyLink() {
    if (!(await this.kept.send())) return;
    copy(`${location.origin}/#/review/${this.id}/${this.now().at}/${this.kept.id}`);
  }

  /** The position that is shown, as text. */
  async position() {
    try {
      return (await api.get(`/api/tables/${encodeURIComponent(this.id)}/position?at=${this.now().at}`)).position;
    } catch (error) {
      toast(messageOf(error));
      return null;
    }
  }

  async copyPosition() {
    const position = await this.position();
    if (position) copy(position);
  }

  /** Change this position in the editor. */
  async setUp() {
    const position = await this.position();
    const game = this.now().table?.game;
    if (!position || !game) return;
    saveDraft(game.name, game.version, position);
    this.context.go(`#/editor/${game.name}/${game.version}`);
  }
}

/**
 * @param {string} id
 * @param {"picture.svg" | "picture.png"} what
 * @param {number} at
 */
function fetchPicture(id, what, at) {
  return api.blob(`/api/tables/${encodeURIComponent(id)}/${what}?at=${at}&${pictureLooks()}`);
}
