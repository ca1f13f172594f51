/** The user's last choices, kept in this browser. */

const KEY = "gipfel.last.";

/**
 * @template {object} Kept
 * @param {string} name
 * @param {Kept} defaults     for everything that was not kept
 * @returns {Kept}
 */
export function loadLast(name, defaults) {
  try {
    const found = JSON.parse(localStorage.getItem(KEY + name) ?? "{}");
    return { ...defaults, ...(found && typeof found === "object" ? found : {}) };
  } catch {
    return { ...defaults };
  }
}

/**
 * @param {string} name
 * @param {object} value
 */
export function saveLast(name, value) {
  try {
    localStorage.setItem(KEY + name, JSON.stringify(value));
  } catch {
    // Without storage the user has to choose again next time.
  }
}
