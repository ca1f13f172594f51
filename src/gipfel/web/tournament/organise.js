/** What only the organiser can do: players and their links, rounds, results, who may watch. */

import { api, messageOf, singleFlight } from "../api.js";
import { openDialog, toast } from "../dialogs.js";
import { element } from "../dom.js";
import { copy, saveFile } from "../files.js";
import { t, tn } from "../i18n.js";
import { keepKeys, knownKeys, ORGANISER, tournamentLink } from "./links.js";

/** @import { TournamentGame, TournamentPlayer, TournamentView, Watchers } from "../types.js" */
/** @import { TournamentPage } from "./view.js" */

const LONGEST_NAME = 60;
/** What can be entered as a result. */
const RESULTS = ["1-0", "0-1", "1/2-1/2", "+/-", "-/+", "-/-"];
const ANEW = "anew";

/**
 * @param {TournamentView} view
 * @param {TournamentPage} page
 */
export function organiserTools(view, page) {
  return element(
    "section",
    { class: "card organiser" },
    element("h2", {}, t("You are the organiser")),
    ...roundTools(view, page),
    element(
      "details",
      { class: "more", "data-key": "more" },
      element("summary", { "data-focus": "more" }, t("Links and settings")),
      element(
        "div",
        { class: "organiser-more" },
        watchField(view, page),
        element(
          "div",
          { class: "buttons" },
          button("own-link", t("Copy the organiser's link"), () => copyLink(ORGANISER, page)),
          view.round ? button("records", t("Save all records"), () => saveRecords(page)) : null,
          button("delete", t("Delete the tournament"), () => askToDelete(page)),
        ),
        element("p", { class: "muted" }, t("Whoever has the organiser's link can do everything that you can do here.")),
        view.state === "running" ? playersList(view, page) : null,
      ),
    ),
  );
}

/**
 * @param {TournamentView} view
 * @param {TournamentPage} page
 */
function roundTools(view, page) {
  const { state, round, rounds, undecided } = view;
  if (state === "open") {
    return [
      element("p", { class: "muted" }, t("Send each player their link. Then begin the first round.")),
      element("div", { class: "buttons" }, button("next", t("Begin the first round"), () => page.change("next", { round }), "primary", view.players.length < 2)),
    ];
  }
  if (state === "ended") return [element("div", { class: "buttons" }, button("records", t("Save all records"), () => saveRecords(page)))];
  const isLast = round >= rounds;
  const waits = undecided ? tn("One game of this round has no result yet.", "{n} games of this round have no result yet.", undecided) : t("All games of this round have a result.");
  return [
    element("p", { class: "muted" }, waits),
    element(
      "div",
      { class: "buttons" },
      isLast ? null : button("next", t("Close the round and pair the next one"), () => page.change("next", { round }), "primary", undecided > 0),
      button("end", t("End the tournament"), () => askToEnd(view, page), isLast && !undecided ? "primary" : ""),
    ),
  ];
}

/**
 * @param {string} name      to find it again after drawing
 * @param {string} label
 * @param {() => Promise<unknown> | void} work
 * @param {string} [kind]
 * @param {boolean} [disabled]
 */
function button(name, label, work, kind = "", disabled = false) {
  return element("button", { type: "button", class: `button ${kind}`, "data-focus": name, disabled, onclick: singleFlight(async () => work()) }, label);
}

/**
 * @param {TournamentView} view
 * @param {TournamentPage} page
 */
function watchField(view, page) {
  /** @type {[Watchers, string][]} */
  const choices = [
    ["nobody", t("Only players")],
    ["link", t("Everybody who has the link for watching")],
    ["everybody", t("Everybody; it is listed for all visitors of this server")],
  ];
  const list = element(
    "select",
    { "data-focus": "watchers", onchange: () => page.change("settings", { watch: list.value }) },
    ...choices.map(([value, title]) => element("option", { value, selected: value === view.watch }, title)),
  );
  return element("label", { class: "field" }, element("span", {}, t("Who may watch")), list);
}

// --- Players ---------------------------------------------------------------------------------------------

/**
 * The players before the first round; the organiser adds and removes them here.
 * @param {TournamentView} view
 * @param {TournamentPage} page
 */
export function playersTools(view, page) {
  return element(
    "section",
    { class: "card players" },
    element("h2", {}, tn("One player", "{n} players", view.players.length)),
    playersList(view, page),
    view.organiser ? addForm(page) : null,
  );
}

/**
 * @param {TournamentView} view
 * @param {TournamentPage} page
 */
function playersList(view, page) {
  return element("ol", { class: "player-list" }, ...view.players.map((player) => playerRow(view, player, page)));
}

/**
 * @param {TournamentView} view
 * @param {TournamentPlayer} player
 * @param {TournamentPage} page
 */
function playerRow(view, player, page) {
  const { number, name, mine, gone } = player;
  const shown = mine ? t("{name} (you)", { name }) : gone ? t("{name} (has left)", { name }) : name;
  const tools = view.organiser && !gone
    ? element(
        "span",
        { class: "buttons" },
        element("button", { type: "button", class: "quiet", "data-focus": `link ${number}`, "aria-label": t("Copy the link of {name}", { name }), onclick: singleFlight(() => copyLink(number, page)) }, t("Copy the link")),
        element("button", { type: "button", class: "quiet", "data-focus": `new ${number}`, "aria-label": t("New link for {name}", { name }), onclick: () => askToRenew(player, page) }, t("New link")),
        element("button", { type: "button", class: "quiet", "data-focus": `remove ${number}`, "aria-label": t("Remove {name}", { name }), onclick: () => askToRemove(view, player, page) }, t("Remove")),
      )
    : null;
  return element("li", { "data-player": number }, element("span", { class: "player-list-name" }, shown), tools);
}

