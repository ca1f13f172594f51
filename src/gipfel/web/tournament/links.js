/** Links of a tournament: the organiser's browser keeps the keys of those that it has made. */

import { baseOf } from "../table/people/invitation.js";

/** @import { PlayerLink } from "../types.js" */

/** The number of the organiser among the keys. */
export const ORGANISER = 0;

/**
 * The keys that this browser knows, by the numbers of players.
 * @param {string} id
 * @returns {Record<string, string>}
 */
export function knownKeys(id) {
  try {
    return JSON.parse(localStorage.getItem(nameOf(id)) ?? "{}");
  } catch {
    return {};
  }
}

/**
 * @param {string} id
 * @param {...Pick<PlayerLink, "player" | "key">} links
 */
export function keepKeys(id, ...links) {
  const keys = { ...knownKeys(id), ...Object.fromEntries(links.map(({ player, key }) => [player, key])) };
  try {
    localStorage.setItem(nameOf(id), JSON.stringify(keys));
  } catch {
    // Without storage a new link can be made for everybody.
  }
}

/** @param {string} id */
export function forgetKeys(id) {
  try {
    localStorage.removeItem(nameOf(id));
  } catch {
    // There is nothing to forget then.
  }
}

/** @param {string} id */
function nameOf(id) {
  return `gipfel-tournament-${id}`;
}

/**
 * The link for watching, or with a key that of a player or of the organiser.
 * @param {string | undefined} publicUrl
 * @param {string} id
 * @param {string} [key]
 */
export function tournamentLink(publicUrl, id, key = "") {
  return `${baseOf(publicUrl)}/#/tournament/${id}${key ? `/${key}` : ""}`;
}
