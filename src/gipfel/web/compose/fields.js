/** Every choice of a menu as a field, in groups that are folded until somebody wants them. */

import { element } from "../dom.js";
import { choiceField } from "./choice-field.js";
import { choicesTable } from "./choices-table.js";
import { TYPING } from "./menu-draft.js";

/** @import { CheckedMenu, ChoiceGroup, MenuChoice } from "../types.js" */
/** @import { ChoiceField } from "./choice-field.js" */
/** @import { MenuDraft } from "./menu-draft.js" */

export class Fields {
  /** @param {MenuDraft} menu */
  constructor(menu) {
    this.menu = menu;
    /** @type {Map<string, ChoiceField>} */
    this.fields = new Map();
    this.nodes = menu.offer.groups.map((group) => this.group(group));
    const refresh = () => this.refresh();
    menu.listeners.push({ chosen: refresh, replaced: refresh, checked: (checked) => this.showProblems(checked) });
    this.showDependent();
  }

  /** @param {ChoiceGroup} group */
  group(group) {
    const choices = this.menu.offer.choices.filter((choice) => choice.group === group.name);
    const inTable = choices.every((choice) => choice.row && choice.column);
    const body = inTable ? choicesTable(choices, (choice) => this.field(choice)) : this.plainGroup(choices);
    return element(
      "details",
      { class: "fold", "data-group": group.name },
      element("summary", {}, group.title),
      element("p", { class: "muted" }, group.explanation),
      body,
    );
  }

  /** @param {MenuChoice[]} choices */
  plainGroup(choices) {
    return element("div", { class: "menu-choices" }, ...choices.map((choice) => this.field(choice).node));
  }

  /** @param {MenuChoice} choice */
  field(choice) {
    const made = choiceField(choice, this.menu.value(choice.name), (value) => this.menu.choose({ [choice.name]: value }, TYPING));
    this.fields.set(choice.name, made);
    return made;
  }

  /** Show what was chosen elsewhere; a field that is being filled in is left alone. */
  refresh() {
    for (const [name, field] of this.fields) {
      if (!field.node.contains(document.activeElement)) field.set(this.menu.value(name));
    }
    this.showDependent();
  }

  /** Show or hide choices that depend on the value of another one. */
  showDependent() {
    for (const { name, only } of this.menu.offer.choices) {
      const field = this.fields.get(name);
      if (only && field) field.node.hidden = !only.values.includes(this.menu.value(only.choice));
    }
  }

  /** @param {CheckedMenu} checked */
  showProblems({ problems }) {
    for (const [name, field] of this.fields) field.problem(problems.find(({ choice }) => choice === name)?.text ?? "");
  }
}
