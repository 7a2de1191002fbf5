/** `notify.json` in the state folder: where notices go, and the key by which push services know this host. Only its user can read it. */

import { replaceFileSync } from '../../files/replace-file.ts';
import { readPlainFileSync } from '../../ledger/files/plain-file.ts';
import { isRecord, isString } from '../../protocol/fields/object-fields.ts';
import { isTarget, type Target } from './push-target.ts';

/** A key pair of P-256 in base64url (VAPID, RFC 8292). */
export type VapidKeys = { readonly publicKey: string; readonly privateKey: string };

export type NotifyFile = { readonly target?: Target; readonly vapid?: VapidKeys };

const VERSION = 1;
/** Limit in bytes: ours are far smaller. */
const MAX_FILE = 64 * 1024;

/** Throws the system's error. */
export function writeNotifyFile(path: string, file: NotifyFile): void {
  replaceFileSync(path, `${JSON.stringify({ version: VERSION, ...file })}\n`);
}

/** A file that is missing or damaged counts as empty: nothing is sent then. */
export function readNotifyFile(path: string): NotifyFile {
  try {
    const raw: unknown = JSON.parse(readPlainFileSync(path, MAX_FILE).toString());
    if (!isRecord(raw) || raw['version'] !== VERSION) return {};
    const { target, vapid } = raw;
    return { ...(isTarget(target) ? { target } : {}), ...(isVapid(vapid) ? { vapid } : {}) };
  } catch {
    return {};
  }
}

function isVapid(value: unknown): value is VapidKeys {
  return isRecord(value) && isString(value['publicKey']) && isString(value['privateKey']);
}
