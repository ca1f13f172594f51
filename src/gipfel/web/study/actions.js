/** What can be done with a whole study, and with the board of a chapter: links, files, frames, pictures. */

import { api, messageOf } from "../api.js";
import { openDialog, toast } from "../dialogs.js";
import { element } from "../dom.js";
import { copy, embedCode, saveFile } from "../files.js";
import { t } from "../i18n.js";

/** @import { StudyPage } from "./page.js" */

/** @param {StudyPage} page */
export function studyActions(page) {
  const { view } = page;
  const address = `/api/studies/${view.id}`;
  const board = view.chapter?.board;
  const run = async (/** @type {() => unknown} */ work) => {
    try {
      await page.drafts.send();
      await work();
    } catch (error) {
      toast(messageOf(error));
    }
  };
  const action = (/** @type {string} */ text, /** @type {() => unknown} */ work) =>
    element("button", { type: "button", class: "quiet", onclick: () => run(work) }, text);
  const animate = async () => {
    const { openAnimation } = await import("../animated-picture.js");
    openAnimation(page.chapterAddress, `study-${view.chapter?.id}`, board?.turns.length ?? 0);
  };
  return element(
    "section",
    { class: "card review-quiet study-actions" },
    action(t("Link for readers"), () => copy(`${location.origin}/#/study/${view.id}`)),
    view.edit ? action(t("Link for editing"), () => copyEditLink(address, view.id)) : null,
    action(t("Save as a file"), async () => saveFile(`${fileName(view.title)}.txt`, await api.text(`${address}/file`))),
    action(t("Save as a page"), async () => saveFile(`${fileName(view.title)}.html`, await api.blob(`${address}/page`))),
    board ? action(t("Copy embed code"), () => copy(embedCode(`${view.id}/${view.chapter?.id}`))) : null,
    board ? action(t("Animated picture"), animate) : null,
    action(t("Studies"), () => page.context.go("#/study")),
    view.own ? action(t("Delete the study"), () => askToDelete(page, address)) : null,
  );
}

/**
 * @param {string} address
 * @param {string} id
 */
async function copyEditLink(address, id) {
  const { key } = await api.post(`${address}/link`);
  await copy(`${location.origin}/#/study/${id}/edit/${key}`, t("Copied. Earlier links for editing no longer work."));
}

/** @param {string} title */
function fileName(title) {
  return title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "study";
}

/**
 * @param {StudyPage} page
 * @param {string} address
 */
function askToDelete(page, address) {
  const remove = async () => {
    try {
      await api.delete(address);
      page.drafts.drop();
      dialog.close();
      page.context.replace("#/study");
    } catch (error) {
      toast(messageOf(error));
    }
  };
  const dialog = openDialog(t("Delete the study"), t("Cancel"), element("button", { type: "button", class: "button primary", onclick: remove }, t("Delete")));
  dialog.classList.add("small");
}
