/** Being told of one's turn with the page closed, in this browser or by mail; and being forgotten. */

import { api, messageOf, singleFlight } from "../../api.js";
import { openDialog, toast } from "../../dialogs.js";
import { element } from "../../dom.js";
import { t } from "../../i18n.js";
import { requestPermission } from "../../notifications.js";

/** @import { Notices } from "../../types.js" */

/** How long (ms) to wait for the service worker, which is installed some seconds after the first view. */
const WORKER_PATIENCE = 20_000;

/**
 * @param {string} id     of the table
 */
export async function openNotices(id) {
  const panel = new NoticesPanel(id);
  try {
    await panel.load();
  } catch (error) {
    return toast(messageOf(error));
  }
  openDialog(t("Tell me when it is my turn"), t("Close"), panel.place).classList.add("small");
}

class NoticesPanel {
  /** @param {string} id */
  constructor(id) {
    this.base = `/api/tables/${encodeURIComponent(id)}/notices`;
    this.place = element("div", { class: "notices" });
    /** @type {PushSubscription | null} */
    this.subscription = null;
  }

  async load() {
    const [state] = await Promise.all([api.get(this.base), this.findSubscription()]);
    await this.draw(state);
  }

  async findSubscription() {
    if (!canPush()) return;
    const registration = await navigator.serviceWorker.getRegistration();
    this.subscription = (await registration?.pushManager.getSubscription()) ?? null;
  }

  /** @param {Notices} state */
  async draw(state) {
    const told = this.subscription && state.devices.includes(await hash(this.subscription.endpoint));
    this.place.replaceChildren(
      element("section", {}, element("h3", {}, t("On this device")), ...(state.push_key ? this.device(state.push_key, Boolean(told)) : [note(t("This server does not send notices."))])),
      state.mail ? element("section", {}, element("h3", {}, t("By mail")), ...this.mail(state)) : "",
      note(t("A notice says at which table it is your turn and who has played. It is kept with your seat where you are told, until the game is over or nobody has moved for {n} days.", { n: state.days })),
    );
  }

  /**
   * @param {string} key
   * @param {boolean} told
   */
  device(key, told) {
    if (!window.isSecureContext) return [note(t("At this address the page can be neither installed nor opened without a connection, and it cannot notify you: browsers allow that only over https, or on the computer on which Gipfel runs."))];
    if (!canPush()) return [note(t("This browser cannot notify you while the page is closed. On an iPhone or iPad, add Gipfel to the home screen first."))];
    if (!told) return [this.button(t("Notify me here"), true, () => this.subscribe(key))];
    const stop = this.button(t("Stop"), false, () => api.post(`${this.base}/push/stop`, { endpoint: this.subscription?.endpoint }));
    return [element("p", { role: "status" }, t("This device is told, also with the page closed.")), stop];
  }

  /** @param {Notices} state */
  mail({ mailbox }) {
    if (mailbox) {
      const text = mailbox.confirmed ? t("Mails go to {address}.", { address: mailbox.address }) : t("A mail was sent to {address}: open the link in it.", { address: mailbox.address });
      return [element("p", { role: "status" }, text), this.button(t("Stop"), false, () => api.post(`${this.base}/mail/stop`))];
    }
    const field = element("input", { type: "email", required: true, maxlength: 200, autocomplete: "email", dir: "ltr" });
    const form = element(
      "form",
      { class: "own-name" },
      element("label", { class: "field" }, element("span", {}, t("Mail address")), field),
      element("button", { type: "submit", class: "button" }, t("Tell me by mail")),
    );
    const send = this.doing(() => api.post(`${this.base}/mail`, { address: field.value.trim() }));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      send();
    });
    return [form];
  }

  /**
   * @param {string} text
   * @param {boolean} primary
   * @param {() => Promise<Notices | null>} work
   */
  button(text, primary, work) {
    return element("button", { type: "button", class: primary ? "button primary" : "button", onclick: this.doing(work) }, text);
  }

  /**
   * Do something, show the new state, and keep the focus in the panel.
   * @param {() => Promise<Notices | null>} work
   */
  doing(work) {
    return singleFlight(async () => {
      try {
        const state = await work();
        if (!state) return;
        const section = [...this.place.children].findIndex((part) => part.contains(document.activeElement));
        await this.draw(state);
        /** @type {HTMLElement | null | undefined} */ (this.place.children[section]?.querySelector("button, input"))?.focus();
      } catch (error) {
        toast(messageOf(error));
      }
    });
  }

  /**
   * @param {string} key
   * @returns {Promise<Notices | null>}
   */
  async subscribe(key) {
    if (!(await requestPermission())) {
      toast(t("Your browser does not allow notifications from this page."));
      return null;
    }
    try {
      this.subscription = await subscribed(await workerReady(), key);
    } catch {
      toast(t("The push service of your browser does not answer; try again later."));
      return null;
    }
    const { endpoint, keys } = this.subscription.toJSON();
    return api.post(`${this.base}/push`, { endpoint, p256dh: keys?.p256dh, auth: keys?.auth });
  }
}

/** @param {string} text */
function note(text) {
  return element("p", { class: "muted" }, text);
}

function canPush() {
  return window.isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** The service worker, which is installed now if it was not before. */
async function workerReady() {
  const { serviceWorker } = navigator;
  if (!(await serviceWorker.getRegistration())) await serviceWorker.register("/service-worker.js", { updateViaCache: "none" });
  const late = new Promise((_, reject) => setTimeout(reject, WORKER_PATIENCE));
  return /** @type {Promise<ServiceWorkerRegistration>} */ (Promise.race([serviceWorker.ready, late]));
}

/**
 * The browser's subscription with the key of this server; one with another key is of no use.
 * @param {ServiceWorkerRegistration} registration
 * @param {string} key
 */
async function subscribed({ pushManager }, key) {
  const known = await pushManager.getSubscription();
  const wanted = bytes(key);
  const own = known?.options.applicationServerKey;
  if (known && own && String(new Uint8Array(own)) === String(wanted)) return known;
  await known?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: wanted });
}

/** @param {string} text    in Base64 as addresses write it */
function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** @param {string} text */
async function hash(text) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Ask, then delete everything about the user at this table.
 * @param {string} id     of the table
 */
export function openForget(id) {
  const forget = singleFlight(async () => {
    try {
      await api.post(`/api/tables/${encodeURIComponent(id)}/forget`);
      toast(t("You are forgotten at this table."));
      box.close();
    } catch (error) {
      toast(messageOf(error));
    }
  });
  const box = openDialog(
    t("Forget me"),
    t("Cancel"),
    element("p", {}, t("Your name, your mail address and the devices that are told are deleted at once, at this table and in studies made of it. The game, your messages and your seat stay, and so do names that others have written, as in the list of a tournament.")),
    element("button", { type: "button", class: "button primary", onclick: forget }, t("Forget me")),
  );
  box.classList.add("small");
}
