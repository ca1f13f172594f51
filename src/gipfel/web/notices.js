/**
 * Telling a person that it is their turn where they do not look: in the title of the window, with a sound, with a
 * notification of the system if they want it, and with a link in the bar.
 */

import { api, element, toast } from "./dom.js";
import { setting, whenChanged } from "./settings-store.js";
import { play } from "./sound.js";
import { t } from "./words.js";

/** @typedef {{id: string, title: string, sentence: string}} Turn */

const PATIENCE = 20_000;
const FIRST_LOOK = 1_500;

/** @type {Map<string, Turn>} what tables on this page said */
const told = new Map();
/** @type {Map<string, Turn>} what the server said when it was asked last */
let asked = new Map();
/** Tables of which a sound was heard for this turn. */
const rung = new Set();

/** In the bar: the way to the table that waits for longest. */
export const turnLink = element("a", { class: "bar-turn", hidden: true });
let windowTitle = "Gipfel";
let timer = 0;
/** How often something was told; an answer that was asked for before that is old. */
let news = 0;
let isFirst = true;
/** The table this person looked at last. */
let lookedAt = "";

/**
 * A table says that it is this person's turn there.
 * @param {Turn} turn
 */
export function tellTurn(turn) {
  news++;
  told.set(turn.id, turn);
  update();
}

/**
 * It no longer is.
 * @param {string} id
 */
export function clearTurn(id) {
  news++;
  told.delete(id);
  asked.delete(id);
  update();
}

/**
 * What the window is called when nobody is waited for.
 * @param {string} title
 */
export function nameWindow(title) {
  windowTitle = title;
  showTitle();
  showLink(waiting());
}

/** Begin to ask the server, and to follow what the person looks at. */
export function startNotices() {
  document.addEventListener("visibilitychange", lookElsewhere);
  addEventListener("hashchange", lookElsewhere);
  whenChanged((name) => {
    if (name !== "notices") return;
    update();
    ask();
  });
  lookedAt = shownTable();
  later(FIRST_LOOK);
}

/** The person looks at something else than before. */
function lookElsewhere() {
  const left = lookedAt;
  lookedAt = shownTable();
  update();
  if (left && left !== lookedAt) ask(left);
  else if (!document.hidden) ask();
}

/** @param {number} ms */
function later(ms) {
  clearTimeout(timer);
  timer = setTimeout(() => ask(), ms);
}

/**
 * Ask the server where this person is waited for.
 * @param {string} [left]     a table they have just looked at: how it stands there is no news
 */
async function ask(left = "") {
  later(PATIENCE);
  if (setting("notices") === "off" || !navigator.onLine) return;
  const before = news;
  try {
    /** @type {{tables: Turn[]}} */
    const { tables } = await api.get("/api/turns");
    if (before !== news) return;
    asked = new Map(tables.map((turn) => [turn.id, turn]));
    // What waited already when the page came is shown, but it is no news.
    if (isFirst && !document.hidden) for (const { id } of tables) rung.add(id);
    isFirst = false;
    if (asked.has(left)) rung.add(left);
    update();
  } catch {
    // The server is away; whoever needs it is told elsewhere, and it is asked again.
  }
}

/** The turns this person does not see. */
function waiting() {
  const all = new Map([...asked, ...told]);
  const seen = shownTable();
  if (seen) all.delete(seen);
  return setting("notices") === "off" ? [] : [...all.values()];
}

/** The table this person looks at. */
function shownTable() {
  const [, id = ""] = location.hash.match(/^#\/table\/([^/]+)/) ?? [];
  return document.hidden ? "" : id;
}

function update() {
  const seen = shownTable();
  if (seen) told.delete(seen);
  const turns = waiting();
  const known = new Set([...asked.keys(), ...told.keys()]);
  for (const id of rung) if (!known.has(id)) rung.delete(id);
  showTitle();
  showLink(turns);
  for (const turn of turns.filter(({ id }) => !rung.has(id))) ring(turn);
  if (seen && known.has(seen)) rung.add(seen);
}

function showTitle() {
  document.title = waiting().length ? t("● Your turn – Gipfel") : windowTitle;
}

/** @param {Turn[]} turns */
function showLink(turns) {
  turnLink.hidden = !turns.length;
  if (!turns.length) return;
  turnLink.href = `#/table/${turns[0].id}`;
  turnLink.title = turns.map(({ title }) => title).join("\n");
  turnLink.textContent = turns.length > 1 ? t("Your turn ({n})", { n: turns.length }) : t("Your turn");
}

/** @param {Turn} turn */
function ring(turn) {
  rung.add(turn.id);
  // A browser lets nothing sound before the person has done something on the page.
  if (navigator.userActivation?.hasBeenActive ?? true) play("turn");
  if (document.hasFocus()) toast(t("Your turn: {table}", { table: turn.title }));
  else if (setting("notices") === "system") notify(turn);
}

/** @param {Turn} turn */
function notify({ id, title, sentence }) {
  if (!canNotify()) return;
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
    // Some browsers on phones know notifications, but not from a page.
  }
}

/** Has the person allowed notifications of the system? */
export function canNotify() {
  return typeof Notification !== "undefined" && Notification.permission === "granted";
}

/** Ask the browser for it; only ever after a click. */
export async function allowNotices() {
  if (typeof Notification === "undefined") return false;
  return (await Notification.requestPermission()) === "granted";
}
