/** What a person chose last, kept in this browser. */

const KEY = "gipfel.last.";

/**
 * @template {object} Kept
 * @param {string} name
 * @param {Kept} usual     what it is if nothing is kept, and where something is missing
 * @returns {Kept}
 */
export function remembered(name, usual) {
  try {
    const found = JSON.parse(localStorage.getItem(KEY + name) ?? "{}");
    return { ...usual, ...(found && typeof found === "object" ? found : {}) };
  } catch {
    return { ...usual };
  }
}

/**
 * @param {string} name
 * @param {object} value
 */
export function remember(name, value) {
  try {
    localStorage.setItem(KEY + name, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing asks again next time.
  }
}
