/**
 * Planning ahead: while the other side is to act, the user points at what it might play and at an answer to it, as usual,
 * in positions that the server computes.
 */

import { t } from "../../i18n.js";
import { clearPrefix, nameOf, otherSide, ownSide } from "../state.js";

/** @import { FullPicture, LocatedTarget } from "../received-parts.js" */
/** @import { Previewed, Target } from "../../types.js" */
/** @import { Connection } from "../connection.js" */
/** @import { TargetSelection } from "../input/selection.js" */
/** @import { Source } from "../input/target-source.js" */
/** @import { State } from "../state.js" */

/**
 * A position that might come.
 * @implements {Source}
 */
export class Plan {
  /**
   * @param {object} parts
   * @param {State} parts.state
   * @param {Connection} parts.connection
   * @param {TargetSelection} parts.selection
   * @param {() => void} parts.redraw    everything
   */
  constructor({ state, connection, selection, redraw }) {
    this.state = state;
    this.connection = connection;
    this.selection = selection;
    this.redraw = redraw;
    this.final = false;
    this.table = selection.source;
    /** Counts steps: an answer to an earlier step is out of date. */
    this.steps = 0;
  }

  /** Start, or start again: what might the other side play? */
  start() {
    return this.selection.whileBusy(() => this.goTo([], 0));
  }

  /** Go back to the table as it is. */
  leave() {
    const { state } = this;
    if (!state.planning) return;
    state.picture = state.planning.real;
    this.discard();
    clearPrefix(state);
    this.redraw();
  }

  /** The planned position can no longer come. */
  discard() {
    this.steps++;
    this.state.planning = null;
    this.selection.source = this.table;
  }

  /**
   * Send the plan.
   * @param {boolean} always     also if something else is played
   */
  async submit(always) {
    const { planning } = this.state;
    if (!planning?.own) return;
    await this.selection.whileBusy(async () => {
      await this.send(planning.line, always);
      this.leave();
    });
  }

  /** Cancel a plan that was sent. */
  drop() {
    return this.selection.whileBusy(() => this.send([], false));
  }

  /**
   * @param {string[]} line
   * @param {boolean} always
   */
  send(line, always) {
    const { number, happened } = this.state.table ?? {};
    return this.connection.request("plan", { number, happened, line, always });
  }

  /**
   * Go to the position after a line.
   * @param {string[]} line
   * @param {number} own
   */
  async goTo(line, own) {
    const { state } = this;
    const step = ++this.steps;
    const found = await this.preview(line, []);
    const picture = /** @type {FullPicture} */ (found.picture);
    const real = state.planning?.real ?? state.picture;
    if (!real || step !== this.steps) return;
    const { side, mine } = found;
    // Only one answer is planned at a time.
    const targets = /** @type {LocatedTarget[]} */ (own && !mine ? [] : found.targets);
    state.planning = { line: found.line, own, side, mine, targets, real };
    state.picture = picture;
    this.selection.source = this;
    clearPrefix(state);
    this.redraw();
  }

  /**
   * Every picture of the answers has to be completed: the server leaves out of the next one what this one had.
   * @param {string[]} line
   * @param {Target[]} prefix
   * @param {boolean} [effect]   with what the decision would do
   * @returns {Promise<Previewed>}
   */
  preview(line, prefix, effect = false) {
    return this.connection.request("preview", { number: this.state.table?.number, line, prefix, effect });
  }

  // --- A source of targets -----------------------------------------------------------------------------

  /**
   * @param {Target[]} prefix
   * @param {boolean} effect
   */
  async targetsAfter(prefix, effect) {
    const found = await this.preview(this.state.planning?.line ?? [], prefix, effect);
    const { targets, decision, count, ghosts } = found;
    return { targets, decision, count, ghosts, effect: found.effect };
  }

  /** @param {string} decision */
  async decide(decision) {
    const { planning } = this.state;
    if (planning) await this.goTo([...planning.line, decision], planning.own + Number(planning.mine));
  }

  async whyNot() {
    return "";
  }
}

/**
 * The sentence while planning.
 * @param {State} state
 */
export function planSentence({ planning, table }) {
  if (!planning || !table) return "";
  const name = nameOf(table, otherSide(ownSide(table) ?? "white"));
  if (!planning.side) return t("The game would be over then.");
  if (!planning.targets.length && !planning.own) return t("Chance decides there; nobody can plan beyond that.");
  if (planning.own) return planning.mine ? t("And then? Or keep the plan as it is.") : t("When shall this be played?");
  if (planning.mine) return t("And your answer?");
  return planning.line.length ? t("And what might {name} play then?", { name }) : t("What might {name} play?", { name });
}

/**
 * A plan in words.
 * @param {import("../../types.js").Plan} plan
 */
export function planText({ line, always }) {
  const moves = line.join(" → ");
  return always ? t("Your plan: {moves}, also if something else is played first.", { moves }) : t("Your plan: {moves}, only then.", { moves });
}
