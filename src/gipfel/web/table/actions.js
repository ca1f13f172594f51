/** What a user can do at a table besides deciding: undo, redo, hint, flip, rules, resign and more. */

import { api, inLanguage, messageOf } from "../api.js";
import { openDialog, toast } from "../dialogs.js";
import { element } from "../dom.js";
import { copy, pictureLooks } from "../files.js";
import { t } from "../i18n.js";
import { noHelpText } from "../player-names.js";
import { clockText } from "./people/clocks.js";
import { openWatchLink, freeSeat, openOwnLink } from "./people/invitation.js";
import { askForWins } from "./people/match.js";
import { openRename } from "./people/rename.js";
import { isHelpForbidden, isRemote, nameOf, otherSide, ownSide, seatsDiffer } from "./state.js";

/** @import { Contest, Hint, OfferKind, Seat, Seats, TableMessage } from "../types.js" */
/** @import { StoryPanel } from "../story/panel.js" */
/** @import { Context, View } from "../view-types.js" */
/** @import { Connection } from "./connection.js" */
/** @import { LookBack } from "./look-back.js" */
/** @import { Parts } from "./draw/layout.js" */
/** @import { TargetSelection } from "./input/selection.js" */
/** @import { MessagesPanel } from "./people/messages.js" */
/** @import { Patience } from "./people/patience.js" */
/** @import { State } from "./state.js" */

const HINT_STAYS = 12000;
/** Loaded when it is needed. */
const NOTICES = "./people/notices.js";

export class Actions {
  /**
   * @param {object} parts
   * @param {State} parts.state
   * @param {Connection} parts.connection
   * @param {TargetSelection} parts.selection
   * @param {MessagesPanel} parts.messages
   * @param {StoryPanel} parts.story
   * @param {Patience} parts.patience
   * @param {LookBack} parts.lookBack
   * @param {Context} parts.context
   * @param {() => void} parts.redraw     everything
   */
  constructor({ state, connection, selection, messages, story, patience, lookBack, context, redraw }) {
    this.state = state;
    this.connection = connection;
    this.selection = selection;
    this.messages = messages;
    this.story = story;
    this.patience = patience;
    this.lookBack = lookBack;
    this.context = context;
    this.redraw = redraw;
    this.hinting = false;
    /** A new table is being created; people click twice. */
    this.beginning = false;
  }

  undo() {
    const { table } = this.state;
    if (table?.can.undo) this.ask("undo");
    else this.offer("undo");
  }

