/** A study: its title, its chapters, and one of them with text before and after its board. */

import { api, messageOf, singleFlight } from "../api.js";
import { toast } from "../dialogs.js";
import { element } from "../dom.js";
import { isolated, t } from "../i18n.js";
import { studyActions } from "./actions.js";
import { ChapterBoard } from "./chapter-board.js";
import { HEAD } from "./drafts.js";

/** @import { AnalysisTree, StudyView } from "../types.js" */
/** @import { Context } from "../view-types.js" */
/** @import { Drafts } from "./drafts.js" */

const LONGEST_TITLE = 100;
const LONGEST_TEXT = 20_000;

export class StudyPage {
  /**
   * @param {HTMLElement} root
   * @param {StudyView} view
   * @param {Drafts} drafts
   * @param {Context} context
   */
  constructor(root, view, drafts, context) {
    this.view = view;
    this.drafts = drafts;
    this.context = context;
    this.takeOverDrafts();
    /** @type {ChapterBoard | null} */
    this.board = null;
    this.state = element("div", { class: "study-state muted", role: "status" });
    this.list = element("ol", { class: "study-chapters" });
    this.order = element("div", { class: "study-order" });
    this.title = titleField(t("Title"), view.title, view.edit, "h1", () => this.onHead());
    this.heading = titleField(t("Heading"), view.chapter?.title ?? "", view.edit, "h2", () => this.onHeading());
    this.before = textField(t("Text"), view.chapter?.before ?? "", view.edit, () => this.onChapter());
    this.after = textField(t("Text after the board"), view.chapter?.after ?? "", view.edit, () => this.onChapter());
    drafts.onState = () => this.drawState();
    root.append(this.build());
    if (view.chapter?.board) root.dataset.game = view.chapter.board.game.name;
    this.drawList();
    this.drawState();
  }

  /** What was written without a connection is newer than what the server has. */
  takeOverDrafts() {
    const { view, drafts } = this;
    drafts.know(HEAD, view.version);
    if (view.chapter) drafts.know(view.chapter.id, view.chapter.version);
    if (!view.edit) return;
    const head = drafts.parts.get(HEAD)?.body;
    const chapter = view.chapter && drafts.parts.get(view.chapter.id)?.body;
    if (head) view.title = String(head.title);
    if (!chapter || !view.chapter) return;
    for (const name of /** @type {const} */ (["title", "before", "after"])) view.chapter[name] = String(chapter[name]);
    if (view.chapter.board) view.chapter.board.tree = /** @type {AnalysisTree} */ (chapter.tree);
  }

  build() {
    const { view } = this;
    this.context.heading(isolated(view.title));
    return element(
      "div",
      { class: "study" },
      element(
        "aside",
        { class: "study-side" },
        element("section", { class: "card study-head" }, this.title.node, this.state),
        element("nav", { class: "card study-nav", "aria-label": t("Chapters") }, this.list, view.edit ? this.order : null),
        studyActions(this),
      ),
      view.chapter ? this.chapter(view.chapter) : null,
    );
  }

  /** @param {NonNullable<StudyView["chapter"]>} chapter */
  chapter(chapter) {
    const { view } = this;
    if (chapter.board) {
      this.board = new ChapterBoard(this.chapterAddress, chapter.board, chapter.board.tree, view.edit, () => this.onChapter());
    }
    const hasAfter = chapter.board && (view.edit || chapter.after);
    return element(
      "article",
      { class: "study-chapter" },
      this.heading.node,
      view.edit || chapter.before ? this.before.node : null,
      this.board?.node,
      hasAfter ? this.after.node : null,
    );
  }

  get chapterAddress() {
    return `/api/studies/${this.view.id}/chapters/${this.view.chapter?.id}`;
  }

  drawList() {
    const { view } = this;
    const current = view.chapter?.id;
    const rows = view.chapters.map(({ id, title }) =>
      element("li", {}, element("a", { href: `#/study/${view.id}/${id}`, "aria-current": id === current ? "page" : null, dir: "auto" }, title)),
    );
    this.list.replaceChildren(...rows);
    if (!view.edit) return;
    const place = view.chapters.findIndex(({ id }) => id === current);
    const action = (/** @type {string} */ text, /** @type {() => void} */ onclick, disabled = false) =>
      element("button", { type: "button", class: "quiet", onclick, disabled }, text);
    this.order.replaceChildren(
      action(t("Move it up"), () => this.move(place, -1), place <= 0),
      action(t("Move it down"), () => this.move(place, 1), place < 0 || place === view.chapters.length - 1),
      action(t("Delete the chapter"), () => this.removeChapter(place), place < 0),
      action(t("New chapter"), singleFlight(() => this.addChapter())),
    );
  }

