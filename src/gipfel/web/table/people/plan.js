/**
 * Planning ahead: while the other side is to act, a person points at what it might play and at the own answer. The same
 * pointing as always, in positions that the server foresees.
 */

import { t } from "../../words.js";
import { nameOf, otherSide, ownSide, startOver } from "../state.js";

/** @typedef {import("../../types.js").Foreseen} Foreseen */
/** @typedef {import("../../types.js").Target} Target */
/** @typedef {import("../connection.js").Connection} Connection */
/** @typedef {import("../draw/picture-cache.js").Gallery} Gallery */
/** @typedef {import("../input/pointing.js").Pointer} Pointer */
/** @typedef {import("../input/source.js").Source} Source */
/** @typedef {import("../state.js").State} State */

/** A position that might come. @implements {Source} */
export class Plan {
  /**
   * @param {object} parts
   * @param {State} parts.state
   * @param {Connection} parts.connection
   * @param {Pointer} parts.pointer
   * @param {Gallery} parts.gallery
   * @param {() => void} parts.redraw    everything
   */
  constructor({ state, connection, pointer, gallery, redraw }) {
    this.state = state;
    this.connection = connection;
    this.pointer = pointer;
    this.gallery = gallery;
    this.redraw = redraw;
    this.final = false;
    this.table = pointer.source;
    /** How often something was begun or left: an answer that comes later than that is not for anybody. */
    this.steps = 0;
  }

  /** Begin, or begin again: what might the other side play? */
  start() {
    return this.pointer.busily(() => this.goTo([], 0));
  }

  /** Back to the table as it is. */
  leave() {
    const { state } = this;
    if (!state.planning) return;
    state.picture = state.planning.real;
    this.forget();
    startOver(state);
    this.redraw();
  }

  /** What is planned with can no longer come. */
  forget() {
    this.steps++;
    this.state.planning = null;
    this.pointer.source = this.table;
  }

  /**
   * Hand the plan in.
   * @param {boolean} always     also if something else is played
   */
  async keep(always) {
    const { planning } = this.state;
    if (!planning?.own) return;
    await this.pointer.busily(async () => {
      await this.send(planning.line, always);
      this.leave();
    });
  }

  /** Take back a plan that was handed in. */
  drop() {
    return this.pointer.busily(() => this.send([], false));
  }

  /**
   * @param {string[]} line
   * @param {boolean} always
   */
  send(line, always) {
    const { number, happened } = this.state.table ?? {};
    return this.connection.ask("plan", { number, happened, line, always });
  }

  /**
   * The position after a line.
   * @param {string[]} line
   * @param {number} own
   */
  async goTo(line, own) {
    const { state } = this;
    const step = ++this.steps;
    const found = await this.foresee(line, []);
    const picture = this.gallery.whole(found.picture);
    const real = state.planning?.real ?? state.picture;
    if (!real || step !== this.steps) return;
    const { side, mine } = found;
    // One answer is planned at a time: what the other side might play after it is not asked.
    const targets = own && !mine ? [] : found.targets;
    state.planning = { line: found.line, own, side, mine, targets, real };
    state.picture = picture;
    this.pointer.source = this;
    startOver(state);
    this.redraw();
  }

  /**
   * Every picture that comes has to be made whole: the server leaves out of the next one what this one had.
   * @param {string[]} line
   * @param {Target[]} prefix
   * @returns {Promise<Foreseen>}
   */
  foresee(line, prefix) {
    return this.connection.ask("foresee", { number: this.state.table?.number, line, prefix });
  }

  // --- What pointing asks ------------------------------------------------------------------------------

  /** @param {Target[]} prefix */
  async answerTo(prefix) {
    const found = await this.foresee(this.state.planning?.line ?? [], prefix);
    this.gallery.whole(found.picture);
    const { targets, decision, count, ghosts } = found;
    return { targets, decision, count, ghosts };
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
 * What a person is asked while planning.
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
