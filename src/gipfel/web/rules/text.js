/** The text of a rulebook as elements. */

import { element } from "../dom.js";

/**
 * Paragraphs and lists; `- ` begins an item, `*word*` is emphasised, and there is no other markup.
 * @param {string} text
 */
export function blocks(text) {
  return text.split(/\n{2,}/).flatMap(block);
}

/**
 * @param {string} text
 * @returns {HTMLElement[]}
 */
function block(text) {
  /** @type {HTMLElement[]} */
  const made = [];
  for (const line of text.split("\n").map((part) => part.trim()).filter(Boolean)) {
    const last = made.at(-1);
    if (line.startsWith("- ")) {
      const item = element("li", {}, ...inline(line.slice(2)));
      if (last?.tagName === "UL") last.append(item);
      else made.push(element("ul", {}, item));
    } else if (last?.tagName === "UL") last.lastElementChild?.append(" ", ...inline(line));
    else if (last) last.append(" ", ...inline(line));
    else made.push(element("p", {}, ...inline(line)));
  }
  return made;
}

/** Without markup, for screen readers. @param {string} text */
export function plain(text) {
  return text.replace(/\*([^*]+)\*/g, "$1");
}

/** @param {string} text */
export function inline(text) {
  return text.split(/\*([^*]+)\*/).map((part, index) => (index % 2 ? element("em", {}, part) : part));
}
