/** What players are called. */

import { t } from "./words.js";

/** @typedef {import("./types.js").Seat} Seat */
/** @typedef {import("./types.js").Side} Side */

/**
 * The seat that waits for somebody who was invited.
 * @param {import("./types.js").Seats} seats
 */
export function waitingSide(seats) {
  return /** @type {Side[]} */ (["white", "black"]).find((side) => {
    const seat = seats[side];
    return seat.kind === "person" && seat.waits;
  });
}

/** The levels in words, from the first to the last. */
export function levelWords() {
  return [
    t("first-timer"),
    t("beginner"),
    t("casual player"),
    t("keen player"),
    t("club player"),
    t("strong club player"),
    t("tournament player"),
    t("expert"),
    t("master"),
    t("the best we have"),
  ];
}

/**
 * Who sits there; a person without a name who plays a program is the one who reads this.
 * @param {Seat} seat
 * @param {Seat} other
 */
export function seatTitle(seat, other) {
  return knownAs(seat, other) || t("a person");
}

/**
 * The same, but nothing for a person of whom nothing is known.
 * @param {Seat} seat
 * @param {Seat} other
 */
export function knownAs(seat, other) {
  if (seat.kind === "person") return seat.name || (other.kind === "engine" ? t("you") : "");
  const [kind, level = ""] = seat.player.split(":");
  if (kind === "level") return t("engine, level {level}", { level: Number.parseInt(level, 10) || level });
  if (kind === "engine") return t("own engine");
  if (kind === "random") return t("engine that plays at random");
  if (kind === "greedy") return t("engine that takes what it can get");
  return kind === "uct" ? t("engine that tries out games") : t("engine “{name}”", { name: seat.player });
}

/** Why there are no hints now. */
export function noHelp() {
  return t("While two people play, the engine helps nobody.");
}
