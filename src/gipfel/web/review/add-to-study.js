/** A game with its variations becomes a chapter: of a new study, or of one that there is. */

import { api, messageOf, singleFlight } from "../api.js";
import { openDialog, toast } from "../dialogs.js";
import { element } from "../dom.js";
import { t } from "../i18n.js";

/** @import { AnalysisTree, StudyHead } from "../types.js" */

/**
 * @param {{table: string, tree: AnalysisTree}} chapter
 * @param {(address: string) => void} go
 */
export async function addToStudy(chapter, go) {
  /** @type {{studies: StudyHead[]}} */
  const { studies } = await api.get("/api/studies");
  const add = async (/** @type {string} */ study) => {
    const made = await api.post(study ? `/api/studies/${study}/chapters` : "/api/studies", chapter);
    go(`#/study/${made.id}${made.chapter ? `/${made.chapter}` : ""}`);
  };
  if (!studies.length) return add("");
  const choose = (/** @type {string} */ study, /** @type {string} */ title, /** @type {string} */ kind) => {
    const onclick = singleFlight(() => add(study).then(() => dialog.close(), (error) => toast(messageOf(error))));
    return element("button", { type: "button", class: `button ${kind}`, dir: "auto", onclick }, title);
  };
  const dialog = openDialog(
    t("Add to a study"),
    t("Close"),
    choose("", t("New study"), "primary"),
    ...studies.map(({ id, title }) => choose(id, title, "")),
  );
  dialog.classList.add("small");
}
