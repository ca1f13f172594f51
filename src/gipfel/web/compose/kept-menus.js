/** Menus that were kept under a name, in this browser. */

import { messageOf } from "../api.js";
import { openDialog, toast } from "../dialogs.js";
import { element } from "../dom.js";
import { t } from "../i18n.js";

/** @import { MenuDraft } from "./menu-draft.js" */
/** @typedef {{name: string, text: string}} KeptMenu */

const KEY = "gipfel.menus";
const MOST = 50;
const LONGEST_NAME = 60;
const LONGEST_TEXT = 20_000;

/** @returns {KeptMenu[]} */
export function loadMenus() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter(isMenu).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** @param {any} kept */
function isMenu(kept) {
  return typeof kept?.name === "string" && typeof kept?.text === "string" && kept.text.length <= LONGEST_TEXT;
}

/** @param {KeptMenu[]} menus */
function saveMenus(menus) {
  try {
    localStorage.setItem(KEY, JSON.stringify(menus));
    return true;
  } catch {
    toast(t("This browser keeps nothing; save the menu as a file instead."));
    return false;
  }
}

export class KeptMenus {
  /** @param {MenuDraft} menu */
  constructor(menu) {
    this.menu = menu;
    this.list = element("ul", { class: "kept-list" });
    this.node = element("section", { class: "kept", "aria-label": t("My own menus") }, element("h2", {}, t("My own")), this.list);
    this.draw();
  }

  draw() {
    const menus = loadMenus();
    this.node.hidden = !menus.length;
    this.list.replaceChildren(...menus.map((kept) => this.row(kept)));
  }

  /** @param {KeptMenu} kept */
  row(kept) {
    const { name } = kept;
    const small = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => void} */ onclick) =>
      element("button", { type: "button", class: "kept-action", "aria-label": label, title: label, onclick }, sign);
    return element(
      "li",
      { class: "kept-menu" },
      element("button", { type: "button", class: "kept-open", onclick: () => this.open(kept) }, name),
      small("✎", t("Rename {menu}", { menu: name }), () => this.rename(kept)),
      small("×", t("Delete {menu}", { menu: name }), () => this.remove(kept)),
    );
  }

  /** @param {KeptMenu} kept */
  async open({ name, text }) {
    try {
      await this.menu.open(text);
      toast(t("{menu} has been opened.", { menu: name }));
    } catch (error) {
      toast(messageOf(error));
    }
  }

  /** Keep the menu that is composed now. */
  keep() {
    const text = this.menu.card?.text;
    if (!text || !this.menu.toml) return toast(t("The menu cannot be kept before everything fits together."));
    askName(t("Keep this menu"), String(this.menu.value("title")), (name) => {
      const others = loadMenus().filter((kept) => kept.name !== name);
      if (others.length >= MOST) return toast(t("{most} menus are kept; delete one first.", { most: MOST }));
      if (saveMenus([...others, { name, text }])) toast(t("Kept as {menu}.", { menu: name }));
      this.draw();
    });
  }

  /** @param {KeptMenu} kept */
  rename(kept) {
    askName(t("Another name"), kept.name, (name) => {
      saveMenus(loadMenus().filter((other) => other.name !== name || other.name === kept.name).map((other) => (other.name === kept.name ? { ...other, name } : other)));
      this.draw();
    });
  }

  /** @param {KeptMenu} kept */
  remove(kept) {
    const yes = element(
      "button",
      {
        type: "button",
        class: "button primary",
        onclick: () => {
          saveMenus(loadMenus().filter(({ name }) => name !== kept.name));
          box.close();
          this.draw();
        },
      },
      t("Delete"),
    );
    const box = openDialog(t("Delete {menu}?", { menu: kept.name }), t("Cancel"), yes);
  }
}

/**
 * @param {string} title
 * @param {string} proposed
 * @param {(name: string) => void} onname
 */
function askName(title, proposed, onname) {
  const field = element("input", { type: "text", maxlength: LONGEST_NAME, required: true, value: proposed, "aria-label": t("Name of the menu") });
  const form = element(
    "form",
    {
      class: "kept-form",
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const name = field.value.trim();
        if (!name) return;
        box.close();
        onname(name);
      },
    },
    field,
    element("button", { type: "submit", class: "button primary" }, t("Keep it")),
  );
  const box = openDialog(title, t("Cancel"), form);
  field.select();
}
