/** Everything the view of a table knows. It is changed in few places; everything that is seen is drawn from it. */

import { whereIs } from "./targets.js";

/** @typedef {import("../types.js").Ghost} Ghost */
/** @typedef {import("../types.js").PossibleTarget} Open */
/** @typedef {import("../types.js").Side} Side */
/** @typedef {import("../types.js").ChatMessage} Spoken */
/** @typedef {import("../types.js").TableMessage} TableMessage */
/** @typedef {import("../types.js").Target} Target */
/** @typedef {import("./draw/picture-cache.js").WholePicture} WholePicture */

/**
 * A position that might come, in which a person plans an answer.
 * @typedef {object} Planning
 * @property {string[]} line         the decisions that lead there
 * @property {number} own            how many of them are one's own; those of the other side come first
 * @property {Side | null} side      who would act there; null if the game would be over
 * @property {boolean} mine          is that the person who plans?
 * @property {Open[]} targets        what can be pointed at first
 * @property {WholePicture} real     what lies on the table meanwhile
 */

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
 * @property {Planning | null} planning      then `picture` shows what might come
 * @property {Spoken[]} messages             what the players said to each other
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
    planning: null,
    messages: [],
  };
}

/**
 * Nothing has been pointed at.
 * @param {State} state
 */
export function startOver(state) {
  Object.assign(state, { prefix: [], before: [], decision: null, asking: false, actor: null, ghosts: [], ghost: null, row: null });
  state.open = firstTargets(state);
}

/**
 * What can be pointed at first: at the table, or in the position that is planned with.
 * @param {State} state
 * @returns {Open[]}
 */
export function firstTargets({ table, planning }) {
  if (planning) return planning.targets;
  return table?.yours.length ? table.targets : [];
}

/**
 * For which sides is pointed at things now?
 * @param {State} state
 * @returns {Side[]}
 */
export function acting({ table, planning, actor }) {
  if (actor) return [actor];
  if (planning) return planning.side ? [planning.side] : [];
  return table?.yours ?? [];
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
 * The side whose card is at the bottom: that of who sits at this screen, else White's.
 * @param {State} state
 * @returns {Side}
 */
export function nearSide(state) {
  const near = state.table ? ownSide(state.table) ?? "white" : "white";
  return state.turned ? otherSide(near) : near;
}

/**
 * The one side that is played at this screen; null if both are, or none.
 * @param {TableMessage} table
 * @returns {Side | null}
 */
export function ownSide({ seats, mine, open }) {
  /** @type {Side[]} */
  const sides = ["white", "black"];
  const own = sides.filter((side) => seats[side].kind === "person" && (open || mine.includes(side)));
  return own.length === 1 ? own[0] : null;
}

/**
 * What a player is called: by name, else by side.
 * @param {TableMessage} table
 * @param {Side} side
 */
export function nameOf({ seats, sides }, side) {
  const seat = seats[side];
  return (seat.kind === "person" && seat.name) || sides[side === "white" ? 0 : 1];
}

/**
 * Does somebody look on who has no seat here?
 * @param {TableMessage} table
 */
export function watches({ seats, mine, open }) {
  const people = seats.white.kind === "person" || seats.black.kind === "person";
  return people && !open && !mine.length;
}

/**
 * Do two people play at two screens?
 * @param {TableMessage} table
 */
export function apart({ seats, mine, open }) {
  return !open && mine.length < 2 && seats.white.kind === "person" && seats.black.kind === "person";
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

/**
 * Does the engine help nobody, because two people play?
 * @param {TableMessage} table
 */
export function helpless(table) {
  return apart(table) && !table.outcome;
}