  /** Pause or resume a game of two engines: they play only while a page is connected. */
  pause() {
    this.state.paused = !this.state.paused;
    if (this.state.paused) this.connection.close();
    else this.connection.reopen();
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
   * Send a request that changes the table, and wait for the table.
   * @param {string} type
   * @param {Record<string, unknown>} [message]
   */
  ask(type, message) {
    return this.selection.whileBusy(async () => {
      const follows = this.selection.nextTable();
      await this.connection.request(type, message);
      await follows;
    });
  }

  /**
   * Make an offer to the other player.
   * @param {OfferKind} what
   * @param {object} [rest]
   */
  offer(what, rest = {}) {
    return this.ask("offer", { what, ...rest, ...this.own() });
  }

  /** Offer a rematch with a number of wins that decides the match. */
  offerMatch() {
    const { table } = this.state;
    if (table) askForWins(table, (first_to) => this.offer("rematch", { first_to }));
  }

  /**
   * @param {"accept" | "decline"} type
   * @param {OfferKind} what
   */
  answer(type, what) {
    return this.ask(type, { what, ...this.own() });
  }

  /**
   * Send a message to the other player; was it sent?
   * @param {string} text
   */
  async say(text) {
    try {
      await this.connection.request("say", { text, ...this.own() });
      return true;
    } catch (error) {
      toast(messageOf(error));
      return false;
    }
  }

  /** The side in requests, where only one side is played here. */
  own() {
    const side = this.state.table && ownSide(this.state.table);
    return side ? { side } : {};
  }

  async hint() {
    if (this.state.table && isHelpForbidden(this.state.table)) return this.selection.showNote(noHelpText());
    this.hinting = true;
    this.selection.onChange();
    try {
      /** @type {Hint} */
      const hint = await this.connection.request("hint");
      this.state.hint = hint.path;
      const { decision, text } = hint;
      this.selection.showNote(text ? t("Hint: {decision} ({verdict})", { decision, verdict: text }) : decision, HINT_STAYS);
    } catch (error) {
      this.selection.onError(error);
    } finally {
      this.hinting = false;
      this.selection.onChange();
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
      // The board of a contest has its own rules.
      const game = this.state.picture && table.contest?.kind === "game" ? [this.state.picture.game] : [table.game.name, table.game.version];
      const address = "../rules/view.js";
      /** @type {View} */
      const view = await import(address);
      const down = await view.show(place, game, { ...this.context, heading: () => {} });
      box.addEventListener("close", down);
    } catch (error) {
      place.textContent = error instanceof Error && error.message ? error.message : t("The rules cannot be shown now.");
    }
  }

  /** Ask how to end the game, or the contest while one is played. */
  end() {
    const { table } = this.state;
    if (!table || document.querySelector("dialog[open]")) return;
    const { can, contest } = table;
    if (contest) {
      this.endContest(table, contest);
      return;
    }
    /** @param {() => void} run */
    const closing = (run) => () => (box.close(), run());
    const box = openDialog(
      can.draw || can.abort ? t("End this game?") : t("Resign this game?"),
      t("Go on playing"),
      element(
        "div",
        { class: "menu" },
        can.abort ? menuButton(t("Abort: nobody wins or loses"), closing(() => this.ask("abort"))) : null,
        can.draw ? menuButton(drawLabel(table), closing(() => this.offer("draw"))) : null,
        can.resign ? element("p", { class: "muted" }, t("If you resign, the other side wins.")) : null,
        can.resign ? menuButton(t("Resign"), closing(() => this.resign(table)), "primary") : null,
      ),
    );
    box.classList.add("small");
    box.dataset.ends = "";
  }

  /**
   * Ask how to end a contest; the game around it goes on.
   * @param {TableMessage} table
   * @param {Contest} contest
   */
  endContest(table, { name }) {
    const { can } = table;
    /** @param {() => void} run */
    const closing = (run) => () => (box.close(), run());
    const box = openDialog(
      t("End this contest ({name})?", { name }),
      t("Go on playing"),
      element(
        "div",
        { class: "menu" },
        can.claim ? element("p", { class: "muted" }, this.claimText(table)) : null,
        can.tie ? menuButton(tieLabel(table), closing(() => this.offer("tie"))) : null,
        element("p", { class: "muted" }, t("If you resign the contest, only the contest is lost: the game around it goes on.")),
        menuButton(t("Resign the contest"), closing(() => this.resign(table)), "primary"),
      ),
    );
    box.classList.add("small");
    box.dataset.ends = name;
  }

  /**
   * When the contest can be claimed.
   * @param {TableMessage} table
   */
  claimText(table) {
    const name = nameOf(table, otherSide(ownSide(table) ?? "white"));
    const time = clockText(this.patience.left ?? 0);
    return t("If {name} decides nothing, you can claim the contest. Time left: {time}.", { name, time });
  }

  /** Claim the contest: the other player has decided nothing for too long. */
  claim() {
    return this.ask("claim", this.own());
  }

  /** @param {TableMessage} table */
  resign(table) {
    const side = ownSide(table) ?? table.side;
    return this.ask("resign", { contest: Boolean(table.contest), ...(side ? { side } : {}) });
  }

  /**
   * Close that dialog if what it ends is over, or if a contest has begun.
   * @param {TableMessage} table
   */
  closeOutdatedEnding({ outcome, contest }) {
    for (const box of document.querySelectorAll("dialog[data-ends]")) {
      if (box instanceof HTMLDialogElement && (outcome || box.dataset.ends !== (contest?.name ?? ""))) box.close();
    }
  }

  more() {
    const { id, table } = this.state;
    if (document.querySelector("dialog[open]")) return;
    const alone = table && !isRemote(table);
    /** @param {() => void} run */
    const closing = (run) => () => (box.close(), run());
    const picture = `/api/tables/${encodeURIComponent(id)}/picture.svg?at=${table?.number ?? 0}&${pictureLooks()}`;
    const box = openDialog(
      t("More"),
      t("Close"),
      element(
        "div",
        { class: "menu" },
        table?.turns.length ? menuButton(t("See the last turn again"), closing(() => this.lookBack.replay())) : null,
        menuButton(t("Look at the game again"), closing(() => this.review())),
        table?.game.composed ? menuButton(t("Contests of the evening"), closing(() => this.story.open())) : null,
        element("a", { class: "button", href: inLanguage(`/api/tables/${encodeURIComponent(id)}/record`), download: `${id}.gipf.txt` }, t("Save the record")),
        menuButton(t("Copy the position"), closing(() => this.copyPosition())),
        element("a", { class: "button", href: inLanguage(picture), target: "_blank", rel: "noopener" }, t("Open as a picture")),
        table && !table.open && table.mine.length === 1 ? menuButton(t("Link for my other device"), closing(() => openOwnLink(id, table.game.title))) : null,
        table && !table.open && ownSide(table) ? menuButton(t("Change my name"), closing(() => this.rename(table))) : null,
        table && isRemote(table) && ownSide(table) && !table.outcome ? menuButton(t("Tell me when it is my turn"), closing(() => this.notices())) : null,
        table && !table.open && ownSide(table) ? menuButton(t("Forget me"), closing(() => this.forget())) : null,
        table?.can.free ? menuButton(t("Invite somebody else"), closing(() => this.inviteAgain(table))) : null,
        menuButton(t("Link for watching"), closing(() => openWatchLink(id))),
        alone ? menuButton(t("Play again from the start"), closing(() => this.again())) : null,
        alone && table && seatsDiffer(table.seats) ? menuButton(t("Play again with sides swapped"), closing(() => this.again({ swapped: true }))) : null,
        menuButton(t("Another game"), closing(() => this.context.go("#/"))),
        menuButton(t("Keys"), closing(() => this.keys())),
      ),
    );
    box.classList.add("small");
  }

  /** Show the keys with which one can play. */
  async keys() {
    const address = "../shortcuts.js";
    const { openShortcuts } = await import(address);
    openShortcuts("table");
  }

  /** @param {TableMessage} table */
  rename(table) {
    const side = ownSide(table);
    const seat = side && table.seats[side];
    if (seat?.kind === "person") openRename(seat.name ?? "", (name) => this.connection.request("rename", { side, name }));
  }

  /** Choose where to be told of one's turn. */
  async notices() {
    const { openNotices } = await import(NOTICES);
    await openNotices(this.state.id);
  }

  async forget() {
    const { openForget } = await import(NOTICES);
    openForget(this.state.id);
  }

  /** Choose another level for the engine that has failed. */
  async changeEngine() {
    const { table } = this.state;
    if (!table?.thinking) return;
    const { seats, thinking: { side } } = table;
    const address = "./people/engine-level.js";
    const { openEngineLevel } = await import(address);
    openEngineLevel(seats[side], (/** @type {Seat} */ seat) => this.connection.request("seat", { side, seat }));
  }

  /** Play the side of the engine that has failed. */
  takeSeat() {
    const side = this.state.table?.thinking?.side;
    if (side) this.ask("seat", { side, seat: { kind: "person", name: "" } });
  }

  /**
   * Free the seat of the other player, who has not decided anything yet, for somebody else.
   * @param {TableMessage} table
   */
  inviteAgain(table) {
    const side = ownSide(table);
    if (!side) return;
    const box = openDialog(
      t("Invite somebody else"),
      t("Cancel"),
      element("p", {}, t("The seat of {name} becomes free, and only a new link fits it.", { name: nameOf(table, otherSide(side)) })),
      menuButton(t("Make the seat free"), () => (box.close(), freeSeat(this.state.id, otherSide(side)).then(this.redraw)), "primary"),
    );
    box.classList.add("small");
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
   * Create a table with the same game and the same players, or with another level of the engine.
   * @param {{swapped?: boolean, level?: number}} [changes]   `swapped`: the players swap sides
   */
  async again({ swapped = false, level } = {}) {
    const { table, id } = this.state;
    if (!table || this.beginning) return;
    this.beginning = true;
    const { name, version, options, composed } = table.game;
    const now = level ? seatsAtLevel(table.seats, level) : table.seats;
    const seats = swapped ? { white: now.black, black: now.white } : now;
    try {
      // Only the table knows the menu of a composed evening.
      const answer = composed
        ? await api.post(`/api/tables/${encodeURIComponent(id)}/branch`, { at: 0, seats })
        : await api.post("/api/tables", { game: name, version, options, seats });
      this.context.go(`#/table/${answer.id}`);
    } catch (error) {
      toast(messageOf(error));
    } finally {
      this.beginning = false;
    }
  }
}

/**
 * The same players, but engines of another level.
 * @param {Seats} seats
 * @param {number} level
 * @returns {Seats}
 */
function seatsAtLevel({ white, black }, level) {
  /** @param {Seat} seat @returns {Seat} */
  const changed = (seat) => (seat.kind === "engine" ? { kind: "engine", player: `level:${level}`, seconds: null } : seat);
  return { white: changed(white), black: changed(black) };
}

/** @param {TableMessage} table */
function drawLabel(table) {
  if (!isRemote(table)) return t("Agree on a draw");
  return table.offer?.what === "draw" ? t("Accept the draw") : t("Offer a draw");
}

/** @param {TableMessage} table */
function tieLabel(table) {
  if (!isRemote(table)) return table.seats.white.kind === table.seats.black.kind ? t("Agree on a tie") : t("Offer a tie");
  return table.offer?.what === "tie" ? t("Accept the tie") : t("Offer a tie");
}

/**
 * @param {string} label
 * @param {() => void} onclick
 * @param {string} [kind]
 */
function menuButton(label, onclick, kind = "") {
  return element("button", { type: "button", class: `button ${kind}`, onclick }, label);
}
