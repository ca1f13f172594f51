/** A dialog in which another level is chosen for an engine. */

import { messageOf, singleFlight } from "../../api.js";
import { openDialog, toast } from "../../dialogs.js";
import { element, loadStyles } from "../../dom.js";
import { levelField } from "../../home/seat-fields.js";
import { t } from "../../i18n.js";
import { HIGHEST_LEVEL, levelOf } from "../../player-names.js";

/** @import { Seat } from "../../types.js" */

const SECONDS = 1;

/**
 * @param {Seat} seat      the current one
 * @param {(seat: Seat) => Promise<unknown>} send
 */
export async function openEngineLevel(seat, send) {
  await loadStyles("/web/home/forms.css");
  const chosen = { level: levelOf(seat) || 1, seconds: (seat.kind === "engine" && seat.seconds) || SECONDS };
  const save = singleFlight(async () => {
    const seconds = chosen.level === HIGHEST_LEVEL ? chosen.seconds : null;
    try {
      await send({ kind: "engine", player: `level:${chosen.level}`, seconds });
      box.close();
    } catch (error) {
      toast(messageOf(error));
    }
  });
  const form = element(
    "form",
    { class: "engine-level" },
    levelField(t("Level"), chosen, "level"),
    element("button", { type: "submit", class: "button primary" }, t("Change")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    save();
  });
  const box = openDialog(t("Another level"), t("Close"), form);
  box.classList.add("small");
}
