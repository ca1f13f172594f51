/** A preview of the piece under the pointer, before it is laid down. */

import { isTurningPiece } from "../state.js";
import { same } from "../targets.js";
import { addLooks } from "./piece-looks.js";

/** @import { Ghost, Target } from "../../types.js" */
/** @import { TargetSelection } from "../input/selection.js" */
/** @import { State } from "../state.js" */

const HOVER_DELAY = 45;

export class GhostPreview {
  /**
   * @param {State} state
   * @param {TargetSelection} selection
   */
  constructor(state, selection) {
    this.state = state;
    this.selection = selection;
    /** @type {Target | null} the target under the pointer */
    this.at = null;
    /** @type {{at: Target, ghosts: Ghost[]} | null} the previews for a target */
    this.fetched = null;
    this.timer = 0;
    /** A prefix after which there is nothing to show; it is not requested again. */
    this.prefixWithoutGhosts = "";
  }

  /** The table has changed. */
  reset() {
    this.prefixWithoutGhosts = "";
    this.leave();
  }

  /** The pointer has left the board. */
  leave() {
    this.hover(null);
  }

  /**
   * The pointer is over an open target, or over none.
   * @param {Target | null} target
   */
  hover(target) {
    if (same(target, this.at) || (!target && !this.at)) return;
    this.at = target;
    clearTimeout(this.timer);
    const { state } = this;
    if (isTurningPiece(state)) return;
    this.clear();
    if (!target || !state.table || state.busy) return;
    const known = state.ghosts.find((ghost) => same(ghost.target, target));
    if (known) this.show(known);
    else if (state.prefix.length && this.prefixWithoutGhosts !== this.prefixKey()) {
      this.timer = setTimeout(() => this.fetch(target), HOVER_DELAY);
    }
  }

  clear() {
    this.fetched = null;
    if (!this.state.ghost) return;
    this.state.ghost = null;
    this.selection.onChange();
  }

  /** @param {Ghost} ghost */
  show(ghost) {
    addLooks(ghost.looks);
    this.state.ghost = ghost;
    this.selection.onChange();
  }

  prefixKey() {
    const { table, planning, prefix } = this.state;
    return `${table?.number} ${planning?.line.join()} ${JSON.stringify(prefix)}`;
  }

  /**
   * Fetch how a piece could lie at a target: each orientation is a target beside the board with a ghost.
   * @param {Target} target
   */
  async fetch(target) {
    const { state, selection } = this;
    const key = this.prefixKey();
    if (state.busy || !selection.isOpen(target)) return;
    const answer = await selection.targetsAfter([...state.prefix, target]).catch(() => null);
    if (!answer || key !== this.prefixKey() || !same(target, this.at)) return;
    const turns = answer.ghosts.filter((ghost) => answer.targets.some((one) => !one.at?.length && same(one.target, ghost.target)));
    if (!turns.length) {
      this.prefixWithoutGhosts = key;
      return;
    }
    for (const ghost of turns) addLooks(ghost.looks);
    this.fetched = { at: target, ghosts: turns };
    state.ghosts = turns;
    const preferred = selection.preferredGhost(turns);
    if (preferred) this.show(preferred);
  }

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
