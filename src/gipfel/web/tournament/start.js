/** The user's tournaments, and a form for a new one. */

import { api, messageOf, singleFlight } from "../api.js";
import { element } from "../dom.js";
import { clockField, clockProblem, NO_CLOCK } from "../home/clock-field.js";
import { fetchHome } from "../home/fetch-home.js";
import { segments } from "../home/segments.js";
import { hasOwnTime } from "../home/start-dialog.js";
import { t } from "../i18n.js";
import { keepKeys, ORGANISER } from "./links.js";
import { kindTitle, stateTitle } from "./sections.js";

/** @import { Clock, Home, NewTournamentRequest, TournamentHead } from "../types.js" */
/** @import { Context } from "../view-types.js" */

const LONGEST_NAME = 60;
const MOST_ROUNDS = 15;
const USUAL_ROUNDS = 5;

/**
 * @param {HTMLElement} root
 * @param {Context} context
 */
export async function showStart(root, context) {
  const [home, { tournaments }] = await Promise.all([fetchHome(), api.get("/api/tournaments")]);
  root.replaceChildren(
    element(
      "div",
      { class: "tournament" },
      element("h1", { class: "visually-hidden" }, t("Tournaments")),
      tournaments.length ? listCard(tournaments) : null,
      new NewTournament(home, context).node,
    ),
  );
  return () => {};
}

/** @param {TournamentHead[]} tournaments */
function listCard(tournaments) {
  return element(
    "section",
    { class: "card" },
    element("h2", {}, t("Tournaments")),
    element(
      "ul",
      { class: "tournament-list" },
      ...tournaments.map((head) =>
        element(
          "li",
          {},
          element(
            "a",
            { href: `#/tournament/${head.id}` },
            element("strong", {}, head.name),
            element("span", { class: "muted" }, [head.title, kindTitle(head), stateTitle(head), roleTitle(head)].filter(Boolean).join(" · ")),
          ),
        ),
      ),
    ),
  );
}

/** @param {TournamentHead} head */
function roleTitle({ organiser, plays }) {
  if (organiser) return t("you organise it");
  return plays ? t("you play") : "";
}

class NewTournament {
  /**
   * @param {Home} home
   * @param {Context} context
   */
  constructor(home, context) {
    this.home = home;
    this.context = context;
    this.game = home.games[0];
    /** @type {"round robin" | "swiss"} */
    this.kind = "round robin";
    /** @type {Clock} */
    this.clock = NO_CLOCK;
    this.menu = "";
    this.name = element("input", { type: "text", name: "name", maxlength: LONGEST_NAME, required: true, autocomplete: "off" });
    this.players = element("textarea", { name: "players", rows: 6 });
    this.rounds = element("input", { type: "number", name: "rounds", min: 1, max: MOST_ROUNDS, step: 1, value: USUAL_ROUNDS, inputmode: "numeric" });
    this.roundsField = field(t("Number of rounds"), this.rounds);
    this.roundsField.hidden = true;
    this.version = element("select", { name: "version", onchange: () => this.showClock() });
    this.clockPlace = element("div");
    this.menuPlace = element("div");
    this.problem = element("p", { class: "problem", role: "alert", hidden: true });
    this.node = this.form();
    this.showGame();
  }

  form() {
    const games = element(
      "select",
      {
        name: "game",
        onchange: () => {
          this.game = this.home.games[games.selectedIndex];
          this.showGame();
        },
      },
      ...this.home.games.map(({ name, title }) => element("option", { value: name }, title)),
    );
    const button = element("button", { type: "submit", class: "button primary" }, t("Make the tournament"));
    const create = singleFlight(() => this.create());
    const form = element(
      "form",
      { class: "card new-tournament" },
      element("h2", {}, t("New tournament")),
      element("p", { class: "muted" }, t("For a club or for friends: you get a link as the organiser, and one for each player. Nobody needs an account.")),
      field(t("Name of the tournament"), this.name),
      segments(
        t("Who meets whom"),
        [
          { value: "round robin", title: t("Round robin"), note: t("Everybody meets everybody once.") },
          { value: "swiss", title: t("Swiss system"), note: t("Players with about the same points meet; for many players.") },
        ],
        this.kind,
        (kind) => {
          this.kind = kind;
          this.roundsField.hidden = kind !== "swiss";
        },
        "list",
      ),
      this.roundsField,
      element("div", { class: "two" }, field(t("Game"), games), field(t("Version"), this.version)),
      this.menuPlace,
      this.clockPlace,
      field(t("Players, one in each line (you can add more later)"), this.players),
      this.problem,
      element("div", { class: "buttons" }, button),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      create();
    });
    return form;
  }

  showGame() {
    this.menu = "";
    this.version.replaceChildren(...this.game.versions.map(({ name, title }) => element("option", { value: name }, title)));
    this.menuPlace.replaceChildren(...(this.game.composed ? [this.menuField()] : []));
    this.showClock();
  }

  /** A composed evening is chosen as the file that was saved when it was composed. */
  menuField() {
    const file = element("input", {
      type: "file",
      accept: ".toml,text/plain",
      onchange: async () => {
        this.menu = (await file.files?.[0]?.text()) ?? "";
        this.version.disabled = Boolean(this.menu);
        this.showClock();
      },
    });
    return field(t("Or the file of an evening that you have composed"), file);
  }

  /** A game in real time has no clock, and a menu has its own. */
  showClock() {
    const isFixed = Boolean(this.menu) || hasOwnTime(this.game, this.version.value);
    this.clock = isFixed ? NO_CLOCK : this.clock;
    this.clockPlace.replaceChildren(...(isFixed ? [] : [clockField(this.home.clocks, this.clock, (clock) => (this.clock = clock))]));
  }

  /** @returns {NewTournamentRequest} */
  request() {
    const names = this.players.value.split("\n").map((name) => name.trim()).filter(Boolean);
    const problem = clockProblem(this.clock, this.home.clocks);
    if (problem) throw new Error(problem);
    return {
      name: this.name.value.trim(),
      kind: this.kind,
      ...(this.kind === "swiss" ? { rounds: this.rounds.valueAsNumber } : {}),
      players: names,
      ...(this.menu ? { menu: this.menu } : this.ofGame()),
    };
  }

  ofGame() {
    const clock = this.clock.kind === "none" ? {} : { clock: { ...this.clock } };
    return { game: this.game.name, version: this.version.value, ...clock };
  }

  async create() {
    try {
      const { id, key, players } = await api.post("/api/tournaments", this.request());
      keepKeys(id, { player: ORGANISER, key }, ...players);
      this.context.go(`#/tournament/${id}`);
    } catch (error) {
      this.problem.textContent = messageOf(error);
      this.problem.hidden = false;
    }
  }
}

/**
 * @param {string} title
 * @param {HTMLElement} input
 */
function field(title, input) {
  return element("label", { class: "field" }, element("span", {}, title), input);
}
