/** The first page: what can be played, and what is still being played. */

import { element, once, sheet, toast } from "../dom.js";
import { t } from "../words.js";
import { fetchHome } from "./data.js";
import { deletions } from "./deletions.js";
import { remember, remembered } from "./memory.js";
import { smallPicture } from "./picture.js";
import { acceptDrops, loadRecord, openRecord, readFile } from "./record.js";
import { openStart, startAgain } from "./start.js";
import { A_PAGE, fetchTables, TableRow, waitingRow } from "./tables.js";

/** @typedef {import("./data.js").GameInfo} GameInfo */
/** @typedef {import("./data.js").Home} Home */
/** @typedef {import("../view-types.js").Context} Context */

/** What this page showed last, so that the next time it has its shape before the server has answered. */
const KEPT = "home";
const USUAL = { games: 8, unfinished: 0 };
/** So often the page looks what the others have done, while somebody looks at it. */
const REFRESH = 15_000;

/**
 * @param {HTMLElement} root
 * @param {string[]} _parts
 * @param {Context} context
 */
export async function show(root, _parts, context) {
  const fetched = Promise.all([fetchHome(), fetchTables(true)]);
  fetched.catch(() => {}); // It is told below, when the page has its shape.
  await Promise.all([sheet("/web/home/home.css"), sheet("/web/home/forms.css")]);
  const places = frame(root, context.go);
  const [home, finished] = await fetched;
  const deleting = deletions();
  const games = new Map(home.games.map((game) => [game.name, game]));
  const unfinishedRow = new TableRow(t("Continue"), false, games, deleting);
  const finishedRow = new TableRow(t("Finished games"), true, games, deleting);
  remember(KEPT, { games: home.games.length, unfinished: home.unfinished.length });
  unfinishedRow.renew(home.unfinished, home.unfinished.length >= A_PAGE);
  finishedRow.renew(finished.tables, finished.more);
  places.unfinished.replaceWith(unfinishedRow.node);
  places.games.replaceChildren(...home.games.map((game) => card(game, home, context.go)));
  places.games.removeAttribute("aria-busy");
  places.finished.replaceWith(finishedRow.node);
  places.foot.textContent = t("Gipfel {version}", { version: home.version });
  const stop = keepFresh([unfinishedRow, finishedRow]);
  return () => {
    stop();
    deleting.now();
  };
}

/**
 * Look again and again what has happened at tables with others, as long as somebody sees it.
 * @param {TableRow[]} rows
 */
function keepFresh(rows) {
  let timer = 0;
  let ended = false;
  const look = async () => {
    if (document.hidden || ended) return;
    try {
      const found = navigator.onLine ? await Promise.all(rows.map(({ finished }) => fetchTables(finished))) : [];
      if (ended) return;
      found.forEach(({ tables, more }, i) => rows[i].renew(tables, more));
    } catch {
      // What is shown stays; it is tried again.
    }
    later();
  };
  const later = () => {
    clearTimeout(timer);
    // Nobody else changes what one plays alone.
    if (!ended && !document.hidden && rows[0].withOthers) timer = setTimeout(look, REFRESH);
  };
  const seen = () => (rows[0].withOthers ? look() : undefined);
  document.addEventListener("visibilitychange", seen);
  later();
  return () => {
    ended = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", seen);
  };
}

/**
 * Everything that is known before the server has answered.
 * @param {HTMLElement} root
 * @param {(address: string) => void} go
 */
function frame(root, go) {
  const { games, unfinished } = remembered(KEPT, USUAL);
  const places = {
    unfinished: waitingRow(t("Continue"), unfinished),
    games: element("section", { class: "games", "aria-label": t("Games"), "aria-busy": "true" }, ...waitingCards(games)),
    finished: element("div", { hidden: true }),
    foot: element("p", { class: "home-foot muted" }, "Gipfel"),
  };
  const home = element(
    "div",
    { class: "home" },
    element("h1", { class: "visually-hidden" }, t("Games")),
    places.unfinished,
    places.games,
    otherWays(go),
    places.finished,
    places.foot,
  );
  dropRecords(home, go);
  root.append(home);
  return places;
}

/**
 * Cards of games whose names are not known yet.
 * @param {number} number
 */
function waitingCards(number) {
  return Array.from({ length: Math.min(Math.max(number, 1), 12) }, () =>
    element("div", { class: "game card is-waiting", "aria-hidden": "true" }),
  );
}

/**
 * A file that is dropped anywhere on the page is a record.
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
          onclick: once(() => startAgain(game, home, go)),
        },
        t("Play"),
      ),
      element("a", { class: "game-rules", href: `#/rules/${game.name}/${game.versions[0].name}` }, t("Rules")),
    ),
  );
}

/** @param {(address: string) => void} go */
function otherWays(go) {
  const way = (/** @type {string} */ title, /** @type {string} */ note, /** @type {() => void} */ onclick) =>
    element(
      "button",
      { type: "button", class: "way card", onclick },
      element("span", { class: "way-title" }, title),
      element("span", { class: "muted" }, note),
    );
  return element(
    "section",
    { class: "home-ways", "aria-label": t("Other ways to begin") },
    way(t("Compose an evening"), t("GIPF with potentials and linked games, as you like it."), () => go("#/compose")),
    way(t("Load a record"), t("Look at a game again. You can also drop a file on this page."), () => openRecord(go)),
    way(t("Set up a position"), t("Begin in the middle of a game."), () => go("#/editor")),
  );
}
