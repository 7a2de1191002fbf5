/**
 * Makes a self-signed X.509 certificate (RFC 5280) for ECDSA on P-256. Node makes keys and signatures, but no certificates: the
 * DER that is signed is put together here.
 */

import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import type { TlsTexts } from '../listener/tcp-port.ts';

export type CertificateOf = {
  /** Names and IP addresses by which the host is called. */
  readonly names: readonly string[];
  /** Unix milliseconds. */
  readonly from: number;
  readonly until: number;
};

/** Makes a key and a certificate for it. */
export function makeCertificate(about: CertificateOf): TlsTexts {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signed = toBeSigned(about, privateKey);
  const signature = sign('sha256', signed, privateKey);
  const certificate = sequence(signed, ALGORITHM, tagged(BIT_STRING, Buffer.from([0]), signature));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
}

// Tags of DER.
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const OBJECT_ID = 0x06;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const GENERALIZED_TIME = 0x18;
const SEQUENCE = 0x30;
const SET = 0x31;
const VERSION = 0xa0;
const EXTENSIONS = 0xa3;
/** Choices of GeneralName. */
const DNS_NAME = 0x82;
const IP_ADDRESS = 0x87;

/** ecdsa-with-SHA256, 1.2.840.10045.4.3.2. */
const ALGORITHM = sequence(objectId('2a8648ce3d040302'));
const COMMON_NAME = '550403';
const KEY_USAGE = '551d0f';
const SUBJECT_ALT_NAME = '551d11';
const BASIC_CONSTRAINTS = '551d13';
const EXTENDED_KEY_USAGE = '551d25';
const SERVER_AUTH = '2b06010505070301';
const CRITICAL = Buffer.from([0x01, 0x01, 0xff]);
/** The first bit, `digitalSignature`; seven bits are unused. */
const DIGITAL_SIGNATURE = tagged(BIT_STRING, Buffer.from([7, 0x80]));

/** UTCTime has two digits for the year. */
const LAST_SHORT_YEAR = 2049;
/** Limit of a common name in RFC 5280. */
const MAX_NAME = 64;

function toBeSigned({ names, from, until }: CertificateOf, key: KeyObject): Buffer {
  const commonName = (names[0] ?? 'cotty').slice(0, MAX_NAME);
  const name = sequence(
    tagged(SET, sequence(objectId(COMMON_NAME), tagged(UTF8_STRING, Buffer.from(commonName)))),
  );
  const extensions = [
    extension(BASIC_CONSTRAINTS, true, sequence()),
    extension(KEY_USAGE, true, DIGITAL_SIGNATURE),
    extension(EXTENDED_KEY_USAGE, false, sequence(objectId(SERVER_AUTH))),
    extension(SUBJECT_ALT_NAME, false, sequence(...names.map(generalName))),
  ];
  return sequence(
    // Version 3.
    tagged(VERSION, tagged(INTEGER, Buffer.from([2]))),
    tagged(INTEGER, serialNumber()),
    ALGORITHM,
    name,
    sequence(time(from), time(until)),
    name,
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    tagged(EXTENSIONS, sequence(...extensions)),
  );
}

/** Returns a random serial number: a positive DER integer without leading zero bytes. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes;
}

function extension(id: string, isCritical: boolean, value: Buffer): Buffer {
  return sequence(objectId(id), ...(isCritical ? [CRITICAL] : []), tagged(OCTET_STRING, value));
}

function generalName(name: string): Buffer {
  return isIP(name) === 0
    ? tagged(DNS_NAME, Buffer.from(name, 'ascii'))
    : tagged(IP_ADDRESS, addressBytes(name));
}

/** The four or sixteen bytes of an IP address. */
export function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number));
  // `URL` writes an embedded IPv4 address as two groups.
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = plain.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  const groups = [...head, ...zeros, ...tail];
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex');
}

function time(ms: number): Buffer {
  const date = new Date(ms);
  const digits = `${date.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`;
  return date.getUTCFullYear() > LAST_SHORT_YEAR
    ? tagged(GENERALIZED_TIME, Buffer.from(digits))
    : tagged(UTC_TIME, Buffer.from(digits.slice(2)));
}

function objectId(hex: string): Buffer {
  return tagged(OBJECT_ID, Buffer.from(hex, 'hex'));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(SEQUENCE, ...parts);
}

function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(body.length), body]);
}

/** Encodes a length in DER: one byte if it is below 128, else the number of bytes that follow, and these. */
function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const hex = length.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes]);
}
