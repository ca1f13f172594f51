/**
 * Shows what would happen at the target under the pointer or the focus: how a piece would lie, or everything that the decision
 * would change. The server says it; the page asks when the pointer rests, one question at a time.
 */

import { isTurningPiece } from "../state.js";
import { same } from "../targets.js";
import { addLooks } from "./piece-looks.js";

/** @import { Effect, Ghost, Target } from "../../types.js" */
/** @import { Answer, TargetSelection } from "../input/selection.js" */
/** @import { State } from "../state.js" */

const HOVER_DELAY = 50;
/** If so many targets of a kind have led to no decision and no other one has, the next ones are not asked about. */
const MOST_MISSES = 3;

export class GhostPreview {
  /**
   * @param {State} state
   * @param {TargetSelection} selection
   * @param {(text: string) => void} speak   for screen readers
   */
  constructor(state, selection, speak) {
    this.state = state;
    this.selection = selection;
    this.speak = speak;
    /** @type {Target | null} the target under the pointer, or with the focus */
    this.at = null;
    /** Was it reached with a key? Then what would happen is said, too. */
    this.byKey = false;
    /** @type {{effect: Effect, key: string} | null} what would happen there, after what was pointed at then */
    this.shown = null;
    /** @type {{at: Target, ghosts: Ghost[]} | null} the previews for a target */
    this.fetched = null;
    this.timer = 0;
    this.isAsking = false;
    /** @type {Map<string, number>} how many targets of a kind have led to no decision, by prefix and kind */
    this.misses = new Map();
  }

  /** The table has changed. */
  reset() {
    this.misses.clear();
    this.leave();
  }

  /** The pointer has left the board. */
  leave() {
    this.hover(null);
  }

  /**
   * The pointer or the focus is on an open target, or on none.
   * @param {Target | null} target
   * @param {boolean} [byKey]
   */
  hover(target, byKey = false) {
    if (same(target, this.at)) return this.showAgain();
    if (!target && !this.at) return;
    this.at = target;
    this.byKey = byKey;
    clearTimeout(this.timer);
    const { state } = this;
    if (isTurningPiece(state) || state.confirming) return;
    this.clear();
    if (!target || !state.table) return;
    const known = state.ghosts.find((ghost) => same(ghost.target, target));
    if (known) this.show(known);
    else if ((this.misses.get(this.kindKey(target)) ?? 0) < MOST_MISSES) this.askSoon();
  }

  clear() {
    this.fetched = this.shown = null;
    if (!this.state.ghost && !this.state.effect) return;
    this.showEffect(null);
  }

  /** @param {Ghost} ghost */
  show(ghost) {
    addLooks(ghost.looks);
    this.state.ghost = ghost;
    this.selection.onChange();
  }

  /** A table that came meanwhile may have ended a preview that is still right. */
  showAgain() {
    const { state, shown, at } = this;
    if (at && shown?.key === this.prefixKey() && !state.effect && !state.busy && this.isWaitedFor(at)) this.showEffect(shown.effect);
  }

  /** @param {Effect | null} effect */
  showEffect(effect) {
    this.shown = effect && { effect, key: this.prefixKey() };
    this.state.ghost = null;
    this.state.effect = effect;
    this.selection.onChange();
    if (effect && this.byKey) this.speak(effect.text);
  }

  /** @param {Target} target */
  kindKey([kind]) {
    return `${this.prefixKey()} ${kind}`;
  }

  prefixKey() {
    const { table, planning, prefix } = this.state;
    return `${table?.number} ${planning?.line.join()} ${JSON.stringify(prefix)}`;
  }

  // --- Asking the server -------------------------------------------------------------------------------

  askSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), HOVER_DELAY);
  }

  /** Ask about the target that the pointer is on. */
  async ask() {
    const { state, at: target } = this;
    if (this.isAsking || state.busy) return this.askSoon();
    if (!target || !this.isWaitedFor(target)) return;
    const key = this.prefixKey();
    this.isAsking = true;
    const answer = await this.selection.targetsAfter([...state.prefix, target], true).catch(() => null);
    this.isAsking = false;
    if (answer && key === this.prefixKey()) this.onAnswer(target, answer);
  }

  /** @param {Target} target */
  isWaitedFor(target) {
    const { state, selection } = this;
    return same(target, this.at) && !state.confirming && !isTurningPiece(state) && !state.past && selection.isOpen(target);
  }

  /**
   * Show what would happen: each orientation in which a piece could lie is a target beside the board with a ghost.
   * @param {Target} target
   * @param {Answer} answer
   */
  onAnswer(target, answer) {
    const turns = answer.ghosts.filter((ghost) => answer.targets.some((one) => !one.at?.length && same(one.target, ghost.target)));
    this.countMisses(target, !turns.length && !answer.effect);
    if (!this.isWaitedFor(target)) return;
    if (turns.length) this.showGhosts(target, turns);
    else if (answer.effect) this.showEffect(answer.effect);
  }

  /**
   * @param {Target} target
   * @param {boolean} isMiss
   */
  countMisses(target, isMiss) {
    const key = this.kindKey(target);
    this.misses.set(key, isMiss ? (this.misses.get(key) ?? 0) + 1 : -Infinity);
  }

  /**
   * @param {Target} target
   * @param {Ghost[]} ghosts
   */
  showGhosts(target, ghosts) {
    for (const ghost of ghosts) addLooks(ghost.looks);
    this.fetched = { at: target, ghosts };
    this.state.ghosts = ghosts;
    const preferred = this.selection.preferredGhost(ghosts);
    if (preferred) this.show(preferred);
  }

  /**
   * Show what would happen at a target at once. Is there something to show?
   * @param {Target} target
   */
  async showNow(target) {
    this.hover(target);
    clearTimeout(this.timer);
    await this.ask();
    return Boolean(this.state.effect || this.state.ghost);
  }

  // --- Laying a piece down -----------------------------------------------------------------------------

  /**
   * The ghost that is shown at a target.
   * @param {Target} target
   */
  shownAt(target) {
    return this.fetched && same(this.fetched.at, target) && this.state.ghost ? this.state.ghost : null;
  }

  /**
   * Lay a piece down as its ghost shows.
   * @param {Target} target
   * @param {Ghost} ghost
   */
  async layDown(target, ghost) {
    await this.selection.follow(target);
    await this.selection.point(ghost.target);
  }
}
