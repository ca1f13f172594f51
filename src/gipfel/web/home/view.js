/** The first page: games to start, and games that were started. */

import { toast } from "../dialogs.js";
import { element, loadStyles } from "../dom.js";
import { t } from "../i18n.js";
import { fetchHome } from "./fetch-home.js";
import { Deletions } from "./deletions.js";
import { openFriend } from "./friend-dialog.js";
import { gameCard } from "./game-card.js";
import { hero } from "./hero.js";
import { loadLast, saveLast } from "./last-choices.js";
import { acceptDrops, loadRecord, openRecord, readFile } from "./load-record.js";
import { openStart } from "./start-dialog.js";
import { fetchTables, PAGE_SIZE, placeholderRow, TableRow } from "./table-row.js";

/** @import { Context } from "../view-types.js" */

/** What the page showed last: it gets this shape before the server has answered. */
const KEY = "home";
const UNKNOWN = { games: 0, unfinished: 0, finished: 0 };
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
  saveLast(KEY, { games: home.games.length, unfinished: home.unfinished.length, finished: finished.tables.length });
  unfinishedRow.refresh(home.unfinished, home.unfinished.length >= PAGE_SIZE);
  finishedRow.refresh(finished.tables, finished.more);
  parts.unfinished.replaceWith(unfinishedRow.node);
  parts.hero.fill(home.games, (game) => openStart(game, home, context.go), () => openFriend(home, context.go));
  parts.games.replaceChildren(...home.games.map((game) => gameCard(game, home, context.go)));
  parts.games.removeAttribute("aria-busy");
  parts.others.hidden = false;
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
  const { games, unfinished, finished } = loadLast(KEY, UNKNOWN);
  const parts = {
    hero: hero(unfinished + finished > 0),
    unfinished: placeholderRow(t("Continue"), unfinished),
    games: element("section", { class: "games", "aria-label": t("Games"), "aria-busy": "true" }, ...placeholderCards(games)),
    // On the first visit nobody knows what stands above it: it would be pushed down.
    others: element("div", { class: "home-others", hidden: !games }, otherStarts(go)),
    finished: element("div", { hidden: true }),
    foot: element("p", { class: "home-foot muted" }),
  };
  const home = element(
    "div",
    { class: unfinished + finished > 0 ? "home is-known" : "home" },
    ...(unfinished ? [parts.unfinished, parts.hero.node] : [parts.hero.node, parts.unfinished]),
    parts.games,
    parts.others,
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
  return Array.from({ length: Math.min(number, 12) }, () =>
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
    startButton(t("Puzzles"), t("One a day, or as many as you like: find the win."), () => go("#/puzzles")),
    startButton(t("Compose an evening"), t("GIPF with potentials and linked games, as you like it."), () => go("#/compose")),
    startButton(t("Tournament"), t("For a club: round robin or Swiss system, everybody by link."), () => go("#/tournament")),
    startButton(t("Studies"), t("Analysed games with chapters and text, for you or for readers."), () => go("#/study")),
    startButton(t("Load a record"), t("Look at a game again. You can also drop a file on this page."), () => openRecord(go)),
    startButton(t("Set up a position"), t("Begin in the middle of a game."), () => go("#/editor")),
  );
}
