/** The list of languages: in the bar of every view, and in the settings. */

import { barSign, element } from "./dom.js";
import { language, languages, t } from "./i18n.js";
import { change, setting } from "./settings-store.js";

const GLOBE = "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18";

/** All languages, each by its own name; the choice takes effect at once. */
export function languageChoice() {
  const choice = element(
    "select",
    { "aria-label": t("Language"), lang: language(), onchange: () => change("language", choice.value) },
    element("option", { value: "", selected: !setting("language") }, t("That of the browser")),
    ...languages().map((known) =>
      element(
        "option",
        { value: known.language, lang: known.language, dir: known.direction, selected: setting("language") === known.language },
        known.name,
      ),
    ),
  );
  return choice;
}

/** The same behind a sign that everybody understands. */
export function languageButton() {
  return element("span", { class: "language-button", title: t("Language") }, barSign(GLOBE), languageChoice());
}
