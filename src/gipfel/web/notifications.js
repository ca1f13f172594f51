/**
 * Tells users that it is their turn at a table they are not looking at: in the title of the window, with a sound, with
 * a notification of the system if they want it, and with a link in the bar.
 */

import { api } from "./api.js";
import { toast } from "./dialogs.js";
import { element } from "./dom.js";
import { t } from "./i18n.js";
import { onSettingChange, setting } from "./settings-store.js";
import { play } from "./sound.js";

/** @import { AwaitedTable, AwaitedTables } from "./types.js" */

const POLL_INTERVAL = 20_000;
const FIRST_POLL = 1_500;

/** @type {Map<string, AwaitedTable>} turns that tables on this page have reported */
const pageTurns = new Map();
/** @type {Map<string, AwaitedTable>} turns from the last answer of the server */
let serverTurns = new Map();
/** Tables whose current turn was announced. */
const announced = new Set();

/** The link in the bar to the table that has waited longest. */
export const turnLink = element("a", { class: "bar-turn", hidden: true });
let windowTitle = "Gipfel";
let timer = 0;
/** Counts changes: an answer that was requested before the last change is out of date. */
let changes = 0;
let isFirstPoll = true;
/** The table the user looked at last. */
let viewedTable = "";

/**
 * A table reports that it is the user's turn.
 * @param {AwaitedTable} turn
 */
export function addTurn(turn) {
  changes++;
  pageTurns.set(turn.id, turn);
  update();
}

/**
 * It is no longer the user's turn.
 * @param {string} id
 */
export function removeTurn(id) {
  changes++;
  pageTurns.delete(id);
  serverTurns.delete(id);
  update();
}

/**
 * Set the title of the window for the time when it is nobody's turn.
 * @param {string} title
 */
export function setWindowTitle(title) {
  windowTitle = title;
  showTitle();
  showLink(hiddenTurns());
}

/** Start polling the server and following what the user looks at. */
export function startNotifications() {
  document.addEventListener("visibilitychange", onViewChange);
  addEventListener("hashchange", onViewChange);
  onSettingChange((name) => {
    if (name !== "notices") return;
    update();
    poll();
  });
  viewedTable = currentTable();
  schedulePoll(FIRST_POLL);
}

/** The user has switched to another view or tab. */
function onViewChange() {
  const left = viewedTable;
  viewedTable = currentTable();
  update();
  if (left && left !== viewedTable) poll(left);
  else if (!document.hidden) poll();
}

/** @param {number} ms */
function schedulePoll(ms) {
  clearTimeout(timer);
  timer = setTimeout(() => poll(), ms);
}

/**
 * Ask the server at which tables it is the user's turn.
 * @param {string} [left]     a table the user has just left: its state is not announced
 */
async function poll(left = "") {
  schedulePoll(POLL_INTERVAL);
  if (setting("notices") === "off" || !navigator.onLine) return;
  const before = changes;
  try {
    /** @type {AwaitedTables} */
    const { tables } = await api.get("/api/turns");
    if (before !== changes) return;
    serverTurns = new Map(tables.map((turn) => [turn.id, turn]));
    // What was there when the page was opened is shown, but not announced.
    if (isFirstPoll && !document.hidden) for (const { id } of tables) announced.add(id);
    isFirstPoll = false;
    if (serverTurns.has(left)) announced.add(left);
    update();
  } catch {
    // The server cannot be reached; the next poll tries again.
  }
}

/** The turns at tables the user is not looking at. */
function hiddenTurns() {
  const all = new Map([...serverTurns, ...pageTurns]);
  const current = currentTable();
  if (current) all.delete(current);
  return setting("notices") === "off" ? [] : [...all.values()];
}

/** The table the user is looking at. */
function currentTable() {
  const [, id = ""] = location.hash.match(/^#\/table\/([^/]+)/) ?? [];
  return document.hidden ? "" : id;
}

function update() {
  const current = currentTable();
  if (current) pageTurns.delete(current);
  const turns = hiddenTurns();
  const known = new Set([...serverTurns.keys(), ...pageTurns.keys()]);
  for (const id of announced) if (!known.has(id)) announced.delete(id);
  showTitle();
  showLink(turns);
  for (const turn of turns.filter(({ id }) => !announced.has(id))) announce(turn);
  if (current && known.has(current)) announced.add(current);
}

function showTitle() {
  document.title = hiddenTurns().length ? t("● Your turn – Gipfel") : windowTitle;
}

/** @param {AwaitedTable[]} turns */
function showLink(turns) {
  turnLink.hidden = !turns.length;
  if (!turns.length) return;
  turnLink.href = `#/table/${turns[0].id}`;
  turnLink.title = turns.map(({ title }) => title).join("\n");
  turnLink.textContent = turns.length > 1 ? t("Your turn ({n})", { n: turns.length }) : t("Your turn");
}

/** @param {AwaitedTable} turn */
function announce(turn) {
  announced.add(turn.id);
  play("turn");
  if (document.hasFocus()) toast(t("Your turn: {table}", { table: turn.title }));
  else if (setting("notices") === "system") notify(turn);
}

/** @param {AwaitedTable} turn */
function notify({ id, title, sentence }) {
  if (!hasPermission()) return;
  try {
    const notice = new Notification(t("Your turn: {table}", { table: title }), {
      body: sentence,
      tag: `gipfel-${id}`,
      icon: "/web/icon.svg",
    });
    notice.onclick = () => {
      focus();
      location.hash = `#/table/${id}`;
      notice.close();
    };
  } catch {
    // Some browsers on phones do not allow notifications from a page.
  }
}

/** Has the user allowed notifications? */
export function hasPermission() {
  return typeof Notification !== "undefined" && Notification.permission === "granted";
}

/** Ask for permission; call this only after a click. */
export async function requestPermission() {
  if (typeof Notification === "undefined") return false;
  return (await Notification.requestPermission()) === "granted";
}
