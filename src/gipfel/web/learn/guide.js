/**
 * The guide of a first game: what to look for before the user's turn, what the turn was worth, and what the reply means. All of it
 * follows from the winning chances that the engine gives; one question is asked at a time.
 */

import { api } from "../api.js";
import { element } from "../dom.js";
import { t } from "../i18n.js";
import { nameOf, otherSide, ownSide } from "../table/state.js";
import { isOutstanding, lookText, meaningText, verdictOf } from "./guide-words.js";

/** @import { Analysis, Hint, Rulebook, Side, TableMessage, Target } from "../types.js" */
/** @import { Connection } from "../table/connection.js" */
/** @import { Verdict } from "./guide-words.js" */

/** How long the engine thinks about a position. */
const SECONDS = 0.6;

/**
 * A turn of the user: its first position, and what the engine says about it.
 * @typedef {object} OwnTurn
 * @property {number} number
 * @property {Hint | null} hint       null until the engine has answered
 */

/**
 * @typedef {object} GuideTools
 * @property {Connection} connection
 * @property {(path: Target[]) => void} showPath      marks a path on the board
 * @property {() => void} takeBack
 * @property {{label: string, address: string}[]} after    where to go after the game
 */

export class Guide {
  /** @param {GuideTools} tools */
  constructor(tools) {
    this.tools = tools;
    this.node = element("section", { class: "card guide", "aria-label": t("Guide"), role: "status", "aria-live": "polite" });
    /** @type {TableMessage | null} */
    this.table = null;
    /** @type {OwnTurn | null} the present turn of the user, or the last one */
    this.turn = null;
    /** @type {number | null} the user's chances after the last own turn, in per cent */
    this.after = null;
    /** @type {Verdict | null} of the last own turn */
    this.verdict = null;
    this.meaning = "";
    this.look = "";
    this.shown = "";
    /** @type {string[] | null} advice of the rules, one after the other; null until it is fetched */
    this.tips = null;
    this.tip = "";
    this.isAway = false;
    this.isClosed = false;
    /** Questions are asked one after the other: the server answers one at a time. */
    this.queue = Promise.resolve();
  }

  close() {
    this.isClosed = true;
  }

  /**
   * The table has changed.
   * @param {TableMessage} table
   */
  onTable(table) {
    const old = this.table;
    this.table = table;
    if (old && old.number === table.number && old.side === table.side && Boolean(old.outcome) === Boolean(table.outcome)) return;
    const own = ownSide(table);
    if (!own) return this.draw();
    if (old && table.number < old.number) this.forget();
    const hasEnded = old?.side === own && table.number > old.number && (table.side !== own || hasNewTurn(old, table, own));
    if (hasEnded && this.turn) this.judge(this.turn, table, own);
    if (table.side === own && table.yours.length && !table.outcome && (hasEnded || old?.side !== own)) this.begin(table, own);
    if (!old && table.side === own && !table.outcome && !this.turn) this.begin(table, own);
    this.shown = "";
    this.draw();
  }

  /** A turn was taken back. */
  forget() {
    Object.assign(this, { turn: null, after: null, verdict: null, meaning: "", look: "", table: this.table });
    const { table } = this;
    const own = table && ownSide(table);
    if (table && own && table.side === own && table.yours.length) this.begin(table, own);
  }

  /**
   * The user's turn begins.
   * @param {TableMessage} table
   * @param {Side} own
   */
  begin(table, own) {
    /** @type {OwnTurn} */
    const turn = { number: table.number, hint: null };
    this.turn = turn;
    Object.assign(this, { look: "", meaning: "", tip: "" });
    this.ask(async () => {
      if (this.turn !== turn || this.table?.number !== turn.number) return;
      turn.hint = await this.tools.connection.request("hint", { seconds: SECONDS });
      if (this.turn !== turn || !turn.hint) return;
      const [best] = turn.hint.lines;
      if (this.after !== null && best) this.meaning = meaningText(this.after, best.per_cent, nameOf(table, otherSide(own)), replyText(table, own));
      const chances = turn.hint.lines.map((line) => line.per_cent);
      this.look = lookText(chances);
      this.tip = isOutstanding(chances) ? "" : await this.nextTip(table);
    });
  }

  /**
   * A tip of the rules, another one each time.
   * @param {TableMessage} table
   */
  async nextTip({ game }) {
    const address = `/api/rules/${encodeURIComponent(game.name)}/${encodeURIComponent(game.version)}`;
    this.tips ??= await api.get(address).then((/** @type {Rulebook} */ { tips }) => tips.map(({ title }) => title)).catch(() => []);
    const tip = this.tips?.shift();
    if (tip) this.tips?.push(tip);
    return tip ?? "";
  }

