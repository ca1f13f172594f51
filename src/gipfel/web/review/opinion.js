/** The engine's opinion of a whole game: a graph, its turning points, and the request for it. */

import { toast } from "../dialogs.js";
import { element } from "../dom.js";
import { isolated, number, t } from "../i18n.js";
import { Connection } from "../table/connection.js";
import { lines } from "../table/draw/turn-list.js";
import { isHelpForbidden } from "../table/state.js";
import { Graph, turningList, withoutContests } from "./graph.js";

/** @import { Chapters } from "./chapters.js" */
/** @import { AnalysisNote, Opinion as OpinionMessage, TableMessage } from "../types.js" */

export class Opinion {
  /**
   * @param {string} id       of the table
   * @param {TableMessage} table
   * @param {(at: number) => void} jump
   * @param {() => void} onMarks     turns have got marks
   * @param {() => Chapters} chapters     the contests, which have graphs of their own
   */
  constructor(id, table, jump, onMarks, chapters) {
    this.onMarks = onMarks;
    this.chapters = chapters;
    this.id = id;
    this.table = table;
    this.jump = jump;
    this.at = 0;
    /** Is only what is known asked for? */
    this.onlyKnown = false;
    /** @type {Map<number, OpinionMessage>} by number of decisions */
    this.chances = new Map();
    /** @type {Connection | null} a connection of its own, as each one handles one analysis at a time */
    this.connection = null;
    this.graph = new Graph(jump, table.sides[0], table.sides[1]);
    this.turning = element("div", {});
    this.button = element("button", { type: "button", class: "button", onclick: () => this.request() }, t("Ask the engine about the whole game"));
    this.progress = element("p", { class: "muted", hidden: true });
    this.stopButton = element("button", { type: "button", class: "button", hidden: true, onclick: () => this.stop() }, t("Stop thinking"));
    this.nodes = [this.graph.node, this.progress, this.button, this.stopButton, this.turning];
  }

  /**
   * The table has changed.
   * @param {TableMessage} table
   */
  update(table) {
    if (table.number < this.table.number) this.chances.clear();
    this.table = table;
  }

  /** @param {number} at    the decision that is shown */
  draw(at) {
    const { table, chances } = this;
    const [own, chapters] = [withoutContests(chances), this.chapters()];
    this.at = at;
    this.graph.draw(own, 0, table.number, Math.max(at, 0), chapters.all.map(({ contest }) => contest));
    chapters.drawGraphs(chances, at);
    this.turning.replaceChildren(turningList(own, (there) => turnText(table, there), this.jump));
    this.button.hidden = isHelpForbidden(table) || Boolean(this.connection) || this.isComplete;
    this.stopButton.hidden = !this.connection || this.onlyKnown;
    this.progress.hidden = !this.connection || this.onlyKnown;
    this.progress.textContent = t("The engine looks at the game: {done} of {all} …", { done: [...chances.values()].filter(({ known }) => known).length, all: table.number + 1 });
  }

  /** Is every position judged that can be? */
  get isComplete() {
    return [...this.chances.values()].filter(({ known }) => known).length > this.table.number;
  }

  /**
   * Ask about the whole game.
   * @param {boolean} [known]     only what the server knows from before
   */
  request(known = false) {
    if (this.connection || !this.table.number || this.isComplete) return;
    this.onlyKnown = known;
    const connection = new Connection(this.id, {
      onMessage: (message) => message.type === "prepares" && (this.progress.textContent = message.text),
      onConnectedChange: (connected) => (connected ? subscribe() : this.stop()),
    });
    const subscribe = () =>
      connection.subscribe(
        "opinion",
        { known },
        (/** @type {OpinionMessage} */ answer) => this.onAnswer(answer),
        (error) => this.stop(error.message),
      );
    this.connection = connection;
    this.draw(this.at);
  }

  /** @param {OpinionMessage} answer */
  onAnswer(answer) {
    if (answer.known && (answer.per_cent !== null || !this.chances.has(answer.at))) this.chances.set(answer.at, answer);
    if (answer.mark) this.onMarks();
    if (!answer.over) return this.onlyKnown || this.draw(this.at);
    this.stop();
    this.onMarks();
  }

  /**
   * What a record says about its turns, until the engine is asked.
   * @param {Iterable<AnalysisNote>} notes
   */
  seed(notes) {
    for (const { at, chance } of notes) {
      if (chance === undefined || this.chances.has(at)) continue;
      this.chances.set(at, { type: "opinion", id: null, at, per_cent: chance, known: false, board: "", mark: "", loss: null, begin: at, better: [], over: false });
    }
  }

  /** The turns that are judged. */
  judged() {
    return [...this.chances.values()].filter(({ loss, per_cent }) => loss !== null && per_cent !== null);
  }

  /** The marks of the engine, by the number of decisions after a turn. */
  marks() {
    return new Map([...this.chances.values()].filter(({ mark }) => mark).map(({ at, mark }) => [at, mark]));
  }

  /** @param {string} [problem] */
  stop(problem) {
    this.close();
    if (problem) toast(problem);
    this.draw(this.at);
  }

  close() {
    this.connection?.close();
    this.connection = null;
  }
}

/**
 * The turn that was played there, with the number of its line.
 * @param {TableMessage} table
 * @param {number} at
 */
function turnText({ turns }, at) {
  const turn = turns.find((one) => one.at >= at);
  const line = lines(turns).findIndex(({ white, black }) => white === turn || black === turn);
  return turn ? `${number(line + 1)}. ${isolated(turn.words ?? turn.text)}` : number(at);
}
