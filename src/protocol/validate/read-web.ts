/** Reads what a host answers about its web door. */

import type { NewWebLink, WebLink, WebStatus } from '../cotty/web.ts';
import { checked, isBoolean, isNumber, isRecord, isString } from './fields/object-fields.ts';

const LINK = {
  used: isNumber,
  lastSeen: isNumber,
  from: isString,
  browser: isString,
};

/** Throws when it is none, as the others do. */
export function parseWebStatus(result: unknown): WebStatus {
  if (!isRecord(result) || !isBoolean(result['open'])) throw unusable('status');
  const counts = ['links', 'sessions', 'connections'].map((name) => [name, numberIn(result[name])]);
  const known = checked(result, {
    address: isString,
    allowHosts: Array.isArray,
    beyondLoopback: isBoolean,
    waits: isString,
    noPage: isString,
  });
  const status: unknown = { ...known, ...Object.fromEntries(counts) };
  return status as WebStatus;
}

export function parseWebLink(result: unknown): NewWebLink {
  if (!isRecord(result)) throw unusable('link');
  const { id, secret, expires } = result;
  if (!isString(id) || !isString(secret) || !isNumber(expires)) throw unusable('link');
  return { id, secret, expires };
}

/** What is no link is left out. */
export function parseWebLinks(result: unknown): readonly WebLink[] {
  if (!isRecord(result) || !Array.isArray(result['links'])) throw unusable('links');
  return result['links'].filter(isLink).map((link) => {
    const read: unknown = { connections: 0, ...checked(link, LINK) };
    return read as WebLink;
  });
}

export function parseRevoked(result: unknown): readonly string[] {
  if (!isRecord(result) || !Array.isArray(result['revoked'])) throw unusable('revoked');
  return result['revoked'].filter(isString);
}

function isLink(value: unknown): value is WebLink & Record<string, unknown> {
  if (!isRecord(value)) return false;
  const { id, access, made, expires } = value;
  return isString(id) && (access === 'full' || access === 'watch') && isNumber(made) && isNumber(expires);
}

function numberIn(value: unknown): number {
  return isNumber(value) ? value : 0;
}

function unusable(what: string): Error {
  return new Error(`the host's answer about the web door (${what}) is not usable`);
}
