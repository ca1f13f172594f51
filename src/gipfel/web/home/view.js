/** The first page: what can be played, and what is still being played. */

import { api, element, sheet, toast } from "../dom.js";
import { language, t } from "../words.js";
import { fetchHome } from "./data.js";
import { seatTitle } from "./people.js";
import { smallPicture } from "./picture.js";
import { acceptDrops, loadRecord, openRecord, readFile } from "./record.js";
import { messageOf, openStart, startAgain } from "./start.js";

/** @typedef {import("./data.js").GameInfo} GameInfo */
/** @typedef {import("../types.js").Summary} Summary */
/** @typedef {import("../types.js").Context} Context */

const TIME_TO_UNDO = 6000;
const MOST_FINISHED = 12;

/**
 * @param {HTMLElement} root
 * @param {string[]} _parts
 * @param {Context} context
 */
export async function show(root, _parts, context) {
  const [home, { tables: finished }] = await Promise.all([fetchHome(), fetchFinished(), sheet("/web/home/home.css"), sheet("/web/home/forms.css")]);
  const deleting = deletions();
  const tables = new Map(home.games.map((game) => [game.name, game]));
  root.append(
    element(
      "div",
      { class: "home" },
      element("h1", { class: "visually-hidden" }, t("Games")),
      home.unfinished.length ? tableRow(t("Continue"), home.unfinished, tables, deleting) : null,
      element("section", { class: "games", "aria-label": t("Games") }, ...home.games.map((game) => card(game, context.go))),
      otherWays(context.go),
      finished.length ? tableRow(t("Finished games"), finished.slice(0, MOST_FINISHED), tables, deleting) : null,
      element("p", { class: "home-foot muted" }, t("Gipfel {version}", { version: home.version })),
    ),
  );
  const problem = element("p");
  acceptDrops(root, async (files) => {
    const record = await readFile(files, problem);
    if (record === null || !(await loadRecord(record, context.go, problem))) toast(problem.textContent ?? "");
  });
  return deleting.now;
}

/**
 * @param {GameInfo} game
 * @param {(address: string) => void} go
 */
function card(game, go) {
  return element(
    "article",
    { class: "game card", "data-game": game.name },
    element(
      "button",
      { type: "button", class: "game-open", onclick: () => openStart(game, go) },
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
          onclick: () => startAgain(game, go),
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

// --- Tables that were begun ----------------------------------------------------------------------------

/** @returns {Promise<{tables: Summary[]}>} */
function fetchFinished() {
  return api.get("/api/tables?finished=true");
}

/**
 * @param {string} title
 * @param {Summary[]} summaries
 * @param {Map<string, GameInfo>} games
 * @param {ReturnType<typeof deletions>} deleting
 */
function tableRow(title, summaries, games, deleting) {
  const section = element("section", { class: "unfinished" }, element("h2", {}, title));
  const row = element("div", { class: "unfinished-row" });
  for (const summary of summaries) row.append(tableCard(summary, games.get(summary.game), deleting));
  section.append(row);
  return section;
}

/**
 * @param {Summary} summary
 * @param {GameInfo | undefined} game
 * @param {ReturnType<typeof deletions>} deleting
 */
function tableCard(summary, game, deleting) {
  const [white, black] = game?.sides ?? ["", ""];
  const link = element(
    "a",
    { class: "unfinished-link", href: `#/${summary.outcome ? "review" : "table"}/${summary.id}` },
    element("span", { class: "unfinished-picture" }, smallPicture(summary.picture)),
    element(
      "span",
      { class: "unfinished-text" },
      element("strong", {}, summary.title),
      element("span", {}, `${white}: ${seatTitle(summary.seats.white, summary.seats.black)}`),
      element("span", {}, `${black}: ${seatTitle(summary.seats.black, summary.seats.white)}`),
      stateOf(summary),
    ),
  );
  const remove = element(
    "button",
    { type: "button", class: "quiet unfinished-delete", title: t("Delete"), "aria-label": t("Delete {game}", { game: summary.title }) },
    "×",
  );
  const gone = element(
    "div",
    { class: "unfinished-gone", hidden: true },
    element("span", { class: "muted" }, t("Deleted.")),
    element("button", { type: "button", class: "button", onclick: () => restore() }, t("Undo")),
  );
  const box = element(
    "article",
    { class: "unfinished-card card", "data-game": summary.game },
    link,
    remove,
    gone,
  );
  const showGone = (/** @type {boolean} */ isGone) => {
    link.hidden = remove.hidden = isGone;
    gone.hidden = !isGone;
  };
  const restore = () => {
    deleting.cancel(summary.id);
    showGone(false);
    link.focus();
  };
  remove.addEventListener("click", () => {
    showGone(true);
    gone.querySelector("button")?.focus();
    deleting.soon(summary.id, () => box.remove(), () => showGone(false));
  });
  return box;
}

/**
 * How it stands, in a few words.
 * @param {Summary} summary
 */
function stateOf({ outcome, your_turn, changed }) {
  if (outcome) return element("span", { class: "muted" }, t("{score}, {when}", { score: outcome.score, when: ago(changed) }));
  if (your_turn) return element("span", { class: "unfinished-turn" }, t("Your turn"));
  return element("span", { class: "muted" }, ago(changed));
}

/** Tables that will be deleted in a moment unless somebody thinks better of it. */
function deletions() {
  /** @type {Map<string, {timer: number, done: () => void, failed: () => void}>} */
  const waiting = new Map();
  const run = async (/** @type {string} */ id) => {
    const found = waiting.get(id);
    if (!found) return;
    clearTimeout(found.timer);
    waiting.delete(id);
    try {
      await api.delete(`/api/tables/${id}`);
      found.done();
    } catch (problem) {
      found.failed();
      toast(messageOf(problem));
    }
  };
  return {
    soon: (/** @type {string} */ id, /** @type {() => void} */ done, /** @type {() => void} */ failed) => {
      waiting.set(id, { timer: setTimeout(() => run(id), TIME_TO_UNDO), done, failed });
    },
    cancel: (/** @type {string} */ id) => {
      clearTimeout(waiting.get(id)?.timer);
      waiting.delete(id);
    },
    now: () => [...waiting.keys()].forEach(run),
  };
}

/**
 * How long ago, in the largest unit that fits.
 * @param {string} when
 */
function ago(when) {
  const seconds = (Date.parse(when) - Date.now()) / 1000;
  const format = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  /** @type {[Intl.RelativeTimeFormatUnit, number][]} */
  const units = [["day", 86400], ["hour", 3600], ["minute", 60]];
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return format.format(Math.round(seconds / size), unit);
  }
  return t("just now");
}
