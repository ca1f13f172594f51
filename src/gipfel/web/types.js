/** What page and server say to each other (docs/server.md), and what views look like. Types only. */

/** @typedef {"white" | "black"} Side */
/** @typedef {[kind: string, name: string] | [kind: string, name: string, toggle: "toggle"]} Target */
/** @typedef {[x: number, y: number]} XY */

/**
 * @typedef {object} Catalogue
 * @property {string} language
 * @property {string} name
 * @property {"ltr" | "rtl"} direction
 * @property {Record<string, string | Record<string, string>>} texts
 */

/**
 * What the page gives to a view.
 * @typedef {object} Context
 * @property {(address: string) => void} go         to another address: `context.go("#/table/7")`
 * @property {(address: string) => void} replace    the same, but what is left cannot be gone back to
 * @property {(text: string) => void} heading       what stands in the bar and in the title of the window
 */

/**
 * A view. `show` fills the root and returns a function that takes down what it started.
 * @typedef {object} View
 * @property {(root: HTMLElement, parts: string[], context: Context) => Promise<() => void>} show
 */

// --- Asking -------------------------------------------------------------------------------------------

/**
 * @typedef {object} Choice
 * @property {string} name
 * @property {string} title
 * @property {string} explanation
 * @property {{value: string | number | boolean, title: string}[]} values
 * @property {[number, number] | null} between
 * @property {string | number | boolean} default
 * @property {string[]} versions
 * @property {string | null} [unit]
 */

/**
 * @typedef {object} GameInfo
 * @property {string} name
 * @property {string} title
 * @property {string} summary
 * @property {{name: string, title: string, summary: string}[]} versions
 * @property {Choice[]} options
 * @property {[string, string]} sides
 * @property {string} picture
 * @property {string[]} players
 * @property {string[]} real_time
 * @property {boolean} composed     its options are chosen by composing an evening
 */

/** @typedef {{kind: "person", name?: string, waits?: boolean}} PersonSeat */
/** @typedef {{kind: "engine", player: string, seconds?: number}} EngineSeat */
/** @typedef {PersonSeat | EngineSeat} Seat */
/** @typedef {Record<Side, Seat>} Seats */

/** @typedef {"none" | "sudden-death" | "increment" | "delay" | "correspondence"} ClockKind */
/** @typedef {{kind: ClockKind, minutes?: number, seconds?: number, days?: number}} Clock */

/**
 * A clock as it stands at the moment it is sent: its rule, and what is left.
 * @typedef {Clock & {left: Record<Side, number>, running: Side | null, free: number}} Face
 */

/**
 * A kind of clock that can be chosen, with the numbers it needs: from least to most.
 * @typedef {object} ClockInfo
 * @property {ClockKind} kind
 * @property {string} title
 * @property {string} explanation
 * @property {Record<string, [number, number]>} numbers
 */

/**
 * @typedef {object} Outcome
 * @property {Side | null} winner
 * @property {string} score
 * @property {string} reason
 * @property {string} text
 */

/**
 * @typedef {object} Summary
 * @property {string} id
 * @property {string} game
 * @property {string} version
 * @property {string} title
 * @property {Seats} seats
 * @property {number} turn
 * @property {string} sentence
 * @property {Outcome | null} outcome
 * @property {string} changed
 * @property {boolean} your_turn
 * @property {string} picture
 * @property {Side[]} mine            where you sit
 * @property {boolean} with_others    somebody else plays, too
 * @property {Face | null} clock
 */

/**
 * @typedef {object} Home
 * @property {string} version
 * @property {{language: string, name: string, direction: "ltr" | "rtl"}[]} languages
 * @property {GameInfo[]} games
 * @property {number[]} levels
 * @property {ClockInfo[]} clocks
 * @property {boolean} local          only this machine can reach the server
 * @property {string} public_url      how others reach it, if it was told
 * @property {Summary[]} unfinished
 */

/**
 * @typedef {object} Rules
 * @property {string} title
 * @property {string} summary
 * @property {{title: string, text: string, pictures: {caption: string, svg: string}[]}[]} sections
 */

// --- Pictures -----------------------------------------------------------------------------------------

/**
 * @typedef {object} Piece
 * @property {string} look
 * @property {XY} at
 * @property {string} name
 * @property {Target} [target]
 * @property {number} [level]
 */

/**
 * @typedef {object} Stock
 * @property {string} look
 * @property {number} count
 * @property {string} name
 * @property {string} piece
 * @property {Target | null} target
 */

/**
 * @typedef {object} Tray
 * @property {Side | "both"} owner
 * @property {string} title
 * @property {boolean} active
 * @property {Stock[]} stocks
 */

/** @typedef {{target: Target, at: XY, size: number}} Place */
/** @typedef {{kind: "row" | "last", markup: string}} Mark */

