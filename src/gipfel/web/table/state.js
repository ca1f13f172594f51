/** The state of the view of a table. It is changed in few places; everything is drawn from it. */

import { whereIs } from "./targets.js";

/** @import { ChatMessage, Effect, Ghost, Seats, Side, TableMessage, Target } from "../types.js" */
/** @import { KeptDecision } from "./kept/decisions.js" */
/** @import { FullPicture, LocatedTarget } from "./received-parts.js" */

/**
 * A position that might come, in which the user plans an answer.
 * @typedef {object} Planning
 * @property {string[]} line         the decisions that lead there
 * @property {number} own            how many of them are the user's; those of the other side come first
 * @property {Side | null} side      who would act there; null if the game would be over
 * @property {boolean} mine          is that the user?
 * @property {LocatedTarget[]} targets        what can be pointed at first
 * @property {FullPicture} real       the picture of the table meanwhile
 */

/**
 * A position of the past that the user looks at.
 * @typedef {object} Past
 * @property {number} at              after how many decisions
 * @property {FullPicture} picture
 * @property {string} move            the turn that led there
 * @property {string} news            what has happened at the table meanwhile
 */

/**
 * @typedef {object} State
 * @property {string} id
 * @property {TableMessage | null} table     the last one the server sent
 * @property {FullPicture | null} picture
 * @property {FullPicture | null} outerPicture   the outer board during a contest
 * @property {Target[]} prefix               what has been pointed at
 * @property {LocatedTarget[]} open                   what can be pointed at next
 * @property {LocatedTarget[]} previousOpen          what could be pointed at one step earlier
 * @property {string | null} decision        the decision if the prefix is complete
 * @property {boolean} confirming            the decision has to be confirmed
 * @property {string} warning                what is given up for good by what has been pointed at
 * @property {Side | null} actor             the side of the prefix
 * @property {Ghost[]} ghosts                previews of a piece, by the next target
 * @property {Ghost | null} ghost            the preview that is shown
 * @property {Effect | null} effect          what the decision would do that is pointed at or has to be confirmed
 * @property {LocatedTarget | null} highlightedRow   one of several rows that cross
 * @property {Target[]} hint
 * @property {string} note                   a short answer: why not, a hint
 * @property {string} throwing               what rolls at the moment: `die`, `coin`, `card` or `lot`; empty if nothing does
 * @property {number} busy                   pending requests
 * @property {boolean} turned                seen from the other side
 * @property {boolean} connected
 * @property {KeptDecision | null} kept      a decision that was made without a connection, and is offered now
 * @property {boolean} databaseAway          the server cannot store anything at the moment
 * @property {boolean} paused                a game of engines is paused
 * @property {Planning | null} planning      then `picture` is the planned position
 * @property {Past | null} past              then it is shown instead of `picture`, and nothing can be pointed at
 * @property {ChatMessage[]} messages             of the players to each other
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
    outerPicture: null,
    prefix: [],
    open: [],
    previousOpen: [],
    decision: null,
    confirming: false,
    warning: "",
    actor: null,
    ghosts: [],
    ghost: null,
    effect: null,
    highlightedRow: null,
    hint: [],
    note: "",
    throwing: "",
    busy: 0,
    turned: false,
    connected: true,
    kept: null,
    databaseAway: false,
    paused: false,
    planning: null,
    past: null,
    messages: [],
  };
}

/**
 * Forget what has been pointed at.
 * @param {State} state
 */
export function clearPrefix(state) {
  Object.assign(state, { prefix: [], previousOpen: [], decision: null, confirming: false, warning: "", actor: null, ghosts: [], ghost: null, effect: null, highlightedRow: null });
  state.open = firstTargets(state);
}

/**
 * What is on the board: as it is now or as it was.
 * @param {State} state
 */
export function shownPicture({ past, picture }) {
  return past?.picture ?? picture;
}

/**
 * What can be pointed at first: at the table, or in the planned position.
 * @param {State} state
 * @returns {LocatedTarget[]}
 */
export function firstTargets({ table, planning, past }) {
  if (past) return [];
  if (planning) return planning.targets;
  return table?.yours.length ? /** @type {LocatedTarget[]} */ (table.targets) : [];
}

/**
 * The sides that may act now.
 * @param {State} state
 * @returns {Side[]}
 */
export function actingSides({ table, planning, actor }) {
  if (actor) return [actor];
  if (planning) return planning.side ? [planning.side] : [];
  return table?.yours ?? [];
}

/**
 * Does a piece only have to be turned and laid down? Then everything open is beside the board and has a ghost.
 * @param {State} state
 */
export function isTurningPiece(state) {
  return state.prefix.length > 0 && state.open.length > 0 && state.open.every((one) => hasGhost(state, one));
}

/**
 * @param {State} state
 * @param {LocatedTarget} one
 */
function hasGhost(state, one) {
  const [kind, name] = one.target;
  return !one.at.length && kind !== "button" && state.ghosts.some(({ target }) => target[0] === kind && target[1] === name);
}

/**
 * What can be pointed at on the board: what is open, and toggles that were chosen.
 * @param {State} state
 * @returns {LocatedTarget[]}
 */
export function pointableTargets(state) {
  const { open, prefix, picture } = state;
  if (!open.length || !picture) return open;
  const toggles = prefix.flatMap((target) => {
    const at = target[2] ? whereIs(picture, target) : null;
    return at ? [{ target, at: [at] }] : [];
  });
  return [...open, ...toggles];
}

/**
 * The side whose card is at the bottom: the user's, else White.
 * @param {State} state
 * @returns {Side}
 */
export function nearSide(state) {
  const near = state.table ? ownSide(state.table) ?? "white" : "white";
  return state.turned ? otherSide(near) : near;
}

/**
 * The one side that is played on this screen; null if both are, or none.
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
 * The name of a player, else of the side.
 * @param {TableMessage} table
 * @param {Side} side
 */
export function nameOf({ seats, sides }, side) {
  const seat = seats[side];
  return (seat.kind === "person" && seat.name) || sides[side === "white" ? 0 : 1];
}

/**
 * Is the user a spectator?
 * @param {TableMessage} table
 */
export function isSpectator({ seats, mine, open }) {
  const people = seats.white.kind === "person" || seats.black.kind === "person";
  return people && !open && !mine.length;
}

/**
 * Do two people play on two screens?
 * @param {TableMessage} table
 */
export function isRemote({ seats, mine, open }) {
  return !open && mine.length < 2 && areTwoPeople({ seats });
}

/**
 * Do two people play, on one screen or on two?
 * @param {{ seats: Seats }} table
 */
export function areTwoPeople({ seats }) {
  return seats.white.kind === "person" && seats.black.kind === "person";
}

/**
 * @param {Side} side
 * @returns {Side}
 */
export function otherSide(side) {
  return side === "white" ? "black" : "white";
}

/**
 * Are the two seats different?
 * @param {Seats} seats
 */
export function seatsDiffer({ white, black }) {
  return JSON.stringify(white) !== JSON.stringify(black);
}

/**
 * While two people play, the engine helps nobody.
 * @param {TableMessage} table
 */
export function isHelpForbidden(table) {
  return isRemote(table) && !table.outcome;
}
