/** The choice of a board theme, by small pictures. */

import { element } from "../dom.js";
import { currentTheme } from "../files.js";
import { t } from "../i18n.js";
import { BOARDS, change, onSettingChange, setting } from "../settings-store.js";

/** @import { Settings } from "../settings-store.js" */

/** @returns {Record<Settings["board"], [title: string, note: string]>} */
function names() {
  return {
    plain: [t("Slate"), t("Calm and flat.")],
    box: [t("Box"), t("Black board, bakelite pieces.")],
    wood: [t("Wood"), t("Maple and walnut.")],
    contrast: [t("Contrast"), t("Black, white, wide rims.")],
  };
}

export function boardField() {
  const titles = names();
  return element(
    "fieldset",
    { class: "board-field" },
    element("legend", {}, t("Board and pieces")),
    element("div", { class: "board-choices" }, ...BOARDS.map((board) => choice(board, ...titles[board]))),
  );
}

/**
 * @param {Settings["board"]} board
 * @param {string} title
 * @param {string} note
 */
function choice(board, title, note) {
  const picture = element("img", { alt: "", width: 72, height: 72, "data-sample": board });
  showSample(picture);
  return element(
    "label",
    { class: "board-choice" },
    element("input", {
      type: "radio",
      name: "board-theme",
      value: board,
      checked: setting("board") === board,
      onchange: () => change("board", board),
    }),
    picture,
    element("span", { class: "board-title" }, title),
    element("small", {}, note),
  );
}

/** @param {HTMLImageElement} picture */
function showSample(picture) {
  picture.src = `/boards/${picture.dataset.sample}/${currentTheme()}.svg`;
}

onSettingChange((name) => {
  if (name !== "theme") return;
  for (const picture of document.querySelectorAll("img[data-sample]")) showSample(/** @type {HTMLImageElement} */ (picture));
});
