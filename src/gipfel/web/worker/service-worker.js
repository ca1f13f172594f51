/**
 * The service worker: the page without a connection.
 *
 * The server writes `const VERSION = "…"`, the version of the page's files, before the first line. Files of a release have
 * the version in their addresses (`/release/VERSION/…`), so a page never gets files of two releases, and a new worker
 * can replace an old one at once. The release before the newest one is kept for pages that are still open.
 */

importScripts(`/release/${VERSION}/worker/notices.js`);

const RELEASE = "gipfel-release-";
const CURRENT = `${RELEASE}${VERSION}`;
/** Answers of the server: what was loaded last. */
const DATA = "gipfel-data";
const MOST_DATA = 200;
const LARGEST = 1_000_000;
/** Ask the network for so long (ms) before something is taken from the cache: the page, and other answers. */
const PAGE_PATIENCE = 4000;
const DATA_PATIENCE = 8000;
/** Parts of the page whose addresses have no version. */
const PARTS = ["/theme.css", "/fills.svg", "/web/icon.svg"];
/** Answers that are kept. None of them has a key of a seat in its address or its content. */
const KEPT = [/^\/api\/(home|tables|catalogue\/[^/]+|menu)$/, /^\/api\/(rules|courses|puzzles)(\/|$)/, /^\/boards\//, /^\/web\//];
/** What a proxy answers while the server is away. */
const AWAY = [502, 504];

addEventListener("install", (event) => {
  event.waitUntil(keepRelease());
});

addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([deleteOldReleases(), clients.claim()]).then(tellPages));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (pathname === "/") event.respondWith(page(request));
  } else if (pathname.startsWith("/release/")) event.respondWith(file(request));
  else if (PARTS.includes(pathname) || KEPT.some((pattern) => pattern.test(pathname))) event.respondWith(data(event));
});

/** Keep all files of this release; they come in one answer. */
async function keepRelease() {
  const cache = await caches.open(CURRENT);
  const [found, bundle] = await Promise.all([fetched("/"), fetched(`/release/${VERSION}/bundle.json`)]);
  if (!(await found.clone().text()).includes(`/release/${VERSION}/`)) throw new Error("the page has another version");
  const files = Object.entries(await bundle.json());
  await Promise.all(files.map(([address, [type, text]]) => cache.put(address, new Response(text, { headers: { "Content-Type": type } }))));
  await cache.put("/", found);
  await cache.addAll(PARTS);
  await skipWaiting();
}

async function fetched(address) {
  const answer = await fetch(address, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

/** Keep this release and the newest of the others. */
async function deleteOldReleases() {
  const others = (await caches.keys()).filter((name) => name.startsWith(RELEASE) && name !== CURRENT);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

/** Pages of another release learn that there is this one. */
async function tellPages() {
  for (const client of await clients.matchAll({ type: "window" })) client.postMessage({ type: "release", version: VERSION });
}

/** A file of a release, which never changes. */
async function file(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** The page of the server's release; without the server, that of this one. */
async function page(request) {
  const kept = await (await caches.open(CURRENT)).match("/");
  const answer = await answered(request, kept ? PAGE_PATIENCE : 0);
  const isAway = !answer || AWAY.includes(answer.status) || answer.status === 503;
  return isAway && kept ? kept : answer ?? Response.error();
}

/** The server's answer, which is kept; without the server, the last one, with the time at which it was loaded. */
async function data(event) {
  const cache = await caches.open(DATA);
  const kept = (await cache.match(event.request, { ignoreVary: true })) ?? (await caches.match(event.request, { ignoreVary: true }));
  const answer = await answered(event.request, kept ? DATA_PATIENCE : 0);
  if (answer?.ok) event.waitUntil(keep(cache, event.request, answer.clone()));
  const isAway = !answer || AWAY.includes(answer.status);
  return isAway && kept ? marked(kept) : answer ?? Response.error();
}

/** The server's answer within a time (ms; 0 for no limit), or null. */
async function answered(request, patience) {
  try {
    return await fetch(request, patience ? { signal: AbortSignal.timeout(patience) } : {});
  } catch {
    return null;
  }
}

/** Keep an answer; the oldest ones make room. */
async function keep(cache, request, answer) {
  const body = await answer.blob();
  if (body.size > LARGEST) return;
  const headers = { "Content-Type": answer.headers.get("Content-Type") ?? "", "X-Kept-At": new Date().toISOString() };
  await cache.delete(request, { ignoreVary: true });
  await cache.put(request, new Response(body, { headers }));
  const all = await cache.keys();
  await Promise.all(all.slice(0, -MOST_DATA).map((one) => cache.delete(one)));
}

/** An answer that says that it is not a new one. */
function marked(kept) {
  const headers = new Headers(kept.headers);
  headers.set("X-Kept", kept.headers.get("X-Kept-At") ?? "yes");
  return new Response(kept.body, { status: kept.status, headers });
}
