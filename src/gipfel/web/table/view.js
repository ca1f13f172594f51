/** A table: draws what the server sends, and sends what the user points at. */

import { showBroken, showMissing, toast } from "../dialogs.js";
import { loadStyles } from "../dom.js";
import { t } from "../i18n.js";
import { addTurn, removeTurn } from "../notifications.js";
import { onSettingChange, setting } from "../settings-store.js";
import { play, soundOf } from "../sound.js";
import { StoryPanel } from "../story/panel.js";
import { Actions } from "./actions.js";
import { Connection } from "./connection.js";
import { FilmQueue } from "./film-queue.js";
import { Keeper } from "./kept/keeper.js";
import { LookBack } from "./look-back.js";
import { animate } from "./draw/animation.js";
import { BesideBoard } from "./draw/beside-board.js";
import { Board } from "./draw/board.js";
import { ChanceResult } from "./draw/chance-result.js";
import { ContestFrame } from "./draw/contest-frame.js";
import * as effects from "./draw/effect.js";
import { GhostPreview } from "./draw/ghost-preview.js";
import { GameIntro } from "./draw/intro.js";
import { layout } from "./draw/layout.js";
import { addLooks, removeUnusedLooks } from "./draw/piece-looks.js";
import { Popup } from "./draw/popup.js";
import { Result, winningPlaces } from "./draw/result.js";
import { drawSentence } from "./draw/sentence.js";
import { drawToolbar } from "./draw/toolbar.js";
import { drawTrays } from "./draw/trays.js";
import { drawTurns, showEnd } from "./draw/turn-list.js";
import { Keyboard } from "./input/keyboard.js";
import { PointerInput } from "./input/pointer-input.js";
import { TargetSelection } from "./input/selection.js";
import { TableSource } from "./input/target-source.js";
import { Clocks } from "./people/clocks.js";
import { Invitation } from "./people/invitation.js";
import { drawMatch } from "./people/match.js";
import { MessagesPanel } from "./people/messages.js";
import { drawOffers, refusalText } from "./people/offers.js";
import { Patience } from "./people/patience.js";
import { Plan } from "./people/plan.js";
import { drawSpectators } from "./people/presence.js";
import { clearPrefix, isSpectator, isTurningPiece, newState, ownSide, pointableTargets, shownPicture } from "./state.js";
import { keyOf } from "./targets.js";

/** @import { Present, Side, TableMessage, Target, TimeMessage } from "../types.js" */
/** @import { Context } from "../view-types.js" */
/** @import { BoardOptions } from "./draw/board.js" */
/** @import { FullPicture } from "./received-parts.js" */

/** The style sheets of a table, in their order. */
export function loadTableStyles() {
  return Promise.all(["table.css", "game.css", "people/people.css", "draw/effect.css"].map((name) => loadStyles(`/web/table/${name}`)));
}

/**
 * @param {HTMLElement} root
 * @param {string[]} parts
 * @param {Context} context
 */
export async function show(root, [id = ""], context) {
  await loadTableStyles();
  const view = new TableView(root, id, context);
  return () => view.close();
}

