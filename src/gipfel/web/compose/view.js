/** Compose an evening: presets, and all choices of a menu, checked by the server after each change. */

import { api, messageOf } from "../api.js";
import { toast } from "../dialogs.js";
import { element, loadStyles } from "../dom.js";
import { saveFile } from "../files.js";
import { fetchHome } from "../home/fetch-home.js";
import { seatsForm } from "../home/seats-form.js";
import { createTable, seatOptions } from "../home/start-dialog.js";
import { t } from "../i18n.js";
import { choiceField } from "./choice-field.js";
import { saveDraft, loadDraft } from "./draft.js";
import { potentialsTable } from "./potentials-table.js";

/** @import { SeatOptions } from "../home/seats-form.js" */
/** @import { CheckedMenu, ChoiceGroup, Home, MenuChoice, MenuOffer, Preset, Value } from "../types.js" */
/** @import { Context } from "../view-types.js" */
/** @import { ChoiceField } from "./choice-field.js" */
/** @import { Draft } from "./draft.js" */

const CHECK_DELAY = 250;
/** How the names of choices in the fine print begin. */
const FINE_PRINT = "options.";
/** Groups that are closed at first. */
const FOLDED = ["links", "clock", "options"];

/**
 * @param {HTMLElement} root
 * @param {string[]} _parts
 * @param {Context} context
 */
export async function show(root, _parts, context) {
  context.heading(t("Compose an evening"));
  /** @type {[MenuOffer, Home, ...unknown[]]} */
  const [offer, home] = await Promise.all([
    api.get("/api/menu"),
    fetchHome(),
    loadStyles("/web/compose/compose.css"),
    loadStyles("/web/home/forms.css"),
  ]);
  const composed = home.games.find((game) => game.composed);
  root.dataset.game = composed?.name ?? "";
  const { clocks: _, ...options } = seatOptions(home); // The menu has its own clock.
  const composer = new Composer(offer, composed?.sides ?? ["", ""], composed?.players ?? [], options, context.go);
  root.append(composer.node);
  return () => composer.close();
}

class Composer {
  /**
   * @param {MenuOffer} offer
   * @param {string[]} sides
   * @param {string[]} players
   * @param {SeatOptions} options
   * @param {(address: string) => void} go
   */
  constructor(offer, sides, players, options, go) {
    this.offer = offer;
    this.go = go;
    /** @type {Map<string, ChoiceField>} */
    this.fields = new Map();
    this.draft = loadDraft(offer);
    this.toml = "";
    this.timer = 0;
    this.requests = 0;
    this.seats = seatsForm(sides, players, options);
    this.presets = element("div", { class: "presets", role: "radiogroup", "aria-label": t("Presets") });
    this.status = element("p", { class: "compose-status", role: "status" });
    this.start = element("button", { type: "button", class: "button primary start-button", onclick: () => this.createTable() }, t("Start"));
    this.node = this.build();
    this.showPresets();
    this.showDependent();
    this.check();
  }

  build() {
    return element(
      "div",
      { class: "compose" },
      element(
        "div",
        { class: "compose-main" },
        element(
          "section",
          { class: "compose-intro" },
          element("h1", { class: "visually-hidden" }, t("Compose an evening")),
          element("p", {}, t("GIPF joins the other games. Choose something to begin with, and change what you like.")),
        ),
        this.presets,
        ...this.offer.groups.map((group) => this.group(group)),
      ),
      element(
        "aside",
        { class: "compose-side" },
        element("section", { class: "card compose-start" }, element("h2", {}, t("Who plays")), this.seats.node, this.status, this.start),
        element(
          "section",
          { class: "card compose-file" },
          element("p", { class: "muted" }, t("A menu can be kept as a file and used at the terminal too.")),
          element(
            "div",
            { class: "compose-file-row" },
            element("button", { type: "button", class: "button", onclick: () => this.save() }, t("Save the menu")),
            this.opener(),
          ),
        ),
      ),
    );
  }

  opener() {
    const file = element("input", {
      type: "file",
      accept: ".toml,text/plain",
      class: "visually-hidden",
      onchange: async () => {
        const text = await file.files?.[0]?.text();
        file.value = "";
        if (text !== undefined) this.open(text);
      },
    });
    return element("label", { class: "button file-button" }, t("Open a menu"), file);
  }

  // --- Choices ---

  /** @param {ChoiceGroup} group */
  group(group) {
    const choices = this.offer.choices.filter((choice) => choice.group === group.name);
    const about = element("p", { class: "muted" }, group.explanation);
    const body =
      group.name === "potentials" ? potentialsTable(choices, (choice) => this.field(choice)) : this.plainGroup(choices);
    if (!FOLDED.includes(group.name)) {
      const head = element("div", {}, element("h2", {}, group.title), about);
      return element("section", { class: "card compose-group" }, head, body);
    }
    return element(
      "details",
      { class: "card compose-group", "data-group": group.name, open: this.isChanged(choices) },
      element("summary", {}, element("h2", {}, group.title), about),
      body,
    );
  }

