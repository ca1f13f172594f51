/**
 * Push messages in the service worker: it is the user's turn at a table, and the page may be closed.
 *
 * A message has the id of the table and two texts; the seat is opened by the cookie that this browser has.
 */

{
  const ICON = "/web/icons/icon-192.png";
  const LONGEST = 300;

  /** @param {unknown} value */
  const text = (value) => (typeof value === "string" ? value.slice(0, LONGEST) : "");

  /** @param {PushMessageData | null} data */
  const read = (data) => {
    try {
      return data?.json() ?? {};
    } catch {
      return {};
    }
  };

  /** @param {unknown} table */
  const address = (table) => (/^[\w-]+$/.test(text(table)) ? `/#/table/${table}` : "/");

  /** Browsers want every message to be shown. */
  const show = async (/** @type {PushMessageData | null} */ data) => {
    const { table, title, body, language } = read(data);
    await registration.showNotification(text(title) || "Gipfel", {
      body: text(body),
      icon: ICON,
      tag: `gipfel-${text(table)}`,
      lang: text(language),
      data: { address: address(table) },
    });
  };

  /** Show the table in a page that is open, or open one. */
  const open = async (/** @type {string} */ wanted) => {
    const pages = await clients.matchAll({ type: "window" });
    const page = pages.find(({ url }) => new URL(url).pathname === "/");
    if (!page) return clients.openWindow(wanted);
    page.postMessage({ type: "open", address: wanted });
    return page.focus();
  };

  /** The browser has another address at its push service: tell the server. */
  const move = async (/** @type {any} */ { oldSubscription, newSubscription }) => {
    if (!oldSubscription) return;
    const options = { userVisibleOnly: true, applicationServerKey: oldSubscription.options.applicationServerKey };
    const { endpoint, keys } = (newSubscription ?? (await registration.pushManager.subscribe(options))).toJSON();
    const body = JSON.stringify({ old: oldSubscription.endpoint, endpoint, ...keys });
    await fetch("/api/notices/move", { method: "POST", headers: { "Content-Type": "application/json" }, body });
  };

  addEventListener("push", (event) => event.waitUntil(show(event.data)));
  addEventListener("pushsubscriptionchange", (event) => event.waitUntil(move(event)));
  addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(event.notification.data?.address ?? "/"));
  });
}
