/** The texts of the page in the reader's language. They are English in the code and come from a catalogue. */

/** @typedef {Record<string, string | number>} Slots */

/** @type {import("./types.js").Catalogue} */
let catalogue = { language: "en", name: "English", direction: "ltr", plural: ["one", "other"], texts: {} };
let plural = new Intl.PluralRules("en");

/**
 * Fetch the catalogue of a language; English needs none. A catalogue that cannot be had leaves the page in English.
 * @param {string} language
 */
export async function loadWords(language) {
  try {
    const answer = await fetch(`/api/catalogue/${encodeURIComponent(language)}`);
    if (answer.ok) use(await answer.json());
  } catch {
    // The page says elsewhere that the server is away.
  }
}

/** @param {import("./types.js").Catalogue} found */
export function use(found) {
  catalogue = found;
  plural = new Intl.PluralRules(found.language);
  document.documentElement.lang = found.language;
  document.documentElement.dir = found.direction;
}

/** The language that is spoken now. */
export function language() {
  return catalogue.language;
}

/** `ltr` or `rtl`. */
export function direction() {
  return catalogue.direction;
}

/**
 * A text in the reader's language; `{name}` in it is filled from `slots`.
 * @param {string} english
 * @param {Slots} [slots]
 */
export function t(english, slots) {
  const found = catalogue.texts[english];
  return filled(typeof found === "string" ? found : english, slots);
}

/**
 * A text about a number of things, in the form the language uses for that number; `{n}` is the number.
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Slots} [slots]
 */
export function tn(one, many, n, slots) {
  const found = catalogue.texts[one];
  const english = n === 1 ? one : many;
  const form = found && typeof found === "object" ? found[plural.select(n)] ?? found.other : undefined;
  return filled(form ?? english, { n, ...slots });
}

/**
 * @param {string} text
 * @param {Slots} [slots]
 */
function filled(text, slots) {
  return slots ? text.replace(/\{(\w+)\}/g, (whole, name) => String(slots[name] ?? whole)) : text;
}
