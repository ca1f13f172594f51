/** What everybody sees of a tournament: the head, the own game, pairings and standings. */

import { clockTitle } from "../clock-text.js";
import { singleFlight } from "../api.js";
import { element } from "../dom.js";
import { copy } from "../files.js";
import { digits, t } from "../i18n.js";
import { tournamentLink } from "./links.js";
import { resultChoice } from "./organise.js";

/** @import { TournamentGame, TournamentHead, TournamentView } from "../types.js" */
/** @import { TournamentPage } from "./view.js" */

/** @param {TournamentHead} head */
export function kindTitle({ kind }) {
  return kind === "swiss" ? t("Swiss system") : t("Round robin");
}

/** @param {TournamentHead} head */
export function stateTitle({ state, round, rounds }) {
  if (state === "open") return t("Not begun yet");
  if (state === "ended") return t("Over");
  return t("Round {round} of {rounds}", { round, rounds });
}

/**
 * @param {TournamentView} view
 * @param {TournamentPage} page
 */
export function headCard(view, page) {
  const facts = [view.title, kindTitle(view), stateTitle(view), clockTitle(view.clock)];
  const copyWatch = () => copy(tournamentLink(page.home?.public_url, view.id));
  return element(
    "section",
    { class: "card tournament-head" },
    element("h1", {}, view.name),
    element("p", { class: "muted" }, facts.join(" · ")),
    view.watch === "nobody"
      ? null
      : element("button", { type: "button", class: "quiet", "data-focus": "watch", onclick: copyWatch }, t("Copy the link for watching")),
  );
}

/**
 * The name of a player.
 * @param {TournamentView} view
 * @param {number | null} number
 */
export function nameOf({ players }, number) {
  return players.find((player) => player.number === number)?.name ?? "";
}

/**
 * The user's game of this round, with a button that opens it.
 * @param {TournamentView} view
 * @param {TournamentPage} page
 */
export function ownGame(view, page) {
  if (view.state !== "running") return null;
  const own = view.games.filter((game) => game.mine && game.round === view.round);
  return own.length ? element("section", { class: "own-games" }, ...own.map((game) => ownCard(view, game, page))) : null;
}

/**
 * @param {TournamentView} view
 * @param {TournamentGame} game
 * @param {TournamentPage} page
 */
function ownCard(view, game, page) {
  if (game.black === null) return element("p", { class: "card" }, t("{name} has no opponent in this round.", { name: nameOf(view, game.white) }));
  const isWhite = view.players.some(({ number, mine }) => mine && number === game.white);
  const side = view.sides[isWhite ? 0 : 1];
  const other = nameOf(view, isWhite ? game.black : game.white);
  if (game.result) return element("p", { class: "card" }, t("Your game of this round is over: {result}", { result: resultText(game.result) }));
  const play = singleFlight(async () => {
    const answer = await page.ask("play", { round: game.round, board: game.board });
    if (answer) page.context.go(`#/table/${answer.id}`);
  });
  return element(
    "div",
    { class: "card own-game" },
    element("p", {}, t("You play {side} against {name}.", { side, name: other })),
    element("button", { type: "button", class: "button primary", "data-focus": "play", onclick: play }, t("Play your game")),
  );
}

/**
 * All rounds, the latest one first; earlier ones are folded.
 * @param {TournamentView} view
 * @param {TournamentPage} page
 */
export function roundsCard(view, page) {
  const numbers = [...new Set(view.games.map(({ round }) => round))].reverse();
  return element(
    "section",
    { class: "card rounds" },
    element("h2", {}, t("Pairings")),
    ...numbers.map((round) =>
      element(
        "details",
        { open: round === view.round, class: "round", "data-key": `${round} ${view.round}` },
        element("summary", {}, t("Round {round}", { round })),
        pairingsTable(view, view.games.filter((game) => game.round === round), page),
      ),
    ),
  );
}

/**
 * @param {TournamentView} view
 * @param {TournamentGame[]} games
 * @param {TournamentPage} page
 */
function pairingsTable(view, games, page) {
  const head = [t("Board"), ...view.sides, t("Result"), ""];
  return element(
    "div",
    { class: "scroller" },
    element(
      "table",
      { class: "pairings" },
      element("thead", {}, element("tr", {}, ...head.map((title) => element("th", { scope: "col" }, title)))),
      element("tbody", {}, ...games.map((game) => pairingRow(view, game, page))),
    ),
  );
}

/**
 * @param {TournamentView} view
 * @param {TournamentGame} game
 * @param {TournamentPage} page
 */
function pairingRow(view, game, page) {
  const bye = game.black === null;
  return element(
    "tr",
    { class: game.mine ? "is-mine" : "", "data-board": game.board },
    element("td", { class: "number" }, game.board),
    element("td", {}, nameOf(view, game.white)),
    element("td", { class: bye ? "muted" : "" }, bye ? t("no opponent") : nameOf(view, game.black)),
    element("td", { class: "result" }, view.organiser && view.state === "running" && !bye ? resultChoice(view, game, page) : resultText(game.result)),
    element("td", {}, game.table ? element("a", { href: `#/${game.result ? "review" : "table"}/${game.table}` }, game.result ? t("Look at it") : t("Watch")) : ""),
  );
}

/**
 * A result as people write it.
 * @param {string} result
 */
export function resultText(result) {
  return digits({ "1-0": "1 – 0", "0-1": "0 – 1", "1/2-1/2": "½ – ½", "+/-": "+ / –", "-/+": "– / +", "-/-": "– / –" }[result] ?? "");
}

/** @param {TournamentView} view */
export function standingsCard(view) {
  const head = [t("Place"), t("Player"), t("Points"), t("Games played"), ...view.tie_breaks];
  const rows = view.standings.map((one) =>
    element(
      "tr",
      { class: view.players.some((player) => player.mine && player.number === one.player) ? "is-mine" : "", "data-player": one.player },
      element("td", { class: "number" }, one.place),
      element("td", {}, shownName(view, one.player)),
      element("td", { class: "number points" }, one.points),
      element("td", { class: "number" }, one.played),
      ...one.tie_breaks.map((value) => element("td", { class: "number muted" }, value)),
    ),
  );
  return element(
    "section",
    { class: "card standings" },
    element("h2", {}, t("Standings")),
    element(
      "div",
      { class: "scroller" },
      element(
        "table",
        {},
        element("thead", {}, element("tr", {}, ...head.map((title) => element("th", { scope: "col" }, title)))),
        element("tbody", {}, ...rows),
      ),
    ),
  );
}

/**
 * The name of a player, and whether they have left.
 * @param {TournamentView} view
 * @param {number} number
 */
function shownName(view, number) {
  const name = nameOf(view, number);
  return view.players.some((player) => player.number === number && player.gone) ? t("{name} (has left)", { name }) : name;
}
