/** A dialog in which players change their name at the table. */

import { messageOf, singleFlight } from "../../api.js";
import { openDialog, toast } from "../../dialogs.js";
import { element } from "../../dom.js";
import { t } from "../../i18n.js";
import { change } from "../../settings-store.js";

const LONGEST_NAME = 60;

/**
 * @param {string} name    the current one
 * @param {(name: string) => Promise<unknown>} send
 */
export function openRename(name, send) {
  const field = element("input", { type: "text", value: name, maxlength: LONGEST_NAME, autocomplete: "nickname", placeholder: t("need not be given") });
  const save = singleFlight(async () => {
    try {
      await send(field.value.trim());
      change("name", field.value.trim());
      box.close();
    } catch (error) {
      toast(messageOf(error));
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