/**
 * @typedef {object} Picture
 * @property {string} game
 * @property {string} title
 * @property {[x: number, y: number, width: number, height: number]} box
 * @property {string} [board]           left out while it stays the same
 * @property {string} [coordinates]     left out while it stays the same
 * @property {Record<string, string>} looks
 * @property {Piece[]} pieces
 * @property {Place[]} [places]         left out while they stay the same
 * @property {Mark[]} marks
 * @property {Tray[]} trays
 * @property {string} sentence
 * @property {string[]} notes
 */

// --- Playing: what the server sends -------------------------------------------------------------------

/** @typedef {{target: Target, at: XY[], text?: string}} Open */
/** @typedef {{kind: "move" | "enter" | "lift" | "flip", from: Target | null, to: Target | null}} Change */
/** @typedef {{text: string, side: Side, at: number}} Turn */

/**
 * @typedef {object} Contest
 * @property {string} name
 * @property {"game" | "die" | "coin" | "card" | "report"} kind
 * @property {string} stake
 * @property {number} attempt
 * @property {Side} [user]
 * @property {Picture | null} around
 */

/**
 * @typedef {object} Thrown
 * @property {string} what
 * @property {string} shows
 * @property {string} text
 * @property {{side: string, commitment: string, secret: string}[]} proof
 */

/** @typedef {{white: number, black: number, watching: number}} Present   how many pages are here */
/** @typedef {"draw" | "undo" | "rematch"} OfferKind */
/** @typedef {{what: OfferKind, side: Side}} Offer */
/** @typedef {{line: string[], always: boolean}} Plan */
/** @typedef {{side: Side, text: string, at: number}} Spoken */

/**
 * @typedef {{undo: boolean, redo: boolean, resign: boolean, hint: boolean, "play on": boolean, "ask undo": boolean, draw: boolean,
 *   rematch: boolean, abort: boolean, say: boolean, plan: boolean}} Can   what this page may do besides deciding
 */

/**
 * @typedef {object} TableMessage
 * @property {"table"} type
 * @property {number} v
 * @property {number} number
 * @property {{name: string, version: string, title: string, options: Record<string, unknown>, real_time: boolean, composed: boolean}} game
 * @property {Seats} seats
 * @property {[string, string]} sides
 * @property {Side | null} side
 * @property {Side[]} mine              where this visitor sits
 * @property {boolean} open             a table without keys
 * @property {Side[]} yours             for which sides this page may decide now
 * @property {number} happened
 * @property {Face | null} clock
 * @property {Present} present
 * @property {Offer | null} offer
 * @property {Plan | null} plan
 * @property {string | null} rematch    the table where these two play again
 * @property {string} sentence
 * @property {Picture} picture
 * @property {Change[]} changes
 * @property {Open[]} targets
 * @property {Turn[]} turns
 * @property {string | null} last
 * @property {Outcome | null} outcome
 * @property {Can} can
 * @property {Contest | null} contest
 * @property {{what: string, roll: boolean} | null} chance
 * @property {string | null} decided    how a contest ended with the last decision
 * @property {Thrown | null} thrown
 * @property {{side: Side, what: "thinks" | "prepares", text: string} | null} thinking
 * @property {{now: number, running: boolean} | null} time
 */

/**
 * @typedef {object} TimeMessage
 * @property {"time"} type
 * @property {number} now
 * @property {boolean} [running]
 * @property {Side | null} [side]
 * @property {Side[]} [yours]
 * @property {Piece[]} [pieces]
 * @property {Record<string, string>} [looks]
 * @property {Tray[]} [trays]
 * @property {string} [sentence]
 * @property {Open[]} [targets]
 */

/** @typedef {{target: Target, look: string, at: XY, name: string, looks: Record<string, string>, level?: number}} Ghost */

/**
 * @typedef {object} Pointing
 * @property {Open[]} targets
 * @property {string | null} decision
 * @property {number} count
 * @property {Side} [side]
 * @property {Ghost[]} ghosts
 */

/**
 * The position after a line of decisions that might come, and what can be pointed at there.
 * @typedef {object} Foreseen
 * @property {string[]} line
 * @property {Picture} picture
 * @property {Change[]} changes
 * @property {string} sentence
 * @property {Side | null} side
 * @property {boolean} mine
 * @property {Open[]} targets
 * @property {string | null} decision
 * @property {number} count
 * @property {Ghost[]} ghosts
 */

/**
 * @typedef {object} Line
 * @property {string} text
 * @property {number} per_cent
 * @property {number} score
 * @property {string[]} decisions
 */

/** @typedef {{decision: string, path: Target[], text: string, lines: Line[]}} Hint */
/** @typedef {{lines: string[]}} Contents */

/**
 * @typedef {object} Analysis
 * @property {number} at
 * @property {number} depth
 * @property {Line[]} lines
 * @property {boolean} over
 */

/** @typedef {{at: number, per_cent: number, over?: boolean}} Opinion */

/**
 * @typedef {object} ViewAnswer
 * @property {number} at
 * @property {Picture} picture
 * @property {Change[]} changes
 * @property {string} sentence
 * @property {Side | null} side
 * @property {string | null} last
 */

export {};