/** @param {TournamentPage} page */
function addForm(page) {
  const name = element("input", { type: "text", name: "player", maxlength: LONGEST_NAME, required: true, autocomplete: "off", "aria-label": t("Name of the player"), placeholder: t("Name of the player"), "data-focus": "new player" });
  const form = element("form", { class: "add-player" }, name, element("button", { type: "submit", class: "button" }, t("Add")));
  const add = singleFlight(async () => {
    const link = await page.ask("players", { name: name.value.trim() });
    if (!link) return;
    keepKeys(page.id, link);
    name.value = "";
    await page.refresh();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    add();
  });
  return form;
}

/**
 * Copy the link of a player; a browser that does not know it has to make a new one.
 * @param {number} player
 * @param {TournamentPage} page
 */
async function copyLink(player, page) {
  const key = knownKeys(page.id)[player];
  if (key) return copy(tournamentLink(page.home?.public_url, page.id, key));
  const box = openDialog(
    t("This browser does not know the link"),
    t("Cancel"),
    element("p", {}, t("It was made in another browser. A new link makes the old one useless.")),
    element("button", { type: "button", class: "button primary", onclick: () => (box.close(), renew(player, page)) }, t("Make a new link")),
  );
  box.classList.add("small");
}

/**
 * @param {number} player
 * @param {TournamentPage} page
 */
async function renew(player, page) {
  const link = await page.ask("link", { player });
  if (!link) return;
  keepKeys(page.id, link);
  await copy(tournamentLink(page.home?.public_url, page.id, link.key));
}

/**
 * @param {TournamentPlayer} player
 * @param {TournamentPage} page
 */
function askToRenew({ number, name }, page) {
  ask(t("A new link for {name}?", { name }), t("The old link and all devices that have opened it do not fit any more."), t("Make a new link"), () => renew(number, page));
}

/**
 * @param {TournamentView} view
 * @param {TournamentPlayer} player
 * @param {TournamentPage} page
 */
function askToRemove(view, { number, name }, page) {
  const remove = () => page.change("remove", { player: number });
  if (view.state === "open") return remove();
  const note = view.kind === "swiss" ? t("{name} is not paired any more.", { name }) : t("{name} loses all further games.", { name });
  return ask(t("Does {name} leave the tournament?", { name }), note, t("Yes, remove"), remove);
}

// --- Results ---------------------------------------------------------------------------------------------

/**
 * A list of results for a game; the first entry is that of the table.
 * @param {TournamentView} view
 * @param {TournamentGame} game
 * @param {TournamentPage} page
 */
export function resultChoice(view, game, page) {
  const [white, black] = view.sides;
  /** @type {Record<string, string>} */
  const titles = {
    "1-0": t("{side} wins", { side: white }),
    "0-1": t("{side} wins", { side: black }),
    "1/2-1/2": t("Draw"),
    "+/-": t("{side} did not come", { side: black }),
    "-/+": t("{side} did not come", { side: white }),
    "-/-": t("Nobody came"),
  };
  const byTable = game.entered ? t("As at the table") : titles[game.result] ?? (game.table ? t("Being played") : t("Not opened yet"));
  const place = { round: game.round, board: game.board };
  const choose = () => {
    if (list.value === ANEW) return page.change("anew", place);
    return page.change("result", { ...place, result: list.value || null });
  };
  const list = element(
    "select",
    { "aria-label": t("Result at board {board}", { board: game.board }), "data-focus": `result ${game.round} ${game.board}`, onchange: choose },
    element("option", { value: "", selected: !game.entered }, byTable),
    ...RESULTS.map((value) => element("option", { value, selected: game.entered && value === game.result }, titles[value])),
    game.table && game.round === view.round ? element("option", { value: ANEW }, t("Play anew at another table")) : null,
  );
  return list;
}

// --- Questions -------------------------------------------------------------------------------------------

/**
 * Ask before something that cannot be taken back.
 * @param {string} title
 * @param {string} note
 * @param {string} yes
 * @param {() => unknown} work
 */
function ask(title, note, yes, work) {
  const box = openDialog(
    title,
    t("Cancel"),
    element("p", {}, note),
    element("button", { type: "button", class: "button primary", onclick: () => (box.close(), work()) }, yes),
  );
  box.classList.add("small");
}

/**
 * @param {TournamentView} view
 * @param {TournamentPage} page
 */
function askToEnd({ undecided }, page) {
  const note = undecided ? t("Games without a result count for nobody.") : t("The standings stay as they are.");
  ask(t("End the tournament?"), note, t("End the tournament"), () => page.change("end"));
}

/** @param {TournamentPage} page */
function askToDelete(page) {
  ask(t("Delete the tournament?"), t("Pairings and standings are gone then; the games stay with their players."), t("Delete the tournament"), () => page.remove());
}

/** @param {TournamentPage} page */
async function saveRecords(page) {
  try {
    saveFile(`tournament-${page.id}.zip`, await api.blob(page.address("records")));
  } catch (error) {
    toast(messageOf(error));
  }
}
