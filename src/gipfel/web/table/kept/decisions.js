/**
 * Decisions that the server has not acknowledged, one for each table, in the browser's storage: they survive a reload, and are
 * offered again when the connection is back.
 */

/** @import { Side, TableMessage } from "../../types.js" */

/**
 * @typedef {object} KeptDecision
 * @property {number} number       of decisions before it
 * @property {string} decision
 * @property {Side | null} side
 * @property {string} position     what was on the board
 * @property {number} at           when it was made
 */

const KEY = "gipfel.decisions";
const MOST = 20;
const OLDEST = 30 * 24 * 3600 * 1000;

/**
 * @param {string} id      of the table
 * @param {TableMessage} table
 * @param {string} decision
 * @param {Side | null} side
 */
export function keepDecision(id, table, decision, side) {
  const { [id]: _, ...others } = all();
  const kept = { number: table.number, decision, side, position: positionKey(table), at: Date.now() };
  store(Object.fromEntries([...Object.entries(others), [id, kept]].slice(-MOST)));
}

/**
 * @param {string} id
 * @returns {KeptDecision | null}
 */
export function keptDecision(id) {
  return all()[id] ?? null;
}

/** @param {string} id */
export function dropDecision(id) {
  const { [id]: dropped, ...others } = all();
  if (dropped) store(others);
}

export function dropDecisions() {
  store({});
}

/**
 * Is the table as it was when a decision was made?
 * @param {KeptDecision} kept
 * @param {TableMessage} table
 */
export function stillFits(kept, table) {
  return kept.number === table.number && kept.position === positionKey(table) && table.yours.length > 0;
}

/**
 * Was a decision played after all? Its answer may have been lost.
 * @param {KeptDecision} kept
 * @param {TableMessage} table
 */
export function wasPlayed({ number, decision }, table) {
  return table.number > number && Boolean(table.turns.find(({ at }) => at > number)?.text.includes(decision));
}

/**
 * What is on the board and how it came there, as a short text.
 * @param {TableMessage} table
 */
function positionKey({ turns, picture }) {
  const text = JSON.stringify([turns.map((turn) => turn.text), picture.pieces]);
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return `${text.length} ${hash}`;
}

/** @returns {Record<string, KeptDecision>} */
function all() {
  try {
    const found = Object.entries(JSON.parse(localStorage.getItem(KEY) ?? "{}"));
    return Object.fromEntries(found.filter(([, kept]) => typeof kept?.decision === "string" && kept.at > Date.now() - OLDEST));
  } catch {
    return {};
  }
}

/** @param {Record<string, KeptDecision>} decisions */
function store(decisions) {
  try {
    localStorage.setItem(KEY, JSON.stringify(decisions));
  } catch {
    // Without storage a decision is kept while the page is open.
  }
}
