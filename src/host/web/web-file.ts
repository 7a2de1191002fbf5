/**
 * `web.json` in the state folder, from which the next host starts the web server again with the same links and sessions. It has
 * only hashes of secrets, and only its user can read it.
 */

import { replaceFileSync } from '../../files/replace-file.ts';
import { readPlainFileSync } from '../../ledger/files/plain-file.ts';
import type { WebListen } from '../../protocol/cotty/web.ts';
import { isNumber, isRecord, isString } from '../../protocol/fields/object-fields.ts';
import { isPushSubscription } from '../push/push-target.ts';
import type { Entry, Session } from './links.ts';

/** Address and conditions of an open web server. */
export type WebPlace = {
  readonly listen: WebListen;
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Whether it has the host's own certificate. */
  readonly ownTls?: boolean;
  readonly allowHosts: readonly string[];
};

export type WebFile = {
  /** Absent while the server is stopped. */
  readonly open?: WebPlace;
  readonly entries: readonly Entry[];
};

const VERSION = 1;
const NONE: WebFile = { entries: [] };

/** Throws if the file cannot be written. A host that is killed meanwhile leaves the earlier one. */
export function writeWebFile(path: string, { open, entries }: WebFile): void {
  const text = JSON.stringify({ version: VERSION, ...(open === undefined ? {} : { open }), entries });
  replaceFileSync(path, `${text}\n`);
}

/** Reads the file. If it is missing or damaged, all links have to be made again. */
export function readWebFile(path: string): WebFile {
  try {
    const raw: unknown = JSON.parse(readPlainFileSync(path).toString());
    if (!isRecord(raw) || raw['version'] !== VERSION) return NONE;
    const entries = Array.isArray(raw['entries']) ? raw['entries'].filter(isEntry) : [];
    return isPlace(raw['open']) ? { open: raw['open'], entries } : { entries };
  } catch {
    // There is no file, because the web server was never started, or it is damaged.
    return NONE;
  }
}

function isPlace(value: unknown): value is WebPlace {
  if (!isRecord(value)) return false;
  const { listen, tls, ownTls, allowHosts } = value;
  return (
    isRecord(listen) &&
    isString(listen['host']) &&
    isNumber(listen['port']) &&
    (tls === undefined || (isRecord(tls) && isString(tls['cert']) && isString(tls['key']))) &&
    (ownTls === undefined || typeof ownTls === 'boolean') &&
    Array.isArray(allowHosts) &&
    allowHosts.every(isString)
  );
}

function isEntry(value: unknown): value is Entry {
  if (!isRecord(value)) return false;
  const { id, access, made, link, session } = value;
  const isWhole = isString(id) && isNumber(made) && isString(link);
  return (
    isWhole && (access === 'full' || access === 'watch') && (session === undefined || isSession(session))
  );
}

function isSession(value: unknown): value is Session {
  if (!isRecord(value)) return false;
  const texts = ['cookie', 'key', 'from', 'browser'].every((name) => isString(value[name]));
  const push = value['push'];
  const isWhole = texts && isNumber(value['used']) && isNumber(value['lastSeen']);
  return isWhole && (push === undefined || isPushSubscription(push));
}
