// A complete engine for TZAAR in JavaScript: it looks one decision ahead. It speaks the protocol of docs/protocol.md.
//
//     gipfel check-engine "node tzaar.mjs"
//     gipfel terminal tzaar --black "engine:node tzaar.mjs"
//
// A position is { board, side, phase }. The board maps the name of each of the 60 spaces to null or to a stack
// { side, type, height }; the type is that of its top piece: Z (Tzaar), A (Tzarra) or T (Tott).

import { createInterface } from "node:readline";

const COLUMNS = "abcdefghi";
const LENGTHS = [5, 6, 7, 8, 9, 8, 7, 6, 5];
const HOLE = "e5";
const STEPS = [[0, 1], [1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1]];
const IN_HAND = { Z: 6, A: 9, T: 15 };
const FIXED = "ttttT/TaaaAT/TAzzZAT/TAZtTZAT/TAZTtzat/taztTzat/tazZZat/taAAAt/tTTTT w f";
const EMPTY = "...../....../......./......../......../......../......./....../..... w p";
const GAMES = { "tzaar fixed": FIXED, "tzaar random": FIXED, "tzaar tournament": EMPTY };
const LONGEST_LINE = 65536;

const SPACES = [...COLUMNS].flatMap((column, c) =>
    Array.from({ length: LENGTHS[c] }, (_, n) => `${column}${n + 1}`).filter((name) => name !== HOLE),
);

/** The name of the space at axial coordinates, the hole being at 0, 0; undefined if there is none. */
const NAMES = new Map(
    SPACES.map((name) => {
        const q = COLUMNS.indexOf(name[0]) - 4;
        return [`${q},${Number(name.slice(1)) - 5 - Math.min(q, 0)}`, name];
    }),
);

/** For each space six lists: the spaces in each direction, up to the edge or to the hole. */
const RAYS = new Map(
    [...NAMES].map(([place, name]) => {
        const [q, r] = place.split(",").map(Number);
        const rays = STEPS.map(([dq, dr]) => {
            const ray = [];
            for (let n = 1, next; (next = NAMES.get(`${q + n * dq},${r + n * dr}`)); n++) ray.push(next);
            return ray;
        });
        return [name, rays];
    }),
);

const other = (side) => (side === "w" ? "b" : "w");

// --- The rules -----------------------------------------------------------------------------------------

const stacksOf = (board, side) => SPACES.filter((name) => board[name]?.side === side);

const hasAllTypes = (board, side) =>
    Object.keys(IN_HAND).every((type) => stacksOf(board, side).some((name) => board[name].type === type));

/** The first occupied spaces that a stack sees. */
const reached = (board, from) => RAYS.get(from).map((ray) => ray.find((name) => board[name])).filter(Boolean);

const captures = (board, side) =>
    stacksOf(board, side).flatMap((from) =>
        reached(board, from)
            .filter((to) => board[to].side !== side && board[from].height >= board[to].height)
            .map((to) => `${from}x${to}`),
    );

const stackings = (board, side) =>
    stacksOf(board, side).flatMap((from) =>
        reached(board, from).filter((to) => board[to].side === side).map((to) => `${from}+${to}`),
    );

function placements({ board, side }) {
    const free = SPACES.filter((name) => !board[name]);
    const left = (type) => IN_HAND[type] - stacksOf(board, side).filter((name) => board[name].type === type).length;
    return Object.keys(IN_HAND).filter((type) => left(type) > 0).flatMap((type) => free.map((name) => type + name));
}

const isLost = ({ board, phase }) => phase !== "p" && (!hasAllTypes(board, "w") || !hasAllTypes(board, "b"));

/** All legal decisions; none if the game is over. */
function decisions(position) {
    const { board, side, phase } = position;
    if (phase === "p") return placements(position);
    if (isLost(position)) return [];
    if (phase === "2") return [...captures(board, side), ...stackings(board, side), "-"];
    return captures(board, side);
}

/** The position after a legal decision. */
function play({ board: before, side, phase }, decision) {
    const board = { ...before };
    if (phase === "p") {
        board[decision.slice(1)] = { side, type: decision[0], height: 1 };
        const full = SPACES.every((name) => board[name]);
        return { board, side: other(side), phase: full ? "f" : "p" };
    }
    if (decision !== "-") {
        const [from, to] = decision.split(/[x+]/);
        const below = decision.includes("+") ? board[to].height : 0;
        board[to] = { ...board[from], height: board[from].height + below };
        board[from] = null;
    }
    // A game that is over keeps the side and the phase of the decision that ended it.
    if (isLost({ board, phase })) return { board, side, phase };
    return phase === "1" ? { board, side, phase: "2" } : { board, side: other(side), phase: "1" };
}

