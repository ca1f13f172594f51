/** Types of the page's own parts. What page and server send each other is in types.js. */

/**
 * What the page gives to a view.
 * @typedef {object} Context
 * @property {(address: string) => void} go         to another address: `context.go("#/table/7")`
 * @property {(address: string) => void} replace    the same, but without a way back to the current address
 * @property {(text: string) => void} heading       sets the text of the bar and the title of the window
 */

/**
 * A view. `show` fills the root and returns a function that removes what it started.
 * @typedef {object} View
 * @property {(root: HTMLElement, parts: string[], context: Context) => Promise<() => void>} show
 */

export {};
