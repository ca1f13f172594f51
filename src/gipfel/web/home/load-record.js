/** Loading a record from a file, by dropping a file on the page, or from pasted text. */

import { api, messageOf } from "../api.js";
import { openDialog } from "../dialogs.js";
import { element } from "../dom.js";
import { t } from "../i18n.js";

const LARGEST = 2_000_000;

/** @param {(address: string) => void} go */
export function openRecord(go) {
  const problem = element("p", { class: "problem", role: "alert", hidden: true });
  const text = element("textarea", {
    class: "mono",
    dir: "ltr",
    spellcheck: "false",
    "aria-label": t("Text of the record"),
    placeholder: t("Paste the text of a record here"),
  });
  const file = element("input", {
    type: "file",
    class: "visually-hidden",
    accept: ".txt,.gipfel,.rec,text/plain",
    "aria-label": t("File"),
    onchange: () => take(file.files),
  });
  /** @param {FileList | null | undefined} files */
  const take = async (files) => {
    const record = await readFile(files, problem);
    if (record !== null) load(record);
  };
  const load = async (/** @type {string} */ record) => {
    if (await loadRecord(record, go, problem)) dialog.close();
  };
  const drop = element("label", { class: "drop" }, element("span", {}, t("Choose a file, or drop it here")), file);
  const dialog = openDialog(
    t("Load a record"),
    t("Close"),
    drop,
    text,
    problem,
    element("button", { type: "button", class: "button primary", onclick: () => load(text.value) }, t("Load")),
  );
  acceptDrops(dialog, take);
}

/**
 * @param {HTMLElement} area
 * @param {(files: FileList | null | undefined) => void} take
 */
export function acceptDrops(area, take) {
  const isFile = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files");
  area.addEventListener("dragover", (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    area.classList.add("is-over");
  });
  area.addEventListener("dragleave", () => area.classList.remove("is-over"));
  area.addEventListener("drop", (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    area.classList.remove("is-over");
    take(event.dataTransfer?.files);
  });
}

/**
 * @param {FileList | null | undefined} files
 * @param {HTMLElement} problem
 * @returns {Promise<string | null>}
 */
export async function readFile(files, problem) {
  const file = files?.[0];
  if (!file) return null;
  if (file.size > LARGEST) {
    showProblem(problem, t("This file is too large."));
    return null;
  }
  return file.text();
}

/**
 * @param {string} record
 * @param {(address: string) => void} go
 * @param {HTMLElement} problem
 */
export async function loadRecord(record, go, problem) {
  if (!record.trim()) {
    showProblem(problem, t("There is nothing in it."));
    return false;
  }
  try {
    const isStudy = /^\s*Gipfel study/.test(record);
    const { id } = isStudy ? await api.post("/api/study-files", record) : await api.post("/api/tables", { record });
    go(`#/${isStudy ? "study" : "review"}/${id}`);
    return true;
  } catch (error) {
    showProblem(problem, messageOf(error));
    return false;
  }
}

/**
 * @param {HTMLElement} problem
 * @param {string} text
 */
function showProblem(problem, text) {
  problem.textContent = text;
  problem.hidden = false;
}
