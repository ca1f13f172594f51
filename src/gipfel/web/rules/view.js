/** The rules of a game and advice, with small boards: as a page, and as a panel inside a dialog. */

import { api } from "../api.js";
import { element, loadStyles } from "../dom.js";
import { fetchHome } from "../home/fetch-home.js";
import { inLanguage, t } from "../i18n.js";
import { figure } from "./figure.js";
import { blocks } from "./text.js";
import { TIPS_ID, tipsSection } from "./tips.js";

/** @import { Rulebook, VersionInfo } from "../types.js" */
/** @import { Context } from "../view-types.js" */

/**
 * @param {HTMLElement} root
 * @param {string[]} parts      game, version, and `tips` for the advice
 * @param {Context} context
 */
export async function show(root, [name = "", named = "", place = ""], context) {
  const game = name || (await firstGame());
  const version = named || (await firstVersion(game));
  if (root.closest("dialog")) {
    root.append(await rulesPanel(game, version));
    return () => {};
  }
  const book = await fetchRules(game, version);
  context.heading(t("Rules: {game}", { game: book.title }));
  root.dataset.game = game;
  root.append(element("div", { class: "rules-page" }, contents(book, root), rulesOf(book, game, version)));
  if (place === "tips") jumpTo(root, TIPS_ID);
  return () => {};
}

/**
 * The rules as an element, to be shown anywhere.
 * @param {string} game
 * @param {string} version
 * @returns {Promise<HTMLElement>}
 */
export async function rulesPanel(game, version) {
  const book = await fetchRules(game, version);
  const panel = element("div", { class: "rules-panel", "data-game": game });
  const turnTo = async (/** @type {string} */ other) => {
    panel.replaceChildren(rulesOf(await fetchRules(game, other), game, other, turnTo));
  };
  panel.append(rulesOf(book, game, version, turnTo));
  return panel;
}

async function firstGame() {
  const { games } = await fetchHome();
  return games[0]?.name ?? "";
}

/** @param {string} game */
async function firstVersion(game) {
  const { games } = await fetchHome();
  return games.find(({ name }) => name === game)?.versions[0].name ?? "";
}

/**
 * @param {string} game
 * @param {string} version
 * @returns {Promise<Rulebook>}
 */
async function fetchRules(game, version) {
  const address = `/api/rules/${encodeURIComponent(game)}/${encodeURIComponent(version)}`;
  const [book] = await Promise.all([api.get(address), loadStyles("/web/rules/rules.css"), loadStyles("/web/home/forms.css")]);
  return book;
}

/**
 * @param {Rulebook} book
 * @param {string} game
 * @param {string} version
 * @param {(version: string) => void} [turnTo]    shows another version; without it the address changes
 */
function rulesOf(book, game, version, turnTo) {
  return element(
    "article",
    { class: "rules", ...inLanguage(book.language) },
    element("h1", {}, book.title),
    element("p", { class: "rules-summary" }, book.summary),
    turnTo ? null : element("p", {}, element("a", { href: `#/learn/${game}` }, t("Learn it step by step"))),
    book.versions.length > 1 ? versions(book, game, version, turnTo) : null,
    ...book.sections.map((part, index) => section(part, index, game)),
    book.tips.length ? tipsSection(book.tips, game) : null,
  );
}

/**
 * @param {Rulebook} book
 * @param {string} game
 * @param {string} version
 * @param {(version: string) => void} [turnTo]
 */
function versions(book, game, version, turnTo) {
  const link = (/** @type {VersionInfo} */ { name, title, summary }) =>
    element(
      "a",
      {
        class: "rules-version",
        href: `#/rules/${game}/${name}`,
        title: summary,
        "aria-current": name === version ? "page" : null,
        onclick: (/** @type {Event} */ event) => {
          if (!turnTo) return;
          event.preventDefault();
          turnTo(name);
        },
      },
      title,
    );
  const now = book.versions.find(({ name }) => name === version);
  return element(
    "nav",
    { class: "rules-versions", "aria-label": t("Versions") },
    element("div", { class: "rules-version-row" }, ...book.versions.map(link)),
    now?.summary ? element("p", { class: "muted" }, now.summary) : null,
  );
}

/**
 * @param {Rulebook["sections"][number]} part
 * @param {number} index
 * @param {string} game
 */
function section(part, index, game) {
  return element(
    "section",
    { class: "rules-section", id: `rules-${index}` },
    element("h2", {}, part.title),
    element(
      "div",
      { class: `rules-body${part.pictures.length ? " has-pictures" : ""}` },
      element("div", { class: "rules-text" }, ...blocks(part.text)),
      part.pictures.length ? element("div", { class: "rules-pictures" }, ...part.pictures.map((picture) => figure(picture, game))) : null,
    ),
  );
}

/**
 * The table of contents, beside the text where there is room.
 * @param {Rulebook} book
 * @param {HTMLElement} root
 */
function contents(book, root) {
  const link = (/** @type {string} */ title, /** @type {string} */ id) =>
    element("button", { type: "button", class: "quiet", onclick: () => jumpTo(root, id) }, title);
  return element(
    "nav",
    { class: "rules-contents", "aria-label": t("Contents") },
    ...book.sections.map(({ title }, index) => link(title, `rules-${index}`)),
    book.tips.length ? link(t("How to play well"), TIPS_ID) : null,
  );
}

/**
 * @param {HTMLElement} root
 * @param {string} id
 */
function jumpTo(root, id) {
  root.querySelector(`#${id}`)?.scrollIntoView({ block: "start" });
}
