/** The texts of the page in the user's language. The code has them in English; catalogues translate them. */

/** @import { Catalogue } from "./types.js" */

/** @typedef {Record<string, string | number>} Slots */

/** @type {Catalogue} */
let catalogue = { language: "en", name: "English", direction: "ltr", plural: ["one", "other"], texts: {}, languages: [] };
let plural = new Intl.PluralRules("en");
let wholeNumbers = new Intl.NumberFormat("en", { useGrouping: false });

/** Letters that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const LETTER = /\p{L}/u;

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
  wholeNumbers = new Intl.NumberFormat(found.language, { useGrouping: false });
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
 * Attributes of an element whose text may be in another language than the page: `lang` and `dir`, or none.
 * @param {string} spoken    the language of the text
 */
export function inLanguage(spoken) {
  if (spoken === language()) return {};
  const known = languages().find((one) => one.language === spoken);
  return { lang: spoken, dir: known?.direction ?? "ltr" };
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
  return slots ? text.replace(/\{(\w+)\}/g, (whole, name) => inSlot(slots[name] ?? whole)) : text;
}

/**
 * What fills a slot: numbers have the digits of the language, and what runs against its direction is isolated.
 * @param {string | number} value
 */
function inSlot(value) {
  return typeof value === "number" ? number(value) : isolated(value);
}

/**
 * A text inside of a sentence. In a language that is written from right to left, a name or a move in other letters is
 * put between invisible characters: otherwise signs at its ends and what is beside it would change places.
 * @param {string} text
 */
export function isolated(text) {
  const runsAgainst = direction() === "rtl" && LETTER.test(text) && !RIGHT_TO_LEFT.test(text);
  return runsAgainst ? `\u2066${text}\u2069` : text;
}

/**
 * A number as the language writes it, without separators between thousands.
 * @param {number} value
 * @param {Intl.NumberFormatOptions} [options]
 */
export function number(value, options) {
  if (!options) return wholeNumbers.format(value);
  return new Intl.NumberFormat(language(), { useGrouping: false, ...options }).format(value);
}

/**
 * A score, a time or the like with the digits of the language.
 * @param {string} text
 */
export function digits(text) {
  return text.replace(/[0-9]/g, (digit) => wholeNumbers.format(Number(digit)));
}

/**
 * `a, b, c`, with the commas of the language.
 * @param {string[]} items
 */
export function listed(items) {
  return new Intl.ListFormat(language(), { type: "unit", style: "short" }).format(items.map(isolated));
}
