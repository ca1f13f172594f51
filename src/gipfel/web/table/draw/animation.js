/** Animates pieces between two pictures. Nothing waits for it; a new picture ends it. */

import { keyOf, same, whereIs } from "../targets.js";

/** @import { Change, Piece, Target, XY } from "../../types.js" */
/** @import { Board } from "./board.js" */
/** @import { FullPicture } from "../received-parts.js" */

const SLIDE = 200;
const LIFT = 260;
const EASE = "cubic-bezier(0.22, 0.8, 0.3, 1)";

/** Does the user want motion, and see it? */
export function isMotionAllowed() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches && document.visibilityState === "visible";
}

/**
 * End all motion.
 * @param {Board} board
 */
export function stopMotion(board) {
  board.layers.motion.replaceChildren();
  for (const node of board.layers.pieces.children) node.classList.remove("hidden");
}

/**
 * Show how a picture became the next one, which is drawn already.
 * @param {Board} board
 * @param {FullPicture} before
 * @param {FullPicture} after
 * @param {Change[]} changes
 * @param {(target: Target) => XY | null} beside   the point of the picture where a target beside the board is
 */
export function animate(board, before, after, changes, beside) {
  stopMotion(board);
  if (!isMotionAllowed() || before.game !== after.game) return;
  const animation = new MoveAnimation(board, before, after, beside);
  for (const change of changes) animation.keepBelow(change, changes);
  for (const change of changes) animation.show(change);
}

class MoveAnimation {
  /**
   * @param {Board} board
   * @param {FullPicture} before
   * @param {FullPicture} after
   * @param {(target: Target) => XY | null} beside
   */
  constructor(board, before, after, beside) {
    this.board = board;
    this.before = before;
    this.after = after;
    this.beside = beside;
  }

  /** @param {Change} change */
  show({ kind, from, to }) {
    if (kind === "lift" && from) this.lift(from);
    else if (kind === "flip" && to) this.flip(to);
    else if (kind === "move" && from && to) this.slide(this.leavingPiece(from) ?? this.arrivingPiece(to), from, to);
    else if (kind === "enter" && to) this.enter(from, to);
  }

  /**
   * The piece at the destination stays visible until the moving one arrives, unless it moves away itself.
   * @param {Change} change
   * @param {Change[]} all
   */
  keepBelow({ kind, to }, all) {
    if (kind !== "move" || !to || all.some((other) => same(other.from, to))) return;
    for (const piece of piecesAt(this.before, to)) this.animateCopy(this.copy(piece), [{}, {}], SLIDE);
  }

  /**
   * The piece that leaves a target.
   * @param {Target} target
   */
  leavingPiece(target) {
    const stays = new Set(piecesAt(this.after, target).map((piece) => piece.look));
    const pieces = piecesAt(this.before, target);
    return pieces.findLast((piece) => !stays.has(piece.look)) ?? pieces.at(-1);
  }

  /**
   * The piece that arrives at a target.
   * @param {Target} target
   */
  arrivingPiece(target) {
    const was = new Set(piecesAt(this.before, target).map((piece) => piece.look));
    const pieces = piecesAt(this.after, target);
    return pieces.findLast((piece) => !was.has(piece.look)) ?? pieces.at(-1);
  }

  /**
   * @param {Piece | undefined} piece
   * @param {Target} from
   * @param {Target} to
   */
  slide(piece, from, to) {
    const start = this.where(this.before, from);
    const end = this.where(this.after, to);
    const arrived = this.arrivingPiece(to);
    if (!piece || !start || !end) return;
    const ends = { start: piece.at, end: arrived?.at ?? end };
    this.move(piece, same(piece.target, from) ? ends : { ...ends, start }, arrived);
  }

  /**
   * @param {Target | null} from
   * @param {Target} to
   */
  enter(from, to) {
    const piece = this.arrivingPiece(to);
    const start = from && this.where(this.before, from);
    if (!piece) return;
    if (start) this.move(piece, { start, end: piece.at }, piece);
    else this.appear(piece);
  }

  /**
   * @param {Piece} piece
   * @param {{start: XY, end: XY}} path
   * @param {Piece | undefined} arrived
   */
  move(piece, { start, end }, arrived) {
    const original = arrived && this.nodeOf(arrived);
    original?.classList.add("hidden");
    this.animateCopy(this.copy(piece), [{ transform: this.at(start) }, { transform: this.at(end) }], SLIDE, original);
  }

  /** @param {Piece} piece */
  appear(piece) {
    const at = this.at(piece.at);
    const original = this.nodeOf(piece);
    original?.classList.add("hidden");
    const frames = [{ transform: `${at} scale(1.25)`, opacity: 0 }, { transform: at, opacity: 1 }];
    this.animateCopy(this.copy(piece), frames, SLIDE, original);
  }

  /** @param {Target} from */
  lift(from) {
    for (const piece of piecesAt(this.before, from)) {
      const [x, y] = piece.at;
      const up = `translate(0px, -26px) ${this.at([x, y])} scale(1.12)`;
      const frames = [{ transform: this.at(piece.at), opacity: 1 }, { transform: up, opacity: 0 }];
      this.animateCopy(this.copy(piece), frames, LIFT);
    }
  }

  /** @param {Target} to */
  flip(to) {
    const [old, fresh] = [this.leavingPiece(to), this.arrivingPiece(to)];
    if (!old || !fresh) return;
    const [at, original] = [this.at(fresh.at), this.nodeOf(fresh)];
    const [flat, round] = [{ transform: `${at} scaleX(0)` }, { transform: at }];
    original?.classList.add("hidden");
    this.animateCopy(this.copy(old), [round, flat, flat], LIFT);
    this.animateCopy(this.copy(fresh), [flat, flat, round], LIFT, original);
  }

  /**
   * Where a target is, on the board or beside it.
   * @param {FullPicture} picture
   * @param {Target} target
   */
  where(picture, target) {
    return whereIs(picture, target) ?? this.beside(target);
  }

  /** @param {XY} at */
  at(at) {
    const [x, y] = this.board.toView(at);
    return `translate(${x}px, ${y}px)`;
  }

  /** @param {Piece} piece */
  copy(piece) {
    const node = this.board.placeLook(piece.look, piece.at);
    this.board.layers.motion.append(node);
    return node;
  }

  /**
   * The node of a piece of the new picture; nodes have the order of its pieces.
   * @param {Piece} piece
   */
  nodeOf(piece) {
    return this.board.layers.pieces.children[this.after.pieces.indexOf(piece)];
  }

  /**
   * Animate a copy of a piece, then remove it and show the original.
   * @param {SVGElement} node
   * @param {Keyframe[]} frames
   * @param {number} duration
   * @param {Element} [original]
   */
  animateCopy(node, frames, duration, original) {
    const motion = node.animate(frames, { duration, easing: EASE, fill: "both" });
    const over = () => {
      if (!node.isConnected) return;
      node.remove();
      original?.classList.remove("hidden");
    };
    motion.addEventListener("finish", over);
    motion.addEventListener("cancel", over);
  }
}

/**
 * The pieces at a target, from the bottom up.
 * @param {FullPicture} picture
 * @param {Target} target
 */
function piecesAt(picture, target) {
  const key = keyOf(target);
  return picture.pieces.filter((piece) => piece.target && keyOf(piece.target) === key);
}
