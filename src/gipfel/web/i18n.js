/** The texts of the page in the user's language. The code has them in English; catalogues translate them. */

/** @import { Catalogue } from "./types.js" */

/** @typedef {Record<string, string | number>} Slots */

/** @type {Catalogue} */
let catalogue = { language: "en", name: "English", direction: "ltr", plural: ["one", "other"], texts: {}, languages: [] };
let plural = new Intl.PluralRules("en");

/**
 * Fetch the catalogue of a language, or of the `preferred` one of the browser; if that fails, the page stays as it is.
 * @param {string} language
 */
export async function loadCatalogue(language) {
  try {
    const answer = await fetch(`/api/catalogue/${encodeURIComponent(language)}`);
    if (answer.ok) useCatalogue(await answer.json());
  } catch {
    // Other parts of the page report that the server cannot be reached.
  }
}

/** @param {Catalogue} found */
export function useCatalogue(found) {
  catalogue = found;
  plural = new Intl.PluralRules(found.language);
  document.documentElement.lang = found.language;
  document.documentElement.dir = found.direction;
}

/** The current language. */
export function language() {
  return catalogue.language;
}

/** All languages there are. */
export function languages() {
  return catalogue.languages;
}

/** `ltr` or `rtl`. */
export function direction() {
  return catalogue.direction;
}

/**
 * Translate a text; `{name}` in it is replaced from `slots`.
 * @param {string} english
 * @param {Slots} [slots]
 */
export function t(english, slots) {
  const found = catalogue.texts[english];
  return fillSlots(typeof found === "string" ? found : english, slots);
}

/**
 * Translate a text about a number of things, in the plural form of the language; `{n}` is the number.
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Slots} [slots]
 */
export function tn(one, many, n, slots) {
  const found = catalogue.texts[one];
  const english = n === 1 ? one : many;
  const form = found && typeof found === "object" ? found[plural.select(n)] ?? found.other : undefined;
  return fillSlots(form ?? english, { n, ...slots });
}

/**
 * @param {string} text
 * @param {Slots} [slots]
 */
function fillSlots(text, slots) {
  return slots ? text.replace(/\{(\w+)\}/g, (whole, name) => String(slots[name] ?? whole)) : text;
}
