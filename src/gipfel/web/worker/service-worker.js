/**
 * The service worker: the page without a connection.
 *
 * The server writes `const VERSION = "…"`, the version of the page's files, before the first line. Files of a release have
 * the version in their addresses (`/release/VERSION/…`), so a page never gets files of two releases, and a new worker
 * can replace an old one at once. The release before the newest one is kept for pages that are still open.
 */

const RELEASE = "gipfel-release-";
const CURRENT = `${RELEASE}${VERSION}`;
/** Ask the network for so long (ms) before the page is taken from the cache. */
const PATIENCE = 4000;
/** Parts of the page whose addresses have no version: the server's, or else the last ones. */
const PARTS = ["/theme.css", "/fills.svg"];

addEventListener("install", (event) => {
  event.waitUntil(keepRelease());
});

addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([deleteOldReleases(), clients.claim()]));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && pathname === "/") event.respondWith(networkFirst(request, "/"));
  else if (pathname.startsWith("/release/")) event.respondWith(cacheFirst(request));
  else if (PARTS.includes(pathname)) event.respondWith(networkFirst(request, pathname));
});

/** Keep all files of this release; they come in one answer. */
async function keepRelease() {
  const cache = await caches.open(CURRENT);
  const [page, bundle] = await Promise.all([fetched("/"), fetched(`/release/${VERSION}/bundle.json`)]);
  if (!(await page.clone().text()).includes(`/release/${VERSION}/`)) throw new Error("the page has another version");
  const files = Object.entries(await bundle.json());
  await Promise.all(files.map(([address, [type, text]]) => cache.put(address, new Response(text, { headers: { "Content-Type": type } }))));
  await cache.addAll(PARTS);
  await cache.put("/", page);
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

async function cacheFirst(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/** The server's answer; without one, the kept one. */
async function networkFirst(request, address) {
  const cache = await caches.open(CURRENT);
  const kept = await cache.match(address);
  try {
    return await fetch(request, kept ? { signal: AbortSignal.timeout(PATIENCE) } : {});
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}
