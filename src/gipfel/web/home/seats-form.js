/** Who plays: the part of a form that all ways to start a table share. */

import { element } from "../dom.js";
import { t } from "../i18n.js";
import { change, setting } from "../settings-store.js";
import { WINS } from "../table/people/match.js";
import { clockField, clockProblem, NO_CLOCK } from "./clock-field.js";
import { loadLast, saveLast } from "./last-choices.js";
import { HIGHEST_LEVEL, nameFields, seatFields } from "./seat-fields.js";
import { segments } from "./segments.js";

/** @import { Clock, ClockInfo, Seat, Seats, Side } from "../types.js" */

/**
 * @typedef {object} Chosen
 * @property {"engine" | "link" | "friend" | "watch" | "own"} opponent
 * @property {Side | "lot"} side       the user's side
 * @property {number} level
 * @property {number} white            the levels of two engines
 * @property {number} black
 * @property {number} seconds          how long the highest level thinks
 * @property {string} command          of the user's engine
 * @property {string} me
 * @property {string} friend
 * @property {Clock} clock            for two people
 */

/**
 * What is possible besides engines and two people on this screen.
 * @typedef {object} SeatOptions
 * @property {boolean} [invite]        invitations by link
 * @property {boolean} [local]        only this machine can reach the server
 * @property {ClockInfo[]} [clocks]
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
 * @param {string[]} players
 * @param {SeatOptions} options
 * @returns {Chosen}
 */
function lastChosen(players, options) {
  const chosen = loadLast(KEY, DEFAULTS);
  chosen.me = setting("name") || chosen.me;
  const known = opponentChoices(players, options).some(({ value }) => value === chosen.opponent);
  return known && (chosen.opponent !== "own" || chosen.command) ? chosen : { ...chosen, opponent: "engine" };
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
  const kinds = options.clocks ?? [];
  if (kinds.length && clockProblem(chosen.clock, kinds)) chosen.clock = NO_CLOCK;
  let hasClock = kinds.length > 0;
  let firstTo = 0;
  const more = element("div", { class: "seats-more" });
  const redraw = () => {
    const clock = hasClock && arePeople(chosen) ? [clockField(kinds, chosen.clock, (clock) => (chosen.clock = clock))] : [];
    const match = chosen.opponent === "link" ? [matchField(firstTo, (wins) => (firstTo = wins))] : [];
    more.replaceChildren(...seatFields(chosen, sides, options), ...clock, ...match, ...nameFields(chosen, sides));
  };
  redraw();
  const node = element(
    "div",
    { class: "seats" },
    segments(t("Against"), opponentChoices(players, options), chosen.opponent, (value) => {
      chosen.opponent = value;
      redraw();
    }),
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
    if (!["watch", "friend"].includes(chosen.opponent)) change("name", chosen.me.trim());
    return playersOf(hasClock ? chosen : { ...chosen, clock: NO_CLOCK }, firstTo);
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
 * @param {string[]} players
 * @param {SeatOptions} options
 * @returns {{value: Chosen["opponent"], title: string}[]}
 */
function opponentChoices(players, options) {
  /** @type {{value: Chosen["opponent"], title: string}[]} */
  const choices = [{ value: "engine", title: t("The engine") }];
  if (options.invite) choices.push({ value: "link", title: t("A friend by link") });
  choices.push({ value: "friend", title: t("Two at this screen") }, { value: "watch", title: t("Two engines") });
  if (players.includes("engine")) choices.push({ value: "own", title: t("My own engine") });
  return choices;
}

/**
 * @param {Chosen} chosen
 * @param {number} [firstTo]     the number of wins that decides a match with a friend; 0 for one game
 * @returns {Players}
 */
function playersOf(chosen, firstTo = 0) {
  const clock = arePeople(chosen) && chosen.clock.kind !== "none" ? { clock: chosen.clock } : {};
  if (chosen.opponent === "link") return { invite: { side: chosen.side, name: chosen.me.trim(), ...(firstTo ? { first_to: firstTo } : {}) }, ...clock };
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
