/** Playing a friend: which game, and then how the friend joins. */

import { openDialog } from "../dialogs.js";
import { element } from "../dom.js";
import { t } from "../i18n.js";
import { gameFacts } from "./game-facts.js";
import { smallPicture } from "./small-picture.js";
import { openStart } from "./start-dialog.js";

/** @import { GameInfo, Home } from "../types.js" */

/**
 * @param {Home} home
 * @param {(address: string) => void} go
 */
export function openFriend(home, go) {
  const choose = (/** @type {GameInfo} */ game) => {
    dialog.close();
    openStart(game, home, go, "link");
  };
  const list = element("div", { class: "pick" }, ...home.games.map((game) => pickButton(game, choose)));
  const note = t("Choose a game. Then you get a link to send to your friend.");
  const dialog = openDialog(t("Play a friend"), t("Close"), element("p", { class: "muted" }, note), list);
  dialog.classList.add("pick-dialog");
}

/**
 * @param {GameInfo} game
 * @param {(game: GameInfo) => void} choose
 */
function pickButton(game, choose) {
  return element(
    "button",
    { type: "button", class: "pick-game", "data-game": game.name, onclick: () => choose(game) },
    element("span", { class: "pick-picture" }, smallPicture(game.picture)),
    element("span", { class: "pick-text" }, element("strong", {}, game.title), gameFacts(game)),
  );
}
