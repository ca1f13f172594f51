/** The looks of pieces: each is defined once in the document and used by boards and trays. */

import { svg, svgElement, svgFragment } from "../../dom.js";

const UNIT = 64;
/** A larger look covers several places and turns with the board. */
const LARGE = 1.45 * UNIT;

/** @type {Map<string, string>} */
const markup = new Map();
/** @typedef {{x: number, y: number, width: number, height: number}} Box */
/** @type {Map<string, Box>} */
const boxes = new Map();

const definitions = svg("defs", {});
const holder = svg("svg", { class: "looks", width: 0, height: 0, "aria-hidden": "true", focusable: "false" }, definitions);
const fills = svg("g", {});
definitions.append(fills);
let asked = false;

/** Shadows and other fills, which all pictures refer to. */
async function loadFills() {
  if (asked) return;
  asked = true;
  const answer = await fetch("/fills.svg").catch(() => null);
  if (answer?.ok) fills.replaceChildren(...svgElement(await answer.text()).childNodes);
  else asked = false;
}

/**
 * Keep looks from the server, which sends each only once.
 * @param {Record<string, string> | undefined} looks
 */
export function addLooks(looks) {
  if (!holder.isConnected) document.body.append(holder);
  loadFills();
  for (const [name, drawn] of Object.entries(looks ?? {})) markup.set(name, drawn);
}

/**
 * The looks that a text names, to be kept with it.
 * @param {string} text
 */
export function looksIn(text) {
  return Object.fromEntries([...markup].filter(([name]) => text.includes(name)));
}

/**
 * The id of a look, which is defined when it is first used.
 * @param {string} name
 * @param {number} [angle]
 */
function defined(name, angle = 0) {
  const id = `look-${name}${angle ? `-${angle}` : ""}`;
  if (!document.getElementById(id)) {
    const look = svg("g", { id }, svgFragment(markup.get(name) ?? ""));
    definitions.append(angle ? turnedLook(look, angle) : look);
  }
  return id;
}

/**
 * Turn a look; its texts stay upright.
 * @param {SVGGElement} look
 * @param {number} angle
 */
function turnedLook(look, angle) {
  for (const text of look.querySelectorAll("text")) {
    const size = Number(text.getAttribute("font-size") ?? 16);
    const x = Number(text.getAttribute("x") ?? 0);
    const y = Number(text.getAttribute("y") ?? 0) - 0.35 * size;
    text.setAttribute("transform", `rotate(${-angle} ${x} ${y})`);
  }
  keepHeights(look, angle);
  const inside = svg("g", { transform: `rotate(${angle})` }, ...look.childNodes);
  look.append(inside);
  return look;
}

/**
 * Shifts that show heights and shadows keep their direction when what they belong to is turned.
 * @param {SVGElement} root
 * @param {number} angle
 */
export function keepHeights(root, angle) {
  for (const node of root.querySelectorAll(".height")) {
    if (!(node instanceof SVGElement)) continue;
    node.dataset.shift ??= node.getAttribute("transform") ?? "";
    node.setAttribute("transform", angle ? `rotate(${-angle}) ${node.dataset.shift} rotate(${angle})` : node.dataset.shift);
  }
}

/**
 * A piece of this look, drawn round the origin.
 * @param {string} name
 * @param {number} [angle]   of the board
 */
export function useLook(name, angle = 0) {
  const id = defined(name, angle && isLarge(name) ? angle : 0);
  return svg("use", { href: `#${id}` });
}

/** @param {string} name */
function isLarge(name) {
  const { width, height } = boxOf(name);
  return Math.max(width, height) > LARGE;
}

/**
 * The box of a look, including its shadow.
 * @param {string} name
 * @returns {Box}
 */
export function boxOf(name) {
  const known = boxes.get(name);
  if (known) return known;
  const sample = svg("use", { href: `#${defined(name)}` });
  holder.append(sample);
  const { x, y, width, height } = sample.getBBox();
  sample.remove();
  const edge = strokeOf(name) / 2;
  const box = { x: x - edge, y: y - edge, width: width + 2 * edge, height: height + 2 * edge };
  if (width || height) boxes.set(name, box);
  return box;
}

/**
 * The widest stroke of a look: boxes of browsers leave strokes out, and some pieces are nothing but a wide stroke.
 * @param {string} name
 */
function strokeOf(name) {
  const widths = [...(markup.get(name) ?? "").matchAll(/stroke-width="([\d.]+)"/g)].map((found) => Number(found[1]));
  return Math.max(0, ...widths);
}

/**
 * A small picture of a look.
 * @param {string} name
 * @param {number} scale     pixels for a pixel of the board
 * @param {boolean} [turned]   seen from the other side
 */
export function icon(name, scale, turned = false) {
  const box = boxOf(name);
  const { width, height } = box;
  const [x, y] = turned && isLarge(name) ? [-box.x - width, -box.y - height] : [box.x, box.y];
  return svg(
    "svg",
    {
      class: "icon",
      viewBox: `${x} ${y} ${width || UNIT} ${height || UNIT}`,
      width: Math.round((width || UNIT) * scale),
      height: Math.round((height || UNIT) * scale),
      "aria-hidden": "true",
    },
    useLook(name, turned ? 180 : 0),
  );
}

/** Remove unused definitions: a glass with running sand has a new look several times a second. */
export function removeUnusedLooks() {
  if (definitions.childElementCount < 500) return;
  const used = new Set([...document.querySelectorAll("use")].map((node) => node.getAttribute("href")?.slice(1)));
  for (const node of [...definitions.children]) {
    if (node !== fills && !used.has(node.id)) node.remove();
  }
}
