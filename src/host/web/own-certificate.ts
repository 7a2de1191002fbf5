/**
 * The host's self-signed certificate, for a web server that listens beyond this machine without `--cert`. It is made when the
 * server is started, and kept beside `web.json`, so that people must accept it only once. It is made again a month before it
 * expires, or when the machine has an address or name that is not in it.
 */

import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { readPlainFileSync } from '../../ledger/files/plain-file.ts';
import { replaceFileSync } from '../../ledger/files/replace-file-sync.ts';
import type { TlsTexts } from '../listener/tcp-port.ts';
import { makeCertificate } from './certificate.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The longest validity that browsers accept. */
const VALID_DAYS = 397;
const RENEWED_DAYS_BEFORE = 30;
/** The validity begins earlier than now, because the clocks of other machines may be a little behind. */
const EARLIER_MS = DAY_MS;
/** Certificate and key are in one file, so that they always belong together. */
const FILE = 'web-certificate.pem';

/** Returns the kept certificate if it is valid for all names, else a new one. Without a folder nothing is kept. */
export function ownCertificate(
  folder: string | undefined,
  allowHosts: readonly string[],
  now: number,
): TlsTexts {
  const names = [...new Set([hostname(), 'localhost', ...allowHosts, ...ownAddresses()])];
  const path = folder && join(folder, FILE);
  const kept = path && readKept(path);
  if (kept && isGood(kept, names, now)) return kept;
  const made = makeCertificate({
    names,
    from: now - EARLIER_MS,
    until: now + VALID_DAYS * DAY_MS - EARLIER_MS,
  });
  if (path) replaceFileSync(path, made.key + made.cert);
  return made;
}

/** The SHA-256 fingerprint as browsers show it. */
export function fingerprintOf({ cert }: TlsTexts): string {
  return new X509Certificate(cert).fingerprint256;
}

function readKept(path: string): TlsTexts | undefined {
  try {
    const text = readPlainFileSync(path).toString();
    const at = text.indexOf('-----BEGIN CERTIFICATE-----');
    return at === -1 ? undefined : { key: text.slice(0, at), cert: text.slice(at) };
  } catch {
    // None was made yet.
    return undefined;
  }
}

function isGood({ cert }: TlsTexts, names: readonly string[], now: number): boolean {
  try {
    const read = new X509Certificate(cert);
    const lasts = Date.parse(read.validTo) - now > RENEWED_DAYS_BEFORE * DAY_MS;
    return lasts && names.every((name) => (isIP(name) === 0 ? read.checkHost(name) : read.checkIP(name)));
  } catch {
    // A damaged file.
    return false;
  }
}

/** The IP addresses of this machine, without link-local ones, whose zone no certificate can name. */
function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .map(({ address }) => address)
    .filter((address) => isIP(address) !== 0 && !address.startsWith('fe80:'));
}