export class TableView {
  /**
   * @param {HTMLElement} root
   * @param {string} id
   * @param {Context} context
   */
  constructor(root, id, context) {
    this.context = context;
    this.state = newState(id);
    this.board = new Board();
    this.board.effects = effects;
    this.parts = layout(this.board.node);
    /** The next table that arrives is the first one of a connection. */
    this.isNewConnection = true;
    /** Sand that ran during an animation is not drawn yet. */
    this.hasLateSand = false;
    this.connection = new Connection(id, {
      onMessage: (message) => this.onMessage(message),
      onConnectedChange: (connected) => this.onConnectedChange(connected),
      onMissing: (reason) =>
        showMissing(root, t("There is no table here"), t("This table may have been deleted, or the address is not complete."), reason),
      onBroken: (reason) => showBroken(root, reason),
      onDatabaseAway: () => this.onStorage(false),
    });
    this.keeper = new Keeper(this.state, this.connection);
    /** The table is shown as it was last seen. */
    this.isLastSeen = false;
    this.selection = new TargetSelection(this.state, new TableSource(this.state, this.connection), () => this.drawPointing());
    this.ghosts = new GhostPreview(this.state, this.selection, (text) => (this.parts.news.textContent = text));
    this.popup = new Popup(this.parts, this.board);
    this.contest = new ContestFrame();
    this.result = new Result(this.parts);
    this.chance = new ChanceResult(this.parts);
    this.films = new FilmQueue((table, slowness) => this.onTable(table, slowness));
    this.beside = new BesideBoard(this.board, this.parts.root);
    const tools = { state: this.state, board: this.board, selection: this.selection, ghosts: this.ghosts };
    const showContents = (/** @type {Target} */ target) => this.showContents(target);
    this.pointerInput = new PointerInput({ ...tools, showContents }, this.parts.root);
    const more = { ...tools, connection: this.connection, redraw: () => this.draw() };
    this.messages = new MessagesPanel(this.state, this.parts, (text) => this.actions.say(text), () => drawToolbar(this.actions, this.parts));
    this.story = new StoryPanel(this.state);
    this.patience = new Patience(() => this.drawPanels());
    this.plan = new Plan(more);
    this.lookBack = new LookBack({ ...more, beside: this.beside, begin: () => this.plan.leave() });
    const panels = { messages: this.messages, story: this.story, patience: this.patience };
    this.actions = new Actions({ ...more, ...panels, lookBack: this.lookBack, context });
    this.clocks = new Clocks(this.parts.root, (side) => this.warnOfTime(side));
    this.invitation = new Invitation(this.state, this.parts);
    this.keyboard = new Keyboard({ ...tools, pointerInput: this.pointerInput, showContents, leavePlan: () => this.plan.leave(), lookBack: this.lookBack });
    this.intro = new GameIntro(() => this.actions.rules());
    this.parts.story.addEventListener("click", () => this.story.open());
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.keyboard.onKey(event);
    this.onAct = () => this.films.flush();
    this.parts.root.addEventListener("pointerdown", this.onAct, { capture: true });
    document.addEventListener("keydown", this.onAct, { capture: true });
    this.board.node.addEventListener("click", () => this.lookBack.leave());
    this.onVisibilityChange = () => this.drawPanels();
    document.addEventListener("keydown", this.onKey);
    document.addEventListener("visibilitychange", this.onVisibilityChange);
    this.stopListening = onSettingChange(() => this.draw());
    root.replaceChildren(this.parts.root);
    this.sizes = new ResizeObserver(() => this.onResize());
    for (const part of [this.parts.turns, this.board.node]) this.sizes.observe(part);
  }

  close() {
    document.removeEventListener("keydown", this.onKey);
    document.removeEventListener("keydown", this.onAct, { capture: true });
    document.removeEventListener("visibilitychange", this.onVisibilityChange);
    this.films.close();
    this.clocks.stop();
    this.patience.stop();
    this.chance.stop();
    this.stopListening();
    this.sizes.disconnect();
    this.keeper.close();
    this.connection.close();
  }

  /** Turn a wide board where there is little width. */
  onResize() {
    const { picture } = this.state;
    showEnd(this.parts.turns);
    if (picture && this.board.lacksWidth(picture) !== (this.board.angle % 180 === 90)) this.draw();
  }

  // --- Messages of the server --------------------------------------------------------------------------

  /** @param {any} message */
  onMessage(message) {
    if (message.type === "table") this.onNewTable(message);
    else if (message.type === "time") this.onTime(message);
    else if (message.type === "present") this.onPresence(message);
    else if (message.type === "messages") this.messages.received(message.messages);
    else if (message.type === "storage") this.onStorage(message.answers);
    else if (message.type === "prepares") this.selection.showNote(message.text);
    else if (message.type === "refused" && message.reason) this.selection.showNote(message.reason);
  }

