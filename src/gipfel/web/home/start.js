/** The sheet that opens when somebody has chosen a game: version, options, players, and off it goes. */

import { choiceField } from "../compose/choice.js";
import { api, element, messageOf, openDialog, toast } from "../dom.js";
import { t } from "../words.js";
import { remember, remembered } from "./memory.js";
import { smallPicture } from "./picture.js";
import { lastSeats, seatsForm } from "./seats.js";
import { segments } from "./segments.js";

/** @typedef {import("./data.js").GameInfo} GameInfo */
/** @typedef {import("../compose/choice.js").Value} Value */
/** @typedef {{version: string, options: Record<string, Value>}} Kept */

/**
 * What was played last of a game, as far as the game still knows it.
 * @param {GameInfo} game
 * @returns {Kept}
 */
function last(game) {
  const usual = { version: game.versions[0].name, options: {} };
  const kept = remembered(`game.${game.name}`, usual);
  return game.versions.some((version) => version.name === kept.version) ? kept : usual;
}

/**
 * Begin at once, as last time.
 * @param {GameInfo} game
 * @param {(address: string) => void} go
 */
export async function startAgain(game, go) {
  const { version, options } = last(game);
  await begin({ game: game.name, version, options: fitting(game, version, options), seats: lastSeats() }, go);
}

/**
 * A new table; what is wrong is told.
 * @param {object} asked      what `POST /api/tables` takes
 * @param {(address: string) => void} go
 * @returns {Promise<boolean>}
 */
export async function begin(asked, go) {
  try {
    const { id } = await api.post("/api/tables", asked);
    go(`#/table/${id}`);
    return true;
  } catch (problem) {
    toast(messageOf(problem));
    return false;
  }
}

/**
 * Only options the version has, and only those that are not as usual.
 * @param {GameInfo} game
 * @param {string} version
 * @param {Record<string, Value>} options
 */
function fitting(game, version, options) {
  const known = game.options.filter((option) => has(option, version));
  return Object.fromEntries(
    known
      .filter(({ name, default: usual }) => name in options && options[name] !== usual)
      .map(({ name }) => [name, options[name]]),
  );
}

/**
 * @param {import("../compose/choice.js").ChoiceInfo} option
 * @param {string} version
 */
function has(option, version) {
  return !option.versions.length || option.versions.includes(version);
}

/**
 * @param {GameInfo} game
 * @param {(address: string) => void} go
 */
export function openStart(game, go) {
  const chosen = last(game);
  const options = element("div", { class: "start-options" });
  const rules = element("a", { class: "start-rules" }, t("Read the rules"));
  const seats = seatsForm(game.sides, game.players);
  const show = () => {
    rules.href = `#/rules/${game.name}/${chosen.version}`;
    options.replaceChildren(...optionFields(game, chosen));
  };
  show();
  const start = element("button", { type: "submit", class: "button primary start-button" }, t("Start"));
  const form = element(
    "form",
    { class: "start", "data-game": game.name },
    element(
      "div",
      { class: "start-about" },
      smallPicture(game.picture),
      element("div", {}, element("p", {}, game.summary), rules),
    ),
    game.versions.length > 1 ? versionField(game, chosen, show) : null,
    options,
    seats.node,
    element("div", { class: "start-foot" }, start),
  );
  const dialog = openDialog(game.title, t("Close"), form);
  dialog.classList.add("sheet");
  dialog.dataset.game = game.name;
  rules.addEventListener("click", () => dialog.close());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    start.disabled = true;
    if (await submit(game, chosen, seats, go)) dialog.close();
    start.disabled = false;
  });
  start.focus();
}

/**
 * @param {GameInfo} game
 * @param {Kept} chosen
 * @param {{read: () => import("../types.js").Seats}} seats
 * @param {(address: string) => void} go
 */
async function submit(game, chosen, seats, go) {
  try {
    const seated = seats.read();
    remember(`game.${game.name}`, chosen);
    const { version } = chosen;
    return await begin({ game: game.name, version, options: fitting(game, version, chosen.options), seats: seated }, go);
  } catch (problem) {
    toast(messageOf(problem));
    return false;
  }
}

/**
 * @param {GameInfo} game
 * @param {Kept} chosen
 * @param {() => void} changed
 */
function versionField(game, chosen, changed) {
  const choices = game.versions.map(({ name, title, summary }) => ({ value: name, title, note: summary }));
  /** @param {string} value */
  const choose = (value) => {
    chosen.version = value;
    changed();
  };
  return segments(t("Version"), choices, chosen.version, choose, "list");
}

/**
 * @param {GameInfo} game
 * @param {Kept} chosen
 */
function optionFields(game, chosen) {
  if (game.name === "project") {
    return [element("a", { class: "start-rules", href: "#/compose", onclick: closeAround }, t("Compose an evening of your own"))];
  }
  const known = game.options.filter((option) => has(option, chosen.version));
  if (!known.length) return [];
  const fields = known.map((option) =>
    choiceField(option, chosen.options[option.name] ?? option.default, (value) => (chosen.options[option.name] = value)),
  );
  return [
    element(
      "details",
      { class: "more" },
      element("summary", {}, t("Options")),
      element("div", { class: "menu-choices" }, ...fields.map((field) => field.node)),
    ),
  ];
}

/** @param {Event} event */
function closeAround(event) {
  /** @type {HTMLElement} */ (event.target).closest("dialog")?.close();
}
