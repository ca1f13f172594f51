/** Who plays: the part of a form that all ways to start a table share. */

import { element } from "../dom.js";
import { t } from "../i18n.js";
import { HIGHEST_LEVEL } from "../player-names.js";
import { change, setting } from "../settings-store.js";
import { WINS } from "../table/people/match.js";
import { clockField, clockProblem, NO_CLOCK } from "./clock-field.js";
import { loadLast, saveLast } from "./last-choices.js";
import { nameFields, seatFields } from "./seat-fields.js";
import { segments } from "./segments.js";

/** @import { Choice } from "./segments.js" */
/** @import { Clock, ClockInfo, Seat, Seats, Side } from "../types.js" */

/** Paths of icons in a box of 24 by 24. */
const ENGINE = "M7 7h10v10H7ZM10 4v3M14 4v3M10 17v3M14 17v3M4 10h3M4 14h3M17 10h3M17 14h3M10.500 10.500h3v3h-3Z";
const TWO = "M8.500 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM3 19c0-3 2.300-5 5.500-5s5.500 2 5.500 5M16 10.500a2.500 2.500 0 1 0-1-4.800M16.500 14c2.700.2 4.500 2.100 4.500 5";
const LINK = "M10 14a4 4 0 0 0 5.700 0l3-3A4 4 0 0 0 13 5.300l-1 1M14 10a4 4 0 0 0-5.700 0l-3 3A4 4 0 0 0 11 18.700l1-1";

/** @typedef {"engine" | "link" | "friend" | "watch" | "own"} Opponent */

/**
 * @typedef {object} Chosen
 * @property {Opponent} opponent
 * @property {Side | "lot"} side       the user's side
 * @property {number} level
 * @property {number} white            the levels of two engines
 * @property {number} black
 * @property {number} seconds          how long the highest level thinks
 * @property {string} command          of the user's engine
 * @property {string} me
 * @property {string} friend
 * @property {Clock} clock            for two people
 * @property {number} firstTo          the wins that decide a match with a friend by link; 0 for one game
 */

/**
 * What is possible besides engines and two people on this screen.
 * @typedef {object} SeatOptions
 * @property {boolean} [invite]        invitations by link
 * @property {boolean} [local]        only this machine can reach the server
 * @property {ClockInfo[]} [clocks]
 * @property {Opponent} [opponent]    chosen already; otherwise the last one
 * @property {string} [game]          whose last players are offered; without it those of any game
 */

/**
 * The part of `POST /api/tables` that says who plays.
 * @typedef {{seats: Seats, clock?: Clock} | {invite: {side: Side | "lot", name: string, first_to?: number}, clock?: Clock}} Players
 */

/** @type {Chosen} */
const DEFAULTS = {
  opponent: "engine",
  side: "white",
  level: 3,
  white: 5,
  black: 5,
  seconds: 1,
  command: "",
  me: "",
  friend: "",
  clock: NO_CLOCK,
  firstTo: 0,
};

const KEY = "seats";

/**
 * The players of the last table, as far as they are possible here.
 * @param {string[]} players
 * @param {SeatOptions} options
 */
export function lastPlayers(players, options) {
  const chosen = lastChosen(players, options);
  return playersOf(clockProblem(chosen.clock, options.clocks ?? []) ? { ...chosen, clock: NO_CLOCK } : chosen);
}

/**
 * The user on one side, and on the other one the engine that was chosen last.
 * @param {Side} side
 * @returns {Players}
 */
export function againstEngine(side) {
  const chosen = loadLast(KEY, DEFAULTS);
  return playersOf({ ...chosen, opponent: "engine", side, me: setting("name") || chosen.me });
}

/**
 * The user on both sides, without a clock.
 * @returns {Players}
 */
export function bothSides() {
  return playersOf({ ...DEFAULTS, opponent: "friend" });
}

/**
 * @param {string[]} players
 * @param {SeatOptions} options
 * @returns {Chosen}
 */
function lastChosen(players, options) {
  const chosen = loadLast(keyOf(options), loadLast(KEY, DEFAULTS));
  chosen.me = setting("name") || chosen.me;
  const known = opponentChoices(players, options).some(({ value }) => value === chosen.opponent);
  return known && (chosen.opponent !== "own" || chosen.command) ? chosen : { ...chosen, opponent: "engine" };
}

/** @param {SeatOptions} options */
function keyOf({ game }) {
  return game ? `${KEY}.${game}` : KEY;
}

/**
 * The form. `read` returns and remembers the players; it throws an error if something is missing. `timed` says
 * whether there can be a clock. `opponent` is the title of who was chosen.
 * @param {string[]} sides       their names
 * @param {string[]} players     the kinds of players the server allows
 * @param {SeatOptions} [options]
 */