// --- Notation ------------------------------------------------------------------------------------------

function write({ board, side, phase }) {
    const columns = [...COLUMNS].map((column) =>
        SPACES.filter((name) => name[0] === column).map((name) => written(board[name])).join(""),
    );
    return `${columns.join("/")} ${side} ${phase}`;
}

function written(stack) {
    if (!stack) return ".";
    return (stack.side === "w" ? stack.type : stack.type.toLowerCase()) + (stack.height > 1 ? stack.height : "");
}

/** The position that a text describes; throws an Error if it is none. */
function read(text) {
    const match = /^([.zatZAT0-9/]+) ([wb]) ([pf12])$/.exec(text);
    const columns = match ? match[1].split("/") : [];
    const names = [...SPACES];
    const board = {};
    for (const [c, column] of columns.entries()) {
        const tokens = column.match(/\.|[zatZAT][0-9]*|[0-9]+/g) ?? [];
        const wanted = SPACES.filter((name) => name[0] === COLUMNS[c]).length;
        if (tokens.length !== wanted) throw new Error(`column ${c + 1} of the board is wrong`);
        for (const token of tokens) board[names.shift()] = readStack(token);
    }
    if (columns.length !== LENGTHS.length) throw new Error("this is not a position");
    return { board, side: match[2], phase: match[3] };
}

function readStack(token) {
    if (token === ".") return null;
    const type = token[0].toUpperCase();
    const height = Number(token.slice(1) || 1);
    if (!(type in IN_HAND) || height < 1) throw new Error(`${token} is not a stack`);
    return { side: type === token[0] ? "w" : "b", type, height };
}

// --- The engine itself: replace this by something better -------------------------------------------------

/** Many stacks of each type are good, and so are high ones; without one of a type everything is lost. */
function score(position, side) {
    const { board } = position;
    if (isLost(position)) return hasAllTypes(board, side) ? 1000 : -1000;
    const worth = (whose) =>
        stacksOf(board, whose).reduce((sum, name) => sum + 10 + board[name].height - IN_HAND[board[name].type] / 3, 0);
    return worth(side) - worth(other(side)) + (position.side !== side && !decisions(position).length ? 1000 : 0);
}

function choose(position, wanted) {
    const legal = decisions(position);
    const some = legal.filter((decision) => wanted.includes(decision));
    const rated = (some.length ? some : legal).map((decision) => ({
        decision,
        score: score(play(position, decision), position.side) + Math.random() / 2,
    }));
    return rated.reduce((best, next) => (next.score > best.score ? next : best)).decision;
}

// --- The protocol ----------------------------------------------------------------------------------------

let past = [];

function go(position, text) {
    const [, side] = /^by (white|black)/.exec(text) ?? [];
    if (!decisions(position).length) throw new Error("the game is over");
    if (side && side[0] !== position.side) return "best -";
    return `best ${choose(position, (text.split("searchmoves ")[1] ?? "").split(" "))}`;
}

function playText(position, text) {
    const decision = text.replace(/^by (white|black) /, "");
    if (!decisions(position).includes(decision)) throw new Error(`${decision.slice(0, 40)} is not legal`);
    past.push(play(position, decision));
    return "ok";
}

const COMMANDS = {
    position: (_, text) => ((past = [read(text)]), "ok"),
    play: playText,
    undo: () => {
        if (past.length < 2) throw new Error("there is nothing to take back");
        past.pop();
        return "ok";
    },
    where: (position) => `position ${write(position)}`,
    decisions: (position) => {
        const found = decisions(position);
        return [...found.map((decision) => `decision ${decision}`), `decisions ${found.length}`].join("\n");
    },
    ready: () => "ready",
    go,
};

function answer(line) {
    const [, word, text] = /^(\S*) ?(.*)$/.exec(line) ?? [];
    if (line === "hello 1") return "name TZAAR in JavaScript\ngame tzaar fixed random tournament\nhello 1";
    if (line === "ping") return "pong";
    if (word === "new") {
        if (!(text in GAMES)) throw new Error(`this engine plays ${Object.keys(GAMES).join(", ")}`);
        past = [read(GAMES[text])]; // a random start is sent by `position`
        return "ok";
    }
    if (line.length > LONGEST_LINE || !Object.hasOwn(COMMANDS, word)) throw new Error("this command is not understood");
    if (!past.length) throw new Error("no game has begun");
    return COMMANDS[word](past.at(-1), text);
}

for await (const line of createInterface({ input: process.stdin })) {
    if (line === "quit") break;
    if (line === "stop") continue; // it never thinks long enough to be stopped
    try {
        process.stdout.write(`${answer(line.trim())}\n`);
    } catch (error) {
        process.stdout.write(`error ${error.message}\n`);
    }
}
process.exit(0);
