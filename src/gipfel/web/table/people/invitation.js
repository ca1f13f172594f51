/** Invitations: the panel while a seat waits for a friend, and links to seats and for spectators. */

import { api, messageOf, singleFlight } from "../../api.js";
import { openDialog, toast } from "../../dialogs.js";
import { element, svgElement } from "../../dom.js";
import { copy } from "../../files.js";
import { fetchHome } from "../../home/fetch-home.js";
import { t } from "../../i18n.js";
import { waitingSide } from "../../player-names.js";

/** @import { Child } from "../../dom.js" */
/** @import { Side, TableMessage } from "../../types.js" */
/** @import { Parts } from "../draw/layout.js" */
/** @import { State } from "../state.js" */

export class Invitation {
  /**
   * @param {State} state
   * @param {Parts} parts
   */
  constructor(state, parts) {
    this.state = state;
    this.place = parts.invitation;
    /** @type {string | null} the key of what the panel shows */
    this.shown = null;
    this.requestNewLink = singleFlight(() => this.makeNewLink());
    /** @type {ReturnType<typeof fetchHome> | null} */
    this.home = null;
  }

  /** Redraws only after a change: somebody may be copying the link. */
  draw() {
    const { table, id } = this.state;
    const side = table && waitingSide(table.seats);
    const key = table && side && table.mine.length ? `${side} ${storedKey(id, side)} ${table.number} ${table.yours.length}` : "";
    if (key === this.shown) return;
    this.shown = key;
    this.place.hidden = !key;
    if (table && side && key) this.fill(table, side);
    else if (table && !side) removeKey(id);
  }

  /**
   * @param {TableMessage} table
   * @param {Side} side      of the waiting seat
   */
  async fill(table, side) {
    const { id } = this.state;
    const secret = storedKey(id, side);
    const shown = this.shown;
    this.home ??= fetchHome();
    const home = await this.home.catch(() => null);
    if (shown !== this.shown) return;
    const base = baseOf(home?.public_url);
    this.place.replaceChildren(
      element(
        "div",
        { class: "invitation-head" },
        element("h2", {}, t("Your friend’s seat")),
        element("button", { type: "button", class: "quiet", onclick: () => openWatchLink(id) }, t("Link for watching …")),
      ),
      ...(secret ? linkParts(seatLink(base, id, secret), table.game.title) : [this.newLinkButton()]),
      home?.local && !home.public_url ? element("p", { class: "muted" }, t("Only this computer can reach this server now.")) : "",
      element("p", { class: "muted" }, startText(table)),
    );
  }

  newLinkButton() {
    return element("button", { type: "button", class: "button primary", onclick: this.requestNewLink }, t("Make a new link"));
  }

  async makeNewLink() {
    const { table, id } = this.state;
    const side = table && waitingSide(table.seats);
    if (!side) return;
    try {
      const { key } = await api.post(`/api/tables/${encodeURIComponent(id)}/link`, { side });
      storeKey(id, side, key);
      this.draw();
    } catch (error) {
      toast(messageOf(error));
    }
  }
}

/**
 * The link to a friend's seat.
 * @param {string} link
 * @param {string} title     of the game
 */
function linkParts(link, title) {
  const copied = t("Copied: whoever opens this link first plays with you.");
  const code = element("button", { type: "button", class: "button", onclick: () => openCode(link) }, t("QR code"));
  return [linkLine(link, copied, shareButton(link, title), code)];
}

/**
 * A link to copy.
 * @param {string} link
 * @param {string} copied    said when it was copied: what it is for
 * @param {...Child} more
 */
function linkLine(link, copied, ...more) {
  const field = element("input", { type: "text", class: "mono", readonly: true, dir: "ltr", value: link, "aria-label": t("The link"), onfocus: () => field.select() });
  const copyLink = element("button", { type: "button", class: "button primary", onclick: () => copy(link, copied) }, t("Copy"));
  return element("div", { class: "link-line" }, field, copyLink, ...more);
}

/**
 * @param {string} link
 * @param {string} title
 */
function shareButton(link, title) {
  if (!("share" in navigator)) return null;
  const share = () => navigator.share({ title: `Gipfel: ${title}`, url: link }).catch(() => {});
  return element("button", { type: "button", class: "button", onclick: share }, t("Share"));
}

/**
 * A link for the camera of another device. It is sent in the body of the request, so that no log and no cache has it.
 * @param {string} link
 */
function qrCode(link) {
  const place = element("div", { class: "qr-code", role: "img", "aria-label": t("QR code") });
  api
    .post("/api/qr", { link })
    .then(({ svg }) => place.replaceChildren(svgElement(svg)))
    .catch((error) => toast(messageOf(error)));
  return place;
}

