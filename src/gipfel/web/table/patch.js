/** Applies the operations of an update to a table. */

/** @import { PatchOperation } from "../types.js" */

/**
 * The value after all operations; the old value is not changed, and both share what is equal.
 * @param {any} value
 * @param {PatchOperation[]} operations
 */
export function patched(value, operations) {
  return operations.reduce((now, [path, ...what]) => changed(now, path.split("/"), what), value);
}

/**
 * @param {any} value
 * @param {string[]} path
 * @param {any[]} what   a value to set; or an index, how many items to remove there, and items to insert
 * @returns {any}
 */
function changed(value, [name, ...rest], what) {
  if (name === undefined) return what.length === 1 ? what[0] : spliced(value, what);
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copy[name] = changed(copy[name], rest, what);
  return copy;
}

/**
 * @param {any[]} list
 * @param {any[]} what
 */
function spliced(list, [index, removed, ...inserted]) {
  return [...list.slice(0, index), ...inserted, ...list.slice(index + removed)];
}
