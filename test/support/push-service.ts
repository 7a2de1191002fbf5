/** A push service and the browser behind it: it takes letters as RFC 8030 says, and reads them with the keys of a subscription. */

import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeCertificate } from '../../src/host/web/certificate.ts';

export type Pushed = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

export class PushService {
  readonly got: Pushed[] = [];
  readonly #server: Server;
  /** The status of further answers. */
  status = 201;

  /** The certificate, which nobody has signed. */
  readonly cert: string;

  private constructor(server: Server, cert: string) {
    this.#server = server;
    this.cert = cert;
  }

  static async start(): Promise<PushService> {
    const tls = makeCertificate({
      names: ['127.0.0.1'],
      from: Date.now() - 1000,
      until: Date.now() + 3_600_000,
    });
    const server = createServer(tls);
    const service = new PushService(server, tls.cert);
    server.on('request', (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        service.got.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) });
        response.writeHead(service.status).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get url(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** The keys that a browser makes for a subscription. */
export class Subscriber {
  readonly #keys = createECDH('prime256v1');
  readonly #auth = randomBytes(16);

  constructor() {
    this.#keys.generateKeys();
  }

  get keys(): { readonly p256dh: string; readonly auth: string } {
    return { p256dh: this.#keys.getPublicKey('base64url'), auth: this.#auth.toString('base64url') };
  }

  /** Decrypts a body (RFC 8291, one record of RFC 8188). Throws if it is not for these keys. */
  read(body: Buffer): unknown {
    const salt = body.subarray(0, 16);
    const keyLength = body[20] ?? 0;
    const sender = body.subarray(21, 21 + keyLength);
    const sealed = body.subarray(21 + keyLength);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#keys.getPublicKey(), sender]);
    const secret = Buffer.from(hkdfSync('sha256', this.#keys.computeSecret(sender), this.#auth, info, 32));
    const derive = (name: string, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length));
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    decipher.setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    // The last record ends with 2, and zeros behind it.
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString());
  }
}

/** Reads who signed a letter (VAPID, RFC 8292). Throws if the signature is not that of the key. */
export function signedBy({ headers }: Pushed): {
  readonly key: string;
  readonly claims: { readonly aud?: string };
} {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' },
    format: 'jwk',
  });
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isRight) throw new Error('the signature is wrong');
  return { key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) };
}
