/** Pointing on the board of an analysis, as at a table: the server says what can be pointed at, and takes what was decided. */

import { patch } from "../dom.js";
import { setting } from "../settings-store.js";
import { pointingButtons, pointingText } from "../table/draw/choices.js";
import { GhostPreview } from "../table/draw/ghost-preview.js";
import { Keyboard } from "../table/input/keyboard.js";
import { PointerInput } from "../table/input/pointer-input.js";
import { TargetSelection } from "../table/input/selection.js";
import { clearPrefix, isTurningPiece, newState, pointableTargets } from "../table/state.js";

/** @import { TableMessage, Target, Varied } from "../types.js" */
/** @import { Board } from "../table/draw/board.js" */
/** @import { FullPicture, LocatedTarget } from "../table/received-parts.js" */

export class BoardPointing {
  /**
   * @param {object} parts
   * @param {Board} parts.board
   * @param {HTMLElement} parts.root        holds the board and what lies beside it
   * @param {HTMLElement} parts.choices     for buttons
   * @param {(prefix: Target[]) => Promise<Varied>} parts.ask     what can follow a prefix in the position that is shown
   * @param {(decision: string) => Promise<void>} parts.decide
   * @param {(text: string) => void} parts.say      what to do now, or why not
   * @param {() => void} parts.drawTrays
   */
  constructor({ board, root, choices, ask, decide, say, drawTrays }) {
    this.board = board;
    this.root = root;
    this.choices = choices;
    this.say = say;
    this.drawTrays = drawTrays;
    this.state = newState("");
    const source = {
      final: false,
      targetsAfter: (/** @type {Target[]} */ prefix) => ask(prefix),
      decide: (/** @type {string} */ decision) => decide(decision),
      whyNot: async () => "",
    };
    this.selection = new TargetSelection(this.state, source, () => this.draw());
    const ghosts = new GhostPreview(this.state, this.selection, () => {});
    const tools = { state: this.state, board, selection: this.selection, ghosts, showContents: () => {} };
    this.ghosts = ghosts;
    this.pointerInput = new PointerInput(tools, root);
    const lookBack = { step() {}, goTo() {}, replay() {}, leave() {} };
    this.keyboard = new Keyboard({ ...tools, pointerInput: this.pointerInput, leavePlan() {}, lookBack: /** @type {any} */ (lookBack) });
  }

  /**
   * Another position is shown.
   * @param {TableMessage} table
   * @param {Varied} answer
   * @param {string[]} line      names the position
   */
  show(table, { picture, side, targets }, line) {
    const { state } = this;
    state.table = table;
    state.picture = /** @type {FullPicture} */ (picture);
    const open = /** @type {LocatedTarget[]} */ (targets);
    state.planning = { line, own: 0, side, mine: true, targets: open, real: state.picture };
    clearPrefix(state);
    this.ghosts.reset();
  }

  /** @returns {import("../table/draw/board.js").BoardOptions} */
  options() {
    const { state } = this;
    return {
      open: pointableTargets(state),
      chosen: state.prefix,
      ghost: state.ghost,
      row: state.highlightedRow,
      coordinates: setting("coordinates"),
      rings: setting("targets") && !isTurningPiece(state) && state.prefix.length > 0,
    };
  }

  /** Draw what depends on pointing. */
  draw() {
    const { state } = this;
    if (!state.picture) return;
    this.root.dataset.busy = String(state.busy > 0);
    this.board.mark(this.options());
    patch(this.choices, pointingButtons(state, this.selection));
    this.drawTrays();
    this.say(state.note || pointingText(state));
    this.keyboard.restoreFocus();
  }

  /**
   * Is a key meant for the board?
   * @param {KeyboardEvent} event
   */
  takesKey(event) {
    const onBoard = event.target instanceof Node && this.board.node.contains(event.target);
    return onBoard || (event.key === "Escape" && this.state.prefix.length > 0) || isTurningPiece(this.state);
  }
}
