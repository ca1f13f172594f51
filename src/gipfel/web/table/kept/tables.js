/** Tables as they were last seen, with their turns, in the browser's caches; for times without a connection. */

import { looksIn } from "../draw/piece-looks.js";

/** @import { PastView, TableMessage } from "../../types.js" */

/** @typedef {{table: TableMessage, looks: Record<string, string>}} KeptTable */

const CACHE = "gipfel-tables";
const MOST_TABLES = 30;

/** Is there a worker that can show them? Browsers allow it over https and on this machine only. */
export function canKeep() {
  return "caches" in globalThis && Boolean(navigator.serviceWorker?.controller);
}

/**
 * @param {string} id
 * @param {number | "table"} part    a number of decisions, or the table as it is
 */
function addressOf(id, part) {
  return `/kept/${encodeURIComponent(id)}/${part}`;
}

/**
 * Keep a table. Views of turns that are no longer part of the game are deleted.
 * @param {string} id
 * @param {TableMessage} table
 */
export async function keepTable(id, table) {
  const before = await keptTable(id);
  if (before) await deleteViews(id, sharedDecisions(before.table, table));
  const text = JSON.stringify(table);
  await put(addressOf(id, "table"), { table, looks: looksIn(text) });
  await deleteOldest();
}

/**
 * @param {string} id
 * @returns {Promise<KeptTable | null>}
 */
export function keptTable(id) {
  return read(addressOf(id, "table"));
}

/**
 * @param {string} id
 * @param {PastView} view
 */
export async function keepView(id, view) {
  await put(addressOf(id, view.at), { view, looks: looksIn(JSON.stringify(view)) });
}

/**
 * @param {string} id
 * @param {number} at
 * @returns {Promise<{view: PastView, looks: Record<string, string>} | null>}
 */
export function keptView(id, at) {
  return read(addressOf(id, at));
}

/**
 * The numbers of decisions after which the position is kept.
 * @param {string} id
 * @returns {Promise<Set<number>>}
 */
export async function keptNumbers(id) {
  const addresses = await entries(id);
  return new Set(addresses.map((address) => Number(address.split("/").at(-1))).filter(Number.isInteger));
}

/** @param {string} id */
export async function forgetTable(id) {
  if (!("caches" in globalThis)) return;
  const cache = await caches.open(CACHE);
  await Promise.all((await entries(id)).map((address) => cache.delete(address)));
}

/**
 * How many decisions two states of a table have in common.
 * @param {TableMessage} before
 * @param {TableMessage} after
 */
function sharedDecisions(before, after) {
  const other = before.turns.findIndex((turn, i) => turn.text !== after.turns[i]?.text);
  const shared = other < 0 ? before.turns.length : other;
  return before.turns[shared - 1]?.at ?? 0;
}

/**
 * Delete the views after a number of decisions.
 * @param {string} id
 * @param {number} last
 */
async function deleteViews(id, last) {
  const cache = await caches.open(CACHE);
  const later = [...(await keptNumbers(id))].filter((at) => at > last);
  await Promise.all(later.map((at) => cache.delete(addressOf(id, at))));
}

/** Tables that were seen long ago make room. */
async function deleteOldest() {
  const cache = await caches.open(CACHE);
  const tables = (await cache.keys()).map(({ url }) => new URL(url).pathname.split("/")).filter((parts) => parts[3] === "table");
  for (const [, , id] of tables.slice(0, -MOST_TABLES)) await forgetTable(decodeURIComponent(id));
}

/** @param {string} id */
async function entries(id) {
  const start = addressOf(id, "table").replace(/table$/, "");
  const keys = await (await caches.open(CACHE)).keys();
  return keys.map(({ url }) => new URL(url).pathname).filter((address) => address.startsWith(start));
}

/**
 * @param {string} address
 * @param {unknown} content
 */
async function put(address, content) {
  const cache = await caches.open(CACHE);
  await cache.delete(address); // What is put last is deleted last.
  await cache.put(address, new Response(JSON.stringify(content)));
}

/** @param {string} address */
async function read(address) {
  if (!("caches" in globalThis)) return null;
  const found = await (await caches.open(CACHE)).match(address);
  return found ? found.json() : null;
}
