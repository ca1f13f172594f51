/**
 * What can be pointed at in a position of an exercise, from its data alone: the same as the server says at a table. Toggles may come
 * in any order, several paths can mean one decision.
 */

import { keyOf } from "../table/targets.js";

/** @import { Exercise, ExerciseNode, Ghost, Paths, PossibleTarget, Target, XY } from "../types.js" */
/** @import { FullPicture, LocatedTarget } from "../table/received-parts.js" */

/** Stands for a decision that is legal, but neither right nor a wrong answer with a text of its own. */
export const NO_EDGE = -1;
/** Stands for a target where a path ends and others go on. */
const PATH_ENDS = -1;

/** @typedef {{path: number[], edge: number}} PathToEdge   a path of numbers of targets */

/**
 * What a prefix leaves open.
 * @typedef {object} LocalPointing
 * @property {LocatedTarget[]} targets
 * @property {number | null} edge      the edge that the prefix means, if it is complete
 * @property {number} count            how many paths begin like this
 * @property {Ghost[]} ghosts
 */

/**
 * The picture of a node as a table has it.
 * @param {Exercise} exercise
 * @param {number} number
 * @returns {FullPicture}
 */
export function pictureOf({ nodes, boards }, number) {
  const { board, ...picture } = nodes[number].picture;
  return { ...boards[board], ...picture, looks: {} };
}

export class LocalTargets {
  /**
   * @param {ExerciseNode} node
   * @param {FullPicture} picture   of the node
   */
  constructor(node, picture) {
    this.node = node;
    /** @type {Map<string, XY>} */
    this.places = new Map(picture.places.map(({ target, at }) => [keyOf(target), at]));
    this.targets = node.targets.map((one) => this.located(one));
    this.numbers = new Map(node.targets.map(({ target }, number) => [fullKey(target), number]));
    this.paths = [...pathsIn(node.paths, [])];
  }

  /**
   * A target with its place, which is left out if it is one of the board's.
   * @param {PossibleTarget} one
   * @returns {LocatedTarget}
   */
  located(one) {
    const place = this.places.get(keyOf(one.target));
    return { ...one, at: one.at ?? (place ? [place] : []) };
  }

  /**
   * What can follow a prefix.
   * @param {Target[]} prefix
   * @returns {LocalPointing}
   */
  after(prefix) {
    const pointed = prefix.map((target) => this.numbers.get(fullKey(target)) ?? NaN);
    /** @type {Set<number>} */
    const next = new Set();
    let [edge, count] = [/** @type {number | null} */ (null), 0];
    for (const one of this.paths) {
      const rest = this.restOf(one.path, pointed);
      if (!rest) continue;
      count += 1;
      for (const number of this.nextOf(rest)) next.add(number);
      if (!rest.length) edge = one.edge;
    }
    return { targets: [...next].map((number) => this.targets[number]), edge, count, ghosts: this.ghostsAfter(pointed, next) };
  }

  /**
   * What is left of a path after a prefix; null if the prefix leads elsewhere.
   * @param {number[]} path
   * @param {number[]} prefix
   */
  restOf(path, prefix) {
    let rest = path;
    for (const number of prefix) {
      const place = this.nextOf(rest).indexOf(number);
      if (place < 0) return null;
      rest = rest.filter((_, i) => i !== place);
    }
    return rest;
  }

  /**
   * What may come next on a path: its first target, or any of the toggles it begins with.
   * @param {number[]} path
   */
  nextOf(path) {
    const other = path.findIndex((number) => !this.targets[number].target[2]);
    return path.slice(0, Math.max(other < 0 ? path.length : other, 1));
  }

  /**
   * Previews of a piece in each orientation in which it can lie at the place that was pointed at last.
   * @param {number[]} pointed
   * @param {Set<number>} next
   * @returns {Ghost[]}
   */
  ghostsAfter(pointed, next) {
    const first = pointed.slice(0, -1).join();
    const at = this.targets[pointed.at(-1) ?? -1]?.at[0];
    if (!at) return [];
    const fitting = this.node.ghosts.filter((ghost) => next.has(ghost.turn) && ghost.first.join() === first);
    return fitting.map(({ turn, look, name, gone }) => ({ target: this.targets[turn].target, look, looks: {}, at, name, gone }));
  }
}

/**
 * All paths with the numbers of their edges.
 * @param {number | Paths} rest
 * @param {number[]} path
 * @returns {Generator<PathToEdge>}
 */
function* pathsIn(rest, path) {
  if (typeof rest === "number") return yield { path, edge: rest };
  for (let i = 0; i < rest.length; i += 2) {
    const number = /** @type {number} */ (rest[i]);
    yield* pathsIn(rest[i + 1], number === PATH_ENDS ? path : [...path, number]);
  }
}

/**
 * A place to point at and a toggle with the same name are two targets.
 * @param {Target} target
 */
function fullKey(target) {
  return `${keyOf(target)} ${Boolean(target[2])}`;
}
