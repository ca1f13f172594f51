/** Making and updating elements. */

import { number } from "./i18n.js";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, unknown>} Attributes */

/**
 * Create an element: attributes by name (`false`, `null` and `undefined` are left out, `true` is an empty one),
 * functions named `on…` are listeners, `style` is an object of properties.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * The same for SVG.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * A sign in the bar, drawn with lines on 24 by 24 units.
 * @param {string} path
 */
export function barSign(path) {
  return svg("svg", { class: "bar-sign", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: path }));
}

/**
 * @template {HTMLElement | SVGElement} Kind
 * @param {Kind} node
 * @param {Attributes} attributes
 * @param {Child[]} children
 * @returns {Kind}
 */
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) apply(node, name, value);
  node.append(...children.filter((child) => child !== null && child !== undefined && child !== false).map(asNode));
  return node;
}

/**
 * @param {HTMLElement | SVGElement} node
 * @param {string} name
 * @param {unknown} value
 */
function apply(node, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (typeof value === "function") {
    node.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
  } else if (name === "style" && typeof value === "object") {
    for (const [property, setting] of Object.entries(value)) node.style.setProperty(property, String(setting));
  } else {
    node.setAttribute(name, value === true ? "" : String(value));
  }
}

/** @param {Child} child */
function asNode(child) {
  if (child instanceof Node) return child;
  return typeof child === "number" ? number(child) : String(child);
}

/**
 * Update the children of an element, but keep nodes that are the same: a click in progress still finds its button,
 * and the focus stays. Buttons are the same if they have the same `data-target`, `data-action` or `data-key`; their
 * listeners must not depend on when they were created.
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
 * Set attributes that have another value: setting an equal one would make a browser paint again.
 * @param {Element} node
 * @param {Record<string, string | number>} attributes
 */
export function update(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (node.getAttribute(name) !== String(value)) node.setAttribute(name, String(value));
  }
}

/**
 * SVG markup from the server, without the `<svg>` around it, as nodes.
 * @param {string} markup
 */
export function svgFragment(markup) {
  const template = document.createElement("template");
  template.innerHTML = `<svg>${markup}</svg>`;
  const fragment = document.createDocumentFragment();
  const root = template.content.firstElementChild;
  if (root) fragment.append(...document.importNode(root, true).childNodes);
  return fragment;
}

/**
 * A complete `<svg>` from the server.
 * @param {string} markup
 * @returns {SVGSVGElement}
 */
export function svgElement(markup) {
  const template = document.createElement("template");
  template.innerHTML = markup;
  const picture = template.content.querySelector("svg");
  return picture ? /** @type {SVGSVGElement} */ (document.importNode(picture, true)) : svg("svg");
}

/** @type {Map<string, Promise<void>>} */
const styles = new Map();

/** The folder of this release of the page, which `/web/` stands for. */
const RELEASE = new URL(".", import.meta.url).pathname;

/**
 * Load the style sheet of a view once; resolves when it has loaded or failed.
 * @param {string} address    in `/web/`, or of a board theme
 */
export function loadStyles(address) {
  const known = styles.get(address);
  if (known) return known;
  const link = element("link", { rel: "stylesheet", href: address.replace("/web/", RELEASE) });
  const loaded = new Promise((/** @type {(value: void) => void} */ resolve) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => resolve());
  });
  document.head.append(link);
  styles.set(address, loaded);
  return loaded;
}
