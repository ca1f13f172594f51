/** The page as an app: installing it, and what is kept for times without a connection. */

import { toast } from "../dialogs.js";
import { element } from "../dom.js";
import { t } from "../i18n.js";
import { forgetKept, installOffer } from "../offline.js";

export function appField() {
  const forget = element("button", { type: "button", class: "button forget-kept", onclick: onForget }, t("Delete what is kept on this device"));
  return element(
    "fieldset",
    { class: "app-field" },
    element("legend", {}, t("App")),
    ...installing(),
    window.isSecureContext && element("p", { class: "muted" }, t("What you have opened is kept on this device and can be looked at without a connection: up to 30 tables, lessons, puzzles and rules.")),
    window.isSecureContext && forget,
  );
}

/** How the page is installed, or why it cannot be. */
function installing() {
  if (!window.isSecureContext) {
    return [element("p", { class: "muted insecure" }, t("At this address the page can be neither installed nor opened without a connection, and it cannot notify you: browsers allow that only over https, or on the computer on which Gipfel runs."))];
  }
  if (matchMedia("(display-mode: standalone)").matches) return [element("p", { class: "muted" }, t("You use Gipfel as an installed app."))];
  const offer = installOffer();
  if (!offer) return [element("p", { class: "muted" }, t("Gipfel can be installed as an app, by the menu of your browser."))];
  return [element("button", { type: "button", class: "button install", onclick: () => offer.prompt() }, t("Install Gipfel as an app"))];
}

async function onForget() {
  await forgetKept();
  toast(t("Nothing is kept on this device any more."));
}
