/** What a person can do besides deciding: undo, redo, hint, flip, rules, resign and more. */

import { api, element, inLanguage, messageOf, openDialog, patch, svg, toast } from "../dom.js";
import { copy, shownTheme } from "../files.js";
import { noHelp } from "../people.js";
import { t } from "../words.js";
import { copyWatchLink, openOwnLink } from "./people/invitation.js";
import { unreadText } from "./people/messages.js";
import { openRename } from "./people/rename.js";
import { apart, differ, helpless, ownSide, watches } from "./state.js";

/** @typedef {import("../view-types.js").Context} Context */
/** @typedef {import("../types.js").Hint} Hint */
/** @typedef {import("../types.js").TableMessage} TableMessage */
/** @typedef {import("./connection.js").Connection} Connection */
/** @typedef {import("./draw/layout.js").Parts} Parts */
/** @typedef {import("./people/messages.js").Messages} Messages */
/** @typedef {import("./input/pointing.js").Pointer} Pointer */
/** @typedef {import("./state.js").State} State */

const HINT_STAYS = 12000;

/** @type {Record<string, string>} the signs of the actions, drawn with a pen in a square of 24 */
const SIGNS = {
  undo: "M9 6 4 11l5 5M4 11h9a6 6 0 0 1 6 6v1",
  redo: "M15 6l5 5-5 5M20 11h-9a6 6 0 0 0-6 6v1",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.500 10.900c.7.600 1 1.300 1 2.100h5c0-.8.3-1.500 1-2.100A6 6 0 0 0 12 3Z",
  flip: "M7 4v16M7 20l-3.500-3.500M7 20l3.500-3.500M17 20V4M17 4l-3.500 3.500M17 4l3.500 3.500",
  rules: "M5 4.500h9a4 4 0 0 1 4 4V20H9a4 4 0 0 1-4-4ZM8.500 9h6M8.500 13h6",
  resign: "M6 21V4M6 4.500c4-2 7 2 12 0v9c-5 2-8-2-12 0",
  pause: "M8 5v14M16 5v14",
  goon: "M8 5l11 7-11 7Z",
  messages: "M4.500 5.500h15v10.500h-8.500L6.500 20v-4h-2Z",
  turns: "M5 6h2M11 6h8M5 12h2M11 12h8M5 18h2M11 18h8",
  more: "M5 12h.01M12 12h.01M19 12h.01",
};

export class Actions {
  /**
   * @param {object} parts
   * @param {State} parts.state
   * @param {Connection} parts.connection
   * @param {Pointer} parts.pointer
   * @param {Messages} parts.messages
   * @param {Context} parts.context
   * @param {() => void} parts.redraw     everything
   */
  constructor({ state, connection, pointer, messages, context, redraw }) {
    this.state = state;
    this.connection = connection;
    this.pointer = pointer;
    this.messages = messages;
    this.context = context;
    this.redraw = redraw;
    this.hinting = false;
    /** Is a new table being made? People click twice. */
    this.beginning = false;
  }

  /** @param {Parts} parts */
  draw(parts) {
    const { table } = this.state;
    if (!table) return;
    patch(parts.actions, [
      ...(watches(table) ? [] : this.back(table)),
      ...(watches(table) ? [] : [this.hintAction(table)]),
      action("flip", t("Flip"), true, () => this.flip()),
      action("rules", t("Rules"), true, () => this.rules()),
      ...(watches(table) ? [] : [this.ending(table)]),
      action("turns", t("Turns"), true, () => this.toggleTurns(parts), { "aria-expanded": String(parts.root.classList.contains("turns-open")) }),
      ...(this.messages.possible ? [this.messagesAction()] : []),
      action("more", t("More"), true, () => this.more()),
    ]);
  }

  /**
   * Undo and redo; who plays somebody else asks for it.
   * @param {TableMessage} table
   */
  back({ can }) {
    const here = !this.state.paused && !this.state.planning;
    /** @type {Record<string, string>} */
    const why = !can.undo && can["ask undo"] ? { title: t("Ask to undo"), "aria-label": t("Ask to undo") } : {};
    const undo = action("undo", t("Undo"), here && (can.undo || can["ask undo"]), () => this.undo(), why);
    const both = this.state.table && !apart(this.state.table);
    return both ? [undo, action("redo", t("Redo"), here && can.redo, () => this.ask("redo"))] : [undo];
  }

  undo() {
    const { table } = this.state;
    if (table?.can.undo) this.ask("undo");
    else this.offer("undo");
  }

