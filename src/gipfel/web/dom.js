/** Small helpers to make elements and to talk to the server. */

import { language, t } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, unknown>} Attributes */

/**
 * An element: attributes by name (`false`, `null` and `undefined` are left out, `true` is an empty one),
 * functions named `on…` are listeners, `style` is an object of properties.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  return dressed(document.createElement(tag), attributes, children);
}

/**
 * The same in SVG.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, attributes = {}, ...children) {
  return dressed(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * @template {HTMLElement | SVGElement} Kind
 * @param {Kind} node
 * @param {Attributes} attributes
 * @param {Child[]} children
 * @returns {Kind}
 */
function dressed(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) dress(node, name, value);
  node.append(...children.filter((child) => child !== null && child !== undefined && child !== false).map(asNode));
  return node;
}

/**
 * @param {HTMLElement | SVGElement} node
 * @param {string} name
 * @param {unknown} value
 */
function dress(node, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (typeof value === "function") {
    node.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
  } else if (name === "style" && typeof value === "object") {
    for (const [property, said] of Object.entries(value)) node.style.setProperty(property, String(said));
  } else {
    node.setAttribute(name, value === true ? "" : String(value));
  }
}

/** @param {Child} child */
function asNode(child) {
  return child instanceof Node ? child : String(child);
}

/**
 * Give an element new children, but keep those that are the same: a click that has begun still finds its button,
 * and the focus stays. Buttons are the same if they have the same `data-target`, `data-action` or `data-key`; what
 * they do must not depend on when they were made.
 * @param {Element} parent
 * @param {(Node | string)[]} fresh
 */
export function patch(parent, fresh) {
  fresh.forEach((node, i) => {
    const old = parent.childNodes[i];
    if (!old) parent.append(node);
    else if (typeof node === "string" || !old.isEqualNode(node)) renew(old, node);
  });
  while (parent.childNodes.length > fresh.length) parent.lastChild?.remove();
}

/**
 * @param {ChildNode} old
 * @param {Node | string} node
 */
function renew(old, node) {
  if (!(old instanceof Element) || !(node instanceof Element) || !alike(old, node)) return old.replaceWith(node);
  for (const { name } of [...old.attributes]) if (!node.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of node.attributes) if (old.getAttribute(name) !== value) copyAttribute(old, name, value);
  patch(old, [...node.childNodes]);
}

/**
 * @param {Element} node
 * @param {string} name
 * @param {string} value
 */
function copyAttribute(node, name, value) {
  // The content security policy forbids style attributes, but not styles.
  if (name === "style") /** @type {HTMLElement} */ (node).style.cssText = value;
  else node.setAttribute(name, value);
}

/**
 * @param {Element} old
 * @param {Element} node
 */
function alike(old, node) {
  const keys = ["data-target", "data-action", "data-key"];
  return old.tagName === node.tagName && keys.every((key) => old.getAttribute(key) === node.getAttribute(key));
}

/**
 * Drawn markup of the server as nodes: `drawn(picture.board)` for parts, `drawing(svg)` for a whole picture.
 * @param {string} markup
 */
export function drawn(markup) {
  const template = document.createElement("template");
  template.innerHTML = `<svg>${markup}</svg>`;
  const fragment = document.createDocumentFragment();
  const inside = template.content.firstElementChild;
  if (inside) fragment.append(...document.importNode(inside, true).childNodes);
  return fragment;
}

/**
 * A complete `<svg>` of the server.
 * @param {string} markup
 * @returns {SVGSVGElement}
 */
export function drawing(markup) {
  const template = document.createElement("template");
  template.innerHTML = markup;
  const found = template.content.querySelector("svg");
  return found ? /** @type {SVGSVGElement} */ (document.importNode(found, true)) : svg("svg");
}

/** @type {Map<string, Promise<void>>} */
const sheets = new Map();

/**
 * Add a style sheet of a view, once; resolves when it is there (or cannot be had).
 * @param {string} address
 */
