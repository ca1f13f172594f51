/** A game on the first page: its cover, how long and how hard it is, and the ways to begin. */

import { singleFlight } from "../api.js";
import { element } from "../dom.js";
import { inLanguage, t } from "../i18n.js";
import { gameFacts } from "./game-facts.js";
import { smallPicture } from "./small-picture.js";
import { openStart, startAgain } from "./start-dialog.js";

/** @import { GameInfo, Home } from "../types.js" */

/**
 * @param {GameInfo} game
 * @param {Home} home
 * @param {(address: string) => void} go
 */
export function gameCard(game, home, go) {
  return element(
    "article",
    { class: "game card", "data-game": game.name },
    element(
      "button",
      { type: "button", class: "game-open", onclick: () => openStart(game, home, go) },
      element("span", { class: "game-picture" }, smallPicture(game.picture), game.first ? element("span", { class: "game-first" }, t("Begin here")) : null),
      element("span", { class: "game-title", ...inLanguage(game.language) }, game.title),
      gameFacts(game),
      element("span", { class: "game-summary", ...inLanguage(game.language) }, game.summary),
    ),
    element(
      "div",
      { class: "game-foot" },
      element(
        "button",
        {
          type: "button",
          class: "button primary",
          "aria-label": t("Play {game} at once", { game: game.title }),
          title: t("Begin as last time"),
          onclick: singleFlight(() => startAgain(game, home, go)),
        },
        t("Play"),
      ),
      element("a", { class: "game-rules", href: `#/learn/${game.name}`, "aria-label": t("Learn {game}", { game: game.title }) }, t("Learn")),
      element("a", { class: "game-rules", href: `#/rules/${game.name}/${game.versions[0].name}` }, t("Rules")),
    ),
  );
}
