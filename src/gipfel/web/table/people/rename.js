/** A player says at the table what the others shall call them. */

import { element, messageOf, once, openDialog, toast } from "../../dom.js";
import { change } from "../../settings-store.js";
import { t } from "../../words.js";

const LONGEST_NAME = 60;

/**
 * @param {string} name                               as it is
 * @param {(name: string) => Promise<unknown>} send
 */
export function openRename(name, send) {
  const field = element("input", { type: "text", value: name, maxlength: LONGEST_NAME, autocomplete: "nickname", placeholder: t("need not be given") });
  const save = once(async () => {
    try {
      await send(field.value.trim());
      change("name", field.value.trim());
      box.close();
    } catch (problem) {
      toast(messageOf(problem));
    }
  });
  const form = element(
    "form",
    { class: "own-name" },
    element("label", { class: "field" }, element("span", {}, t("Your name")), field),
    element("button", { type: "submit", class: "button primary" }, t("Save")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    save();
  });
  const box = openDialog(t("Change my name"), t("Close"), form);
  box.classList.add("small");
  field.select();
}