export function sheet(address) {
  const known = sheets.get(address);
  if (known) return known;
  const link = element("link", { rel: "stylesheet", href: address });
  const loaded = new Promise((/** @type {(value: void) => void} */ resolve) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => resolve());
  });
  document.head.append(link);
  sheets.set(address, loaded);
  return loaded;
}

/** What the server did not want to do, in one sentence. */
export class Problem extends Error {
  /**
   * @param {string} message
   * @param {number} status   0 if the server did not answer
   */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/**
 * What went wrong, in one sentence.
 * @param {unknown} problem
 */
export function messageOf(problem) {
  const message = problem instanceof Error ? problem.message : String(problem);
  return message || t("The server does not answer.");
}

/**
 * Something that is not begun a second time while it is under way: people click twice.
 * @param {() => Promise<unknown>} work
 */
export function once(work) {
  let busy = false;
  return async () => {
    if (busy) return;
    busy = true;
    try {
      await work();
    } finally {
      busy = false;
    }
  };
}

/**
 * Can a table be called so? An address may be incomplete, and `..` would lead elsewhere.
 * @param {string} id
 */
export function namesTable(id) {
  return /^[\w-]+$/.test(id);
}

export const api = {
  /**
   * @param {string} address   for instance `/api/home`
   * @returns {Promise<any>}
   */
  get: (address) => ask("GET", address),
  /**
   * @param {string} address
   * @param {unknown} [body]
   * @returns {Promise<any>}
   */
  post: (address, body = {}) => ask("POST", address, body),
  /**
   * @param {string} address
   * @returns {Promise<any>}
   */
  delete: (address) => ask("DELETE", address),
  /**
   * @param {string} address
   * @returns {Promise<string>}
   */
  text: async (address) => (await send("GET", address)).text(),
  /**
   * @param {string} address
   * @returns {Promise<Blob>}
   */
  blob: async (address) => (await send("GET", address)).blob(),
};

/**
 * @param {string} method
 * @param {string} address
 * @param {unknown} [body]
 */
async function ask(method, address, body) {
  return (await send(method, address, body)).json();
}

/**
 * @param {string} method
 * @param {string} address
 * @param {unknown} [body]
 */
async function send(method, address, body) {
  const answer = await fetch(inLanguage(address), {
    method,
    headers: body === undefined ? {} : { "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
    // What is deleted while the page is left is deleted all the same.
    keepalive: method === "DELETE",
  }).catch(() => {
    throw new Problem("", 0);
  });
  if (!answer.ok) throw new Problem(await problemOf(answer), answer.status);
  return answer;
}

/** @param {string} address */
export function inLanguage(address) {
  return `${address}${address.includes("?") ? "&" : "?"}language=${encodeURIComponent(language())}`;
}

/** @param {Response} answer */
async function problemOf(answer) {
  try {
    return (await answer.json()).problem ?? answer.statusText;
  } catch {
    return answer.statusText;
  }
}

/**
 * A short message that goes away by itself.
 * @param {string} text
 */
export function toast(text) {
  const place = document.getElementById("toasts");
  if (!place || [...place.children].some((known) => known.textContent === text)) return;
  const note = element("p", { class: "toast" }, text);
  raise(place);
  place.append(note);
  setTimeout(() => note.remove(), Math.max(4500, 70 * text.length));
}

/**
 * Above everything, dialogs too.
 * @param {HTMLElement} place
 */
function raise(place) {
  if (!place.showPopover) return;
  if (place.matches(":popover-open")) place.hidePopover();
  place.showPopover();
}

/**
 * A dialog with a title and a button to close it; it is shown at once and removed when closed.
 * @param {string} title
 * @param {string} close      the text of its button
 * @param {...Child} content
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, close, ...content) {
  const box = element(
    "dialog",
    { class: "dialog", "aria-label": title },
    element(
      "header",
      { class: "dialog-head" },
      element("h2", {}, title),
      element("button", { type: "button", class: "quiet", onclick: () => box.close() }, close),
    ),
    element("div", { class: "dialog-body" }, ...content),
  );
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => event.target === box && box.close());
  document.body.append(box);
  box.showModal();
  return box;
}
