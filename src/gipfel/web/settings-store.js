/** The user's settings, kept in this browser; views listen to changes. */

/**
 * @typedef {object} Settings
 * @property {string} language    a code, or "" for the browser's language
 * @property {"light" | "dark" | "system"} theme
 * @property {"plain" | "box" | "wood" | "contrast"} board    what boards and pieces are made of
 * @property {boolean} letters    letters on pieces that differ only in colour
 * @property {boolean} sound
 * @property {number} volume      of sounds, from 0 to 1
 * @property {boolean} confirm    confirm decisions
 * @property {boolean} coordinates
 * @property {boolean} targets    show what can be pointed at
 * @property {string} name        the user's name
 * @property {"off" | "title" | "system"} notices    how the user is told about their turn
 */

const KEY = "gipfel.settings";

/** @type {Settings} */
const DEFAULTS = {
  language: "",
  theme: "system",
  board: "plain",
  letters: false,
  sound: true,
  volume: 0.5,
  confirm: false,
  coordinates: true,
  targets: true,
  name: "",
  notices: "title",
};

/** @type {Settings["board"][]} */
export const BOARDS = ["plain", "box", "wood", "contrast"];

/** @type {Settings} */
let current = { ...DEFAULTS, ...stored() };
const events = new EventTarget();

/** @returns {Partial<Settings>} */
function stored() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return Object.fromEntries(Object.entries(found).filter(([name, value]) => isKnown(name, value)));
  } catch {
    return {};
  }
}

/**
 * Is this a setting of this version of the page, of the right type? The browser may have kept older ones.
 * @param {string} name
 * @param {unknown} value
 */
function isKnown(name, value) {
  if (name === "board") return BOARDS.some((known) => known === value);
  return name in DEFAULTS && typeof value === typeof DEFAULTS[/** @type {keyof Settings} */ (name)];
}

/**
 * @template {keyof Settings} Name
 * @param {Name} name
 * @returns {Settings[Name]}
 */
export function setting(name) {
  return current[name];
}

/** The language of the settings; else the server picks the first of the browser's preferences that it knows. */
export function wantedLanguage() {
  return current.language || "preferred";
}

/**
 * Change a setting and tell all listeners.
 * @template {keyof Settings} Name
 * @param {Name} name
 * @param {Settings[Name]} value
 */
export function change(name, value) {
  if (current[name] === value) return;
  current = { ...current, [name]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // Without storage the change lasts until the page is closed.
  }
  events.dispatchEvent(new CustomEvent("change", { detail: name }));
}

/**
 * Listen to changes; returns a function that stops it.
 * @param {(name: keyof Settings) => void} listener
 */
export function onSettingChange(listener) {
  /** @param {Event} event */
  const onChange = (event) => listener(/** @type {CustomEvent} */ (event).detail);
  events.addEventListener("change", onChange);
  return () => events.removeEventListener("change", onChange);
}

addEventListener("storage", (event) => {
  if (event.key !== KEY) return;
  const before = current;
  current = { ...DEFAULTS, ...stored() };
  for (const name of /** @type {(keyof Settings)[]} */ (Object.keys(current))) {
    if (before[name] !== current[name]) events.dispatchEvent(new CustomEvent("change", { detail: name }));
  }
});
