/** A dialog for an animated picture of a game, or of some of its turns. */

import { api, messageOf, singleFlight } from "./api.js";
import { openDialog } from "./dialogs.js";
import { element } from "./dom.js";
import { copy, pictureLooks, saveFile } from "./files.js";
import { t } from "./i18n.js";

/**
 * @param {string} address    of the game in the API
 * @param {string} name       of the file
 * @param {number} turns      how many the game has
 */
export function openAnimation(address, name, turns) {
  const [from, to] = [turnField(1, turns), turnField(Math.max(turns, 1), turns)];
  const note = element("p", { class: "muted", role: "status" });
  const query = () => `from=${from.valueAsNumber || 1}&to=${to.valueAsNumber || turns}&${pictureLooks()}`;
  const save = (/** @type {"gif" | "png"} */ kind) =>
    singleFlight(async () => {
      note.textContent = t("The picture is being drawn. This may take a minute.");
      try {
        saveFile(`${name}.${kind}`, await api.blob(`${address}/animation.${kind}?${query()}`));
        note.textContent = "";
      } catch (error) {
        note.textContent = messageOf(error);
      }
    });
  const button = (/** @type {string} */ text, /** @type {() => void} */ onclick) => element("button", { type: "button", class: "button", onclick }, text);
  openDialog(
    t("Animated picture"),
    t("Close"),
    element("div", { class: "animation-range" }, label(t("From turn"), from), label(t("To turn"), to)),
    element(
      "div",
      { class: "animation-buttons" },
      button("GIF", save("gif")),
      button(t("PNG"), save("png")),
      button(t("Copy its address"), () => copy(`${location.origin}${address}/animation.gif?${query()}`)),
    ),
    note,
  ).classList.add("small");
}

/**
 * @param {number} value
 * @param {number} most
 */
function turnField(value, most) {
  return element("input", { type: "number", min: 1, max: Math.max(most, 1), step: 1, value, dir: "ltr" });
}

/**
 * @param {string} text
 * @param {HTMLInputElement} field
 */
function label(text, field) {
  return element("label", { class: "review-field" }, element("span", { class: "muted" }, text), field);
}
