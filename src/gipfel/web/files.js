/** Handing something to the person: as a file, or to be pasted elsewhere. */

import { element, openDialog, toast } from "./dom.js";
import { t } from "./words.js";

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

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("Copied."));
  } catch {
    // Without a secure connection there is no clipboard; then it is shown to be copied by hand.
    const shown = element("textarea", { readonly: true, rows: 4, class: "mono", dir: "ltr" }, text);
    openDialog(t("To be copied"), t("Close"), shown);
    shown.select();
  }
}

/** The theme that is shown, for pictures that are saved. */
export function shownTheme() {
  return getComputedStyle(document.documentElement).colorScheme.includes("dark") ? "dark" : "light";
}
