/** A table: messages of the server in, pictures out; what a person points at goes back to the server. */

import { element, sheet, toast } from "../dom.js";
import { clearTurn, tellTurn } from "../notices.js";
import { setting, whenChanged } from "../settings-store.js";
import { play } from "../sound.js";
import { t } from "../words.js";
import { Actions } from "./actions.js";
import { Board } from "./draw/board.js";
import { Chance } from "./draw/chance-animation.js";
import { Clocks } from "./people/clock.js";
import { Connection } from "./connection.js";
import { ContestFrame } from "./draw/contest.js";
import { Gallery } from "./draw/picture-cache.js";
import { GhostWatch } from "./draw/ghost.js";
import { Hand } from "./input/pointer-input.js";
import { Invitation } from "./people/invitation.js";
import { Keyboard } from "./input/keyboard.js";
import { layout } from "./draw/layout.js";
import { learn, tidy } from "./draw/piece-looks.js";
import { Messages } from "./people/messages.js";
import { animate } from "./draw/animation.js";
import { drawOffers, refusal } from "./people/offers.js";
import { Opening } from "./draw/intro.js";
import { Plan } from "./people/plan.js";
import { Pointer } from "./input/pointing.js";
import { Popup } from "./draw/popup.js";
import { drawLookers } from "./people/presence.js";
import { drawSentence } from "./draw/sentence.js";
import { TableSource } from "./input/source.js";
import { newState, ownSide, pointable, startOver, turning, watches } from "./state.js";
import { keyOf } from "./targets.js";
import { drawTrays } from "./draw/trays.js";
import { drawTurns, showEnd } from "./draw/turns.js";

/** @typedef {import("../view-types.js").Context} Context */
/** @typedef {import("../types.js").TableMessage} TableMessage */
/** @typedef {import("../types.js").Target} Target */
/** @typedef {import("../types.js").TimeMessage} TimeMessage */
/** @typedef {import("../types.js").XY} XY */
/** @typedef {import("./draw/picture-cache.js").WholePicture} WholePicture */

/**
 * @param {HTMLElement} root
 * @param {string[]} parts
 * @param {Context} context
 */
export async function show(root, [id = ""], context) {
  await Promise.all([sheet("/web/table/table.css"), sheet("/web/table/people/people.css")]);
  const view = new TableView(root, id, context);
  return () => view.takeDown();
}

class TableView {
  /**
   * @param {HTMLElement} root
   * @param {string} id
   * @param {Context} context
   */
  constructor(root, id, context) {
    this.context = context;
    this.state = newState(id);
    this.board = new Board();
    this.parts = layout(this.board.node);
    this.gallery = new Gallery();
    this.connection = new Connection(id, {
      heard: (message) => this.heard(message),
      changed: (connected) => this.lineChanged(connected),
      gone: (reason) => this.gone(root, reason),
    });
    this.pointer = new Pointer(this.state, new TableSource(this.state, this.connection), () => this.drawPointing());
    this.ghosts = new GhostWatch(this.state, this.pointer);
    this.popup = new Popup(this.parts, this.board);
    this.contest = new ContestFrame();
    this.chance = new Chance(this.parts);
    const tools = { state: this.state, board: this.board, pointer: this.pointer, ghosts: this.ghosts };
    const look = (/** @type {Target} */ target) => this.look(target);
    this.hand = new Hand({ ...tools, look }, this.parts.root);
    this.keyboard = new Keyboard({ ...tools, hand: this.hand, look, leave: () => this.plan.leave() });
    const more = { ...tools, connection: this.connection, redraw: () => this.draw() };
    this.messages = new Messages(this.state, this.parts, (text) => this.actions.say(text), () => this.actions.draw(this.parts));
    this.actions = new Actions({ ...more, messages: this.messages, context });
    this.plan = new Plan({ ...more, gallery: this.gallery });
    this.clocks = new Clocks(this.parts.root, (side) => this.timeIsShort(side));
    this.invitation = new Invitation(this.state, this.parts);
    this.opening = new Opening(() => this.actions.rules());
    this.pressed = (/** @type {KeyboardEvent} */ event) => this.keyboard.pressed(event);
    this.looked = () => this.drawPanels();
    document.addEventListener("keydown", this.pressed);
    document.addEventListener("visibilitychange", this.looked);
    this.stopListening = whenChanged(() => this.draw());
    root.replaceChildren(this.parts.root);
    this.sizes = new ResizeObserver(() => this.resized());
    for (const part of [this.parts.turns, this.board.node]) this.sizes.observe(part);
  }

