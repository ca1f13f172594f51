/**
 * Looking back while a game goes on: any turn can be seen again, decision by decision, and what happens at the table meanwhile
 * is announced.
 */

import { messageOf } from "../api.js";
import { toast } from "../dialogs.js";
import { t } from "../i18n.js";
import { animate } from "./draw/animation.js";
import { addLooks } from "./draw/piece-looks.js";
import { keptView } from "./kept/tables.js";
import { clearPrefix, nameOf } from "./state.js";

/** @import { PastView, TableMessage, Turn } from "../types.js" */
/** @import { Connection } from "./connection.js" */
/** @import { BesideBoard } from "./draw/beside-board.js" */
/** @import { Board } from "./draw/board.js" */
/** @import { FullPicture } from "./received-parts.js" */
/** @import { State } from "./state.js" */

/** A turn that is seen again is slower than at the table, and rests between its decisions for this number of milliseconds. */
const SLOWNESS = 2;
const REST = 450;

export class LookBack {
  /**
   * @param {object} parts
   * @param {State} parts.state
   * @param {Board} parts.board
   * @param {BesideBoard} parts.beside
   * @param {Connection} parts.connection
   * @param {() => void} parts.begin      what the user was doing is given up
   * @param {() => void} parts.redraw     everything
   */
  constructor({ state, board, beside, connection, begin, redraw }) {
    this.state = state;
    this.board = board;
    this.beside = beside;
    this.connection = connection;
    this.begin = begin;
    this.redraw = redraw;
    /** Counts requests: an answer to an earlier one is out of date. */
    this.requests = 0;
    /** Counts what the user asks for: a turn that is being shown ends with the next wish. */
    this.wishes = 0;
    /** How many milliseconds the film takes that was begun last. */
    this.filmLength = 0;
  }

  /** After how many decisions the board is shown. */
  get at() {
    return this.state.past?.at ?? this.last;
  }

  get last() {
    return this.state.table?.number ?? 0;
  }

  // --- What the user asks for --------------------------------------------------------------------------

  /** @param {number} by   decisions */
  step(by) {
    if (!this.state.past && by > 0) return;
    this.goTo(this.at + by);
  }

  /**
   * Show the position after a number of decisions; after the last one the user is back at the table.
   * @param {number} to
   */
  async goTo(to) {
    this.wishes++;
    const at = Math.max(0, to);
    if (at >= this.last) return this.leave();
    await this.show(at);
  }

  /**
   * Show a turn, decision by decision. After the last one the user is back at the table.
   * @param {number} at    how many decisions there were at its end
   */
  async showTurn(at) {
    const wish = ++this.wishes;
    for (let now = startOf(this.state.table?.turns ?? [], at); now <= at; now++) {
      if (!(await this.show(now))) return;
      await pause(this.filmLength + REST);
      if (wish !== this.wishes) return;
    }
    if (at >= this.last) this.leave();
  }

  /** Show the last turn again, and what was decided since. */
  async replay() {
    const { table } = this.state;
    if (table?.turns.length) await this.showTurn(table.number);
  }

  /** Back to the table as it is. */
  leave() {
    this.requests++;
    this.wishes++;
    if (!this.state.past) return;
    this.state.past = null;
    clearPrefix(this.state);
    this.redraw();
  }

  // --- Showing -----------------------------------------------------------------------------------------

  /**
   * Show the position after a number of decisions. Was that still wanted when the server answered?
   * @param {number} at
   */
  async show(at) {
    const request = ++this.requests;
    try {
      /** @type {PastView} */
      const view = await this.viewOf(at);
      if (request !== this.requests) return false;
      this.present(view);
      return true;
    } catch (error) {
      if (messageOf(error)) toast(messageOf(error));
      return false;
    }
  }

  /**
   * The position after a number of decisions: the server's, or without a connection the one that was kept.
   * @param {number} at
   * @returns {Promise<PastView>}
   */
  async viewOf(at) {
    if (this.state.connected) return this.connection.request("view", { at });
    const kept = await keptView(this.state.id, at);
    if (!kept) throw new Error(t("This turn was not loaded before; it needs the server."));
    addLooks(kept.looks);
    return kept.view;
  }

  /** @param {PastView} view */
  present({ at, picture, changes, last }) {
    const { state } = this;
    const before = state.past;
    if (!before) this.begin();
    const after = /** @type {FullPicture} */ (picture);
    const turn = at ? state.table?.turns.find((one) => one.at >= at) : undefined;
    state.past = { at, picture: after, move: turn?.words ?? turn?.text ?? last ?? "", news: before?.news ?? "" };
    clearPrefix(state);
    this.redraw();
    this.filmLength = 0;
    if (before?.at !== at - 1) return;
    this.filmLength = animate(this.board, before.picture, after, changes, {
      beside: (target) => this.beside.stockOf(target, turn?.side),
      counted: (piece) => this.beside.counted(piece, before.picture, after),
      slowness: SLOWNESS,
    });
  }

  /**
   * The table has changed meanwhile. Was something decided, so that it has to be announced?
   * @param {TableMessage | null} old
   * @param {TableMessage} table
   */
  onTable(old, table) {
    const { past } = this.state;
    if (!past || !old || table.number === old.number) return false;
    if (past.at > table.number) this.leave();
    if (table.number > old.number && old.side) past.news = t("{name} has moved meanwhile.", { name: nameOf(table, old.side) });
    return Boolean(this.state.past && past.news);
  }
}

/**
 * How many decisions there were before a turn.
 * @param {Turn[]} turns
 * @param {number} at    how many there were at its end, or in the middle of the turn that follows the last one
 */
function startOf(turns, at) {
  const index = turns.findIndex((turn) => turn.at >= at);
  const place = index < 0 ? turns.length - 1 : index;
  return turns[place - 1]?.at ?? 0;
}

/** @param {number} ms */
function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
