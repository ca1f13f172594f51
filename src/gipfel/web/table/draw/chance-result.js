/** The result of dice, a coin, cards or lots: they roll, and when they have come to rest the result is told. */

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
    /** The key of the last throw that was seen rolling. */
    this.rolled = "";
    this.timer = 0;
  }

  /** Stop what rolls. */
  stop() {
    clearInterval(this.timer);
    this.place.classList.remove("rolling");
  }

  /**
   * Does a throw still have to roll? Without motion it never does.
   * @param {Thrown | null} thrown
   */
  hasToRoll(thrown) {
    return Boolean(thrown) && isMotionAllowed() && JSON.stringify(thrown) !== this.rolled;
  }

  /**
   * Let a throw roll; its result is not told before it has come to rest.
   * @param {Thrown} thrown
   * @param {() => void} onRest
   */
  roll(thrown, onRest) {
    this.stop();
    [this.key, this.rolled] = ["", JSON.stringify(thrown)];
    const faces = element("div", { class: "faces", "aria-hidden": "true" });
    const each = thrown.shows.split("-");
    const started = Date.now();
    show(faces, thrown, each.map(() => anything(thrown)));
    this.place.replaceChildren(faces);
    this.place.hidden = false;
    this.place.classList.add("rolling");
    this.timer = setInterval(() => {
      if (Date.now() - started <= ROLLS) return show(faces, thrown, each.map(() => anything(thrown)));
      this.stop();
      onRest();
    }, STEP);
  }

  /**
   * Tell the result of a throw.
   * @param {Thrown | null} thrown
   */
  draw(thrown) {
    const key = thrown ? JSON.stringify(thrown) : "";
    if (key === this.key) return;
    this.key = key;
    this.stop();
    this.place.hidden = !thrown;
    if (!thrown) return;
    const faces = element("div", { class: "faces", "aria-hidden": "true" });
    show(faces, thrown, thrown.shows.split("-"));
    this.place.replaceChildren(
      element("button", { type: "button", class: "quiet close", "aria-label": t("Close"), onclick: () => (this.place.hidden = true) }, "×"),
      faces,
      element("p", { class: "thrown-text", role: "status" }, thrown.text),
      ...proof(thrown),
    );
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