  takeDown() {
    document.removeEventListener("keydown", this.pressed);
    document.removeEventListener("visibilitychange", this.looked);
    this.clocks.stop();
    this.stopListening();
    this.sizes.disconnect();
    this.connection.close();
  }

  /** A wide board is turned where there is little width. */
  resized() {
    const { picture } = this.state;
    showEnd(this.parts.turns);
    if (picture && this.board.lacksWidth(picture) !== (this.board.angle % 180 === 90)) this.draw();
  }

  // --- What the server says --------------------------------------------------------------------------

  /** @param {any} message */
  heard(message) {
    if (message.type === "table") this.tableCame(message);
    else if (message.type === "time") this.timePassed(message);
    else if (message.type === "present") this.presentCame(message);
    else if (message.type === "messages") this.messages.came(message.messages);
    else if (message.type === "refused" && message.reason) this.pointer.say(message.reason);
  }

  /** @param {TableMessage} table */
  tableCame(table) {
    const { state } = this;
    const [before, old] = [state.planning?.real ?? state.picture, state.table];
    const picture = this.gallery.whole(table.picture);
    state.around = table.contest?.around ? this.gallery.whole(table.contest.around, "around") : null;
    const on = !old || old.number !== table.number || old.side !== table.side || Boolean(table.outcome);
    state.table = table;
    if (state.planning && !on) state.planning.real = picture;
    else Object.assign(state, { picture });
    if (on) {
      this.plan.forget();
      Object.assign(state, { hint: [], note: "" });
      startOver(state);
      this.ghosts.forget();
      this.popup.close();
    } else if (!state.prefix.length) startOver(state);
    this.context.heading(table.game.title);
    this.clocks.set(table.clock);
    this.draw();
    if (old?.contest && !table.contest && table.number > old.number) toast(table.decided ?? t("The contest is decided; the game goes on."));
    if (before && old && table.number > old.number) this.moved(before, picture, table);
    this.chance.draw(table.thrown, Boolean(old));
    this.keyboard.goOn();
    this.pointer.tableCame();
    this.tell(old, table);
  }

  /**
   * What a person should know who looks elsewhere, and where those go who play again.
   * @param {TableMessage | null} old
   * @param {TableMessage} table
   */
  tell(old, table) {
    const { id } = this.state;
    const { title } = table.game;
    if (!table.yours.length || table.outcome) clearTurn(id);
    else if (old && !old.yours.length && document.hidden) tellTurn({ id, title, sentence: table.sentence });
    if (table.outcome) this.actions.closeEnding();
    const no = old && refusal(old, table);
    if (no) toast(no);
    if (old && !old.rematch && table.rematch && table.mine.length) this.context.go(`#/table/${table.rematch}`);
  }

  /** @param {import("../types.js").Present} present */
  presentCame({ white, black, watching }) {
    if (!this.state.table) return;
    this.state.table.present = { white, black, watching };
    this.drawPanels();
  }

  /** @param {import("../types.js").Side} side */
  timeIsShort(side) {
    const { table } = this.state;
    if (!table || watches(table) || (ownSide(table) ?? side) !== side) return;
    play("low");
    this.parts.news.textContent = t("Your time runs short.");
  }

  /**
   * @param {WholePicture} before
   * @param {WholePicture} after
   * @param {TableMessage} table
   */
  moved(before, after, table) {
    animate(this.board, before, after, table.changes, (target) => this.besideBoard(target, table));
    const taken = table.changes.some((change) => change.kind === "lift");
    play(table.outcome ? "end" : taken ? "take" : "move");
  }

  /**
   * Where a piece of a tray is, as a point of the picture. The turn has passed on, so the tray is that of who moved.
   * @param {Target} target
   * @param {TableMessage} table
   * @returns {XY | null}
   */
  besideBoard(target, table) {
    const mover = table.turns.at(-1)?.side;
    const cards = [...this.parts.root.querySelectorAll(".player")];
    const card = cards.find((one) => one instanceof HTMLElement && one.dataset.owner === mover && !one.hidden);
    const stock = this.parts.root.querySelector(`.stock[data-target="${CSS.escape(keyOf(target))}"]`) ?? card;
    const box = stock?.getBoundingClientRect();
    return box ? this.board.fromWindow(box.left + 20, box.top + box.height / 2) : null;
  }

