/** Settings: as a page, and as a dialog from everywhere. */

import { openDialog, toast } from "../dialogs.js";
import { element, loadStyles } from "../dom.js";
import { segments } from "../home/segments.js";
import { loadCatalogue, t } from "../i18n.js";
import { languageChoice } from "../language-choice.js";
import { requestPermission } from "../notifications.js";
import { change, onSettingChange, setting, wantedLanguage } from "../settings-store.js";
import { appField } from "./app-field.js";
import { boardField } from "./board-field.js";
import { soundField } from "./sound-field.js";

/** @import { Settings } from "../settings-store.js" */
/** @import { Context } from "../view-types.js" */

/**
 * @param {HTMLElement} root
 * @param {string[]} _parts
 * @param {Context} context
 */
export async function show(root, _parts, context) {
  context.heading(t("Settings"));
  root.append(element("div", { class: "settings-page card" }, element("h1", {}, t("Settings")), await settingsPanel()));
  return () => {};
}

/** Open the settings over the current view. */
export async function openSettings() {
  const body = element("div", {}, await settingsPanel());
  const dialog = openDialog(t("Settings"), t("Close"), body);
  const stop = onSettingChange(async (name) => {
    if (name !== "language") return;
    await loadCatalogue(wantedLanguage());
    body.replaceChildren(await settingsPanel());
    const [title, close] = [dialog.querySelector("h2"), dialog.querySelector(".dialog-head button")];
    if (title) title.textContent = t("Settings");
    if (close) close.textContent = t("Close");
  });
  dialog.addEventListener("close", stop);
}

/** All settings; each change takes effect at once. */
export async function settingsPanel() {
  await Promise.all([loadStyles("/web/settings/settings.css"), loadStyles("/web/home/forms.css")]);
  return element(
    "div",
    { class: "settings" },
    languageField(),
    themeField(),
    boardField(),
    nameField(),
    noticesField(),
    soundField(),
    check("confirm", t("Confirm moves"), t("Show a move first, and make it when you say so.")),
    check("coordinates", t("Coordinates"), t("Letters and numbers at the edge of the board.")),
    check("letters", t("Letters on pieces"), t("On marbles, whose colours may be hard to tell apart.")),
    check("targets", t("Show where you can point"), t("Rings around everything that can be pointed at.")),
    appField(),
  );
}

function languageField() {
  return element("label", { class: "field" }, element("span", {}, t("Language")), languageChoice());
}

function themeField() {
  /** @type {{value: Settings["theme"], title: string}[]} */
  const themes = [
    { value: "system", title: t("As the system") },
    { value: "light", title: t("Light") },
    { value: "dark", title: t("Dark") },
  ];
  return segments(t("Colours"), themes, setting("theme"), (value) => change("theme", value));
}

function nameField() {
  const input = element("input", {
    type: "text",
    value: setting("name"),
    maxlength: 60,
    autocomplete: "nickname",
    placeholder: t("need not be given"),
    onchange: () => change("name", input.value.trim()),
  });
  return element(
    "label",
    { class: "field" },
    element("span", {}, t("Your name")),
    input,
    element("small", {}, t("For new tables; where you sit already it can be changed at the table, under “More”.")),
  );
}

/** How the user is notified; the browser asks for permission only when that is chosen. */
function noticesField() {
  /** @type {{value: Settings["notices"], title: string, note: string}[]} */
  const choices = [
    { value: "off", title: t("Not at all"), note: t("You look for yourself.") },
    { value: "title", title: t("On this page"), note: t("In the title of the window and, if sounds are on, with a sound.") },
    { value: "system", title: t("Notification"), note: t("Also by the system, while you do something else.") },
  ];
  const place = element("div", {});
  const draw = () => place.replaceChildren(segments(t("Tell me when it is my turn"), choices, setting("notices"), choose, "list"));
  /** @param {Settings["notices"]} value */
  const choose = async (value) => {
    if (value !== "system" || (await requestPermission())) return change("notices", value);
    toast(t("Your browser does not allow notifications from this page."));
    draw();
    /** @type {HTMLElement | null} */ (place.querySelector("input:checked"))?.focus();
  };
  draw();
  return place;
}

/**
 * @param {"confirm" | "coordinates" | "letters" | "targets"} name
 * @param {string} title
 * @param {string} note
 */
function check(name, title, note) {
  const box = element("input", {
    type: "checkbox",
    checked: setting(name),
    onchange: () => change(name, box.checked),
  });
  return element(
    "label",
    { class: "check" },
    box,
    element("span", { class: "check-text" }, element("span", {}, title), element("small", {}, note)),
  );
}
