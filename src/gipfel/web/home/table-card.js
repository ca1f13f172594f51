/** A table as a card: game, players, state, time left. */

import { timeLeft } from "../clock-text.js";
import { element } from "../dom.js";
import { digits, language, t } from "../i18n.js";
import { seatTitle, waitingSide } from "../player-names.js";
import { smallPicture } from "./small-picture.js";

/** @import { ClockFace, GameInfo, Side, Summary } from "../types.js" */
/** @import { Deletions } from "./deletions.js" */

/**
 * @param {Summary} summary
 * @param {GameInfo | undefined} game
 * @param {Deletions} deletions
 * @param {() => void} onDelete    called after it was deleted
 */
export function tableCard(summary, game, deletions, onDelete) {
  const link = tableLink(summary, game);
  const box = element("article", { class: "table-card card", "data-game": summary.game, "data-id": summary.id }, link);
  if (isAwaited(summary)) box.classList.add("is-awaited");
  if (canDelete(summary)) addDelete(box, link, summary, deletions, onDelete);
  return box;
}

/**
 * A game with others cannot be deleted by one of them.
 * @param {Summary} summary
 */
export function canDelete(summary) {
  return !summary.with_others || isWaiting(summary);
}

/**
 * Does another player wait for the user?
 * @param {Summary} summary
 */
export function isAwaited({ your_turn, with_others, outcome, seats }) {
  return your_turn && with_others && !outcome && !waitingSide(seats);
}

/**
 * @param {HTMLElement} box
 * @param {HTMLElement} link
 * @param {Summary} summary
 * @param {Deletions} deletions
 * @param {() => void} onDelete
 */
function addDelete(box, link, summary, deletions, onDelete) {
  const label = t("Delete {game}", { game: summary.title });
  const remove = element("button", { type: "button", class: "quiet table-card-delete", title: t("Delete"), "aria-label": label }, "×");
  const undo = element("button", { type: "button", class: "button" }, t("Undo"));
  const notice = element("div", { class: "table-card-deleted", hidden: true }, element("span", { class: "muted" }, t("Deleted.")), undo);
  box.append(remove, notice);
  const showNotice = (/** @type {boolean} */ isDeleted) => {
    link.hidden = remove.hidden = isDeleted;
    notice.hidden = !isDeleted;
  };
  undo.addEventListener("click", () => {
    deletions.cancel(summary.id);
    showNotice(false);
    link.focus();
  });
  remove.addEventListener("click", () => {
    showNotice(true);
    undo.focus();
    deletions.schedule(summary.id, onDelete, () => showNotice(false));
  });
}

/**
 * @param {Summary} summary
 * @param {GameInfo | undefined} game
 */
function tableLink(summary, game) {
  return element(
    "a",
    { class: "table-card-link", href: `#/${summary.outcome ? "review" : "table"}/${summary.id}` },
    element("span", { class: "table-card-picture" }, smallPicture(summary.picture)),
    element(
      "span",
      { class: "table-card-text" },
      element("strong", { class: "table-card-title", title: summary.title }, summary.title),
      ...playersOf(summary, game?.sides ?? ["", ""]),
      stateOf(summary),
    ),
  );
}

/** @param {string} text */
function line(text) {
  return element("span", { class: "table-card-line", title: text }, text);
}

/**
 * The players; against somebody else also the time left.
 * @param {Summary} summary
 * @param {string[]} sides
 */
function playersOf(summary, [white, black]) {
  const { seats, mine, with_others, clock, outcome } = summary;
  if (!with_others || mine?.length !== 1) {
    if (summary.match) return [line(summary.match.text)];
    return [
      line(t("{side}: {player}", { side: white, player: seatTitle(seats.white, seats.black) })),
      line(t("{side}: {player}", { side: black, player: seatTitle(seats.black, seats.white) })),
    ];
  }
  const played = line(t("You play {side}", { side: mine[0] === "white" ? white : black }));
  if (waitingSide(seats)) return [played];
  const name = nameOf(summary);
  return [line(withPlayer(summary, name)), clock && !outcome ? line(timeOf(clock, mine[0], name)) : played];
}

/**
 * The other player, and the score of a match with them.
 * @param {Summary} summary
 * @param {string} name      of the other player
 */
function withPlayer({ match, mine: [own] }, name) {
  if (!match) return t("With {name}", { name });
  return t("With {name}, match {won} to {lost}", { name, won: match.won[own], lost: match.won[own === "white" ? "black" : "white"] });
}

/**
 * The time left of the side whose clock runs.
 * @param {ClockFace} clock
 * @param {Side} mine
 * @param {string} name      of the other player
 */
function timeOf({ left, running }, mine, name) {
  const time = timeLeft(left[running ?? mine]);
  return (running ?? mine) === mine ? t("You have {time} left", { time }) : t("{name} has {time} left", { name, time });
}

/**
 * The name of the other player.
 * @param {Summary} summary
 */
function nameOf({ seats, mine }) {
  const seat = seats[mine[0] === "white" ? "black" : "white"];
  return (seat.kind === "person" && seat.name) || t("your friend");
}

/**
 * The state of the game in a few words.
 * @param {Summary} summary
 */
function stateOf(summary) {
  const { outcome, problem, your_turn, changed } = summary;
  if (problem) return element("span", { class: "table-card-line problem", title: problem }, t("This cannot be shown"));
  const when = element("span", { class: "muted" }, outcome ? t("{score}, {when}", { score: digits(outcome.score), when: ago(changed) }) : ago(changed));
  if (outcome) return when;
  if (isWaiting(summary)) return element("span", { class: "table-card-waiting" }, t("Waiting for your friend"));
  if (!your_turn) return when;
  return element("span", { class: "table-card-line" }, element("span", { class: "table-card-turn" }, t("Your turn")), " · ", when);
}

/**
 * Has the invited friend not joined yet?
 * @param {Summary} summary
 */
function isWaiting({ with_others, seats }) {
  return with_others && Boolean(waitingSide(seats));
}

/**
 * How long ago that was, in the largest unit that fits.
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
