/** Selecting target after target until they make up a decision. The server says what can come next. */

import { RefusedError } from "../../api.js";
import { t } from "../../i18n.js";
import { setting } from "../../settings-store.js";
import { clearPrefix, firstTargets, isTurningPiece } from "../state.js";
import { keyOf, same } from "../targets.js";
import { AnswerCache } from "./answer-cache.js";

/** @import { Ghost, Pointed, Side, Target } from "../../types.js" */
/** @import { LocatedTarget } from "../received-parts.js" */
/** @import { State } from "../state.js" */
/** @import { Source } from "./target-source.js" */
/** @typedef {Pointed & {side?: Side}} Answer    with the acting side where both may act */

const NOTE_STAYS = 6000;
/** A new table follows every decision; the page waits this long for it before it accepts input again. */
const TABLE_FOLLOWS = 3000;

export class TargetSelection {
  /**
   * @param {State} state
   * @param {Source} source         says what can be pointed at, and takes decisions
   * @param {() => void} onChange    draws what depends on pointing
   */
  constructor(state, source, onChange) {
    this.state = state;
    this.source = source;
    this.onChange = onChange;
    this.answers = new AnswerCache(state);
    /** @type {string} the key of the last orientation: the next piece is shown in it, too */
    this.preferredTurn = "";
    this.noteTimer = 0;
    /** @type {(() => void)[]} callbacks for the next table */
    this.tableWaiters = [];
    /** @type {Set<string>} the sides that were asked about a warning; each is asked once */
    this.warnedSides = new Set();
  }

  /**
   * Is this target open now?
   * @param {Target} target
   */
  isOpen(target) {
    return this.state.open.some((one) => same(one.target, target));
  }

  /**
   * The user points at something.
   * @param {Target} target
   */
  async point(target) {
    const { state } = this;
    if (state.busy || !state.table || state.past) return;
    const open = state.open.find((one) => same(one.target, target));
    if (open) return this.follow(open.target);
    const toggle = state.prefix.find((one) => one[2] && same(one, target));
    if (toggle) return this.follow(toggle);
    if (this.canGoElsewhere(target)) return this.follow(target, state.prefix.slice(0, -1));
    if (same(state.prefix.at(-1), target)) return this.takeBack();
    if (state.prefix.length && this.isFirst(target)) return this.follow(target, []);
    return this.explainWhyNot(target);
  }

  /**
   * Can a target take the place of the last one? A piece that is turned can lie elsewhere, and what has to be confirmed can be
   * something else.
   * @param {Target} target
   */
  canGoElsewhere(target) {
    const { state } = this;
    if (!isTurningPiece(state) && (!state.confirming || same(state.prefix.at(-1), target))) return false;
    return state.previousOpen.some((one) => same(one.target, target));
  }

  /** @param {Target} target */
  isFirst(target) {
    return firstTargets(this.state).some((one) => same(one.target, target));
  }

  /**
   * Add a target, and make the decision if it is complete.
   * @param {Target} target
   * @param {Target[]} [after]   what was pointed at before it
   */
  async follow(target, after = this.state.prefix) {
    const { state } = this;
    const prefix = withTarget(after, target);
    if (!prefix.length) return this.takeBack();
    const isOtherWay = after !== state.prefix && (isTurningPiece(state) || state.confirming);
    const before = isOtherWay ? state.previousOpen : state.open;
    const { source } = this;
    await this.whileBusy(async () => {
      const answer = await this.targetsAfter(prefix, source.final && setting("confirm"));
      if (!answer || source !== this.source) return;
      this.accept(prefix, answer, before);
      if (state.decision && !state.open.length) await this.onComplete();
    });
  }

  /**
   * What can follow a prefix, and, if wanted, what the decision would do that it means.
   * @param {Target[]} prefix
   * @param {boolean} effect
   * @returns {Promise<Answer | null>}
   */
  async targetsAfter(prefix, effect) {
    const known = this.answers.get(prefix);
    if (known) return known;
    const position = this.answers.positionKey();
    const answer = await this.source.targetsAfter(prefix, effect);
    if (answer && effect) this.answers.keep(position, prefix, answer);
    return answer;
  }

