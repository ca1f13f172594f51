/** The server's information about itself and its games. */

import { api } from "../api.js";

/** @import { ChoiceInfo } from "../compose/choice-field.js" */
/** @import { ClockInfo, Summary } from "../types.js" */

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
 * @property {ChoiceInfo[]} options
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
 * @property {ClockInfo[]} clocks
 * @property {boolean} local
 * @property {string} public_url
 * @property {Summary[]} unfinished
 */

/** @returns {Promise<Home>} */
export function fetchHome() {
  return api.get("/api/home");
}
