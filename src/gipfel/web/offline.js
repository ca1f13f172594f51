/** The page without a connection: the service worker, and what is said while the server does not answer. */

import { toast } from "./dialogs.js";
import { element } from "./dom.js";
import { language, t } from "./i18n.js";
import { wantedLanguage } from "./settings-store.js";

/** The worker loads the whole page: it begins this long (ms) after the first view, when nothing else is loading. */
const AFTER = 5000;
/** Milliseconds between attempts to reach a server that does not answer. */
const PROBE = 10_000;
/** The header of answers that the worker has kept. */
const KEPT = "X-Kept";
/** Its folder has the version of this page. */
const RELEASE = new URL(".", import.meta.url).pathname;

/** @typedef {Event & {prompt: () => Promise<unknown>}} InstallEvent */

/** @type {InstallEvent | null} */
let installEvent = null;
let reached = true;
let timer = 0;
const note = element("p", { class: "offline-note", role: "status" });

/** Install the service worker as soon as the page has nothing else to do. Only https and this machine allow it. */
export function startOffline() {
  addEventListener("beforeinstallprompt", (event) => (installEvent = /** @type {InstallEvent} */ (event)));
  addEventListener("online", probe);
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("controllerchange", keepFirst, { once: true });
  navigator.serviceWorker.addEventListener("message", ({ data }) => onMessage(data));
  setTimeout(install, AFTER);
}

async function install() {
  try {
    await navigator.serviceWorker.register("/service-worker.js", { updateViaCache: "none" });
  } catch {
    // Without a worker the page needs a connection, as ever.
  }
}

/** What the page has loaded before there was a worker is loaded once more, so that it is kept: the texts and the first page. */
async function keepFirst() {
  const spoken = `language=${encodeURIComponent(language())}`;
  const lists = [false, true].map((finished) => `/api/tables?finished=${finished}&from=0&most=60&${spoken}`);
  for (const address of [`/api/catalogue/${wantedLanguage()}`, `/api/home?${spoken}`, ...lists]) await fetch(address).catch(() => null);
}

/**
 * A message of the service worker: there is a new release, or the user has clicked on a notification.
 * @param {any} message
 */
function onMessage({ type, version, address }) {
  if (type === "release") onRelease(version);
  if (type === "open") location.hash = new URL(address, location.href).hash;
}

/** @param {string} version */
function onRelease(version) {
  if (!RELEASE.includes(version) && RELEASE.startsWith("/release/")) toast(newVersion());
}

/** What is said on a page of an older release. */
export function newVersion() {
  return t("There is a new version of this page; reload it to use it.");
}

/** Is this page of a release that the server no longer has? */
export async function isOutdated() {
  try {
    return (await fetch(`${RELEASE}main.js`, { cache: "no-store" })).status === 404;
  } catch {
    return false;
  }
}

/** The browser's offer to install the page, if it has made one. */
export function installOffer() {
  return installEvent;
}

/**
 * The server has answered, or has not.
 * @param {Response | null} answer
 */
export function noteAnswer(answer) {
  const isReached = Boolean(answer) && !answer?.headers.has(KEPT);
  if (isReached === reached) return;
  reached = isReached;
  clearInterval(timer);
  if (reached) note.remove();
  else {
    // Without a worker nothing is kept, and every view says for itself that the server does not answer.
    if (navigator.serviceWorker?.controller) showNote();
    timer = setInterval(probe, PROBE);
  }
}

function showNote() {
  note.textContent = t("No connection: you see what was loaded last. You can look at your tables, learn, solve puzzles and read rules; moves, new tables and the engine need the server.");
  document.getElementById("bar")?.after(note);
}

/** Ask whether the server is back; the first page is then drawn anew. */
async function probe() {
  if (reached) return;
  const answer = await fetch("/api/turns").catch(() => null);
  if (!answer?.ok || reached) return;
  noteAnswer(answer);
  if (document.querySelector('main[data-view="home"]') && !document.querySelector("dialog[open]")) dispatchEvent(new Event("hashchange"));
}

/** Delete what was kept of tables, lessons, puzzles and rules, and decisions that wait for a connection. */
export async function forgetKept() {
  const { dropDecisions } = await import("./table/kept/decisions.js");
  dropDecisions();
  await Promise.all(["gipfel-tables", "gipfel-data"].map((name) => caches.delete(name)));
}
