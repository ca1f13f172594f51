/** The service worker, which keeps the page for times without a connection. */

/** The worker loads the whole page: it begins this long (ms) after the first view, when nothing else is loading. */
const AFTER = 5000;

/** Install the service worker as soon as the page has nothing else to do. Only https and this machine allow it. */
export function startOffline() {
  if (!("serviceWorker" in navigator)) return;
  setTimeout(install, AFTER);
}

async function install() {
  try {
    await navigator.serviceWorker.register("/service-worker.js", { updateViaCache: "none" });
  } catch {
    // Without a worker the page needs a connection, as ever.
  }
}