  /** @param {MenuChoice[]} choices */
  plainGroup(choices) {
    return element("div", { class: "menu-choices" }, ...choices.map((choice) => this.field(choice).node));
  }

  /** @param {MenuChoice} choice */
  field(choice) {
    const made = choiceField(choice, this.draft.choices[choice.name] ?? choice.default, (value) => this.choose(choice.name, value));
    this.fields.set(choice.name, made);
    return made;
  }

  /**
   * Does anything in a group differ from its default? The fine print of a preset is part of the preset.
   * @param {MenuChoice[]} choices
   */
  isChanged(choices) {
    const own = this.offer.presets.find(({ name }) => name === this.draft.preset)?.choices ?? {};
    return choices.some(({ name, default: general }) => {
      const usual = name.startsWith(FINE_PRINT) && name in own ? own[name] : general;
      return name in this.draft.choices && this.draft.choices[name] !== usual && !name.match(/^clock\.(?!kind)/);
    });
  }

  /**
   * @param {string} name
   * @param {Value} value
   */
  choose(name, value) {
    this.draft.choices[name] = value;
    this.showDependent();
    this.showPresets();
    saveDraft(this.draft);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), CHECK_DELAY);
  }

  /** Show or hide choices that depend on the value of another one. */
  showDependent() {
    for (const { name, only } of this.offer.choices) {
      const field = this.fields.get(name);
      if (only && field) field.node.hidden = !only.values.includes(this.draft.choices[only.choice]);
    }
  }

  // --- Presets ---

  showPresets() {
    this.presets.replaceChildren(...this.offer.presets.map((preset) => this.presetCard(preset)));
  }

  /** @param {Preset} preset */
  presetCard(preset) {
    const chosen = preset.name === this.draft.preset;
    const changed = chosen && Object.entries(preset.choices).some(([name, value]) => name !== "title" && this.draft.choices[name] !== value);
    return element(
      "button",
      {
        type: "button",
        class: "preset card",
        role: "radio",
        "aria-checked": chosen ? "true" : "false",
        onclick: () => this.use({ preset: preset.name, choices: { ...preset.choices, title: this.draft.choices.title ?? "" } }),
      },
      element("strong", {}, preset.title, changed ? element("span", { class: "preset-changed" }, t("changed")) : null),
      element("span", { class: "muted" }, preset.explanation),
    );
  }

  /** @param {Draft} draft */
  use(draft) {
    this.draft = draft;
    for (const [name, field] of this.fields) {
      if (name in draft.choices) field.set(draft.choices[name]);
    }
    for (const details of this.node.querySelectorAll("details")) {
      const choices = this.offer.choices.filter(({ group }) => group === details.dataset.group);
      if (this.isChanged(choices)) details.open = true;
    }
    this.showPresets();
    this.showDependent();
    saveDraft(this.draft);
    this.check();
  }

  // --- Checking ---

  async check() {
    const request = ++this.requests;
    try {
      /** @type {CheckedMenu} */
      const answer = await api.post("/api/menu", this.draft);
      if (request === this.requests) this.showProblems(answer);
    } catch (error) {
      if (request === this.requests) this.showProblems({ toml: "", problems: [{ choice: "", text: messageOf(error) }] });
    }
  }

  /** @param {CheckedMenu} checked */
  showProblems({ toml, problems, remarks = [] }) {
    this.toml = toml;
    this.start.disabled = problems.length > 0;
    for (const [name, field] of this.fields) field.problem(problems.find(({ choice }) => choice === name)?.text ?? "");
    this.status.classList.toggle("problem", problems.length > 0);
    const told = problems.length ? problems.slice(0, 1) : remarks;
    this.status.textContent = told.length ? told.map(({ text }) => text).join(" ") : t("Everything fits together.");
  }

  // --- Playing, saving, opening ---

  async createTable() {
    try {
      await createTable({ menu: this.toml, ...this.seats.read() }, this.go);
    } catch (error) {
      toast(messageOf(error));
    }
  }

  save() {
    if (!this.toml) {
      toast(t("The menu cannot be kept before everything fits together."));
      return;
    }
    const name = String(this.draft.choices.title || "menu").trim().replace(/[^\p{L}\p{N}]+/gu, "-");
    saveFile(`${name || "menu"}.toml`, this.toml);
  }

  /** @param {string} text */
  async open(text) {
    try {
      const found = await api.post("/api/menu", { toml: text });
      if (found.choices) {
        this.use({ preset: found.preset, choices: found.choices });
        toast(t("The menu has been opened."));
      } else {
        await this.openOther(found.title, text);
      }
    } catch (error) {
      toast(messageOf(error));
    }
  }

  /**
   * A menu for another game offers no choices here; it can only be played.
   * @param {string} title
   * @param {string} text
   */
  async openOther(title, text) {
    this.toml = text;
    this.start.disabled = false;
    this.status.classList.remove("problem");
    this.status.textContent = t("The menu says: {game}.", { game: title });
  }

  close() {
    clearTimeout(this.timer);
    this.requests++;
  }
}
