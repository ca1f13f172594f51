/** Dialogs, short messages, and the text in place of a view that cannot be shown. */

import { element } from "./dom.js";
import { enter, leave } from "./dialog-history.js";
import { t } from "./i18n.js";

/** @import { Child } from "./dom.js" */

/**
 * Show a short message that disappears by itself.
 * @param {string} text
 */
export function toast(text) {
  const place = document.getElementById("toasts");
  if (!place || [...place.children].some((known) => known.textContent === text)) return;
  const note = element("p", { class: "toast" }, text);
  raise(place);
  place.append(note);
  setTimeout(() => note.remove(), Math.max(4500, 70 * text.length));
}

/**
 * Show the messages above everything, dialogs included.
 * @param {HTMLElement} place
 */
function raise(place) {
  if (!place.showPopover) return;
  if (place.matches(":popover-open")) place.hidePopover();
  place.showPopover();
}

/**
 * Open a dialog with a title and a button to close it; it is removed when it is closed. The browser's Back closes it, too.
 * @param {string} title
 * @param {string} close      the text of its button
 * @param {...Child} content
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, close, ...content) {
  const box = element(
    "dialog",
    { class: "dialog", "aria-label": title },
    element(
      "header",
      { class: "dialog-head" },
      element("h2", {}, title),
      element("button", { type: "button", class: "quiet", onclick: () => box.close() }, close),
    ),
    element("div", { class: "dialog-body" }, ...content),
  );
  box.addEventListener("close", () => {
    box.remove();
    leave(box);
  });
  box.addEventListener("click", (event) => event.target === box && box.close());
  document.body.append(box);
  box.showModal();
  enter(box);
  return box;
}

/**
 * Show why a view cannot be shown, and a link to the first page.
 * @param {HTMLElement} root
 * @param {string} title
 * @param {string} text
 * @param {string} [details]    shown when the pointer is over the text
 */
export function showMissing(root, title, text, details) {
  replaceView(root, title, element("p", { title: details }, text));
}

/**
 * Show that a table cannot be shown because of an error in its game or in the program.
 * @param {HTMLElement} root
 * @param {string} reason    the error, for whoever can mend it
 */
export function showBroken(root, reason) {
  const text = t("The game or the program has an error. What was played is kept.");
  replaceView(root, t("This cannot be shown"), element("p", {}, text), element("p", { class: "muted" }, reason));
}

/**
 * @param {HTMLElement} root
 * @param {string} title
 * @param {...HTMLElement} lines
 */
function replaceView(root, title, ...lines) {
  const link = element("a", { class: "button primary", href: "#/" }, t("To the start"));
  const icon = element("img", { src: "/web/icon.svg", alt: "", width: 56, height: 56 });
  root.replaceChildren(element("section", { class: "missing card", role: "alert" }, icon, element("h1", {}, title), ...lines, link));
}