  /**
   * A table waits until the films before it are over, but not if it is the first one of a connection.
   * @param {TableMessage} table
   */
  onNewTable(table) {
    this.clocks.note(table.clock);
    if (this.isNewConnection) this.films.flush();
    this.films.add(table);
    if (this.films.waiting.length) this.clocks.stop();
  }

  /**
   * A throw rolls first; what follows from it is shown when it has come to rest. Returns how long its film takes.
   * @param {TableMessage} table
   * @param {number} slowness
   */
  onTable(table, slowness) {
    const { state, chance } = this;
    const isNew = state.table && !this.isNewConnection && table.number > state.table.number;
    if (!isNew || !table.thrown || !chance.hasToRoll(table.thrown)) return this.showTable(table, slowness);
    state.throwing = table.thrown.what;
    chance.roll(table.thrown, () => this.onRest(table, slowness));
    this.drawPanels();
    return Infinity;
  }

  /**
   * What was thrown has come to rest.
   * @param {TableMessage} table
   * @param {number} slowness
   */
  onRest(table, slowness) {
    this.state.throwing = "";
    this.films.resume(this.showTable(table, slowness));
  }

  /**
   * Returns how long the film takes that leads to this table.
   * @param {TableMessage} table
   * @param {number} slowness
   */
  showTable(table, slowness) {
    const { state } = this;
    if (this.isNewConnection) this.onStorage(true);
    this.isNewConnection = false;
    const [before, old] = [state.planning?.real ?? state.picture, state.table];
    const picture = /** @type {FullPicture} */ (table.picture);
    state.outerPicture = /** @type {FullPicture | null} */ (table.contest?.around ?? null);
    const hasEnded = Boolean(old?.contest) && table.contest?.attempt !== old?.contest?.attempt && table.number >= (old?.number ?? 0);
    const hasChanged = !old || old.number !== table.number || old.side !== table.side || hasEnded || Boolean(table.outcome);
    state.table = table;
    if (state.connected) this.keeper.onTable(table);
    if (state.planning && !hasChanged) state.planning.real = picture;
    else Object.assign(state, { picture });
    if (hasChanged) {
      this.plan.discard();
      Object.assign(state, { hint: [], note: "" });
      clearPrefix(state);
      this.ghosts.reset();
      this.popup.close();
    } else if (!state.prefix.length) clearPrefix(state);
    if (this.lookBack.onTable(old, table)) this.announceNews();
    this.context.heading(table.game.title);
    this.clocks.set(table.clock);
    this.patience.set(table.patience);
    this.draw();
    if (hasEnded) toast(table.decided ?? t("The contest is decided; the game goes on."));
    const isMove = before && old && table.number > old.number;
    const length = isMove ? this.animateMove(before, picture, table, slowness) : 0;
    this.chance.draw(table.thrown);
    this.keyboard.restoreFocus();
    this.selection.onTable();
    this.story.onTable();
    this.notify(old, table);
    return length;
  }

  /**
   * Tell a user who looks elsewhere, and go to the next game of a rematch.
   * @param {TableMessage | null} old
   * @param {TableMessage} table
   */
  notify(old, table) {
    const { id } = this.state;
    const { title } = table.game;
    if (!table.yours.length || table.outcome) removeTurn(id);
    else if (old && !old.yours.length && document.hidden) addTurn({ id, title, sentence: table.sentence });
    this.actions.closeOutdatedEnding(table);
    const refusal = old && refusalText(old, table);
    if (refusal) toast(refusal);
    if (old?.mine.length && !table.mine.length) toast(t("Your seat was made free for somebody else, or your link was replaced: you watch now."));
    if (old && !old.rematch && table.rematch && table.mine.length) this.context.go(`#/table/${table.rematch}`);
  }

  /** Tell a user who looks back what happens at the table. */
  announceNews() {
    const news = this.state.past?.news ?? "";
    toast(news);
    this.parts.news.textContent = news;
  }

