/** One's own studies, and a new one from a file. */

import { api, messageOf, singleFlight } from "../api.js";
import { toast } from "../dialogs.js";
import { element } from "../dom.js";
import { acceptDrops, loadRecord, readFile } from "../home/load-record.js";
import { t } from "../i18n.js";

/** @import { StudyHead } from "../types.js" */
/** @import { Context } from "../view-types.js" */

/**
 * @param {HTMLElement} root
 * @param {Context} context
 */
export async function showList(root, context) {
  const { studies } = await api.get("/api/studies");
  const problem = element("p", { class: "problem", role: "alert", hidden: true });
  const take = async (/** @type {FileList | null | undefined} */ files) => {
    const text = await readFile(files, problem);
    if (text !== null) await loadRecord(text, context.go, problem);
  };
  const file = element("input", { type: "file", class: "visually-hidden", accept: ".txt,text/plain", onchange: () => take(file.files) });
  const drop = element("label", { class: "drop" }, element("span", {}, t("Open a study file, or drop it here")), file);
  const begin = singleFlight(async () => {
    try {
      context.go(`#/study/${(await api.post("/api/studies", {})).id}`);
    } catch (error) {
      toast(messageOf(error));
    }
  });
  const list = element(
    "div",
    { class: "study-start" },
    element("h1", {}, t("Studies")),
    studies.length
      ? element("ul", { class: "card study-list" }, ...studies.map(row))
      : element("p", { class: "card" }, t("There are none yet. In the review of a game, “Add to a study” begins one.")),
    element("section", { class: "card study-new" }, element("button", { type: "button", class: "button primary", onclick: begin }, t("New study")), drop, problem),
  );
  acceptDrops(list, take);
  root.append(list);
  return () => {};
}

/** @param {StudyHead} study */
function row({ id, title }) {
  return element("li", {}, element("a", { href: `#/study/${id}`, dir: "auto" }, title));
}
