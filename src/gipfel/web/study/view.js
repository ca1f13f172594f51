/** Studies: `#/study` lists one's own, `#/study/ID/CHAPTER` shows one, `#/study/ID/edit/KEY` is the link for editing. */

import { api, isTableId, messageOf } from "../api.js";
import { showMissing } from "../dialogs.js";
import { loadStyles } from "../dom.js";
import { t } from "../i18n.js";
import { draftsOf } from "./drafts.js";
import { StudyPage } from "./page.js";

/** @import { Context } from "../view-types.js" */

const EDIT = "edit";

/**
 * @param {HTMLElement} root
 * @param {string[]} parts       the study, and one of its chapters or the key in a link
 * @param {Context} context
 */
export async function show(root, [id = "", chapter = "", key = ""], context) {
  context.heading(t("Studies"));
  const styles = [
    loadStyles("/web/table/table.css"),
    loadStyles("/web/table/game.css"),
    loadStyles("/web/home/forms.css"),
    loadStyles("/web/review/review.css"),
    loadStyles("/web/study/study.css"),
  ];
  if (!id) {
    await Promise.all(styles);
    const { showList } = await import("./list.js");
    return showList(root, context);
  }
  if (!isTableId(id) || (chapter && !isTableId(chapter))) return missing(root, t("The address may be mistyped, or what was here is gone."));
  try {
    if (chapter === EDIT) return await enter(id, key, context);
    const drafts = draftsOf(id);
    await drafts.send();
    const [view] = await Promise.all([api.get(`/api/studies/${id}${chapter ? `?chapter=${chapter}` : ""}`), ...styles]);
    const page = new StudyPage(root, view, drafts, context);
    return () => page.close();
  } catch (error) {
    return missing(root, messageOf(error));
  }
}

/**
 * Become an author; the address is replaced, so that the key is not in the history.
 * @param {string} id
 * @param {string} key
 * @param {Context} context
 */
async function enter(id, key, context) {
  await api.post(`/api/studies/${id}/enter`, { key });
  context.replace(`#/study/${id}`);
  return () => {};
}

/**
 * @param {HTMLElement} root
 * @param {string} reason
 */
function missing(root, reason) {
  showMissing(root, t("This cannot be shown"), reason);
  return () => {};
}
