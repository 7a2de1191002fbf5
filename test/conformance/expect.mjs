/** What a check may say: it holds, it does not, or it does not apply to this host. */

import { isDeepStrictEqual } from 'node:util';

/** The host does something else than the specification says. */
export class Failed extends Error {}

/** The check says nothing about this host, for the reason given. */
export class Skipped extends Error {}

export function fail(message) {
  throw new Failed(message);
}

export function skip(reason) {
  throw new Skipped(reason);
}

export function ok(condition, message) {
  if (!condition) fail(message);
}

export function equal(actual, expected, what) {
  if (!isDeepStrictEqual(actual, expected)) fail(`${what}: expected ${show(expected)}, got ${show(actual)}`);
}

/** Every key of `part` is there with that value; further keys do not matter. */
export function has(actual, part, what) {
  ok(isObject(actual), `${what}: expected an object, got ${show(actual)}`);
  for (const [key, value] of Object.entries(part)) equal(actual[key], value, `${what}.${key}`);
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function show(value) {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
