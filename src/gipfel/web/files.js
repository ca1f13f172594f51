/** Saving files and copying to the clipboard. */

import { openDialog, toast } from "./dialogs.js";
import { element } from "./dom.js";
import { t } from "./i18n.js";
import { setting } from "./settings-store.js";

/**
 * @param {string} name
 * @param {string | Blob} content
 */
export function saveFile(name, content) {
  const blob = content instanceof Blob ? content : new Blob([content], { type: "text/plain;charset=utf-8" });
  const address = URL.createObjectURL(blob);
  const link = element("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * @param {string} text
 * @param {string} [done]     said when it was copied
 */
export async function copy(text, done = t("Copied.")) {
  if ((await copyWithApi(text)) || copySelection(text)) return toast(done);
  const shown = element("textarea", { readonly: true, rows: 4, class: "mono", dir: "ltr" }, text);
  openDialog(t("To be copied"), t("Close"), shown);
  shown.select();
}

/** @param {string} text */
async function copyWithApi(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Without TLS, as in a home network, browsers copy only what is selected in the page.
 * @param {string} text
 */
function copySelection(text) {
  const place = document.querySelector("dialog[open]") ?? document.body;
  const before = document.activeElement;
  const field = element("textarea", { readonly: true, class: "visually-hidden" }, text);
  place.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return copied;
}

/** The current looks as the query of a picture that is saved. */
export function pictureLooks() {
  return `theme=${currentTheme()}&board=${setting("board")}${setting("letters") ? "&letters=1" : ""}`;
}

/** `light` or `dark`. */
export function currentTheme() {
  return getComputedStyle(document.documentElement).colorScheme.includes("dark") ? "dark" : "light";
}

/**
 * What shows a board in a page of somebody else.
 * @param {string} path    of the board behind `/embed/`
 */
export function embedCode(path) {
  return `<iframe src="${location.origin}/embed/${path}" title="Gipfel" width="900" height="760" loading="lazy"></iframe>`;
}
