/** Presence: a dot in each player's card, the number of spectators, and whether the user is one. */

import { element, patch, svg } from "../../dom.js";
import { t, tn } from "../../i18n.js";
import { isSpectator } from "../state.js";

/** @import { Side, TableMessage } from "../../types.js" */
/** @import { Parts } from "../draw/layout.js" */

const EYE = "M2.500 12c2.500-4.300 5.700-6.500 9.500-6.500s7 2.200 9.500 6.500c-2.500 4.300-5.700 6.500-9.500 6.500S5 16.300 2.500 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z";

/**
 * Shows whether a player is here; null for engines, and if both play on the same screen.
 * @param {TableMessage} table
 * @param {Side} side
 */
export function presenceDot({ seats, open, present }, side) {
  const seat = seats[side];
  if (open || seat.kind !== "person") return null;
  const here = present[side] > 0;
  const text = seat.waits ? t("nobody yet") : here ? t("here") : t("away");
  return element("span", { class: here ? "dot here" : "dot", role: "img", title: text, "aria-label": text });
}

/**
 * @param {TableMessage} table
 * @param {Parts} parts
 */
export function drawSpectators(table, parts) {
  const { watching } = table.present;
  const own = isSpectator(table);
  parts.spectators.hidden = !watching && !own;
  patch(parts.spectators, [
    ...(own ? [element("strong", { class: "you-watch" }, t("You watch"))] : []),
    ...(watching ? [count(watching)] : []),
  ]);
}

/** @param {number} watching */
function count(watching) {
  const text = tn("One person watches", "{n} people watch", watching);
  return element(
    "span",
    { class: "watching", role: "img", title: text, "aria-label": text },
    svg("svg", { class: "sign", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: EYE })),
    String(watching),
  );
}
