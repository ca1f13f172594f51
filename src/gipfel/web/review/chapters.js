/** The contests of an evening as chapters of its list of turns: each folds, and has a graph and turns of its own. */

import { api, messageOf } from "../api.js";
import { element } from "../dom.js";
import { t } from "../i18n.js";
import { storyAddress, wonText } from "../story/list.js";
import { Graph, turningList } from "./graph.js";
import { TurnButtons } from "./turns.js";

/** @import { StoryList } from "../story/list.js" */
/** @import { ContestGame, StoryContest, TableMessage, Turn } from "../types.js" */
/** @import { Opinions } from "./graph.js" */
/** @import { Tree, TreeNode } from "./tree.js" */

/**
 * @typedef {object} ChapterParts
 * @property {StoryList} story       says what a contest was for
 * @property {() => TableMessage | null} table
 * @property {(at: number) => void} jump
 * @property {(node: TreeNode) => void} open    go to a turn of a variation
 * @property {() => void} changed    chapters have to be drawn
 */

export class Chapters {
  /**
   * @param {string} id       of the table
   * @param {ChapterParts} parts
   */
  constructor(id, parts) {
    this.id = id;
    this.parts = parts;
    this.requests = 0;
    /** @type {Chapter[]} */
    this.all = [];
  }

  /** Fetch the contests; those that are known stay as they are, folded or not. */
  async refresh() {
    const request = ++this.requests;
    /** @type {{contests: StoryContest[]}} */
    const { contests } = await api.get(storyAddress(this.id)).catch(() => ({ contests: this.all.map(({ contest }) => contest) }));
    if (request !== this.requests) return;
    const known = new Map(this.all.map((chapter) => [chapter.contest.number, chapter]));
    this.all = contests.map((contest) => {
      const chapter = known.get(contest.number) ?? new Chapter(this.id, contest, this.parts);
      chapter.update(contest);
      return chapter;
    });
    this.parts.changed();
  }

  /**
   * @param {Opinions} opinions
   * @param {number} at
   */
  drawGraphs(opinions, at) {
    for (const chapter of this.all) chapter.drawGraph(opinions, at);
  }
}

/** A contest of the evening. */
export class Chapter {
  /**
   * @param {string} id
   * @param {StoryContest} contest
   * @param {ChapterParts} parts
   */
  constructor(id, contest, parts) {
    const [white, black] = parts.table()?.sides ?? ["", ""];
    this.id = id;
    this.contest = contest;
    this.parts = parts;
    /** @type {ContestGame | null} fetched when the chapter is opened */
    this.game = null;
    /** Which state of the contest was fetched. */
    this.fetched = -1;
    this.wasInside = false;
    this.turns = new TurnButtons(parts.jump, parts.open);
    this.graph = new Graph(parts.jump, white, black);
    this.graph.node.hidden = true;
    this.turning = element("div", {});
    this.problem = element("p", { class: "muted", role: "status", hidden: true });
    this.about = element("div", {});
    this.summary = element("summary", { class: "chapter-summary" });
    this.details = element("details", { class: "chapter", "data-chapter": contest.number, ontoggle: () => this.details.open && this.fetch() }, this.summary, this.about, this.graph.node, this.turning, this.problem, this.turns.node);
    this.node = element("li", { class: "review-chapter" }, this.details);
  }

  /** @param {StoryContest} contest */
  update(contest) {
    this.contest = contest;
    this.summary.replaceChildren(
      element("strong", { class: "chapter-title" }, t("{game}: contest {n}", { game: contest.title, n: contest.number })),
      element("span", { class: "muted" }, wonText(contest, this.parts.story.evening.nameOf)),
    );
    this.about.replaceChildren(this.parts.story.link(contest));
    if (this.details.open) this.fetch();
  }

  /** Fetch the turns of the contest, if it has a board of its own. */
  async fetch() {
    const { number, end, opens } = this.contest;
    if (!opens || this.fetched === end) return;
    this.fetched = end;
    try {
      this.game = await api.get(`${storyAddress(this.id)}/${number}`);
      this.problem.hidden = true;
    } catch (error) {
      this.fetched = -1;
      this.problem.hidden = false;
      this.problem.textContent = messageOf(error);
    }
    this.parts.changed();
  }

  /**
   * Is a moment of the evening one of this contest?
   * @param {number} at
   */
  contains(at) {
    const { begin, end, over } = this.contest;
    return at >= begin && (over ? at < end : at <= end);
  }

  /** The turns of the contest, with the numbers of the evening's decisions. @returns {Turn[]} */
  ownTurns() {
    const { game } = this;
    return game ? game.turns.map((turn) => ({ ...turn, at: turn.at + game.first })) : [];
  }

  /**
   * @param {Tree} tree        with the variations that begin in this contest
   * @param {Map<number, string>} marks
   */
  draw(tree, marks) {
    this.turns.draw(this.ownTurns(), tree, marks);
  }

  /**
   * Highlight the moment that is shown; the chapter unfolds when the evening comes to it.
   * @param {number} at
   * @param {TreeNode | null} node
   * @returns {HTMLElement | null}     the button of the moment, if it has one here
   */
  mark(at, node) {
    const isInside = this.contains(at);
    if (isInside && !this.wasInside) this.details.open = true;
    this.wasInside = isInside;
    const button = this.turns.mark(this.ownTurns(), isInside ? at : 0, isInside ? node : null, this.game?.first);
    return isInside ? (button ?? this.summary) : null;
  }

  /**
   * @param {Opinions} opinions
   * @param {number} at
   */
  drawGraph(opinions, at) {
    const { begin, end } = this.contest;
    const own = new Map([...opinions].filter(([there, { board }]) => board && there >= begin && there <= end));
    const turns = this.ownTurns();
    const textOf = (/** @type {number} */ there) => turns.find((turn) => turn.at >= there)?.text ?? "";
    this.graph.draw(own, begin, end, at);
    this.turning.replaceChildren(...(own.size ? [turningList(own, textOf, this.parts.jump)] : []));
  }
}
