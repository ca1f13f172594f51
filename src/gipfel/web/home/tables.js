/** Tables that were begun, as cards in a row: to go on with, to look at, to delete. */

import { api, element, messageOf, toast } from "../dom.js";
import { seatTitle } from "../people.js";
import { language, t, tn } from "../words.js";
import { smallPicture } from "./picture.js";

/** @typedef {import("./data.js").GameInfo} GameInfo */
/** @typedef {import("../types.js").Summary} Summary */
/** @typedef {ReturnType<typeof deletions>} Deletions */

const TIME_TO_UNDO = 6000;
/** So many stand in a row; the others are shown when somebody asks for them. */
const MOST_IN_ROW = 8;

/**
 * A row before it is known what is in it; it keeps the place.
 * @param {string} title
 * @param {number} number
 */
export function waitingRow(title, number) {
  const card = () => element("div", { class: "unfinished-card card is-waiting" });
  const cards = Array.from({ length: Math.min(number, MOST_IN_ROW) }, card);
  return element(
    "section",
    { class: "unfinished", hidden: !number, "aria-hidden": "true" },
    element("h2", {}, title),
    element("div", { class: "unfinished-row" }, ...cards),
  );
}

/**
 * @param {string} title
 * @param {Summary[]} summaries
 * @param {Map<string, GameInfo>} games
 * @param {Deletions} deleting
 */
export function tableRow(title, summaries, games, deleting) {
  const card = (/** @type {Summary} */ summary) => tableCard(summary, games.get(summary.game), deleting);
  const row = element("div", { class: "unfinished-row" }, ...summaries.slice(0, MOST_IN_ROW).map(card));
  const rest = summaries.slice(MOST_IN_ROW);
  const more = element(
    "button",
    { type: "button", class: "quiet", hidden: !rest.length },
    tn("Show one more", "Show {n} more", rest.length),
  );
  more.addEventListener("click", () => {
    more.remove();
    row.append(...rest.map(card));
    row.classList.add("is-all");
    /** @type {HTMLElement | null | undefined} */ (row.children[MOST_IN_ROW]?.querySelector("a"))?.focus();
  });
  const head = element("div", { class: "unfinished-head" }, element("h2", {}, title), more);
  return element("section", { class: "unfinished", hidden: !summaries.length, "aria-label": title }, head, row);
}

/**
 * @param {Summary} summary
 * @param {GameInfo | undefined} game
 * @param {Deletions} deleting
 */
function tableCard(summary, game, deleting) {
  const link = tableLink(summary, game);
  const label = t("Delete {game}", { game: summary.title });
  const remove = element("button", { type: "button", class: "quiet unfinished-delete", title: t("Delete"), "aria-label": label }, "×");
  const undo = element("button", { type: "button", class: "button" }, t("Undo"));
  const gone = element("div", { class: "unfinished-gone", hidden: true }, element("span", { class: "muted" }, t("Deleted.")), undo);
  const box = element("article", { class: "unfinished-card card", "data-game": summary.game }, link, remove, gone);
  const showGone = (/** @type {boolean} */ isGone) => {
    link.hidden = remove.hidden = isGone;
    gone.hidden = !isGone;
  };
  undo.addEventListener("click", () => {
    deleting.cancel(summary.id);
    showGone(false);
    link.focus();
  });
  remove.addEventListener("click", () => {
    showGone(true);
    undo.focus();
    deleting.soon(summary.id, () => takeAway(box), () => showGone(false));
  });
  return box;
}

/**
 * A card goes; its row goes with the last one.
 * @param {HTMLElement} box
 */
function takeAway(box) {
  const section = box.closest("section");
  box.remove();
  if (section && !section.querySelector(".unfinished-card")) section.hidden = true;
}

/**
 * @param {Summary} summary
 * @param {GameInfo | undefined} game
 */
function tableLink(summary, game) {
  const [white, black] = game?.sides ?? ["", ""];
  const seats = summary.seats;
  const line = (/** @type {string} */ text) => element("span", { class: "unfinished-line", title: text }, text);
  return element(
    "a",
    { class: "unfinished-link", href: `#/${summary.outcome ? "review" : "table"}/${summary.id}` },
    element("span", { class: "unfinished-picture" }, smallPicture(summary.picture)),
    element(
      "span",
      { class: "unfinished-text" },
      element("strong", { class: "unfinished-title", title: summary.title }, summary.title),
      line(t("{side}: {player}", { side: white, player: seatTitle(seats.white, seats.black) })),
      line(t("{side}: {player}", { side: black, player: seatTitle(seats.black, seats.white) })),
      stateOf(summary),
    ),
  );
}

/**
 * How it stands, in a few words.
 * @param {Summary} summary
 */
function stateOf({ outcome, your_turn, changed }) {
  const when = element("span", { class: "muted" }, outcome ? t("{score}, {when}", { score: outcome.score, when: ago(changed) }) : ago(changed));
  if (outcome || !your_turn) return when;
  return element("span", { class: "unfinished-line" }, element("span", { class: "unfinished-turn" }, t("Your turn")), " · ", when);
}

/** Tables that will be deleted in a moment unless somebody thinks better of it. */
export function deletions() {
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
  const now = () => [...waiting.keys()].forEach(run);
  // A page that is closed or loaded again has no time left to think better of it.
  addEventListener("pagehide", now);
  return {
    soon: (/** @type {string} */ id, /** @type {() => void} */ done, /** @type {() => void} */ failed) => {
      waiting.set(id, { timer: setTimeout(() => run(id), TIME_TO_UNDO), done, failed });
    },
    cancel: (/** @type {string} */ id) => {
      clearTimeout(waiting.get(id)?.timer);
      waiting.delete(id);
    },
    now: () => {
      removeEventListener("pagehide", now);
      now();
    },
  };
}

/**
 * How long ago, in the largest unit that fits.
 * @param {string} when
 */
function ago(when) {
  const seconds = (Date.parse(when) - Date.now()) / 1000;
  const format = new Intl.RelativeTimeFormat(language(), { numeric: "auto", style: "narrow" });
  /** @type {[Intl.RelativeTimeFormatUnit, number][]} */
  const units = [["day", 86400], ["hour", 3600], ["minute", 60]];
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return format.format(Math.round(seconds / size), unit);
  }
  return t("just now");
}
