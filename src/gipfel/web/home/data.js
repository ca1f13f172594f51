/** What the server tells about itself and its games. */

import { api } from "../dom.js";

/**
 * @typedef {object} VersionInfo
 * @property {string} name
 * @property {string} title
 * @property {string} summary
 */

/**
 * @typedef {object} GameInfo
 * @property {string} name
 * @property {string} title
 * @property {string} summary
 * @property {VersionInfo[]} versions
 * @property {import("../compose/choice.js").ChoiceInfo[]} options
 * @property {[string, string]} sides
 * @property {string} picture
 * @property {string[]} players
 * @property {string[]} real_time
 * @property {boolean} composed     its options are chosen by composing an evening
 */

/**
 * @typedef {object} Home
 * @property {string} version
 * @property {{language: string, name: string, direction: "ltr" | "rtl"}[]} languages
 * @property {GameInfo[]} games
 * @property {number[]} levels
 * @property {import("../types.js").ClockInfo[]} clocks
 * @property {boolean} local
 * @property {string} public_url
 * @property {import("../types.js").Summary[]} unfinished
 */

/** @returns {Promise<Home>} */
export function fetchHome() {
  return api.get("/api/home");
}
