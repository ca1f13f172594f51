/** The sheet that opens when somebody has chosen a game: version, options, players, and off it goes. */

import { choiceField } from "../compose/choice.js";
import { api, element, messageOf, openDialog, toast } from "../dom.js";
import { t } from "../words.js";
import { remember, remembered } from "./memory.js";
import { smallPicture } from "./picture.js";
import { lastPlayers, seatsForm } from "./seats.js";
import { segments } from "./segments.js";

/** @typedef {import("./data.js").GameInfo} GameInfo */
/** @typedef {import("./data.js").Home} Home */
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
 * Who can play on this server.
 * @param {Home} home
 * @returns {import("./seats.js").Ways}
 */
export function waysOf({ clocks, local }) {
  return { invite: true, local, clocks };
}

/**
 * Begin at once, as last time.
 * @param {GameInfo} game
 * @param {Home} home
 * @param {(address: string) => void} go
 */
export async function startAgain(game, home, go) {
  const { version, options } = last(game);
  const ways = hasOwnTime(game, version) ? { ...waysOf(home), clocks: [] } : waysOf(home);
  await begin({ game: game.name, version, options: fitting(game, version, options), ...lastPlayers(game.players, ways) }, go);
}

/**
 * A game that lives by its own time has no clock beside it.
 * @param {GameInfo} game
 * @param {string} version
 */
export function hasOwnTime(game, version) {
  return game.real_time.includes(version);
}

/**
 * A new table; what is wrong is told.
 * @param {object} asked      what `POST /api/tables` takes
 * @param {(address: string) => void} go
 * @returns {Promise<boolean>}
 */
export async function begin(asked, go) {
  try {
    const { id, side, key } = await api.post("/api/tables", asked);
    if (key) handOver(id, side === "white" ? "black" : "white", key);
    go(`#/table/${id}`);
    return true;
  } catch (problem) {
    toast(messageOf(problem));
    return false;
  }
}

/**
 * The table shows the link for the friend; the key goes there without standing in an address.
 * @param {string} id
 * @param {import("../types.js").Side} side     where the friend will sit
 * @param {string} key                          for that seat
 */
function handOver(id, side, key) {
  try {
    sessionStorage.setItem(`gipfel-invite-${id}`, JSON.stringify({ side, key }));
  } catch {
    // A browser that keeps nothing has to ask for a new link at the table.
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
 * @param {Home} home
 * @param {(address: string) => void} go
 */
export function openStart(game, home, go) {
  const chosen = last(game);
  const options = element("div", { class: "start-options" });
  const rules = element("a", { class: "start-rules" }, t("Read the rules"));
  const seats = seatsForm(game.sides, game.players, waysOf(home));
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
 * @param {{read: () => import("./seats.js").Players}} seats
 * @param {(address: string) => void} go
 */
async function submit(game, chosen, seats, go) {
  try {
    const players = seats.read();
    remember(`game.${game.name}`, chosen);
    const { version } = chosen;
    return await begin({ game: game.name, version, options: fitting(game, version, chosen.options), ...players }, go);
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
  if (game.composed) {
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
