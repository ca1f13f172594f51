/** The page: a bar on top and one view under it, chosen by the part of the address after `#`. */

import { messageOf } from "./api.js";
import { openAddress } from "./dialog-history.js";
import { showMissing, toast } from "./dialogs.js";
import { barSign, element, loadStyles } from "./dom.js";
import { language, loadCatalogue, t } from "./i18n.js";
import { languageButton } from "./language-choice.js";
import { setWindowTitle, startNotifications, turnLink } from "./notifications.js";
import { isOutdated, newVersion, startOffline } from "./offline.js";
import { preload, VIEWS } from "./preload.js";
import { change, onSettingChange, setting, wantedLanguage } from "./settings-store.js";

/** @import { Settings } from "./settings-store.js" */
/** @import { Context, View } from "./view-types.js" */

const SUN = "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2.500v2M12 19.500v2M2.500 12h2M19.500 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M5.300 18.700l1.400-1.400M17.300 6.700l1.400-1.400";
const MOON = "M19.500 14.500A8 8 0 0 1 9.500 4.500a8 8 0 1 0 10 10Z";
const SLIDERS = "M4 7h9M17 7h3M15 5v4M4 12h3M11 12h9M9 10v4M4 17h8M16 17h4M14 15v4";

const bar = /** @type {HTMLElement} */ (document.getElementById("bar"));
const brand = /** @type {HTMLElement} */ (bar.firstElementChild);
/** Each view has an element of its own: one that is still loading when it is left draws into an element that is gone. */
let root = /** @type {HTMLElement} */ (document.getElementById("view"));
let cleanUp = () => {};
let viewNumber = 0;

/** `#/table/7` → `["table", "7"]`. */
function partsOfAddress() {
  return location.hash.replace(/^#\/?/, "").split("/").filter(Boolean).map(decoded);
}

/** @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // The view reports that the address is wrong.
  }
}

async function showView() {
  const number = ++viewNumber;
  const [name = "", ...parts] = partsOfAddress();
  cleanUp();
  cleanUp = () => {};
  replaceRoot();
  drawBar("");
  root.dataset.view = name || "home";
  const address = VIEWS.get(name);
  if (!address) return showMissing(root, t("There is no page here"), t("The address may be mistyped, or what was here is gone."));
  try {
    preload(name);
    /** @type {View} */
    const view = await import(address);
    if (number !== viewNumber) return;
    const viewCleanUp = await view.show(root, parts, context(number));
    if (number === viewNumber) cleanUp = viewCleanUp;
    else viewCleanUp();
  } catch (error) {
    const text = error instanceof TypeError && (await isOutdated()) ? newVersion() : messageOf(error);
    if (number === viewNumber) showMissing(root, t("This cannot be shown"), text);
  }
}

function replaceRoot() {
  const fresh = element("main", { id: root.id, tabindex: root.tabIndex });
  root.replaceWith(fresh);
  root = fresh;
}

/**
 * @param {number} number of the view; the heading of one that was left meanwhile is not shown
 * @returns {Context}
 */
function context(number) {
  return {
    go: openAddress,
    replace: (address) => {
      history.replaceState(null, "", address);
      dispatchEvent(new Event("hashchange"));
    },
    heading: (heading) => {
      if (number === viewNumber) drawBar(heading);
    },
  };
}

/**
 * Draw the bar.
 * @param {string} heading
 */
function drawBar(heading) {
  setWindowTitle(heading ? `${heading} – Gipfel` : "Gipfel");
  bar.replaceChildren(
    brand,
    element(heading && root.dataset.view === "table" ? "h1" : "span", { class: "heading" }, heading),
    turnLink,
    element(
      "nav",
      { class: "bar-links", "aria-label": t("Pages") },
      element("a", { href: "#/learn" }, t("Learn")),
      element("a", { href: "#/compose" }, t("Compose an evening")),
      languageButton(),
      themeButton(),
      element("a", { href: "#/settings", onclick: openSettings, "aria-label": t("Settings") }, barSign(SLIDERS), element("span", {}, t("Settings"))),
    ),
  );
}

/**
 * Settings open as a dialog, so that nobody has to leave a table; the link still opens them in a new tab.
 * @param {MouseEvent} event
 */
async function openSettings(event) {
  if (root.dataset.view === "settings" || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (document.querySelector("dialog[open]")) return;
  try {
    const settings = await import("./settings/view.js");
    await settings.openSettings();
  } catch (error) {
    toast(messageOf(error));
  }
}

/**
 * `?` shows the keys of the view.
 * @param {KeyboardEvent} event
 */
async function onKey({ key, target, ctrlKey, metaKey, altKey }) {
  const isTyping = target instanceof Element && target.closest("input, textarea, select");
  if (key !== "?" || isTyping || ctrlKey || metaKey || altKey) return;
  const { openShortcuts } = await import("./shortcuts.js");
  openShortcuts(root.dataset.view ?? "");
}

/** Show another view; dialogs and messages of the old one are closed. */
function onAddressChange() {
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  document.getElementById("toasts")?.replaceChildren();
  scrollTo(0, 0);
  showView();
  root.focus({ preventScroll: true });
}

function themeButton() {
  const dark = isDark();
  const title = dark ? t("Light colours") : t("Dark colours");
  const onclick = () => change("theme", dark ? "light" : "dark");
  return element("button", { type: "button", class: "theme", title, "aria-label": title, onclick }, barSign(dark ? SUN : MOON));
}

function isDark() {
  const theme = setting("theme");
  return theme === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
}

function applyTheme() {
  const theme = setting("theme");
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Colours of boards and pieces; a board theme is loaded before it is used. */
async function applyBoard() {
  const board = setting("board");
  if (board !== "plain") await loadStyles(`/boards/${board}.css`);
  if (board === setting("board")) document.documentElement.dataset.board = board;
}

function applyLetters() {
  document.documentElement.toggleAttribute("data-letters", setting("letters"));
}

async function applyLanguage() {
  const before = language();
  await loadCatalogue(wantedLanguage());
  return before !== language();
}

/** @param {keyof Settings} name */
async function onSetting(name) {
  if (name === "theme") {
    applyTheme();
    drawBar(bar.querySelector(".heading")?.textContent ?? "");
  }
  if (name === "board") applyBoard();
  if (name === "letters") applyLetters();
  if (name === "language" && (await applyLanguage())) showView();
}

applyTheme();
applyLetters();
onSettingChange(onSetting);
addEventListener("hashchange", onAddressChange);
addEventListener("keydown", onKey);
// Fetch the view while the texts are loading.
import(VIEWS.get(partsOfAddress()[0] ?? "") ?? "./i18n.js").catch(() => {});
await Promise.all([applyLanguage(), applyBoard()]);
showView();
startNotifications();
startOffline();
