/** The dialog that starts a game: version, options, players. Also: creating a table. */

import { api, messageOf } from "../api.js";
import { choiceField } from "../compose/choice-field.js";
import { openDialog, toast } from "../dialogs.js";
import { element } from "../dom.js";
import { inLanguage, t } from "../i18n.js";
import { loadLast, saveLast } from "./last-choices.js";
import { lastPlayers, seatsForm } from "./seats-form.js";
import { segments } from "./segments.js";
import { smallPicture } from "./small-picture.js";

/** @import { ChoiceInfo, GameInfo, Home, NewTableRequest, Side, Value, VersionInfo } from "../types.js" */
/** @import { Opponent, Players, SeatOptions } from "./seats-form.js" */
/** @typedef {{version: string, options: Record<string, Value>}} Kept */

/**
 * The version and options that were played last, if they still exist.
 * @param {GameInfo} game
 * @returns {Kept}
 */
function lastChoices(game) {
  const usual = { version: game.versions[0].name, options: {} };
  const kept = loadLast(`game.${game.name}`, usual);
  return game.versions.some((version) => version.name === kept.version) ? kept : usual;
}

/**
 * What this server offers for seats.
 * @param {Home} home
 * @returns {SeatOptions}
 */
export function seatOptions({ clocks, local }) {
  return { invite: true, local, clocks };
}

/**
 * Start a table with the last choices.
 * @param {GameInfo} game
 * @param {Home} home
 * @param {(address: string) => void} go
 */
export async function startAgain(game, home, go) {
  const { version, options } = lastChoices(game);
  const known = { ...seatOptions(home), game: game.name };
  const seats = hasOwnTime(game, version) ? { ...known, clocks: [] } : known;
  await createTable({ game: game.name, version, options: changedOptions(game, version, options), ...lastPlayers(game.players, seats) }, go);
}

/**
 * A game in real time has no clock.
 * @param {GameInfo} game
 * @param {string} version
 */
export function hasOwnTime(game, version) {
  return game.real_time.includes(version);
}

/**
 * Create a table and go there; a problem is shown.
 * @param {NewTableRequest} body
 * @param {(address: string) => void} go
 * @returns {Promise<boolean>}
 */
export async function createTable(body, go) {
  try {
    const { id, side, key } = await api.post("/api/tables", body);
    if (key) passKey(id, side === "white" ? "black" : "white", key);
    go(`#/table/${id}`);
    return true;
  } catch (error) {
    toast(messageOf(error));
    return false;
  }
}

/**
 * Pass the key of the friend's seat to the view of the table, which shows the link, without putting it into an address.
 * @param {string} id
 * @param {Side} side     the friend's side
 * @param {string} key      of that seat
 */
function passKey(id, side, key) {
  try {
    sessionStorage.setItem(`gipfel-invite-${id}`, JSON.stringify({ side, key }));
  } catch {
    // Without storage a new link can be made at the table.
  }
}

/**
 * The options of this version that differ from their defaults.
 * @param {GameInfo} game
 * @param {string} version
 * @param {Record<string, Value>} options
 */
function changedOptions(game, version, options) {
  const known = game.options.filter((option) => hasOption(option, version));
  return Object.fromEntries(
    known
      .filter(({ name, default: usual }) => name in options && options[name] !== usual)
      .map(({ name }) => [name, options[name]]),
  );
}

/**
 * @param {ChoiceInfo} option
 * @param {string} version
 */
function hasOption(option, version) {
  return !option.versions.length || option.versions.includes(version);
}

/**
 * @param {GameInfo} game
 * @param {Home} home
 * @param {(address: string) => void} go
 * @param {Opponent} [opponent]    chosen already; otherwise the last one
 */
export function openStart(game, home, go, opponent) {
  const chosen = lastChoices(game);
  const options = element("div", { class: "start-options" });
  const learn = element("a", { class: "start-rules", href: `#/learn/${game.name}` }, t("Learn to play"));
  const rules = element("a", { class: "start-rules" }, t("Read the rules"));
  const seats = seatsForm(game.sides, game.players, { ...seatOptions(home), opponent, game: game.name });
  const show = () => {
    rules.href = `#/rules/${game.name}/${chosen.version}`;
    options.replaceChildren(...optionFields(game, chosen));
    seats.timed(!hasOwnTime(game, chosen.version));
  };
  show();
  const start = element("button", { type: "submit", class: "button primary start-button" }, t("Start"));
  const form = element(
    "form",
    { class: "start", "data-game": game.name },
    element(
      "div",
      { class: "start-about" },
      element("span", { class: "start-picture" }, smallPicture(game.picture)),
      element("div", {}, element("p", inLanguage(game.language), game.summary), learn, rules),
    ),
    seats.node,
    game.versions.length > 1 ? versionField(game, chosen, show) : null,
    options,
    element("div", { class: "start-foot" }, start),
  );
  const dialog = openDialog(game.title, t("Close"), form);
  dialog.classList.add("sheet");
  dialog.dataset.game = game.name;
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
 * @param {{read: () => Players}} seats
 * @param {(address: string) => void} go
 */
async function submit(game, chosen, seats, go) {
  try {
    const players = seats.read();
    saveLast(`game.${game.name}`, chosen);
    const { version } = chosen;
    return await createTable({ game: game.name, version, options: changedOptions(game, version, chosen.options), ...players }, go);
  } catch (error) {
    toast(messageOf(error));
    return false;
  }
}

/**
 * @param {GameInfo} game
 * @param {Kept} chosen
 * @param {() => void} changed
 */
function versionField(game, chosen, changed) {
  const differ = new Set(game.versions.map(({ time }) => time)).size > 1;
  const note = (/** @type {VersionInfo} */ { summary, time }) => (differ && time ? t("{summary} ({time})", { summary, time }) : summary);
  const choices = game.versions.map((version) => ({ value: version.name, title: version.title, note: note(version) }));
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
  if (game.composed) {
    return [element("a", { class: "start-rules", href: "#/compose" }, t("Compose an evening of your own"))];
  }
  const known = game.options.filter((option) => hasOption(option, chosen.version));
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
