/** Winning chances in words, for a beginner. */

import { t } from "../i18n.js";

/** @import { Hint } from "../types.js" */

/** Per cent: a turn that gives up no more is good, or still fine. */
const GOOD = 5;
const FINE = 13;
/** Per cent: a change that is worth a word. */
const REMARKABLE = 10;
/** Per cent: a move that is better than the second best by so much should be found. */
const OUTSTANDING = 14;
/** Per cent from which somebody is ahead, and well ahead. */
const AHEAD = 58;
const WELL_AHEAD = 78;

/** @typedef {{text: string, isWeak: boolean}} Verdict */

/**
 * What a turn was worth.
 * @param {Hint} hint         before it
 * @param {number} chance     after it, in per cent
 * @param {string} played     the turn as a text
 * @returns {Verdict}
 */
export function verdictOf({ decision, lines }, chance, played) {
  const loss = (lines[0]?.per_cent ?? chance) - chance;
  const isSame = played === decision;
  if (isSame || loss <= GOOD) return { text: isSame ? t("Good move: that is what the engine would have played, too.") : t("Good move."), isWeak: false };
  const isBegun = played.startsWith(`${decision} `); // The turn began as the engine wanted, and went on otherwise.
  if (loss <= FINE) return { text: isBegun ? t("A fine move.") : t("A fine move. {decision} was a little better.", { decision }), isWeak: false };
  if (isBegun) return { text: t("That began well, but there was a better way to go on. You can take your turn back."), isWeak: true };
  return { text: t("Better was {decision}. You can take your turn back and try it.", { decision }), isWeak: true };
}

/**
 * What the opponent's turn means.
 * @param {number} before    the user's chances before it, in per cent
 * @param {number} now
 * @param {string} name      of the opponent
 * @param {string} move      the opponent's turn
 */
export function meaningText(before, now, name, move) {
  const gain = now - before;
  if (gain >= REMARKABLE) return t("{name} has made a mistake: your chances are better now.", { name });
  if (gain <= -REMARKABLE) return t("That was a strong move of {name}: be careful.", { name });
  return move ? t("The reply: {move}", { move }) : "";
}

/**
 * What to look for.
 * @param {number[]} chances    of the best lines, in per cent, the best first
 */
export function lookText(chances) {
  const stand = standText(chances[0] ?? 50);
  const task =
    isOutstanding(chances)
      ? t("One move is much better than all others: take your time to find it.")
      : t("Several moves are about equally good: choose the one that you understand best.");
  return `${stand} ${task}`;
}

/**
 * Is one move much better than all others?
 * @param {number[]} chances    of the best lines
 */
export function isOutstanding([best = 0, second = best]) {
  return best - second >= OUTSTANDING;
}

/** @param {number} chance */
function standText(chance) {
  if (chance >= WELL_AHEAD) return t("You are well ahead.");
  if (chance >= AHEAD) return t("You are a little ahead.");
  if (chance > 100 - AHEAD) return t("The game is even.");
  return chance > 100 - WELL_AHEAD ? t("Your opponent is a little ahead.") : t("Your opponent is well ahead.");
}