  /**
   * The user's turn is over: what was it worth? The opponent may have passed since, or may not be able to move at all.
   * @param {OwnTurn} turn
   * @param {TableMessage} table    after it
   * @param {Side} own
   */
  judge(turn, table, own) {
    const { hint } = turn;
    const { number: at, side, outcome } = table;
    const winner = outcome?.winner;
    Object.assign(this, { verdict: null, after: null, look: "", meaning: "" });
    if (!hint || winner === own) return;
    this.ask(async () => {
      const played = table.turns.findLast((one) => one.side === own);
      const found = await this.chanceAt(at);
      const chance = side === own ? found : 100 - found;
      this.after = chance;
      this.verdict = verdictOf(hint, chance, played?.text ?? "");
    });
  }

  /**
   * The chances of the side to act after this number of decisions, in per cent.
   * @param {number} at
   * @returns {Promise<number>}
   */
  chanceAt(at) {
    const { connection } = this.tools;
    return new Promise((resolve, reject) => {
      const onAnswer = (/** @type {Analysis} */ { lines, over }) => over && (lines[0] ? resolve(lines[0].per_cent) : reject(new Error("")));
      connection.subscribe("analyse", { at, seconds: SECONDS, lines: 1 }, onAnswer, reject);
    });
  }

  /**
   * Ask the engine something after what was asked before.
   * @param {() => Promise<void>} work
   */
  ask(work) {
    this.queue = this.queue.then(async () => {
      if (this.isClosed) return;
      try {
        await work();
        this.isAway = false;
      } catch {
        this.isAway = true;
      }
      this.draw();
    });
  }

  /** Show the engine's idea on the board, and say what it does. */
  async showIdea() {
    const { turn, table } = this;
    const hint = turn?.hint;
    if (!hint || !table) return;
    const isFirst = table.number === turn?.number;
    if (isFirst) return this.showHint(hint, table.number);
    this.ask(async () => this.showHint(await this.tools.connection.request("hint", { seconds: SECONDS }), table.number));
  }

  /**
   * @param {Hint} hint
   * @param {number} number
   */
  async showHint({ path, decision }, number) {
    this.tools.showPath(path);
    const answer = await this.tools.connection.request("point", { number, prefix: path, effect: true }).catch(() => null);
    const what = answer?.effect?.text;
    this.shown = what ? t("{decision}: {what}", { decision, what }) : decision;
    this.draw();
    this.tools.showPath(path);
  }

  // --- Drawing ----------------------------------------------------------------------------------------

  draw() {
    const { table } = this;
    if (!table || this.isClosed) return;
    const own = ownSide(table);
    const lines = table.outcome ? [endText(table, own)] : [this.verdict?.text, this.meaning, this.nowText(table, own), this.tipText(table, own), this.shown];
    this.node.replaceChildren(
      element("h2", {}, t("Guide")),
      ...lines.filter(Boolean).map((line) => element("p", {}, line)),
      element("div", { class: "guide-buttons" }, ...(table.outcome ? this.ways() : this.buttons(table, own))),
    );
  }

  /**
   * @param {TableMessage} table
   * @param {Side | null} own
   */
  nowText(table, own) {
    if (this.isAway) return t("The guide has no answer at the moment: it needs the server and its engine.");
    if (!own || table.side !== own) return this.verdict ? "" : t("Your opponent is to move.");
    if (this.look) return this.look;
    return this.turn?.hint ? t("Go on with your turn.") : t("The guide looks at the board …");
  }

  /**
   * @param {TableMessage} table
   * @param {Side | null} own
   */
  tipText({ side }, own) {
    return this.tip && side === own && !this.shown ? t("Remember: {tip}", { tip: this.tip }) : "";
  }

  /**
   * @param {TableMessage} table
   * @param {Side | null} own
   */
  buttons(table, own) {
    const made = [];
    if (table.side === own && this.turn?.hint) made.push(button("show", t("Show me"), () => this.showIdea()));
    if (this.verdict?.isWeak && table.can.undo) made.push(button("undo", t("Take back"), this.tools.takeBack));
    return made;
  }

  /** Where to go after the game. */
  ways() {
    return this.tools.after.map(({ label, address }) => element("a", { class: "button", href: address }, label));
  }
}

/**
 * Has a side completed a turn between two states of a table?
 * @param {TableMessage} before
 * @param {TableMessage} after
 * @param {Side} side
 */
function hasNewTurn(before, after, side) {
  return after.turns.some((turn) => turn.side === side && turn.at > before.number);
}

/**
 * The opponent's turn, in words if the game has some; empty if the last turn was the user's own.
 * @param {TableMessage} table
 * @param {Side} own
 */
function replyText({ turns }, own) {
  const turn = turns.at(-1);
  return turn && turn.side !== own ? (turn.words ?? turn.text) : "";
}

/**
 * @param {string} name
 * @param {string} label
 * @param {() => void} onclick
 */
function button(name, label, onclick) {
  return element("button", { type: "button", class: "button", "data-guide": name, onclick }, label);
}

/**
 * @param {TableMessage} table
 * @param {Side | null} own
 */
function endText({ outcome }, own) {
  if (!outcome?.winner) return t("A draw in your first game: well played!");
  return outcome.winner === own
    ? t("You have won your first game. Congratulations!")
    : t("This time your opponent has won. That is how one learns; the next game will go better.");
}
