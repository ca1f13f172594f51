/** Sounds: on or off, and how loud. */

import { element } from "../dom.js";
import { t } from "../i18n.js";
import { change, setting } from "../settings-store.js";
import { play } from "../sound.js";

export function soundField() {
  const volume = element("input", {
    type: "range",
    min: 0.1,
    max: 1,
    step: 0.1,
    value: setting("volume"),
    "aria-label": t("Volume"),
    disabled: !setting("sound"),
    onchange: () => changeAndPlay("volume", Number(volume.value)),
  });
  const box = element("input", {
    type: "checkbox",
    checked: setting("sound"),
    onchange: () => {
      volume.disabled = !box.checked;
      changeAndPlay("sound", box.checked);
    },
  });
  const text = element(
    "span",
    { class: "check-text" },
    element("span", {}, t("Sound")),
    element("small", {}, t("Soft taps when pieces are set down, taken or turned over.")),
  );
  return element("div", { class: "sound-field" }, element("label", { class: "check" }, box, text), volume);
}

/**
 * @template {"sound" | "volume"} Name
 * @param {Name} name
 * @param {import("../settings-store.js").Settings[Name]} value
 */
function changeAndPlay(name, value) {
  change(name, value);
  play("move");
}
