/** Marks of turns, and what they mean. */

import { element } from "../dom.js";
import { t } from "../i18n.js";

/** @param {string} mark */
export function markWords(mark) {
  /** @type {Record<string, () => string>} */
  const words = {
    "!!": () => t("A brilliant move"),
    "!": () => t("The only good move"),
    "!?": () => t("An interesting move"),
    "?!": () => t("A dubious move"),
    "?": () => t("A mistake"),
    "??": () => t("A blunder"),
  };
  return words[mark]?.() ?? "";
}

/** @param {string | undefined} mark */
export function markNode(mark) {
  if (!mark) return "";
  const kind = mark.includes("?") ? (mark.startsWith("!") ? "neutral" : "bad") : "good";
  return element("span", { class: `turn-mark is-${kind}`, dir: "ltr", title: markWords(mark) }, mark, element("span", { class: "visually-hidden" }, ` (${markWords(mark)})`));
}
