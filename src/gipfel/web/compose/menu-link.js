/** A menu in a link: its text, as letters that need no escaping in an address. */

/** The most letters of a menu in a link; the server reads no more. */
const LONGEST = 30_000;

/**
 * The address of the page that shows a menu.
 * @param {string} base     of the server, for others
 * @param {string} text     the menu
 */
export function menuLink(base, text) {
  const bytes = String.fromCharCode(...new TextEncoder().encode(text));
  return `${base}/#/compose/${btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/**
 * The menu in a part of an address; null if there is none that can be read.
 * @param {string} part
 */
export function menuInLink(part) {
  if (part.length > LONGEST || !/^[\w-]+$/.test(part)) return null;
  try {
    const bytes = atob(part.replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)));
  } catch {
    return null;
  }
}