/** @param {string} link */
function openCode(link) {
  const text = t("Your friend points the camera of a phone at it. Whoever opens it first plays with you.");
  openDialog(t("Your friend’s seat"), t("Close"), element("p", { class: "muted" }, text), qrCode(link)).classList.add("small");
}

/**
 * Who begins, and whether they can begin already.
 * @param {TableMessage} table
 */
function startText({ side, sides, yours, number }) {
  if (number) return t("The game goes on when your friend has opened the link.");
  if (yours.length) return t("You begin. You can already make your first decision.");
  return t("{side} begins.", { side: sides[side === "black" ? 1 : 0] });
}

/**
 * Free a seat; the panel shows the new link then.
 * @param {string} id
 * @param {Side} side
 */
export async function freeSeat(id, side) {
  try {
    const { key } = await api.post(`/api/tables/${encodeURIComponent(id)}/link`, { side, free: true });
    storeKey(id, side, key);
  } catch (error) {
    toast(messageOf(error));
  }
}

/**
 * Show a link with which the user continues on another device, and a button that makes older links useless.
 * @param {string} id
 * @param {string} title
 */
export async function openOwnLink(id, title) {
  const place = element("div", { class: "own-link" });
  const older = element("button", { type: "button", class: "quiet", onclick: singleFlight(() => show(true)) }, t("Make older links useless"));
  const show = async (/** @type {boolean} */ renew) => {
    const link = await ownLink(id, renew).catch((error) => void toast(messageOf(error)));
    const copied = t("Copied: this link is for your own devices. Send it to nobody.");
    if (link) place.replaceChildren(linkLine(link, copied, shareButton(link, title)), qrCode(link), ...(renew ? [renewedNote()] : [oldLinksNote(), older]));
    return Boolean(link);
  };
  if (!(await show(false))) return;
  const text = t("Open this link on your other device; it fits once. Whoever opens it can play for you: keep it to yourself.");
  openDialog(t("Link for my other device"), t("Close"), element("p", { class: "muted" }, text), place).classList.add("small");
}

/**
 * @param {string} id
 * @param {boolean} renew     make older links useless
 */
async function ownLink(id, renew) {
  const answer = api.post(`/api/tables/${encodeURIComponent(id)}/link`, renew ? { renew } : {});
  const [{ key }, home] = await Promise.all([answer, fetchHome().catch(() => null)]);
  return seatLink(baseOf(home?.public_url), id, key);
}

function oldLinksNote() {
  return element("p", { class: "muted" }, t("If somebody else knows a link to your seat, make it useless. Your other devices need the new one then."));
}

function renewedNote() {
  return element("p", { role: "status" }, t("Only this device and this new link fit your seat now."));
}

/**
 * Show the link for spectators; it opens no seat.
 * @param {string} id
 */
export async function openWatchLink(id) {
  const home = await fetchHome().catch(() => null);
  const link = watchLink(baseOf(home?.public_url), id);
  const text = t("Whoever opens this link can watch, but not play. You may show it to everybody.");
  const copied = t("Copied: with this link one can only watch.");
  const place = element("div", { class: "own-link" }, linkLine(link, copied), qrCode(link));
  openDialog(t("Link for watching"), t("Close"), element("p", { class: "muted" }, text), place).classList.add("small");
}

/** @param {string} [publicUrl]   how others reach the server */
export function baseOf(publicUrl) {
  return (publicUrl || location.origin).replace(/\/+$/, "");
}

/**
 * @param {string} base
 * @param {string} id
 * @param {string} key
 */
function seatLink(base, id, key) {
  return `${base}/#/seat/${encodeURIComponent(id)}/${encodeURIComponent(key)}`;
}

/**
 * @param {string} base
 * @param {string} id
 */
function watchLink(base, id) {
  return `${base}/#/table/${encodeURIComponent(id)}`;
}

// --- The key of the friend's seat, kept until this tab is closed --------------------------------------

/** @param {string} id */
function storageKey(id) {
  return `gipfel-invite-${id}`;
}

/**
 * @param {string} id
 * @param {Side} side
 * @returns {string}
 */
function storedKey(id, side) {
  try {
    const found = JSON.parse(sessionStorage.getItem(storageKey(id)) ?? "null");
    return found?.side === side && typeof found.key === "string" ? found.key : "";
  } catch {
    return "";
  }
}

/**
 * @param {string} id
 * @param {Side} side
 * @param {string} key
 */
function storeKey(id, side, key) {
  try {
    sessionStorage.setItem(storageKey(id), JSON.stringify({ side, key }));
  } catch {
    toast(t("This browser keeps nothing, so the link cannot be shown."));
  }
}

/** @param {string} id */
function removeKey(id) {
  try {
    sessionStorage.removeItem(storageKey(id));
  } catch {
    // Then nothing was stored.
  }
}
