/**
 * The host's self-signed certificate, for a web server that listens beyond this machine without `--cert`. It is made when the
 * server is started, and kept beside `web.json`, so that people must accept it only once. It is made again a month before it
 * expires, or when the machine has a name or a lasting address that is not in it.
 */

import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { domainToASCII } from 'node:url';
import { replaceFileSync } from '../../files/replace-file.ts';
import { readPlainFileSync } from '../../ledger/files/plain-file.ts';
import type { TlsTexts } from '../listener/tcp-port.ts';
import { addressBytes, makeCertificate } from './certificate.ts';

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
  const names = [
    ...new Set([...[hostname(), 'localhost', ...allowHosts].flatMap(asciiName), ...ownAddresses()]),
  ];
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

/** Returns a name as certificates have it (IDNA), an address as it is, and nothing for what is neither. */
function asciiName(name: string): readonly string[] {
  const ascii = isIP(name) === 0 ? domainToASCII(name) : name;
  return ascii === '' ? [] : [ascii];
}

function ownAddresses(): readonly string[] {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return lastingAddresses(
    all.map(({ address }) => address),
    ipv6Table(),
  );
}

/** The table of Linux; undefined elsewhere. */
function ipv6Table(): string | undefined {
  try {
    return readFileSync('/proc/net/if_inet6', 'latin1');
  } catch {
    // Another system, or one without IPv6.
    return undefined;
  }
}

/** Flag of an address that is used for some hours only (RFC 8981). */
const TEMPORARY = 0x01;

/**
 * Returns the addresses by which a machine is called for long. Link-local ones are not: no certificate can name their zone. Nor are
 * temporary ones of IPv6, which the table of Linux tells; where there is no table, no global one counts.
 */
export function lastingAddresses(addresses: readonly string[], table: string | undefined): readonly string[] {
  const rows = (table ?? '').split('\n').map((row) => row.trim().split(/\s+/));
  const temporary = new Set(
    rows.flatMap(([address = '', , , , flags = '0']) =>
      (Number.parseInt(flags, 16) & TEMPORARY) === 0 ? [] : [address],
    ),
  );
  return addresses.filter((address) => {
    const version = isIP(address);
    if (version !== 6) return version === 4;
    if (address.startsWith('fe80:')) return false;
    const isGlobal = /^[23]/.test(addressBytes(address).toString('hex'));
    return table === undefined ? !isGlobal : !temporary.has(addressBytes(address).toString('hex'));
  });
}
