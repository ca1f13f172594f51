/** What lies beside a board, in one line: for views without play. */

import { element } from "../../dom.js";
import { number } from "../../i18n.js";
import { icon } from "./piece-looks.js";

/** @import { Tray } from "../../types.js" */

/** @param {Tray} tray */
export function trayLine({ title, stocks }) {
  return element(
    "div",
    { class: "tray-line" },
    element("span", { class: "muted" }, title),
    ...stocks.map(({ look, count, name }) =>
      element("span", { class: "tray-stock", title: name, "aria-label": `${number(count)} ${name}`, role: "img" }, icon(look, 0.34), element("span", {}, count)),
    ),
  );
}
