/** A piece as it would lie under the pointer, before it is laid down. */

import { turning } from "../state.js";
import { same } from "../targets.js";
import { learn } from "./piece-looks.js";

/** @typedef {import("../../types.js").Ghost} Ghost */
/** @typedef {import("../../types.js").Target} Target */
/** @typedef {import("../input/pointing.js").Pointer} Pointer */
/** @typedef {import("../state.js").State} State */

const PAUSE = 45;

export class GhostWatch {
  /**
   * @param {State} state
   * @param {Pointer} pointer
   */
  constructor(state, pointer) {
    this.state = state;
    this.pointer = pointer;
    /** @type {Target | null} where the pointer is */
    this.at = null;
    /** @type {{at: Target, ghosts: Ghost[]} | null} what the server said about where the pointer is */
    this.seen = null;
    this.timer = 0;
    /** A prefix after which there is nothing to show; it is not asked about again. */
    this.plain = "";
  }

  /** A new table: nothing is known any more. */
  forget() {
    this.plain = "";
    this.leave();
  }

  /** The pointer has left the board. */
  leave() {
    this.over(null);
  }

  /**
   * The pointer is over an open target, or over none.
   * @param {Target | null} target
   */
  over(target) {
    if (same(target, this.at) || (!target && !this.at)) return;
    this.at = target;
    clearTimeout(this.timer);
    const { state } = this;
    if (turning(state)) return;
    this.clear();
    if (!target || !state.table || state.busy) return;
    const known = state.ghosts.find((ghost) => same(ghost.target, target));
    if (known) this.show(known);
    else if (state.prefix.length && this.plain !== this.prefixKey()) {
      this.timer = setTimeout(() => this.ask(target), PAUSE);
    }
  }

  clear() {
    this.seen = null;
    if (!this.state.ghost) return;
    this.state.ghost = null;
    this.pointer.changed();
  }

  /** @param {Ghost} ghost */
  show(ghost) {
    learn(ghost.looks);
    this.state.ghost = ghost;
    this.pointer.changed();
  }

  prefixKey() {
    const { table, planning, prefix } = this.state;
    return `${table?.number} ${planning?.line.join()} ${JSON.stringify(prefix)}`;
  }

  /**
   * Ask how a piece could lie at a target: further targets that have a ghost each, beside the board.
   * @param {Target} target
   */
  async ask(target) {
    const { state, pointer } = this;
    const key = this.prefixKey();
    if (state.busy || !pointer.isOpen(target)) return;
    const answer = await pointer.answerTo([...state.prefix, target]).catch(() => null);
    if (!answer || key !== this.prefixKey() || !same(target, this.at)) return;
    const turns = answer.ghosts.filter((ghost) => answer.targets.some((one) => !one.at.length && same(one.target, ghost.target)));
    if (!turns.length) {
      this.plain = key;
      return;
    }
    for (const ghost of turns) learn(ghost.looks);
    this.seen = { at: target, ghosts: turns };
    state.ghosts = turns;
    const liked = pointer.likedGhost(turns);
    if (liked) this.show(liked);
  }

  /**
   * The ghost that lies at a target and only has to be laid down.
   * @param {Target} target
   */
  shownAt(target) {
    return this.seen && same(this.seen.at, target) && this.state.ghost ? this.state.ghost : null;
  }

  /**
   * Lay a piece down as it is shown.
   * @param {Target} target
   * @param {Ghost} ghost
   */
  async layDown(target, ghost) {
    await this.pointer.follow(target);
    await this.pointer.point(ghost.target);
  }
}
