/** The position text that is being edited, kept until the window is closed. */

const KEY = "gipfel.draft.position";

/**
 * The text from before the page was left.
 * @param {string} game
 * @param {string} version
 */
export function loadDraft(game, version) {
  try {
    return sessionStorage.getItem(`${KEY}.${game}.${version}`) ?? "";
  } catch {
    return "";
  }
}

/**
 * @param {string} game
 * @param {string} version
 * @param {string} text
 */
export function saveDraft(game, version, text) {
  try {
    sessionStorage.setItem(`${KEY}.${game}.${version}`, text);
  } catch {
    // Only the draft is lost when the page is left.
  }
}