  /**
   * While two people play there is no help; the button says so.
   * @param {TableMessage} table
   */
  hintAction(table) {
    const label = this.hinting ? t("thinks …") : t("Hint");
    const denied = helpless(table);
    const can = !this.state.paused && !this.state.planning && table.can.hint && !this.hinting;
    return action("hint", label, can || denied, () => this.hint(), denied ? { "aria-disabled": "true", title: noHelp() } : {});
  }

  messagesAction() {
    const { open } = this.messages;
    const unread = this.messages.unread.length;
    const label = t("Talk");
    const node = action("messages", label, true, () => this.messages.toggle(), { "aria-expanded": String(open) });
    if (unread > 0) {
      node.append(element("b", { class: "unread", "aria-hidden": "true" }, String(unread)));
      node.setAttribute("aria-label", `${label}: ${unreadText(unread)}`);
    }
    return node;
  }

  /**
   * Resign and other ways to end the game, or, where only engines play, let them wait.
   * @param {TableMessage} table
   */
  ending({ seats, outcome, can }) {
    const watching = seats.white.kind === "engine" && seats.black.kind === "engine" && !outcome;
    if (watching && this.state.paused) return action("goon", t("Go on"), true, () => this.pause());
    if (watching) return action("pause", t("Pause"), true, () => this.pause());
    const label = can.draw || can.abort ? t("End") : t("Resign");
    return action("resign", label, can.resign || can.draw || can.abort, () => this.end());
  }

  /** Let the engines wait, or go on: they think only while somebody looks. */
  pause() {
    this.state.paused = !this.state.paused;
    if (this.state.paused) this.connection.close();
    else this.connection.comeBack();
    this.redraw();
  }

  /** @param {Parts} parts */
  toggleTurns(parts) {
    const open = parts.root.classList.toggle("turns-open");
    if (open && this.messages.open) this.messages.toggle();
    if (open) parts.turns.scrollTop = parts.turns.scrollHeight;
    this.redraw();
  }

  /**
   * Ask for something that changes the table.
   * @param {string} type
   * @param {Record<string, unknown>} [message]
   */
  ask(type, message) {
    return this.pointer.busily(async () => {
      const follows = this.pointer.nextTable();
      await this.connection.ask(type, message);
      await follows;
    });
  }

  /**
   * Ask the other player.
   * @param {import("../types.js").OfferKind} what
   */
  offer(what) {
    return this.ask("offer", { what, ...this.own() });
  }

  /**
   * @param {"accept" | "decline"} type
   * @param {import("../types.js").OfferKind} what
   */
  answer(type, what) {
    return this.ask(type, { what, ...this.own() });
  }

  /**
   * Say something to the other player; was it said?
   * @param {string} text
   */
  async say(text) {
    try {
      await this.connection.ask("say", { text, ...this.own() });
      return true;
    } catch (problem) {
      toast(messageOf(problem));
      return false;
    }
  }

  /** For whom something is done, where only one side is played here. */
  own() {
    const side = this.state.table && ownSide(this.state.table);
    return side ? { side } : {};
  }

  async hint() {
    if (this.state.table && helpless(this.state.table)) return this.pointer.say(noHelp());
    this.hinting = true;
    this.pointer.changed();
    try {
      /** @type {Hint} */
      const hint = await this.connection.ask("hint");
      this.state.hint = hint.path;
      const { decision, text } = hint;
      this.pointer.say(text ? t("Hint: {decision} ({verdict})", { decision, verdict: text }) : decision, HINT_STAYS);
    } catch (problem) {
      this.pointer.refused(problem);
    } finally {
      this.hinting = false;
      this.pointer.changed();
    }
  }

  flip() {
    this.state.turned = !this.state.turned;
    this.redraw();
  }

  async rules() {
    const { table } = this.state;
    if (!table) return;
    const place = element("div", { class: "rules-panel" });
    const box = openDialog(t("Rules"), t("Close"), place);
    box.classList.add("side-panel");
    try {
      // The board of a contest has rules of its own.
      const game = this.state.picture && table.contest?.kind === "game" ? [this.state.picture.game] : [table.game.name, table.game.version];
      const address = "../rules/view.js";
      /** @type {import("../view-types.js").View} */
      const view = await import(address);
      const down = await view.show(place, game, { ...this.context, heading: () => {} });
      box.addEventListener("close", down);
    } catch (problem) {
      place.textContent = problem instanceof Error && problem.message ? problem.message : t("The rules cannot be shown now.");
    }
  }

