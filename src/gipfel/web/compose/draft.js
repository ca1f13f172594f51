/** The menu that is being composed, kept until the window is closed. */

/** @import { MenuOffer, Value } from "../types.js" */
/** @typedef {{preset: string, choices: Record<string, Value>}} Draft */

const KEY = "gipfel.draft.menu";
/** The preset to begin with. */
const FIRST_PRESET = "ultimate";

/**
 * What was composed before the page was left, else a preset.
 * @param {MenuOffer} offer
 * @returns {Draft}
 */
export function loadDraft(offer) {
  const first = offer.presets.find(({ name }) => name === FIRST_PRESET) ?? offer.presets[0];
  const fresh = { preset: first.name, choices: { ...first.choices } };
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    const preset = offer.presets.find(({ name }) => name === kept?.preset);
    if (!preset) return fresh;
    const known = Object.entries(kept.choices ?? {}).filter(([name]) => name in preset.choices);
    return { preset: preset.name, choices: { ...preset.choices, ...Object.fromEntries(known) } };
  } catch {
    return fresh;
  }
}

/** @param {Draft} draft */
export function saveDraft(draft) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Only the draft is lost when the page is left.
  }
}
