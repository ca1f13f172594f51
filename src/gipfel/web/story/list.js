/** The contests of an evening as a list: what was played, what for, who began, who won. */

import { api, messageOf } from "../api.js";
import { element } from "../dom.js";
import { t } from "../i18n.js";
import { lineOf } from "../table/draw/turn-list.js";
import { nameOf } from "../table/state.js";

/** @import { Side, Story, StoryContest, TableMessage } from "../types.js" */

/**
 * The evening around the contests.
 * @typedef {object} Evening
 * @property {(side: Side) => string} nameOf    the name of a player
 * @property {(turn: number) => number} lineOf    the number that a turn has in the list of turns
 */

export class StoryList {
  /**
   * @param {string} id       of the table
   * @param {Evening} evening
   */
  constructor(id, evening) {
    this.id = id;
    this.evening = evening;
    this.requests = 0;
    this.note = element("p", { class: "muted", role: "status" });
    this.list = element("ol", { class: "story-list" });
    this.node = element("div", { class: "story" }, this.note, this.list);
  }

  /** Fetch the contests and show them; while that lasts, and if it fails, the old ones stay. */
  async refresh() {
    const request = ++this.requests;
    try {
      /** @type {Story} */
      const { contests } = await api.get(storyAddress(this.id));
      if (request === this.requests) this.draw(contests);
    } catch (error) {
      if (request === this.requests) this.note.textContent = messageOf(error);
    }
  }

  /** @param {StoryContest[]} contests */
  draw(contests) {
    this.note.textContent = contests.length ? "" : t("No contest has been played yet.");
    this.list.replaceChildren(...contests.map((contest) => this.item(contest)));
  }

  /** @param {StoryContest} contest */
  item(contest) {
    return element("li", {}, this.link(contest));
  }

  /** @param {StoryContest} contest */
  link(contest) {
    return element(
      "a",
      { class: "story-link", href: this.address(contest), "data-contest": contest.number },
      element(
        "span",
        { class: "story-head" },
        element("strong", { class: "story-title" }, contest.title),
        element("span", { class: "muted" }, t("Turn {n}", { n: this.evening.lineOf(contest.turn) })),
        contest.attempt > 1 ? element("span", { class: "muted" }, t("attempt {n}", { n: contest.attempt })) : null,
      ),
      ...aboutContest(contest, this.evening.nameOf),
      contest.result ? element("span", { class: "muted" }, contest.result) : null,
    );
  }

  /**
   * A contest with a board opens as a game of its own; of others the review shows the moment.
   * @param {StoryContest} contest
   */
  address({ number, end, opens }) {
    return opens ? `#/contest/${this.id}/${number}` : `#/review/${this.id}/${end}`;
  }
}

/** @param {string} id */
export function storyAddress(id) {
  return `/api/tables/${encodeURIComponent(id)}/story`;
}

/**
 * What a contest was for, and how it went.
 * @param {StoryContest} contest
 * @param {(side: Side) => string} nameOf
 */
export function aboutContest(contest, nameOf) {
  const { user, stake, begins, throws } = contest;
  const began = begins ? t("{name} began.", { name: nameOf(begins) }) : "";
  return [
    element("span", {}, t("{name}: {stake}", { name: nameOf(user), stake })),
    element(
      "span",
      { class: "story-course" },
      ...[...throws, began].filter(Boolean).map((text) => `${text} `),
      element("strong", { class: "story-winner" }, wonText(contest, nameOf)),
    ),
  ];
}

/**
 * Who has won a contest.
 * @param {StoryContest} contest
 * @param {(side: Side) => string} nameOf
 */
export function wonText({ over, winner }, nameOf) {
  if (!over) return t("It is being played.");
  return winner ? t("{name} won.", { name: nameOf(winner) }) : t("A tie.");
}

/**
 * @param {() => TableMessage | null} table
 * @returns {Evening}
 */
export function eveningOf(table) {
  return {
    nameOf: (side) => nameOf(/** @type {TableMessage} */ (table()), side),
    lineOf: (turn) => lineOf(table()?.turns ?? [], turn),
  };
}
