/** Films: they show how pieces get from one picture to the next, which is drawn already. A new picture ends a film. */

import { keyOf, same, whereIs } from "../targets.js";

/** @import { Change, Piece, Target, XY } from "../../types.js" */
/** @import { Board } from "./board.js" */
/** @import { FullPicture } from "../received-parts.js" */

const SLIDE = 200;
const LIFT = 260;
/** A piece that turns over on its way takes longer. */
const TURN = 360;
/** Milliseconds from one piece that is taken or turned over to the next, and for all of them at most. */
const NEXT = 45;
const MOST_NEXT = 450;
const EASE = "cubic-bezier(0.22, 0.8, 0.3, 1)";

/**
 * How a film is shown.
 * @typedef {object} FilmOptions
 * @property {(target: Target) => XY | null} [beside]   the point of the picture where a target beside the board is
 * @property {(piece: Piece) => XY | null} [counted]    the point where a piece that was taken is counted
 * @property {number} [slowness]                        1 is quick, 2 takes twice as long
 */

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
 * Show how a picture became the next one, which is drawn already. Returns how many milliseconds that takes.
 * @param {Board} board
 * @param {FullPicture} before
 * @param {FullPicture} after
 * @param {Change[]} changes
 * @param {FilmOptions} [options]
 */
export function animate(board, before, after, changes, options = {}) {
  stopMotion(board);
  if (!isMotionAllowed() || before.game !== after.game) return 0;
  const film = new Film(board, before, after, changes, options);
  for (const change of changes) film.keepBelow(change, changes);
  changes.forEach((change, i) => film.show(change, film.delay(changes, i)));
  return film.length;
}

class Film {
  /**
   * @param {Board} board
   * @param {FullPicture} before
   * @param {FullPicture} after
   * @param {Change[]} changes
   * @param {FilmOptions} options
   */
  constructor(board, before, after, changes, { beside = () => null, counted = () => null, slowness = 1 }) {
    this.board = board;
    this.before = before;
    this.after = after;
    this.changes = changes;
    this.beside = beside;
    this.counted = counted;
    this.slowness = slowness;
    /** Milliseconds. */
    this.length = 0;
    /** @type {SVGElement | null} the last copy of a piece that moves */
    this.mover = null;
  }

  /**
   * When a change begins: pieces move together; what follows from that happens afterwards, piece by piece.
   * @param {Change[]} changes
   * @param {number} i
   */
  delay(changes, i) {
    const { kind } = changes[i];
    if (kind !== "lift" && kind !== "flip") return 0;
    const earlier = changes.slice(0, i);
    const same = changes.filter((other) => other.kind === kind).length;
    const place = earlier.filter((other) => other.kind === kind).length;
    const moved = earlier.some((other) => other.kind === "move" || other.kind === "enter");
    return (moved ? SLIDE : 0) + place * Math.min(NEXT, MOST_NEXT / same);
  }

  /**
   * @param {Change} change
   * @param {number} delay
   */
  show({ kind, from, to }, delay) {
    if (kind === "lift" && from) this.lift(from, delay);
    else if (kind === "flip" && to) this.flip(to, delay);
    else if (kind === "move" && from && to) this.slide(this.leavingPiece(from) ?? this.arrivingPiece(to), from, to);
    else if (kind === "enter" && to) this.enter(from, to);
  }

  /**
   * The piece at the destination stays visible until the moving one arrives, unless it goes away itself.
   * @param {Change} change
   * @param {Change[]} all
   */
  keepBelow({ kind, to }, all) {
    if (kind !== "move" || !to || all.some((other) => same(other.from, to))) return;
    const duration = this.turnsOver(to) ? TURN : SLIDE;
    for (const piece of piecesAt(this.before, to)) this.animateCopy(this.copy(piece), [{}, {}], { duration });
  }

  /**
   * Does a piece move to a target?
   * @param {Target} to
   */
  isGoal(to) {
    return this.changes.some((change) => change.kind === "move" && same(change.to, to));
  }

  /**
   * Does what moves to a target turn over on its way?
   * @param {Target} to
   */
  turnsOver(to) {
    return this.isGoal(to) && this.changes.some((change) => change.kind === "flip" && same(change.to, to));
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
    this.move(piece, same(piece.target, from) ? ends : { ...ends, start }, arrived, this.turnsOver(to));
  }

