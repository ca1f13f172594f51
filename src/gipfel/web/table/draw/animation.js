/** Pieces that slide, come, go and turn over between two pictures. Nothing waits for it; a new picture ends it. */

import { keyOf, same, whereIs } from "../targets.js";

/** @typedef {import("../../types.js").Change} Change */
/** @typedef {import("../../types.js").Piece} Piece */
/** @typedef {import("../../types.js").Target} Target */
/** @typedef {import("../../types.js").XY} XY */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./picture-cache.js").WholePicture} WholePicture */

const SLIDE = 200;
const LIFT = 260;
const EASE = "cubic-bezier(0.22, 0.8, 0.3, 1)";

/** Is motion wanted at all? */
export function moving() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches && document.visibilityState === "visible";
}

/** End all motion: the picture is what it is. @param {Board} board */
export function settle(board) {
  board.layers.motion.replaceChildren();
  for (const node of board.layers.pieces.children) node.classList.remove("hidden");
}

/**
 * Show how one picture became the next, which is drawn already.
 * @param {Board} board
 * @param {WholePicture} before
 * @param {WholePicture} after
 * @param {Change[]} changes
 * @param {(target: Target) => XY | null} beside   where a target beside the board is, in the picture
 */
export function animate(board, before, after, changes, beside) {
  settle(board);
  if (!moving() || before.game !== after.game) return;
  const film = new Film(board, before, after, beside);
  for (const change of changes) film.stayBelow(change, changes);
  for (const change of changes) film.show(change);
}

class Film {
  /**
   * @param {Board} board
   * @param {WholePicture} before
   * @param {WholePicture} after
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
    else if (kind === "move" && from && to) this.slide(this.leaving(from) ?? this.coming(to), from, to);
    else if (kind === "enter" && to) this.enter(from, to);
  }

  /**
   * What stands where a piece goes stays visible until that arrives, unless it goes away itself.
   * @param {Change} change
   * @param {Change[]} all
   */
  stayBelow({ kind, to }, all) {
    if (kind !== "move" || !to || all.some((other) => same(other.from, to))) return;
    for (const piece of standing(this.before, to)) this.vanish(this.copy(piece), [{}, {}], SLIDE);
  }

  /**
   * The piece that is not at a target any more.
   * @param {Target} target
   */
  leaving(target) {
    const stays = new Set(standing(this.after, target).map((piece) => piece.look));
    const pieces = standing(this.before, target);
    return pieces.findLast((piece) => !stays.has(piece.look)) ?? pieces.at(-1);
  }

  /**
   * The piece that is newly at a target.
   * @param {Target} target
   */
  coming(target) {
    const was = new Set(standing(this.before, target).map((piece) => piece.look));
    const pieces = standing(this.after, target);
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
    const arrived = this.coming(to);
    if (!piece || !start || !end) return;
    const ends = { start: piece.at, end: arrived?.at ?? end };
    this.travel(piece, same(piece.target, from) ? ends : { ...ends, start }, arrived);
  }

  /**
   * @param {Target | null} from
   * @param {Target} to
   */
  enter(from, to) {
    const piece = this.coming(to);
    const start = from && this.where(this.before, from);
    if (!piece) return;
    if (start) this.travel(piece, { start, end: piece.at }, piece);
    else this.appear(piece);
  }

  /**
   * @param {Piece} piece
   * @param {{start: XY, end: XY}} way
   * @param {Piece | undefined} arrived
   */
  travel(piece, { start, end }, arrived) {
    const original = arrived && this.nodeOf(arrived);
    original?.classList.add("hidden");
    this.vanish(this.copy(piece), [{ transform: this.at(start) }, { transform: this.at(end) }], SLIDE, original);
  }

  /** @param {Piece} piece */
  appear(piece) {
    const at = this.at(piece.at);
    const original = this.nodeOf(piece);
    original?.classList.add("hidden");
    const frames = [{ transform: `${at} scale(1.25)`, opacity: 0 }, { transform: at, opacity: 1 }];
    this.vanish(this.copy(piece), frames, SLIDE, original);
  }

  /** @param {Target} from */
  lift(from) {
    for (const piece of standing(this.before, from)) {
      const [x, y] = piece.at;
      const up = `translate(0px, -26px) ${this.at([x, y])} scale(1.12)`;
      const frames = [{ transform: this.at(piece.at), opacity: 1 }, { transform: up, opacity: 0 }];
      this.vanish(this.copy(piece), frames, LIFT);
    }
  }

  /** @param {Target} to */
  flip(to) {
    const [old, fresh] = [this.leaving(to), this.coming(to)];
    if (!old || !fresh) return;
    const [at, original] = [this.at(fresh.at), this.nodeOf(fresh)];
    const [flat, round] = [{ transform: `${at} scaleX(0)` }, { transform: at }];
    original?.classList.add("hidden");
    this.vanish(this.copy(old), [round, flat, flat], LIFT);
    this.vanish(this.copy(fresh), [flat, flat, round], LIFT, original);
  }

  /**
   * Where a target is, on the board or beside it.
   * @param {WholePicture} picture
   * @param {Target} target
   */
  where(picture, target) {
    return whereIs(picture, target) ?? this.beside(target);
  }

  /** @param {XY} at */
  at(at) {
    const [x, y] = this.board.seen(at);
    return `translate(${x}px, ${y}px)`;
  }

  /** @param {Piece} piece */
  copy(piece) {
    const node = this.board.placed(piece.look, piece.at);
    this.board.layers.motion.append(node);
    return node;
  }

  /**
   * The node of a piece of the new picture: they are drawn in its order.
   * @param {Piece} piece
   */
  nodeOf(piece) {
    return this.board.layers.pieces.children[this.after.pieces.indexOf(piece)];
  }

  /**
   * Move a copy, then remove it and show what it stood for.
   * @param {SVGElement} node
   * @param {Keyframe[]} frames
   * @param {number} duration
   * @param {Element} [original]
   */
  vanish(node, frames, duration, original) {
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
 * The pieces at a target, the lowest first.
 * @param {WholePicture} picture
 * @param {Target} target
 */
function standing(picture, target) {
  const key = keyOf(target);
  return picture.pieces.filter((piece) => piece.target && keyOf(piece.target) === key);
}