  /** @param {Present} present */
  onPresence({ white, black, watching }) {
    if (!this.state.table) return;
    this.state.table.present = { white, black, watching };
    this.drawPanels();
  }

  /** @param {Side} side */
  warnOfTime(side) {
    const { table } = this.state;
    if (!table || isSpectator(table) || (ownSide(table) ?? side) !== side) return;
    play("low");
    this.parts.news.textContent = t("Your time runs short.");
  }

  /**
   * @param {FullPicture} before
   * @param {FullPicture} after
   * @param {TableMessage} table
   * @param {number} slowness
   */
  animateMove(before, after, table, slowness) {
    play(soundOf(table.changes, Boolean(table.outcome)));
    if (this.state.past) return 0;
    return animate(this.board, before, after, table.changes, {
      beside: (target) => this.beside.stockOf(target, table.turns.at(-1)?.side),
      counted: (piece) => this.beside.counted(piece, before, after),
      slowness,
    });
  }

  /**
   * Time has passed: glasses run on, the prefix stays.
   * @param {TimeMessage} message
   */
  onTime(message) {
    const { state } = this;
    if (!state.table || !state.picture || state.throwing) return;
    const { pieces = state.picture.pieces, trays = state.picture.trays } = message;
    const { sentence, targets, yours, side } = { ...state.table, ...message };
    state.picture = { ...state.picture, pieces, trays };
    state.table = { ...state.table, sentence, targets, yours, side };
    if (!state.prefix.length) clearPrefix(state);
    this.drawTime(message);
    removeUnusedLooks();
  }

  /**
   * Draw what has changed: mostly nothing, or some sand. An animation is not disturbed; the sand is drawn after it.
   * @param {TimeMessage} message
   */
  drawTime({ pieces, trays, sentence, targets, yours }) {
    const isOnlySand = !trays && sentence === undefined && !targets && !yours;
    if (this.board.layers.motion.childElementCount) {
      this.hasLateSand = true;
      if (!isOnlySand) this.drawPointing();
    } else if (isOnlySand && !this.hasLateSand) {
      if (pieces) this.drawSand(pieces.length);
    } else {
      this.hasLateSand = false;
      this.draw();
    }
  }

  /** @param {number} count   of pieces in the new picture */
  drawSand(count) {
    const { picture, past } = this.state;
    if (!picture || past) return;
    if (count === this.board.picture?.pieces.length) this.board.updatePieces(picture);
    else this.draw();
  }

  /** @param {boolean} connected */
  onConnectedChange(connected) {
    this.state.connected = connected;
    this.isNewConnection = connected;
    if (connected) this.isLastSeen = false;
    else if (!this.state.table) this.showLastSeen();
    this.drawBanner();
  }

  /** Without a connection: the table as it was when it was last seen. */
  async showLastSeen() {
    const table = await this.keeper.lastSeen().catch(() => null);
    if (!table || this.state.connected) return;
    this.isLastSeen = true;
    this.showTable(table, 0);
    this.drawBanner();
  }

  /** @param {boolean} plays    the decision that was made without a connection */
  answerKept(plays) {
    this.selection.whileBusy(() => this.keeper.answer(plays));
  }

  /**
   * The database does not answer, or answers again. A new connection is told only if it does not.
   * @param {boolean} answers
   */
  onStorage(answers) {
    this.state.databaseAway = !answers;
    this.drawBanner();
  }

  drawBanner() {
    const { banner } = this.parts;
    const text = this.problemText();
    banner.hidden = !text;
    if (banner.textContent !== text) banner.textContent = text;
  }

  /** Why nothing happens at the moment. */
  problemText() {
    const { connected, databaseAway, table } = this.state;
    if (databaseAway) return t("The server's database does not answer; the game goes on as soon as it does. What you decide now is kept while this page is open.");
    if (connected) return "";
    if (this.isLastSeen) return t("No connection: this is the table as you last saw it. You can look back through its turns; everything else needs the server.");
    if (!table) return t("The server does not answer, and this table was not loaded before. It is shown as soon as there is a connection.");
    const waits = this.connection.unsent.length ? t("Your decision is sent as soon as it is back.") : "";
    return [t("The connection was lost; it is being restored …"), waits].filter(Boolean).join(" ");
  }

