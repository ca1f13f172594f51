/** The page: a bar on top and one view under it, chosen by the part of the address after `#`. */

import { element, messageOf, svg, toast } from "./dom.js";
import { nameWindow, startNotices, turnLink } from "./notices.js";
import { change, setting, wantedLanguage, whenChanged } from "./settings-store.js";
import { language, loadWords, t } from "./words.js";

/** @typedef {import("./view-types.js").Context} Context */
/** @typedef {import("./view-types.js").View} View */

/** Views by the first part of the address; each is loaded when it is first shown. */
const VIEWS = new Map([
  ["", "./home/view.js"],
  ["table", "./table/view.js"],
  ["seat", "./seat/view.js"],
  ["compose", "./compose/view.js"],
  ["rules", "./rules/view.js"],
  ["review", "./review/view.js"],
  ["editor", "./editor/view.js"],
  ["settings", "./settings/view.js"],
]);

const SUN = "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2.500v2M12 19.500v2M2.500 12h2M19.500 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M5.300 18.700l1.400-1.400M17.300 6.700l1.400-1.400";
const MOON = "M19.500 14.500A8 8 0 0 1 9.500 4.500a8 8 0 1 0 10 10Z";

const bar = /** @type {HTMLElement} */ (document.getElementById("bar"));
const root = /** @type {HTMLElement} */ (document.getElementById("view"));
let takeDown = () => {};
let shown = 0;

/** `#/table/7` → `["table", "7"]`. */
function partsOfAddress() {
  return location.hash.replace(/^#\/?/, "").split("/").filter(Boolean).map(decoded);
}

/** @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // It leads nowhere, and the view says so.
  }
}

async function showView() {
  const mine = ++shown;
  const [name = "", ...parts] = partsOfAddress();
  takeDown();
  takeDown = () => {};
  root.replaceChildren();
  root.className = "";
  root.removeAttribute("data-game");
  drawBar("");
  root.dataset.view = name || "home";
  const address = VIEWS.get(name);
  if (!address) return sayMissing(t("There is no page with this address."));
  try {
    /** @type {View} */
    const view = await import(address);
    if (mine !== shown) return;
    const down = await view.show(root, parts, context());
    if (mine === shown) takeDown = down;
    else down();
  } catch (problem) {
    if (mine === shown) sayMissing(messageOf(problem));
  }
}

/** @returns {Context} */
function context() {
  return {
    go: (address) => {
      location.hash = address;
    },
    replace: (address) => {
      history.replaceState(null, "", address);
      dispatchEvent(new Event("hashchange"));
    },
    heading: drawBar,
  };
}

/** @param {string} text */
function sayMissing(text) {
  root.replaceChildren(
    element(
      "section",
      { class: "missing card" },
      element("h1", {}, t("This cannot be shown")),
      element("p", {}, text),
      element("a", { class: "button", href: "#/" }, t("To the start")),
    ),
  );
}

/**
 * The bar with what is shown now.
 * @param {string} heading
 */
function drawBar(heading) {
  nameWindow(heading ? `${heading} – Gipfel` : "Gipfel");
  bar.replaceChildren(
    element("a", { class: "brand", href: "#/" }, "Gipfel"),
    element("span", { class: "heading" }, heading),
    turnLink,
    element(
      "nav",
      { class: "bar-links", "aria-label": t("Pages") },
      element("a", { href: "#/compose" }, t("Compose an evening")),
      themeButton(),
      element("a", { href: "#/settings", onclick: openSettings }, t("Settings")),
    ),
  );
}

/**
 * Settings are a dialog, so that nobody leaves a table for them; the link still opens them in a tab of their own.
 * @param {MouseEvent} event
 */
async function openSettings(event) {
  if (root.dataset.view === "settings" || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (document.querySelector("dialog[open]")) return;
  try {
    const settings = await import("./settings/view.js");
    await settings.openSettings();
  } catch (problem) {
    toast(messageOf(problem));
  }
}

/** Another address: what lay over the old view goes with it. */
function turnTo() {
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  document.getElementById("toasts")?.replaceChildren();
  scrollTo(0, 0);
  root.focus({ preventScroll: true });
  showView();
}

function themeButton() {
  const dark = isDark();
  const title = dark ? t("Light colours") : t("Dark colours");
  const onclick = () => change("theme", dark ? "light" : "dark");
  const sign = svg("svg", { class: "bar-sign", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: dark ? SUN : MOON }));
  return element("button", { type: "button", class: "theme", title, "aria-label": title, onclick }, sign);
}

function isDark() {
  const theme = setting("theme");
  return theme === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
}

function useTheme() {
  const theme = setting("theme");
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

async function useLanguage() {
  const before = language();
  await loadWords(wantedLanguage());
  return before !== language();
}

/** @param {keyof import("./settings-store.js").Settings} name */
async function follow(name) {
  if (name === "theme") {
    useTheme();
    drawBar(bar.querySelector(".heading")?.textContent ?? "");
  }
  if (name === "language" && (await useLanguage())) showView();
}

useTheme();
whenChanged(follow);
addEventListener("hashchange", turnTo);
// The view is fetched while the texts are.
import(VIEWS.get(partsOfAddress()[0] ?? "") ?? "./words.js").catch(() => {});
await useLanguage();
showView();
startNotices();
