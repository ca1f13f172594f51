/** Pointing: from target to target until a decision is spelled out. The server says what can come next. */

import { setting } from "../../settings-store.js";
import { t } from "../../words.js";
import { Refused } from "../connection.js";
import { firstTargets, startOver, turning } from "../state.js";
import { keyOf, same } from "../targets.js";

/** @typedef {import("../../types.js").Ghost} Ghost */
/** @typedef {import("../../types.js").Pointed & {side?: import("../../types.js").Side}} Answer */
/** @typedef {import("../../types.js").Target} Target */
/** @typedef {import("./source.js").Source} Source */
/** @typedef {import("../state.js").State} State */

const NOTE_STAYS = 6000;
/** A table follows every decision; this is how long the page waits for it before it takes new ones. */
const TABLE_FOLLOWS = 3000;

export class Pointer {
  /**
   * @param {State} state
   * @param {Source} source         who says what can be pointed at, and takes decisions
   * @param {() => void} changed    draw what depends on pointing
   */
  constructor(state, source, changed) {
    this.state = state;
    this.source = source;
    this.changed = changed;
    /** @type {string} the turn a person likes: the next piece is shown in it too */
    this.liked = "";
    this.noteTimer = 0;
    /** @type {(() => void)[]} those who wait for the next table */
    this.tableWaiters = [];
  }

  /**
   * Is this target open now?
   * @param {Target} target
   */
  isOpen(target) {
    return this.state.open.some((one) => same(one.target, target));
  }

  /**
   * A person points at something.
   * @param {Target} target
   */
  async point(target) {
    const { state } = this;
    if (state.busy || !state.table) return;
    const open = state.open.find((one) => same(one.target, target));
    if (open) return this.follow(open.target);
    const toggle = state.prefix.find((one) => one[2] && same(one, target));
    if (toggle) return this.follow(toggle);
    if (turning(state) && state.before.some((one) => same(one.target, target))) {
      return this.follow(target, state.prefix.slice(0, -1));
    }
    if (same(state.prefix.at(-1), target)) return this.takeBack();
    if (state.prefix.length && this.isFirst(target)) return this.follow(target, []);
    return this.askWhyNot(target);
  }

  /** @param {Target} target */
  isFirst(target) {
    return firstTargets(this.state).some((one) => same(one.target, target));
  }

  /**
   * Go on to a target, and make the decision if it is spelled out.
   * @param {Target} target
   * @param {Target[]} [after]   what was pointed at before it
   */
  async follow(target, after = this.state.prefix) {
    const { state } = this;
    const prefix = toggled(after, target);
    if (!prefix.length) return this.takeBack();
    const before = after === state.prefix ? state.open : turning(state) ? state.before : state.open;
    const { source } = this;
    await this.busily(async () => {
      const answer = await this.answerTo(prefix);
      if (!answer || source !== this.source) return;
      this.take(prefix, answer, before);
      if (state.decision && !state.open.length) await this.ready();
    });
  }

  /**
   * Ask what follows a prefix.
   * @param {Target[]} prefix
   */
  answerTo(prefix) {
    return this.source.answerTo(prefix);
  }

  /**
   * @param {Target[]} prefix
   * @param {Answer} answer
   * @param {import("../../types.js").PossibleTarget[]} before
   */
  take(prefix, answer, before) {
    const { state } = this;
    Object.assign(state, { prefix, before, open: answer.targets, decision: answer.decision, ghosts: answer.ghosts ?? [] });
    Object.assign(state, { row: null, note: "", hint: [], actor: answer.side ?? null });
    state.ghost = turning(state) ? this.likedGhost(state.ghosts) : null;
  }

  /** The prefix spells out a decision: make it, or ask first. */
  async ready() {
    if (setting("confirm") && this.source.final) this.state.asking = true;
    else await this.decide();
  }

  /** Make the decision that is spelled out. */
  async decide() {
    const { decision } = this.state;
    if (decision) await this.busily(() => this.source.decide(decision, this));
  }

  /** Resolves when the next table comes, or after a while. */
  nextTable() {
    return new Promise((/** @type {(value: void) => void} */ resolve) => {
      this.tableWaiters.push(resolve);
      setTimeout(resolve, TABLE_FOLLOWS);
    });
  }

  /** A table has come. */
  tableCame() {
    for (const tell of this.tableWaiters.splice(0)) tell();
  }

  /** Take an unfinished decision back. */
  takeBack() {
    startOver(this.state);
    this.state.note = "";
    this.changed();
  }

  /** @param {Target} target */
  async askWhyNot(target) {
    await this.busily(async () => {
      const text = await this.source.whyNot(target);
      if (text) this.say(text);
    });
  }

  /**
   * Show a sentence for a while.
   * @param {string} text
   * @param {number} [stays]
   */
  say(text, stays = NOTE_STAYS) {
    this.state.note = text;
    clearTimeout(this.noteTimer);
    this.noteTimer = setTimeout(() => {
      this.state.note = "";
      this.state.hint = [];
      this.changed();
    }, stays);
    this.changed();
  }

  /**
   * Do something that takes a moment; what the server refuses is said.
   * @param {() => Promise<unknown>} work
   */
  async busily(work) {
    this.state.busy += 1;
    this.changed();
    try {
      await work();
    } catch (problem) {
      this.refused(problem);
    } finally {
      this.state.busy -= 1;
      this.changed();
    }
  }

  /** @param {unknown} problem */
  refused(problem) {
    if (!(problem instanceof Refused)) throw problem;
    startOver(this.state);
    this.say(problem.message || t("The server does not answer."));
  }

  // --- Turning a piece that is to be laid down --------------------------------------------------------

  /** @param {Ghost[]} ghosts */
  likedGhost(ghosts) {
    return ghosts.find((ghost) => keyOf(ghost.target) === this.liked) ?? ghosts[0] ?? null;
  }

  /**
   * Turn the piece that is shown.
   * @param {number} by   1 or -1
   */
  turn(by) {
    const { state } = this;
    const { ghosts, ghost } = state;
    if (!ghost || !ghosts.length) return;
    const now = ghosts.findIndex((one) => same(one.target, ghost.target));
    this.showGhost(ghosts[(now + by + ghosts.length) % ghosts.length]);
  }

  /** @param {Ghost} ghost */
  showGhost(ghost) {
    if (this.state.ghost === ghost) return;
    this.state.ghost = ghost;
    this.liked = keyOf(ghost.target);
    this.changed();
  }
}

/**
 * The prefix with one more target; a toggle that is there already is taken back.
 * @param {Target[]} prefix
 * @param {Target} target
 */
function toggled(prefix, target) {
  const without = prefix.filter((one) => !(one[2] && same(one, target)));
  return without.length < prefix.length ? without : [...prefix, target];
}
