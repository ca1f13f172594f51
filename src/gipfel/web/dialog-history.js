/**
 * Dialogs as entries of the browser's history: Back closes the dialog on top instead of leaving the page.
 *
 * The state of an entry is `{dialog: number}`; numbers grow, also from visit to visit. An address that is opened from a
 * dialog takes the place of its entry, so that Back leads to the page below.
 */

/** @type {{box: HTMLDialogElement, number: number}[]} open dialogs, the one on top last */
const open = [];
let last = Date.now();
/** An entry is being left because its dialog was closed; the browser does that a moment later. */
let leaving = false;
/** The address under the dialog that is being left, and the one that was opened before the browser had left it. */
let leftAddress = "";
let openedMeanwhile = "";

/** The number of the dialog to which the current entry belongs; 0 if it is none. */
function current() {
  return Number(history.state?.dialog ?? 0);
}

/** @param {HTMLDialogElement} box    just opened */
export function enter(box) {
  const below = open.findLast((one) => one.box.open)?.number ?? 0;
  open.push({ box, number: ++last });
  box.addEventListener("click", followLink);
  if (leaving) return; // The entry is made as soon as that has happened.
  // The entry of a dialog that was closed just now is used again.
  if (current() > below) history.replaceState({ dialog: last }, "");
  else history.pushState({ dialog: last }, "");
}

/** @param {HTMLDialogElement} box    just closed */
export function leave(box) {
  const i = open.findIndex((one) => one.box === box);
  if (i < 0) return;
  const [{ number }] = open.splice(i, 1);
  if (current() !== number) return;
  leaving = true;
  leftAddress = location.hash;
  history.back();
}

/**
 * Open an address; it takes the place of a dialog's entry.
 * @param {string} address    the part from `#` on
 */
export function openAddress(address) {
  if (current()) location.replace(address);
  else location.hash = address;
}

/** @param {MouseEvent} event */
function followLink(event) {
  const link = /** @type {Element} */ (event.target).closest('a[href^="#"]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  openAddress(link.getAttribute("href") ?? "#/");
}

/** The browser has left the entry of a closed dialog, unless somebody opened an address first: then that comes before it. */
function onLeft() {
  if (location.hash !== leftAddress) {
    openedMeanwhile = location.hash;
    return;
  }
  leaving = false;
  if (openedMeanwhile) openAddress(openedMeanwhile);
  else if (open.length && current() < last) history.pushState({ dialog: last }, "");
  openedMeanwhile = "";
}

addEventListener("popstate", () => {
  if (leaving) return onLeft();
  for (const { box, number } of [...open].reverse()) if (number > current()) box.close();
});

// A page that was loaded again has no dialogs.
if (current()) history.replaceState(null, "");