  // --- Changes --------------------------------------------------------------------------------------------

  onHead() {
    const { view, drafts } = this;
    view.title = this.title.value || view.title;
    this.context.heading(isolated(view.title));
    drafts.change(HEAD, { title: view.title, chapters: view.chapters.map(({ id }) => id) });
  }

  onHeading() {
    const { view } = this;
    const head = view.chapters.find(({ id }) => id === view.chapter?.id);
    if (head) head.title = this.heading.value || head.title;
    this.drawList();
    this.onChapter();
  }

  onChapter() {
    const { chapter } = this.view;
    if (!chapter) return;
    const tree = this.board?.tree.write() ?? { notes: [], nodes: [] };
    this.drafts.change(chapter.id, { title: this.heading.value || chapter.title, before: this.before.value, after: this.after.value, tree });
  }

  /**
   * @param {number} place
   * @param {number} by
   */
  move(place, by) {
    const { chapters } = this.view;
    chapters.splice(place + by, 0, ...chapters.splice(place, 1));
    this.drawList();
    this.onHead();
  }

  /** @param {number} place */
  async removeChapter(place) {
    const { view, drafts } = this;
    const [gone] = view.chapters.splice(place, 1);
    drafts.parts.delete(gone.id);
    this.onHead();
    await drafts.send();
    const next = view.chapters[Math.min(place, view.chapters.length - 1)];
    this.context.replace(`#/study/${view.id}${next ? `/${next.id}` : ""}`);
  }

  async addChapter() {
    const { view, drafts } = this;
    try {
      await drafts.send();
      const { chapter } = await api.post(`/api/studies/${view.id}/chapters`, {});
      this.context.go(`#/study/${view.id}/${chapter}`);
    } catch (error) {
      toast(messageOf(error));
    }
  }

  // --- What is stored -------------------------------------------------------------------------------------

  drawState() {
    const { drafts } = this;
    if (!this.view.edit) return this.state.replaceChildren();
    const button = (/** @type {string} */ text, /** @type {() => Promise<void>} */ work) =>
      element("button", { type: "button", class: "button", onclick: () => work().catch((error) => toast(messageOf(error))) }, text);
    const reload = async () => {
      drafts.drop();
      this.context.replace(location.hash);
    };
    const parts = {
      saved: () => [t("Saved.")],
      waiting: () => [t("Saving …")],
      away: () => [t("Not saved yet: the server does not answer. What you wrote is kept in this browser.")],
      refused: () => [drafts.problem],
      "changed elsewhere": () => [drafts.problem, button(t("Keep mine"), () => drafts.overwrite()), button(t("Take theirs"), reload)],
    };
    this.state.dataset.state = drafts.state;
    this.state.replaceChildren(...parts[drafts.state]());
  }

  close() {
    this.drafts.onState = () => {};
    this.board?.close();
    this.drafts.send();
  }
}

/**
 * A title: a field for authors, a heading for readers.
 * @param {string} label
 * @param {string} value
 * @param {boolean} edit
 * @param {"h1" | "h2"} heading
 * @param {() => void} onChange
 */
function titleField(label, value, edit, heading, onChange) {
  const field = element("input", { type: "text", maxlength: LONGEST_TITLE, value, dir: "auto", oninput: onChange });
  const title = element(heading, { class: edit ? "visually-hidden" : "study-title", dir: "auto" }, value);
  const node = edit ? element("div", {}, title, labelled(label, field)) : title;
  return {
    node,
    get value() {
      return field.value.trim();
    },
  };
}

/**
 * @param {string} label
 * @param {string} value
 * @param {boolean} edit
 * @param {() => void} onChange
 */
function textField(label, value, edit, onChange) {
  const field = element("textarea", { rows: 3, maxlength: LONGEST_TEXT, dir: "auto", class: "study-text-field", oninput: onChange });
  field.value = value;
  const node = edit ? labelled(label, field) : element("div", { class: "study-text" }, ...value.split("\n\n").map((text) => element("p", { dir: "auto" }, text)));
  return {
    node,
    get value() {
      return field.value;
    },
  };
}

/**
 * @param {string} label
 * @param {HTMLElement} field
 */
function labelled(label, field) {
  return element("label", { class: "review-field" }, element("span", { class: "muted" }, label), field);
}
