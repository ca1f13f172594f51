/** Everything the view of a table knows. It is changed in few places; everything that is seen is drawn from it. */

import { whereIs } from "./targets.js";

/** @typedef {import("../types.js").Ghost} Ghost */
/** @typedef {import("../types.js").Open} Open */
/** @typedef {import("../types.js").Side} Side */
/** @typedef {import("../types.js").TableMessage} TableMessage */
/** @typedef {import("../types.js").Target} Target */
/** @typedef {import("./gallery.js").WholePicture} WholePicture */

/**
 * @typedef {object} State
 * @property {string} id
 * @property {TableMessage | null} table     the last one the server sent
 * @property {WholePicture | null} picture
 * @property {WholePicture | null} around    the board outside, while a contest is played
 * @property {Target[]} prefix               what has been pointed at
 * @property {Open[]} open                   what can be pointed at next
 * @property {Open[]} before                 what could be pointed at one step earlier
 * @property {string | null} decision        what the prefix spells out
 * @property {boolean} asking                the decision waits to be confirmed
 * @property {Side | null} actor             for whom the prefix is pointed at
 * @property {Ghost[]} ghosts                how a piece would lie, by what is pointed at next
 * @property {Ghost | null} ghost            the one that is shown
 * @property {Open | null} row               a row that was singled out among rows that cross
 * @property {Target[]} hint
 * @property {string} note                   an answer in words: why not, a hint
 * @property {number} busy                   requests under way
 * @property {boolean} turned                seen from the other side
 * @property {boolean} connected
 * @property {boolean} paused                nobody looks on, so that engines wait
 */

/**
 * @param {string} id
 * @returns {State}
 */
export function newState(id) {
  return {
    id,
    table: null,
    picture: null,
    around: null,
    prefix: [],
    open: [],
    before: [],
    decision: null,
    asking: false,
    actor: null,
    ghosts: [],
    ghost: null,
    row: null,
    hint: [],
    note: "",
    busy: 0,
    turned: false,
    connected: true,
    paused: false,
  };
}

/**
 * Nothing has been pointed at.
 * @param {State} state
 */
export function startOver(state) {
  Object.assign(state, { prefix: [], before: [], decision: null, asking: false, actor: null, ghosts: [], ghost: null, row: null });
  state.open = state.table?.yours.length ? state.table.targets : [];
}

/**
 * Is a piece in hand that only has to be turned and laid down? Then everything open is beside the board and has a ghost.
 * @param {State} state
 */
export function turning(state) {
  return state.prefix.length > 0 && state.open.length > 0 && state.open.every((one) => isTurn(state, one));
}

/**
 * @param {State} state
 * @param {Open} one
 */
function isTurn(state, one) {
  const [kind, name] = one.target;
  return !one.at.length && kind !== "button" && state.ghosts.some(({ target }) => target[0] === kind && target[1] === name);
}

/**
 * What can be pointed at on the board: what is open, and toggles to be taken back.
 * @param {State} state
 * @returns {Open[]}
 */
export function pointable(state) {
  const { open, prefix, picture } = state;
  if (!open.length || !picture) return open;
  const toggles = prefix.flatMap((target) => {
    const at = target[2] ? whereIs(picture, target) : null;
    return at ? [{ target, at: [at] }] : [];
  });
  return [...open, ...toggles];
}

/**
 * The side whose card is at the bottom: the person's against an engine, else White's.
 * @param {State} state
 * @returns {Side}
 */
export function nearSide(state) {
  const seats = state.table?.seats;
  const near = seats?.white.kind === "engine" && seats.black.kind === "person" ? "black" : "white";
  return state.turned ? otherSide(near) : near;
}

/**
 * @param {Side} side
 * @returns {Side}
 */
export function otherSide(side) {
  return side === "white" ? "black" : "white";
}

/**
 * Does it make a difference who has which side?
 * @param {import("../types.js").Seats} seats
 */
export function differ({ white, black }) {
  return JSON.stringify(white) !== JSON.stringify(black);
}