  /** How the game can be ended now. */
  end() {
    const { table } = this.state;
    if (!table || document.querySelector("dialog[open]")) return;
    const { can, contest } = table;
    /** @param {() => void} run */
    const closing = (run) => () => (box.close(), run());
    const side = ownSide(table) ?? table.side;
    const box = openDialog(
      contest ? t("Give this contest up?") : can.draw || can.abort ? t("End this game?") : t("Resign this game?"),
      t("Go on playing"),
      element(
        "div",
        { class: "menu" },
        can.abort ? item(t("Abort: nobody wins or loses"), closing(() => this.ask("abort"))) : null,
        can.draw ? item(drawLabel(table), closing(() => this.offer("draw"))) : null,
        can.resign ? element("p", { class: "muted" }, contest ? t("The contest is lost, the game goes on.") : t("If you resign, the other side wins.")) : null,
        can.resign ? item(t("Resign"), closing(() => this.ask("resign", side ? { side } : {})), "primary") : null,
      ),
    );
    box.classList.add("small");
    box.dataset.ends = "";
  }

  /** The game is over: nobody needs to be asked any more whether it shall end. */
  closeEnding() {
    for (const box of document.querySelectorAll("dialog[data-ends]")) if (box instanceof HTMLDialogElement) box.close();
  }

  more() {
    const { id, table } = this.state;
    if (document.querySelector("dialog[open]")) return;
    const alone = table && !apart(table);
    /** @param {() => void} run */
    const closing = (run) => () => (box.close(), run());
    const picture = `/api/tables/${encodeURIComponent(id)}/picture.svg?at=${table?.number ?? 0}&theme=${shownTheme()}`;
    const box = openDialog(
      t("More"),
      t("Close"),
      element(
        "div",
        { class: "menu" },
        item(t("Look at the game again"), closing(() => this.review())),
        element("a", { class: "button", href: inLanguage(`/api/tables/${encodeURIComponent(id)}/record`), download: `${id}.gipf.txt` }, t("Save the record")),
        item(t("Copy the position"), closing(() => this.copyPosition())),
        element("a", { class: "button", href: inLanguage(picture), target: "_blank", rel: "noopener" }, t("Open as a picture")),
        table && !table.open && table.mine.length === 1 ? item(t("Link for my other device"), closing(() => openOwnLink(id, table.game.title))) : null,
        table && !table.open && ownSide(table) ? item(t("Change my name"), closing(() => this.rename(table))) : null,
        item(t("Copy the link for watching"), closing(() => copyWatchLink(id))),
        alone ? item(t("Play again from the start"), closing(() => this.again())) : null,
        alone && table && differ(table.seats) ? item(t("Play again with sides swapped"), closing(() => this.again(true))) : null,
        item(t("Another game"), closing(() => this.context.go("#/"))),
      ),
    );
    box.classList.add("small");
  }

  /** @param {TableMessage} table */
  rename(table) {
    const side = ownSide(table);
    const seat = side && table.seats[side];
    if (seat?.kind === "person") openRename(seat.name ?? "", (name) => this.connection.ask("rename", { side, name }));
  }

  review() {
    this.context.go(`#/review/${this.state.id}`);
  }

  async copyPosition() {
    try {
      copy((await api.get(`/api/tables/${encodeURIComponent(this.state.id)}/position`)).position);
    } catch {
      toast(t("The position cannot be copied."));
    }
  }

  /**
   * A new table with the same game and the same players.
   * @param {boolean} [swapped]   each on the other side
   */
  async again(swapped = false) {
    const { table, id } = this.state;
    if (!table || this.beginning) return;
    this.beginning = true;
    const { name, version, options, composed } = table.game;
    const seats = swapped ? { white: table.seats.black, black: table.seats.white } : table.seats;
    try {
      // What an evening was composed of is known to its table alone.
      const answer =
        composed
          ? await api.post(`/api/tables/${encodeURIComponent(id)}/branch`, { at: 0, seats })
          : await api.post("/api/tables", { game: name, version, options, seats });
      this.context.go(`#/table/${answer.id}`);
    } catch (problem) {
      toast(messageOf(problem));
    } finally {
      this.beginning = false;
    }
  }
}

/**
 * @param {string} name
 * @param {string} label
 * @param {boolean} can
 * @param {() => void} onclick
 * @param {Record<string, string>} [more]    attributes
 */
function action(name, label, can, onclick, more = {}) {
  const sign = svg("svg", { class: "sign", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: SIGNS[name] }));
  return element(
    "button",
    { type: "button", class: "quiet", "data-action": name, disabled: !can, onclick, ...more },
    sign,
    element("span", {}, label),
  );
}

/** @param {TableMessage} table */
function drawLabel(table) {
  if (!apart(table)) return t("Agree on a draw");
  return table.offer?.what === "draw" ? t("Accept the draw") : t("Offer a draw");
}

/**
 * @param {string} label
 * @param {() => void} onclick
 * @param {string} [kind]
 */
function item(label, onclick, kind = "") {
  return element("button", { type: "button", class: `button ${kind}`, onclick }, label);
}