  /**
   * Time has passed: glasses run on, what was pointed at stays.
   * @param {TimeMessage} message
   */
  timePassed(message) {
    const { state } = this;
    if (!state.table || !state.picture) return;
    learn(message.looks);
    const { pieces = state.picture.pieces, trays = state.picture.trays } = message;
    const { sentence, targets, yours, side } = { ...state.table, ...message };
    state.picture = { ...state.picture, pieces, trays };
    state.table = { ...state.table, sentence, targets, yours, side };
    if (!state.prefix.length) startOver(state);
    // What moves is not disturbed; the sand is drawn a quarter of a second later.
    if (this.board.layers.motion.childElementCount) this.drawPointing();
    else this.draw();
    tidy();
  }

  /**
   * @param {HTMLElement} root
   * @param {string} reason
   */
  gone(root, reason) {
    root.replaceChildren(
      element(
        "section",
        { class: "missing card" },
        element("h1", {}, t("There is no table here")),
        element("p", { title: reason }, t("It may have been deleted, or the address is not complete.")),
        element("a", { class: "button", href: "#/" }, t("To the start")),
      ),
    );
  }

  /** @param {boolean} connected */
  lineChanged(connected) {
    const { banner } = this.parts;
    this.state.connected = connected;
    banner.hidden = connected;
    const waits = this.connection.unsent.length ? t("Your decision is sent as soon as it is back.") : "";
    banner.textContent = connected ? "" : [t("The connection was lost; it is being restored …"), waits].filter(Boolean).join(" ");
  }

  // --- What is seen ----------------------------------------------------------------------------------

  draw() {
    const { state, parts } = this;
    if (!state.table || !state.picture) return;
    parts.root.dataset.game = state.picture.game;
    parts.root.dataset.number = String(state.table.number);
    parts.root.dataset.side = state.table.side ?? "";
    parts.root.dataset.over = String(Boolean(state.table.outcome));
    this.board.draw(state.picture, this.shown());
    this.contest.draw(state, parts);
    drawTurns(parts.turns, state.table.turns);
    this.opening.draw(state, parts);
    this.drawPanels();
  }

  /** Only what depends on pointing. */
  drawPointing() {
    if (!this.state.picture) return;
    this.board.mark(this.shown());
    this.drawPanels();
    this.keyboard.goOn();
  }

  drawPanels() {
    const { state, parts } = this;
    parts.root.dataset.prefix = state.prefix.map(keyOf).join(", ");
    parts.root.dataset.busy = String(state.busy > 0);
    parts.root.classList.toggle("planning", Boolean(state.planning));
    drawTrays(state, parts, this.clocks, (target) => this.pointer.point(target));
    drawSentence(state, parts, this.pointer, {
      again: () => this.actions.again(),
      swapped: () => this.actions.again(true),
      review: () => this.actions.review(),
      roll: () => this.actions.ask("roll"),
      goOn: () => this.actions.ask("play on"),
      pause: () => this.actions.pause(),
      rematch: () => this.actions.offer("rematch"),
      plan: () => this.plan.start(),
      keepPlan: (always) => this.plan.keep(always),
      leavePlan: () => this.plan.leave(),
    });
    this.drawCompany();
    this.actions.draw(parts);
  }

  /** What there is only because somebody else is here. */
  drawCompany() {
    const { state, parts } = this;
    if (!state.table) return;
    drawLookers(state.table, parts);
    drawOffers(state, parts, {
      answer: (type, what) => this.actions.answer(type, what),
      dropPlan: () => this.plan.drop(),
    });
    this.invitation.draw();
    this.messages.draw();
  }

  /** @returns {import("./draw/board.js").Shown} */
  shown() {
    const { state } = this;
    for (const ghost of state.ghosts) learn(ghost.looks);
    return {
      open: pointable(state),
      chosen: state.prefix,
      hint: state.hint,
      ghost: state.ghost,
      row: state.row,
      turned: state.turned,
      coordinates: setting("coordinates"),
      rings: setting("targets") && !turning(state),
    };
  }

  /** @param {Target} target */
  async look(target) {
    try {
      const { lines } = await this.connection.ask("look", { target });
      this.popup.show(target, lines);
    } catch (problem) {
      this.pointer.refused(problem);
    }
  }
}
