/** Who plays what in a contest: people have names there, or are you and your opponent, as colours may be swapped. */

import { t } from "../../i18n.js";
import { knownName } from "../../player-names.js";
import { otherSide, ownSide } from "../state.js";

/** @import { Side, TableMessage } from "../../types.js" */

/** The kind of contest that is played elsewhere. */
const REPORTED = "report";

/**
 * What the sentence adds while a contest goes on.
 * @param {TableMessage} table
 */
export function contestRemark(table) {
  return [rolesText(table), trustText(table)].filter(Boolean).join(" ");
}

/**
 * Who plays which side of the contest's game, if it is not the side of the game around it.
 * @param {TableMessage} table
 */
function rolesText(table) {
  const { contest, seats, sides } = table;
  const roles = contest?.roles;
  if (!roles || roles.every((role, i) => role === sides[i])) return "";
  const own = ownSide(table);
  if (own) return t("You are {role} here.", { role: roles[indexOf(own)] });
  const side = table.side ?? "white";
  const name = knownName(seats[side], seats[otherSide(side)]);
  if (name) return t("{name} is {role} here.", { name, role: roles[indexOf(side)] });
  return roles[0] === sides[1] || roles[1] === sides[0] ? t("The colours are swapped in this contest.") : "";
}

/**
 * An engine was not there when something was played elsewhere.
 * @param {TableMessage} table
 */
function trustText({ contest, seats }) {
  const kinds = [seats.white.kind, seats.black.kind];
  const believed = contest?.kind === REPORTED && kinds.includes("engine") && kinds.includes("person");
  return believed ? t("The engine was not there: it trusts what you report.") : "";
}

/**
 * A person without a name in a contest whose colours are not those of the game around it.
 * @param {TableMessage} table
 * @param {Side} side    of the game around it
 */
export function unnamedPlayer(table, side) {
  const own = ownSide(table);
  return own && own !== side ? t("your opponent") : t("{side} in the main game", { side: table.sides[indexOf(side)] });
}

/** @param {Side} side */
function indexOf(side) {
  return side === "white" ? 0 : 1;
}
