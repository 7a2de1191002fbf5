/**
 * Web Push: encrypts a message for a browser (RFC 8291 over RFC 8188, `aes128gcm`), and signs who sends it (VAPID, RFC 8292). The
 * push service between them can read neither.
 */

import { createCipheriv, createECDH, createPrivateKey, hkdfSync, randomBytes, sign } from 'node:crypto';
import type { VapidKeys } from './notify-file.ts';
import type { PushSubscription } from './push-target.ts';

const CURVE = 'prime256v1';
/** Bytes: an uncompressed point of the curve, the secret of a subscription, the salt of a message. */
const [POINT, SECRET, SALT] = [65, 16, 16];
/** Bytes of a record, of which there is one. A message must fit into it, with a delimiter and the tag of the cipher. */
const RECORD = 4096;
const [DELIMITER, TAG] = [Buffer.from([2]), 16];
/** For how long (s) a signature holds; push services take at most a day. */
const SIGNED_SECONDS = 12 * 60 * 60;

export function newVapidKeys(): VapidKeys {
  const keys = createECDH(CURVE);
  const publicKey = keys.generateKeys('base64url');
  return { publicKey, privateKey: padded(keys.getPrivateKey()).toString('base64url') };
}

/** Encrypts a message. Throws if the keys of the subscription are not usable, or the message is longer than a record. */
export function encrypted({ p256dh, auth }: PushSubscription['keys'], message: string): Buffer {
  const receiver = Buffer.from(p256dh, 'base64url');
  const secret = Buffer.from(auth, 'base64url');
  const plain = Buffer.from(message);
  if (receiver.length !== POINT) throw new RangeError(`p256dh: ${POINT} bytes (it has ${receiver.length})`);
  if (secret.length !== SECRET) throw new RangeError(`auth: ${SECRET} bytes (it has ${secret.length})`);
  if (plain.length + DELIMITER.length + TAG > RECORD)
    throw new RangeError(`the message is too long: ${plain.length} bytes`);
  const keys = createECDH(CURVE);
  const sender = keys.generateKeys();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender]);
  const shared = derived(keys.computeSecret(receiver), secret, info, 32);
  const salt = randomBytes(SALT);
  const key = derived(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derived(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const body = [cipher.update(Buffer.concat([plain, DELIMITER])), cipher.final(), cipher.getAuthTag()];
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD);
  return Buffer.concat([salt, size, Buffer.from([sender.length]), sender, ...body]);
}

/** The header `Authorization` for a push service, `origin`; `subject` is whom it may ask, a `mailto:` or `https:` address. */
export function signature(
  { publicKey, privateKey }: VapidKeys,
  origin: string,
  subject: string,
  now: number,
): string {
  const claims = { aud: origin, exp: Math.floor(now / 1000) + SIGNED_SECONDS, sub: subject };
  const signed = [{ typ: 'JWT', alg: 'ES256' }, claims].map(encodedJson).join('.');
  const point = Buffer.from(publicKey, 'base64url');
  // Behind its first byte, which tells the form, a point is its two coordinates.
  const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)];
  const jwk = { kty: 'EC', crv: 'P-256', d: privateKey, x, y };
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const proof = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${proof.toString('base64url')}, k=${publicKey}`;
}

function derived(secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
}

function encodedJson(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** A private key without its leading zeros is another one to those who read it. */
function padded(key: Buffer): Buffer {
  return Buffer.concat([Buffer.alloc(32 - key.length), key]);
}
