/** Small pictures from the server. */

import { svgElement } from "../dom.js";
import { addLooks } from "../table/draw/piece-looks.js";

/**
 * A small picture as an element; the text beside it says what it shows.
 * @param {string} markup
 */
export function smallPicture(markup) {
  addLooks({}); // Defines the shadow that all pictures use.
  const picture = svgElement(markup);
  picture.classList.add("small-picture");
  picture.setAttribute("aria-hidden", "true");
  return picture;
}
