/** A table as a card: what is played, who plays, how it stands, and how long there is to think. */

import { timeLeft } from "../clocks.js";
import { element } from "../dom.js";
import { seatTitle, waitingSide } from "../people.js";
import { language, t } from "../words.js";
import { smallPicture } from "./picture.js";

/** @typedef {import("./data.js").GameInfo} GameInfo */
/** @typedef {import("./deletions.js").Deletions} Deletions */
/** @typedef {import("../types.js").Side} Side */
/** @typedef {import("../types.js").Summary} Summary */

/**
 * @param {Summary} summary
 * @param {GameInfo | undefined} game
 * @param {Deletions} deleting
 * @param {() => void} gone      it was deleted
 */
export function tableCard(summary, game, deleting, gone) {
  const link = tableLink(summary, game);
  const box = element("article", { class: "unfinished-card card", "data-game": summary.game, "data-id": summary.id }, link);
  if (isAwaited(summary)) box.classList.add("is-awaited");
  // Who plays with others cannot take the game away from them.
  if (!summary.with_others || isWaiting(summary)) addDelete(box, link, summary, deleting, gone);
  return box;
}

/**
 * Does somebody else wait for this person?
 * @param {Summary} summary
 */
export function isAwaited({ your_turn, with_others, outcome, seats }) {
  return your_turn && with_others && !outcome && !waitingSide(seats);
}

/**
 * @param {HTMLElement} box
 * @param {HTMLElement} link
 * @param {Summary} summary
 * @param {Deletions} deleting
 * @param {() => void} taken
 */
function addDelete(box, link, summary, deleting, taken) {
  const label = t("Delete {game}", { game: summary.title });
  const remove = element("button", { type: "button", class: "quiet unfinished-delete", title: t("Delete"), "aria-label": label }, "×");
  const undo = element("button", { type: "button", class: "button" }, t("Undo"));
  const gone = element("div", { class: "unfinished-gone", hidden: true }, element("span", { class: "muted" }, t("Deleted.")), undo);
  box.append(remove, gone);
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
    deleting.soon(summary.id, taken, () => showGone(false));
  });
}

/**
 * @param {Summary} summary
 * @param {GameInfo | undefined} game
 */
function tableLink(summary, game) {
  return element(
    "a",
    { class: "unfinished-link", href: `#/${summary.outcome ? "review" : "table"}/${summary.id}` },
    element("span", { class: "unfinished-picture" }, smallPicture(summary.picture)),
    element(
      "span",
      { class: "unfinished-text" },
      element("strong", { class: "unfinished-title", title: summary.title }, summary.title),
      ...playersOf(summary, game?.sides ?? ["", ""]),
      stateOf(summary),
    ),
  );
}

/** @param {string} text */
function line(text) {
  return element("span", { class: "unfinished-line", title: text }, text);
}

/**
 * Who plays; with somebody else also how much time is left.
 * @param {Summary} summary
 * @param {string[]} sides
 */
function playersOf(summary, [white, black]) {
  const { seats, mine, with_others, clock, outcome } = summary;
  if (!with_others || mine?.length !== 1) {
    return [
      line(t("{side}: {player}", { side: white, player: seatTitle(seats.white, seats.black) })),
      line(t("{side}: {player}", { side: black, player: seatTitle(seats.black, seats.white) })),
    ];
  }
  const played = line(t("You play {side}", { side: mine[0] === "white" ? white : black }));
  if (waitingSide(seats)) return [played];
  const name = nameOf(summary);
  return [line(t("With {name}", { name })), clock && !outcome ? line(timeOf(clock, mine[0], name)) : played];
}

/**
 * Whose time runs, and how much is left of it.
 * @param {import("../types.js").ClockFace} clock
 * @param {Side} mine
 * @param {string} name      of the other person
 */
function timeOf({ left, running }, mine, name) {
  const time = timeLeft(left[running ?? mine]);
  return (running ?? mine) === mine ? t("You have {time} left", { time }) : t("{name} has {time} left", { name, time });
}

/**
 * What the other person is called.
 * @param {Summary} summary
 */
function nameOf({ seats, mine }) {
  const seat = seats[mine[0] === "white" ? "black" : "white"];
  return (seat.kind === "person" && seat.name) || t("your friend");
}

/**
 * How it stands, in a few words.
 * @param {Summary} summary
 */
function stateOf(summary) {
  const { outcome, your_turn, changed } = summary;
  const when = element("span", { class: "muted" }, outcome ? t("{score}, {when}", { score: outcome.score, when: ago(changed) }) : ago(changed));
  if (outcome) return when;
  if (isWaiting(summary)) return element("span", { class: "unfinished-waits" }, t("Waiting for your friend"));
  if (!your_turn) return when;
  return element("span", { class: "unfinished-line" }, element("span", { class: "unfinished-turn" }, t("Your turn")), " · ", when);
}

/**
 * Has the friend not come yet?
 * @param {Summary} summary
 */
function isWaiting({ with_others, seats }) {
  return with_others && Boolean(waitingSide(seats));
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
