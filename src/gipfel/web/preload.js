/**
 * The views of the page, and fetching all files of one at once. The server lists them in the page; otherwise a browser
 * would learn from each module which ones come next. This module is loaded before all others and imports none.
 */

/** Views by the first part of the address; each is loaded when it is first shown. */
export const VIEWS = new Map([
  ["", "./home/view.js"],
  ["table", "./table/view.js"],
  ["seat", "./seat/view.js"],
  ["compose", "./compose/view.js"],
  ["rules", "./rules/view.js"],
  ["learn", "./learn/view.js"],
  ["puzzles", "./puzzles/view.js"],
  ["review", "./review/view.js"],
  ["contest", "./story/view.js"],
  ["editor", "./editor/view.js"],
  ["settings", "./settings/view.js"],
  ["tournament", "./tournament/view.js"],
  ["study", "./study/view.js"],
]);

/** @type {{files: string[], views: Record<string, number[]>}} */
const needed = JSON.parse(document.getElementById("needed")?.textContent || '{"files": [], "views": {}}');
/** @type {Set<number>} */
const preloaded = new Set();

/**
 * Fetch the files of a view.
 * @param {string} name
 */
export function preload(name) {
  const view = VIEWS.get(name)?.slice(2) ?? "";
  const missing = (needed.views[view] ?? []).filter((file) => !preloaded.has(file));
  document.head.append(...missing.map((file) => link(needed.files[file])));
  for (const file of missing) preloaded.add(file);
}

/** @param {string} file */
function link(file) {
  const made = document.createElement("link");
  made.rel = file.endsWith(".js") ? "modulepreload" : "preload";
  if (made.rel === "preload") made.as = "style";
  made.href = new URL(file, import.meta.url).href;
  return made;
}

preload(location.hash.replace(/^#\/?/, "").split("/")[0]);
