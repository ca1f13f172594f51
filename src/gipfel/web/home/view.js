/** The first page: games to start, and games that were started. */

import { singleFlight } from "../api.js";
import { toast } from "../dialogs.js";
import { element, loadStyles } from "../dom.js";
import { t } from "../i18n.js";
import { fetchHome } from "./fetch-home.js";
import { Deletions } from "./deletions.js";
import { loadLast, saveLast } from "./last-choices.js";
import { acceptDrops, loadRecord, openRecord, readFile } from "./load-record.js";
import { smallPicture } from "./small-picture.js";
import { openStart, startAgain } from "./start-dialog.js";
import { fetchTables, PAGE_SIZE, placeholderRow, TableRow } from "./table-row.js";

/** @import { GameInfo, Home } from "../types.js" */
/** @import { Context } from "../view-types.js" */

/** What the page showed last: it gets this shape before the server has answered. */
const KEY = "home";
const DEFAULTS = { games: 8, unfinished: 0 };
/** Milliseconds between requests for the tables with others, while the page is visible. */
const REFRESH = 15_000;

/**
 * @param {HTMLElement} root
 * @param {string[]} _parts
 * @param {Context} context
 */
export async function show(root, _parts, context) {
  const fetched = Promise.all([fetchHome(), fetchTables(true)]);
  fetched.catch(() => {}); // Reported below, after the page has got its shape.
  await Promise.all([loadStyles("/web/home/home.css"), loadStyles("/web/home/forms.css")]);
  const parts = frame(root, context.go);
  const [home, finished] = await fetched;
  const deletions = new Deletions();
  const games = new Map(home.games.map((game) => [game.name, game]));
  const unfinishedRow = new TableRow(t("Continue"), false, games, deletions);
  const finishedRow = new TableRow(t("Finished games"), true, games, deletions);
  saveLast(KEY, { games: home.games.length, unfinished: home.unfinished.length });
  unfinishedRow.refresh(home.unfinished, home.unfinished.length >= PAGE_SIZE);
  finishedRow.refresh(finished.tables, finished.more);
  parts.unfinished.replaceWith(unfinishedRow.node);
  parts.games.replaceChildren(...home.games.map((game) => card(game, home, context.go)));
  parts.games.removeAttribute("aria-busy");
  parts.finished.replaceWith(finishedRow.node);
  parts.foot.textContent = t("Gipfel {version}", { version: home.version });
  const stop = refreshRegularly([unfinishedRow, finishedRow]);
  return () => {
    stop();
    deletions.close();
  };
}

/**
 * Refresh the tables regularly while the page is visible.
 * @param {TableRow[]} rows
 */
function refreshRegularly(rows) {
  let timer = 0;
  let stopped = false;
  const refresh = async () => {
    if (document.hidden || stopped) return;
    try {
      const found = navigator.onLine ? await Promise.all(rows.map(({ finished }) => fetchTables(finished))) : [];
      if (stopped) return;
      found.forEach(({ tables, more }, i) => rows[i].refresh(tables, more));
    } catch {
      // What is shown stays; the next attempt follows.
    }
    schedule();
  };
  const schedule = () => {
    clearTimeout(timer);
    // Only tables with others change by themselves.
    if (!stopped && !document.hidden && rows[0].withOthers) timer = setTimeout(refresh, REFRESH);
  };
  const onVisible = () => (rows[0].withOthers ? refresh() : undefined);
  document.addEventListener("visibilitychange", onVisible);
  schedule();
  return () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", onVisible);
  };
}

/**
 * Draw everything that is known before the server has answered.
 * @param {HTMLElement} root
 * @param {(address: string) => void} go
 */
function frame(root, go) {
  const { games, unfinished } = loadLast(KEY, DEFAULTS);
  const parts = {
    unfinished: placeholderRow(t("Continue"), unfinished),
    games: element("section", { class: "games", "aria-label": t("Games"), "aria-busy": "true" }, ...placeholderCards(games)),
    finished: element("div", { hidden: true }),
    foot: element("p", { class: "home-foot muted" }, "Gipfel"),
  };
  const home = element(
    "div",
    { class: "home" },
    element("h1", { class: "visually-hidden" }, t("Games")),
    parts.unfinished,
    parts.games,
    otherStarts(go),
    parts.finished,
    parts.foot,
  );
  dropRecords(home, go);
  root.append(home);
  return parts;
}

/**
 * Placeholders for the cards of games.
 * @param {number} number
 */
function placeholderCards(number) {
  return Array.from({ length: Math.min(Math.max(number, 1), 12) }, () =>
    element("div", { class: "game card is-waiting", "aria-hidden": "true" }),
  );
}

/**
 * Load a record that is dropped anywhere on the page.
 * @param {HTMLElement} home
 * @param {(address: string) => void} go
 */
function dropRecords(home, go) {
  const problem = element("p");
  acceptDrops(home, async (files) => {
    const record = await readFile(files, problem);
    if (record === null || !(await loadRecord(record, go, problem))) toast(problem.textContent ?? "");
  });
}

/**
 * @param {GameInfo} game
 * @param {Home} home
 * @param {(address: string) => void} go
 */
function card(game, home, go) {
  return element(
    "article",
    { class: "game card", "data-game": game.name },
    element(
      "button",
      { type: "button", class: "game-open", onclick: () => openStart(game, home, go) },
      element("span", { class: "game-picture" }, smallPicture(game.picture)),
      element("span", { class: "game-title" }, game.title),
      element("span", { class: "game-summary" }, game.summary),
    ),
    element(
      "div",
      { class: "game-foot" },
      element(
        "button",
        {
          type: "button",
          class: "button primary",
          "aria-label": t("Play {game} at once", { game: game.title }),
          title: t("Begin as last time"),
          onclick: singleFlight(() => startAgain(game, home, go)),
        },
        t("Play"),
      ),
      element("a", { class: "game-rules", href: `#/rules/${game.name}/${game.versions[0].name}` }, t("Rules")),
    ),
  );
}

/** @param {(address: string) => void} go */
function otherStarts(go) {
  const startButton = (/** @type {string} */ title, /** @type {string} */ note, /** @type {() => void} */ onclick) =>
    element(
      "button",
      { type: "button", class: "other-start card", onclick },
      element("span", { class: "other-start-title" }, title),
      element("span", { class: "muted" }, note),
    );
  return element(
    "section",
    { class: "other-starts", "aria-label": t("Other ways to begin") },
    startButton(t("Compose an evening"), t("GIPF with potentials and linked games, as you like it."), () => go("#/compose")),
    startButton(t("Tournament"), t("For a club: round robin or Swiss system, everybody by link."), () => go("#/tournament")),
    startButton(t("Load a record"), t("Look at a game again. You can also drop a file on this page."), () => openRecord(go)),
    startButton(t("Set up a position"), t("Begin in the middle of a game."), () => go("#/editor")),
  );
}
