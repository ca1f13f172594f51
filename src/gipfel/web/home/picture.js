/** Small pictures of the server. */

import { drawing } from "../dom.js";
import { learn } from "../table/draw/piece-looks.js";

/**
 * A small picture as an element; what it shows is said in the text beside it.
 * @param {string} markup
 */
export function smallPicture(markup) {
  learn({}); // The shadow of all pictures is defined with the looks of pieces.
  const picture = drawing(markup);
  picture.classList.add("small-picture");
  picture.setAttribute("aria-hidden", "true");
  return picture;
}
