/** The server's information about itself and its games. */

import { api } from "../api.js";

/** @import { Home } from "../types.js" */

/** @returns {Promise<Home>} */
export function fetchHome() {
  return api.get("/api/home");
}
