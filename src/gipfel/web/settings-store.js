/** What a person likes, kept in this browser. Everybody who shows something listens to changes. */

/**
 * @typedef {object} Settings
 * @property {string} language    a code, or "" for that of the browser
 * @property {"light" | "dark" | "system"} theme
 * @property {boolean} sound
 * @property {boolean} confirm    ask before a decision is made
 * @property {boolean} coordinates
 * @property {boolean} targets    show what can be pointed at
 * @property {string} name        what the others call this person
 * @property {"off" | "title" | "system"} notices    how to tell that it is this person's turn
 */

const KEY = "gipfel.settings";

/** @type {Settings} */
const DEFAULTS = {
  language: "",
  theme: "system",
  sound: false,
  confirm: false,
  coordinates: true,
  targets: true,
  name: "",
  notices: "title",
};

/** @type {Settings} */
let now = { ...DEFAULTS, ...kept() };
const events = new EventTarget();

/** @returns {Partial<Settings>} */
function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return Object.fromEntries(Object.entries(found).filter(([name, value]) => fits(name, value)));
  } catch {
    return {};
  }
}

/**
 * Only what this version of the page knows, and of the right type: a browser may keep older settings.
 * @param {string} name
 * @param {unknown} value
 */
function fits(name, value) {
  return name in DEFAULTS && typeof value === typeof DEFAULTS[/** @type {keyof Settings} */ (name)];
}

/**
 * @template {keyof Settings} Name
 * @param {Name} name
 * @returns {Settings[Name]}
 */
export function setting(name) {
  return now[name];
}

/** The language of the settings, else that of the browser, without its country. */
export function wantedLanguage() {
  return now.language || navigator.language.split("-")[0];
}

/**
 * Change a setting; everybody who listens is told.
 * @template {keyof Settings} Name
 * @param {Name} name
 * @param {Settings[Name]} value
 */
export function change(name, value) {
  if (now[name] === value) return;
  now = { ...now, [name]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(now));
  } catch {
    // A browser that keeps nothing still shows the change until the page is left.
  }
  events.dispatchEvent(new CustomEvent("change", { detail: name }));
}

/**
 * Listen to changes; returns a function that stops it.
 * @param {(name: keyof Settings) => void} listener
 */
export function whenChanged(listener) {
  /** @param {Event} event */
  const heard = (event) => listener(/** @type {CustomEvent} */ (event).detail);
  events.addEventListener("change", heard);
  return () => events.removeEventListener("change", heard);
}

addEventListener("storage", (event) => {
  if (event.key !== KEY) return;
  const before = now;
  now = { ...DEFAULTS, ...kept() };
  for (const name of /** @type {(keyof Settings)[]} */ (Object.keys(now))) {
    if (before[name] !== now[name]) events.dispatchEvent(new CustomEvent("change", { detail: name }));
  }
});
