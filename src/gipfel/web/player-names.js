/** Names of players. */

import { t } from "./i18n.js";

/** @import { Seat, Seats, Side } from "./types.js" */

/**
 * The side whose seat waits for somebody who was invited.
 * @param {Seats} seats
 */
export function waitingSide(seats) {
  return /** @type {Side[]} */ (["white", "black"]).find((side) => {
    const seat = seats[side];
    return seat.kind === "person" && seat.waits;
  });
}

export const HIGHEST_LEVEL = 10;

/**
 * The level of an engine; 0 if it has none.
 * @param {Seat} seat
 */
export function levelOf(seat) {
  const [kind, level] = seat.kind === "engine" ? seat.player.split(":") : [];
  return kind === "level" ? Number.parseInt(level ?? "", 10) || 0 : 0;
}

/** Names of the levels, the lowest first. */
export function levelNames() {
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
 * The player of a seat; a person without a name who plays against an engine is the user.
 * @param {Seat} seat
 * @param {Seat} other
 */
export function seatTitle(seat, other) {
  return knownName(seat, other) || t("a person");
}

/**
 * The same, but empty for an unknown person.
 * @param {Seat} seat
 * @param {Seat} other
 */
export function knownName(seat, other) {
  if (seat.kind === "person") return seat.name || (other.kind === "engine" ? t("you") : "");
  if (seat.name) return seat.name;
  const [kind, level = ""] = seat.player.split(":");
  if (kind === "level") return t("engine, level {level}", { level: Number.parseInt(level, 10) || level });
  if (kind === "engine") return t("own engine");
  if (kind === "random") return t("engine that plays at random");
  if (kind === "greedy") return t("engine that takes what it can get");
  return kind === "uct" ? t("engine that tries out games") : t("engine “{name}”", { name: seat.player });
}

/** Why there are no hints. */
export function noHelpText() {
  return t("While two people play, the engine helps nobody.");
}