  /**
   * @param {Target[]} prefix
   * @param {Answer} answer
   * @param {LocatedTarget[]} before
   */
  accept(prefix, answer, before) {
    const { state } = this;
    Object.assign(state, { prefix, previousOpen: before, open: answer.targets, decision: answer.decision, ghosts: answer.ghosts ?? [] });
    Object.assign(state, { highlightedRow: null, note: "", hint: [], actor: answer.side ?? null, effect: answer.effect });
    state.warning = this.warningOf(prefix, before);
    state.ghost = isTurningPiece(state) ? this.preferredGhost(state.ghosts) : null;
  }

  /**
   * What is given up for good by pointing like this.
   * @param {Target[]} prefix
   * @param {LocatedTarget[]} before    what could be pointed at before the last target
   */
  warningOf(prefix, before) {
    const last = [...before, ...firstTargets(this.state)].find((one) => same(one.target, prefix.at(-1)));
    return last?.warning ?? (prefix.length > 1 ? this.state.warning : "");
  }

  /** The decision is complete: make it, or ask for confirmation. */
  async onComplete() {
    const { state, source } = this;
    if (!source.final || (!setting("confirm") && !this.isFirstWarning())) return this.decide();
    state.confirming = true;
    if (!state.effect) state.effect = (await this.targetsAfter(state.prefix, true))?.effect ?? null;
  }

  /** Does the decision give something up, and is it the first time that this side is asked? */
  isFirstWarning() {
    const { warning, actor, table } = this.state;
    const side = actor ?? table?.side ?? "";
    if (!warning || this.warnedSides.has(side)) return false;
    this.warnedSides.add(side);
    return true;
  }

  /** Make the decision. */
  async decide() {
    const { decision } = this.state;
    if (decision) await this.whileBusy(() => this.source.decide(decision, this));
  }

  /** Resolves when the next table arrives, or after a while. */
  nextTable() {
    return new Promise((/** @type {(value: void) => void} */ resolve) => {
      this.tableWaiters.push(resolve);
      setTimeout(resolve, TABLE_FOLLOWS);
    });
  }

  /** A table has arrived. */
  onTable() {
    for (const tell of this.tableWaiters.splice(0)) tell();
  }

  /** Take an unfinished decision back. */
  takeBack() {
    clearPrefix(this.state);
    this.state.note = "";
    this.onChange();
  }

  /**
   * Take everything back that was pointed at, and say why.
   * @param {string} text
   */
  giveUp(text) {
    clearPrefix(this.state);
    this.showNote(text);
  }

  /** @param {Target} target */
  async explainWhyNot(target) {
    await this.whileBusy(async () => {
      const text = await this.source.whyNot(target);
      if (text) this.showNote(text);
    });
  }

  /**
   * Show a sentence for a while.
   * @param {string} text
   * @param {number} [stays]
   */
  showNote(text, stays = NOTE_STAYS) {
    this.state.note = text;
    clearTimeout(this.noteTimer);
    this.noteTimer = setTimeout(() => {
      this.state.note = "";
      this.state.hint = [];
      this.onChange();
    }, stays);
    this.onChange();
  }

  /**
   * Run something while the table is busy; a refusal of the server is shown.
   * @param {() => Promise<unknown>} work
   */
  async whileBusy(work) {
    this.state.busy += 1;
    this.onChange();
    try {
      await work();
    } catch (error) {
      this.onError(error);
    } finally {
      this.state.busy -= 1;
      this.onChange();
    }
  }

  /** @param {unknown} error */
  onError(error) {
    if (!(error instanceof RefusedError)) throw error;
    this.giveUp(error.message || t("The server does not answer."));
  }

  // --- Turning a piece that is to be laid down --------------------------------------------------------

  /** @param {Ghost[]} ghosts */
  preferredGhost(ghosts) {
    return ghosts.find((ghost) => keyOf(ghost.target) === this.preferredTurn) ?? ghosts[0] ?? null;
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
    this.preferredTurn = keyOf(ghost.target);
    this.onChange();
  }
}

/**
 * The prefix with one more target; a toggle that is in it is removed.
 * @param {Target[]} prefix
 * @param {Target} target
 */
function withTarget(prefix, target) {
  const without = prefix.filter((one) => !(one[2] && same(one, target)));
  return without.length < prefix.length ? without : [...prefix, target];
}
