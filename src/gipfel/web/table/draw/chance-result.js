/** The result of dice, a coin or cards: it rolls for a moment, then shows the result and how to verify it. */

import { element } from "../../dom.js";
import { t } from "../../i18n.js";
import { isMotionAllowed } from "./animation.js";

/** @import { Thrown } from "../../types.js" */
/** @import { Parts } from "./layout.js" */

const ROLLS = 800;
const STEP = 80;
const FACES = ["⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];

export class ChanceResult {
  /** @param {Parts} parts */
  constructor(parts) {
    this.place = parts.chance;
    this.key = "";
    this.timer = 0;
  }

  /**
   * @param {Thrown | null} thrown
   * @param {boolean} fresh    it was thrown just now
   */
  draw(thrown, fresh) {
    const key = thrown ? JSON.stringify(thrown) : "";
    if (key === this.key) return;
    this.key = key;
    clearInterval(this.timer);
    this.place.hidden = !thrown;
    if (!thrown) return;
    const faces = element("div", { class: "faces", "aria-hidden": "true" });
    this.place.replaceChildren(
      element("button", { type: "button", class: "quiet close", "aria-label": t("Close"), onclick: () => (this.place.hidden = true) }, "×"),
      faces,
      element("p", { class: "thrown-text", role: "status" }, thrown.text),
      ...proof(thrown),
    );
    if (fresh && isMotionAllowed()) this.roll(faces, thrown);
    else show(faces, thrown, thrown.shows.split("-"));
  }

  /**
   * @param {HTMLElement} faces
   * @param {Thrown} thrown
   */
  roll(faces, thrown) {
    const shows = thrown.shows.split("-");
    const started = Date.now();
    this.place.classList.add("rolling");
    this.timer = setInterval(() => {
      const over = Date.now() - started > ROLLS;
      show(faces, thrown, over ? shows : shows.map(() => anything(thrown)));
      if (!over) return;
      clearInterval(this.timer);
      this.place.classList.remove("rolling");
    }, STEP);
  }
}

/**
 * @param {HTMLElement} faces
 * @param {Thrown} thrown
 * @param {string[]} shows
 */
function show(faces, thrown, shows) {
  faces.replaceChildren(...shows.map((one) => element("span", { class: `face ${thrown.what}` }, face(thrown, one))));
}

/**
 * @param {Thrown} thrown
 * @param {string} one
 */
function face({ what }, one) {
  if (what === "die") return FACES[Number(one) - 1] ?? one;
  if (what === "coin") return one === "h" ? t("Heads") : t("Tails");
  if (what === "lot") return one === "W" ? t("White") : t("Black");
  return one;
}

/** @type {Record<string, string[]>} faces shown while it rolls */
const ANYTHING = { die: ["1", "2", "3", "4", "5", "6"], coin: ["h", "t"], lot: ["W", "B"] };

/** @param {Thrown} thrown */
function anything({ what }) {
  const some = ANYTHING[what] ?? ["♠", "♥", "♦", "♣"];
  return some[Math.floor(Math.random() * some.length)];
}

/**
 * How players can verify that nobody cheated.
 * @param {Thrown} thrown
 */
function proof({ proof: parts }) {
  if (!parts?.length) return [];
  const checked = element(
    "details",
    { class: "proof" },
    element("summary", {}, t("Check")),
    element("p", {}, t("Both sides committed themselves to a secret before the throw; the throw follows from both secrets.")),
    element(
      "dl",
      {},
      ...parts.flatMap((part) => [
        element("dt", {}, part.side),
        element("dd", {}, t("commitment"), " ", element("code", {}, part.commitment)),
        element("dd", {}, t("secret"), " ", element("code", {}, part.secret)),
      ]),
    ),
  );
  return [checked];
}
