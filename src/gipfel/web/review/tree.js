/**
 * The tree of an analysis: the turns of the game, and variations that leave it. It knows no rule: turns are what the server has
 * made of decisions.
 */

/** @import { AnalysisNode, AnalysisNote, AnalysisTree, Opinion, Side, VariedTurn } from "../types.js" */

/**
 * A turn of a variation.
 * @typedef {object} TreeNode
 * @property {TreeNode | null} parent     null if it follows the game
 * @property {TreeNode[]} children        the first one goes on with the line
 * @property {number} at                  after how many decisions of the game the line begins
 * @property {string} text
 * @property {Side} side
 * @property {string[]} decisions
 * @property {boolean} finished
 * @property {string} [name]
 * @property {string} [comment]
 * @property {AnalysisNode["mark"]} [mark]
 * @property {number} [chance]
 * @property {number} [score]
 * @property {number} [wins_in]
 * @property {number} [depth]
 */

export class Tree {
  constructor() {
    /** @type {TreeNode[]} the first turns of variations of the game */
    this.roots = [];
    /** @type {Map<number, AnalysisNote>} remarks on turns of the game, by the number of decisions after them */
    this.notes = new Map();
  }

  /** @param {AnalysisTree} data */
  read({ notes, nodes }) {
    this.notes = new Map(notes.map((note) => [note.at, { ...note }]));
    this.roots = [];
    /** @type {TreeNode[]} */
    const made = [];
    for (const { parent, ...rest } of nodes) {
      const before = parent === null ? null : made[parent];
      const node = { ...rest, parent: before, children: [] };
      made.push(node);
      (before ? before.children : this.roots).push(node);
    }
  }

  /** @returns {AnalysisTree} */
  write() {
    /** @type {AnalysisNode[]} */
    const nodes = [];
    const add = (/** @type {TreeNode} */ node, /** @type {number | null} */ parent) => {
      const { parent: _, children, ...rest } = node;
      const number = nodes.push({ ...rest, parent }) - 1;
      for (const child of children) add(child, number);
    };
    for (const root of this.roots) add(root, null);
    return { notes: [...this.notes.values()], nodes };
  }

  /**
   * The same with some of the variations only.
   * @param {TreeNode[]} roots
   */
  part(roots) {
    const tree = new Tree();
    return Object.assign(tree, { roots, notes: this.notes });
  }

  get isEmpty() {
    return !this.roots.length && !this.notes.size;
  }

  /**
   * What follows a place: a node, or the first `at` decisions of the game.
   * @param {number} at
   * @param {TreeNode | null} node
   */
  following(at, node) {
    return node ? node.children : this.roots.filter((root) => root.at === at);
  }

  /**
   * Add a turn; one that is there already is found again.
   * @param {number} at
   * @param {TreeNode | null} parent
   * @param {string[]} decisions
   * @param {VariedTurn} turn
   */
  add(at, parent, decisions, { text, side, finished }) {
    const known = this.following(at, parent).find((one) => same(one.decisions, decisions));
    if (known) return known;
    /** @type {TreeNode} */
    const node = { parent, children: [], at, text, side, decisions, finished };
    (parent ? parent.children : this.roots).push(node);
    return node;
  }

  /** @param {TreeNode} node */
  remove(node) {
    const siblings = this.siblings(node);
    siblings.splice(siblings.indexOf(node), 1);
  }

  /**
   * Let a variation come before the others at its place.
   * @param {TreeNode} node
   */
  promote(node) {
    const siblings = this.siblings(node);
    siblings.splice(siblings.indexOf(node), 1);
    const first = siblings.findIndex((one) => one.at === node.at);
    siblings.splice(first < 0 ? siblings.length : first, 0, node);
  }

  /** @param {TreeNode} node */
  siblings(node) {
    return node.parent ? node.parent.children : this.roots;
  }

  /**
   * Take over what the engine thinks of a turn of the game; a mark of a person stays.
   * @param {Opinion} opinion
   */
  judge({ at, mark, per_cent }) {
    const note = { ...this.notes.get(at), at, chance: per_cent ?? undefined };
    if (mark && !note.mark) note.mark = /** @type {AnalysisNote["mark"]} */ (mark);
    this.notes.set(at, note);
  }

  /**
   * Remarks on a turn of the game; empty ones go away.
   * @param {number} at
   * @param {string} comment
   */
  comment(at, comment) {
    const note = { ...this.notes.get(at), at, comment };
    if (!comment) delete (/** @type {Partial<typeof note>} */ (note).comment);
    if (Object.keys(note).length > 1) this.notes.set(at, note);
    else this.notes.delete(at);
  }
}

/**
 * The decisions from where a variation leaves the game to a node.
 * @param {TreeNode | null} node
 * @returns {string[]}
 */
export function lineOf(node) {
  return node ? [...lineOf(node.parent), ...node.decisions] : [];
}

/**
 * The first turn of the variation that a node belongs to.
 * @param {TreeNode} node
 * @returns {TreeNode}
 */
export function headOf(node) {
  return node.parent && node.parent.children[0] === node ? headOf(node.parent) : node;
}

/**
 * @param {string[]} one
 * @param {string[]} other
 */
function same(one, other) {
  return one.length === other.length && one.every((text, i) => text === other[i]);
}