export function seatsForm(sides, players, options = {}) {
  const chosen = lastChosen(players, options);
  if (options.opponent) chosen.opponent = options.opponent;
  const kinds = options.clocks ?? [];
  if (kinds.length && clockProblem(chosen.clock, kinds)) chosen.clock = NO_CLOCK;
  let hasClock = kinds.length > 0;
  const more = element("div", { class: "seats-more" });
  const redraw = () => {
    const clock = hasClock && arePeople(chosen) ? [clockField(kinds, chosen.clock, (clock) => (chosen.clock = clock))] : [];
    const match = chosen.opponent === "link" ? [matchField(chosen.firstTo, (wins) => (chosen.firstTo = wins))] : [];
    more.replaceChildren(...seatFields(chosen, sides, options), ...clock, ...match, ...nameFields(chosen, sides));
  };
  redraw();
  const node = element(
    "div",
    { class: "seats" },
    segments(t("Against"), opponentChoices(players, options), chosen.opponent, (value) => {
      chosen.opponent = value;
      redraw();
    }, "doors"),
    more,
  );
  const timed = (/** @type {boolean} */ isTimed) => {
    if (hasClock === (isTimed && kinds.length > 0)) return;
    hasClock = !hasClock;
    redraw();
  };
  const read = () => {
    if (chosen.opponent === "own" && !chosen.command.trim()) {
      throw new Error(t("Say with which command your engine is started."));
    }
    const wrong = hasClock && arePeople(chosen) ? clockProblem(chosen.clock, kinds) : "";
    if (wrong) throw new Error(wrong);
    saveLast(KEY, chosen);
    saveLast(keyOf(options), chosen);
    if (!["watch", "friend"].includes(chosen.opponent)) change("name", chosen.me.trim());
    return playersOf(hasClock ? chosen : { ...chosen, clock: NO_CLOCK });
  };
  const opponent = () => opponentChoices(players, options).find(({ value }) => value === chosen.opponent)?.title ?? "";
  return { node, read, timed, opponent };
}

/**
 * One game, or the first of a match.
 * @param {number} firstTo      the number of wins that decides it; 0 for one game
 * @param {(wins: number) => void} onchange
 */
function matchField(firstTo, onchange) {
  const list = element(
    "select",
    { name: "match", onchange: () => onchange(Number(list.value)) },
    element("option", { value: 0, selected: !firstTo }, t("One game; you can play again afterwards")),
    ...WINS.map((wins) => element("option", { value: wins, selected: wins === firstTo }, t("first to {number}", { number: wins }))),
  );
  return element("label", { class: "field" }, element("span", {}, t("Match")), list);
}

/** @param {Chosen} chosen */
function arePeople({ opponent }) {
  return opponent === "link" || opponent === "friend";
}

/**
 * The three ways to play as doors, and what else is possible.
 * @param {string[]} players
 * @param {SeatOptions} options
 * @returns {Choice<Opponent>[]}
 */
function opponentChoices(players, options) {
  /** @type {Choice<Opponent>[]} */
  const choices = [
    { value: "engine", title: t("The engine"), note: t("At any level"), icon: ENGINE },
    { value: "friend", title: t("A friend here"), note: t("Two at this screen"), icon: TWO },
  ];
  if (options.invite) choices.push({ value: "link", title: t("A friend by link"), note: t("On another device"), icon: LINK });
  choices.push({ value: "watch", title: t("Two engines") });
  if (players.includes("engine")) choices.push({ value: "own", title: t("My own engine") });
  return choices;
}

/**
 * @param {Chosen} chosen
 * @returns {Players}
 */
function playersOf(chosen) {
  const clock = arePeople(chosen) && chosen.clock.kind !== "none" ? { clock: chosen.clock } : {};
  if (chosen.opponent === "link") {
    const match = chosen.firstTo ? { first_to: chosen.firstTo } : {};
    return { invite: { side: chosen.side, name: chosen.me.trim(), ...match }, ...clock };
  }
  return { seats: seatsOf(chosen), ...clock };
}

/**
 * @param {Chosen} chosen
 * @returns {Seats}
 */
function seatsOf(chosen) {
  switch (chosen.opponent) {
    case "friend":
      return { white: person(chosen.me), black: person(chosen.friend) };
    case "watch":
      return { white: level(chosen.white, chosen), black: level(chosen.black, chosen) };
    case "own":
      return against({ kind: "engine", player: `engine:${chosen.command.trim()}` }, chosen);
    default:
      return against(level(chosen.level, chosen), chosen);
  }
}

/**
 * @param {Seat} engine
 * @param {Chosen} chosen
 * @returns {Seats}
 */
function against(engine, chosen) {
  const mine = chosen.side === "lot" ? (Math.random() < 0.5 ? "white" : "black") : chosen.side;
  const me = person(chosen.me);
  return mine === "white" ? { white: me, black: engine } : { white: engine, black: me };
}

/**
 * @param {string} name
 * @returns {Seat}
 */
function person(name) {
  return { kind: "person", name: name.trim() };
}

/**
 * @param {number} n
 * @param {Chosen} chosen
 * @returns {Seat}
 */
function level(n, chosen) {
  return n === HIGHEST_LEVEL
    ? { kind: "engine", player: `level:${n}`, seconds: chosen.seconds }
    : { kind: "engine", player: `level:${n}` };
}