  /**
   * @param {Target | null} from
   * @param {Target} to
   */
  enter(from, to) {
    const grown = this.grownPiece(to);
    const piece = this.arrivingPiece(to);
    const start = from && this.where(this.before, from);
    if (grown) this.appear(grown, this.turnsOver(to) ? TURN - SLIDE : 0, this.isGoal(to) ? this.mover : null);
    else if (piece && start) this.move(piece, { start, end: piece.at }, piece);
    else if (piece) this.appear(piece);
  }

  /**
   * What enters a target under another piece becomes a part of what lies there, which looks different then.
   * @param {Target} to
   */
  grownPiece(to) {
    const [old, now] = [piecesAt(this.before, to), piecesAt(this.after, to)];
    const hasTop = this.isGoal(to) || (now.length > 1 && now.length === old.length);
    return hasTop ? now.slice(0, -1).find((piece) => !old.some((other) => other.look === piece.look)) : undefined;
  }

  /**
   * @param {Piece} piece
   * @param {{start: XY, end: XY}} path
   * @param {Piece | undefined} arrived
   * @param {boolean} [turns]   it turns over on its way
   */
  move(piece, { start, end }, arrived, turns = false) {
    const originals = arrived ? this.nodesOf(arrived) : [];
    const turn = turns ? " rotate(180deg)" : "";
    const frames = [{ transform: `${this.at(start)}${turn && " rotate(0deg)"}` }, { transform: `${this.at(end)}${turn}` }];
    this.mover = this.copy(piece);
    this.animateCopy(this.mover, frames, { duration: turns ? TURN : SLIDE }, ...originals);
  }

  /**
   * @param {Piece} piece
   * @param {number} [delay]
   * @param {SVGElement | null} [above]   what moves above it
   */
  appear(piece, delay = 0, above = null) {
    const [at, node] = [this.at(piece.at), this.copy(piece)];
    if (above) above.before(node);
    const frames = [{ transform: `${at} scale(1.25)`, opacity: 0 }, { transform: at, opacity: 1 }];
    this.animateCopy(node, frames, { duration: SLIDE, delay }, this.nodeOf(piece));
  }

  /**
   * A taken piece rises, and goes where it is counted.
   * @param {Target} from
   * @param {number} delay
   */
  lift(from, delay) {
    for (const piece of piecesAt(this.before, from)) {
      const at = this.at(piece.at);
      const up = `translate(0px, -26px) ${at} scale(1.12)`;
      const goal = this.counted(piece);
      const frames = goal
        ? [{ transform: at }, { transform: up, offset: 0.35 }, { transform: `${this.at(goal)} scale(0.5)`, opacity: 0.4 }]
        : [{ transform: at, opacity: 1 }, { transform: up, opacity: 0 }];
      this.animateCopy(this.copy(piece), frames, { duration: goal ? 1.5 * LIFT : LIFT, delay });
    }
  }

  /**
   * @param {Target} to
   * @param {number} delay
   */
  flip(to, delay) {
    const [old, fresh] = [this.leavingPiece(to), this.arrivingPiece(to)];
    if (!old || !fresh || this.turnsOver(to)) return;
    const at = this.at(fresh.at);
    const [flat, round] = [{ transform: `${at} scaleX(0)` }, { transform: at }];
    this.animateCopy(this.copy(old), [round, flat, flat], { duration: LIFT, delay });
    this.animateCopy(this.copy(fresh), [flat, flat, round], { duration: LIFT, delay }, this.nodeOf(fresh));
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
   * The nodes of a piece and of what is drawn with it: what is no target itself.
   * @param {Piece} piece
   */
  nodesOf(piece) {
    const isPart = (/** @type {Piece} */ other) => other === piece || (!other.target && String(other.at) === String(piece.at));
    return this.after.pieces.filter(isPart).map((part) => this.nodeOf(part));
  }

  /**
   * Animate a copy of a piece, then remove it and show the originals.
   * @param {SVGElement} node
   * @param {Keyframe[]} frames
   * @param {{duration: number, delay?: number}} time
   * @param {(Element | undefined)[]} originals
   */
  animateCopy(node, frames, { duration, delay = 0 }, ...originals) {
    for (const original of originals) original?.classList.add("hidden");
    const [lasts, begins] = [duration * this.slowness, delay * this.slowness];
    this.length = Math.max(this.length, begins + lasts);
    const motion = node.animate(frames, { duration: lasts, delay: begins, easing: EASE, fill: "both" });
    const over = () => {
      if (!node.isConnected) return;
      node.remove();
      for (const original of originals) original?.classList.remove("hidden");
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
