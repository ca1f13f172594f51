/** Requests to the server. */

import { language, t } from "./i18n.js";
import { noteAnswer } from "./offline.js";

/** A request that failed; the message is one sentence for the user. */
export class RequestError extends Error {
  /**
   * @param {string} message
   * @param {number} status   of HTTP; 0 if the server did not answer
   */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** The server has refused a request over a WebSocket; the message says why. */
export class RefusedError extends Error {}

/**
 * An error as one sentence for the user.
 * @param {unknown} error
 */
export function messageOf(error) {
  const message = error instanceof Error ? error.message : String(error);
  return message || t("The server does not answer.");
}

/**
 * Ignores calls while an earlier one is running: people click twice.
 * @param {() => Promise<unknown>} work
 */
export function singleFlight(work) {
  let busy = false;
  return async () => {
    if (busy) return;
    busy = true;
    try {
      await work();
    } finally {
      busy = false;
    }
  };
}

/**
 * Can this be the id of a table? An address may be incomplete, and `..` would lead elsewhere.
 * @param {string} id
 */
export function isTableId(id) {
  return /^[\w-]+$/.test(id);
}

export const api = {
  /**
   * @param {string} address   for instance `/api/home`
   * @returns {Promise<any>}
   */
  get: (address) => requestJson("GET", address),
  /**
   * @param {string} address
   * @param {unknown} [body]     an object, or the text of a file
   * @returns {Promise<any>}
   */
  post: (address, body = {}) => requestJson("POST", address, body),
  /**
   * @param {string} address
   * @param {unknown} body
   * @returns {Promise<any>}
   */
  put: (address, body) => requestJson("PUT", address, body),
  /**
   * @param {string} address
   * @returns {Promise<any>}
   */
  delete: (address) => requestJson("DELETE", address),
  /**
   * @param {string} address
   * @returns {Promise<string>}
   */
  text: async (address) => (await request("GET", address)).text(),
  /**
   * @param {string} address
   * @returns {Promise<Blob>}
   */
  blob: async (address) => (await request("GET", address)).blob(),
};

/**
 * @param {string} method
 * @param {string} address
 * @param {unknown} [body]
 */
async function requestJson(method, address, body) {
  return (await request(method, address, body)).json();
}

/**
 * @param {string} method
 * @param {string} address
 * @param {unknown} [body]
 */
async function request(method, address, body) {
  const response = await fetch(inLanguage(address), {
    method,
    headers: body === undefined ? {} : { "Content-Type": typeof body === "string" ? "text/plain;charset=utf-8" : "application/json" },
    body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
    // A deletion completes even if the page is closed meanwhile.
    keepalive: method === "DELETE",
  }).catch(() => null);
  noteAnswer(response);
  if (!response) throw new RequestError("", 0);
  if (!response.ok) throw new RequestError(await problemText(response), response.status);
  return response;
}

/** @param {string} address */
export function inLanguage(address) {
  return `${address}${address.includes("?") ? "&" : "?"}language=${encodeURIComponent(language())}`;
}

/** @param {Response} response */
async function problemText(response) {
  try {
    return (await response.json()).problem ?? response.statusText;
  } catch {
    return response.statusText;
  }
}