  // --- Drawing -----------------------------------------------------------------------------------------

  draw() {
    const { state, parts } = this;
    if (!state.table || !state.picture) return;
    parts.root.dataset.game = state.picture.game;
    parts.root.dataset.number = String(state.table.number);
    parts.root.dataset.side = state.table.side ?? "";
    parts.root.dataset.over = String(Boolean(state.table.outcome));
    this.board.draw(shownPicture(state) ?? state.picture, this.boardOptions());
    this.contest.draw(state, parts);
    parts.story.hidden = !state.table.game.composed;
    drawTurns(parts.turns, state.table.turns, state.past?.at ?? null, (at) => this.lookBack.showTurn(at));
    this.intro.draw(state, parts);
    this.drawPanels();
  }

  /** Draw only what depends on pointing. */
  drawPointing() {
    if (!this.state.picture) return;
    this.board.mark(this.boardOptions());
    this.drawPanels();
    this.keyboard.restoreFocus();
  }

  drawPanels() {
    const { state, parts } = this;
    parts.root.dataset.prefix = state.prefix.map(keyOf).join(", ");
    parts.root.dataset.busy = String(state.busy > 0);
    parts.root.classList.toggle("planning", Boolean(state.planning));
    parts.root.classList.toggle("looking-back", Boolean(state.past));
    parts.root.dataset.past = String(state.past?.at ?? "");
    drawTrays(state, parts, this.clocks, (target) => this.selection.point(target));
    drawSentence(state, parts, this.selection, {
      again: () => this.actions.again(),
      swapped: () => this.actions.again({ swapped: true }),
      atLevel: (level) => this.actions.again({ level }),
      review: () => this.actions.review(),
      roll: () => this.actions.ask("roll"),
      playOn: () => this.actions.ask("play on"),
      pause: () => this.actions.pause(),
      rematch: () => this.actions.offer("rematch"),
      firstTo: () => this.actions.offerMatch(),
      plan: () => this.plan.start(),
      keepPlan: (always) => this.plan.submit(always),
      leavePlan: () => this.plan.leave(),
      step: (by) => this.lookBack.step(by),
      backToNow: () => this.lookBack.leave(),
      retryEngine: () => this.actions.ask("retry"),
      changeEngine: () => this.actions.changeEngine(),
      takeSeat: () => this.actions.takeSeat(),
    });
    this.result.draw(state);
    this.drawPeople();
    drawToolbar(this.actions, parts);
  }

  /** Draw what exists only because others are here. */
  drawPeople() {
    const { state, parts } = this;
    if (!state.table) return;
    drawSpectators(state.table, parts);
    drawMatch(state.table, parts);
    drawOffers(state, parts, {
      answer: (type, what) => this.actions.answer(type, what),
      dropPlan: () => this.plan.drop(),
      claim: () => this.actions.claim(),
      answerKept: (plays) => this.answerKept(plays),
      patienceIsOver: this.patience.left === 0,
    });
    this.invitation.draw();
    this.messages.draw();
  }

  /** @returns {BoardOptions} */
  boardOptions() {
    const { state } = this;
    for (const ghost of state.ghosts) addLooks(ghost.looks);
    return {
      open: pointableTargets(state),
      chosen: state.prefix,
      hint: state.hint,
      ghost: state.ghost,
      effect: state.effect,
      sure: state.confirming,
      row: state.highlightedRow,
      won: winningPlaces(state),
      turned: state.turned,
      coordinates: setting("coordinates"),
      rings: setting("targets") && !isTurningPiece(state),
    };
  }

  /** @param {Target} target */
  async showContents(target) {
    try {
      const { lines } = await this.connection.request("look", { target });
      this.popup.show(target, lines);
    } catch (error) {
      this.selection.onError(error);
    }
  }
}
