/** Reads the JSON body of a request: bounded in length, time and depth, and valid UTF-8. */

import type { IncomingMessage } from 'node:http';
import { isDeeperThan } from '../../rpc/depth.ts';
import type { Clock } from '../common/clock.ts';
import type { Limits } from '../common/limits.ts';
import { type Answer, refuse } from './http-reply.ts';

export type Body =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly answer: Answer };

export type BodyOptions = {
  readonly maxBytes: number;
  readonly clock: Clock;
  readonly limits: Pick<Limits, 'jsonDepth' | 'frameBytes'>;
  /**
   * Whether `text/plain` and no type are read as JSON as well, which is what `fetch` sends for a string. Only where the caller has
   * shown a token: a form of any web page can send such a body without a preflight request.
   */
  readonly plainToo?: boolean;
};

/** Time for a whole body, in milliseconds. */
const PATIENCE_MS = 10_000;
const JSON_TYPE = /^application\/json\s*(?:;.*)?$/i;
const PLAIN_TYPE = /^text\/plain\s*(?:;.*)?$/i;
/** Closes the connection: the unread rest of the body would look like the next request. */
const LAST = { Connection: 'close' };

/** Returns undefined as the value when there is no body. */
export async function readBody(request: IncomingMessage, options: BodyOptions): Promise<Body> {
  const { headers } = request;
  const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
  if (isEmpty) return { ok: true, value: undefined };
  const type = headers['content-type'];
  const isPlain = type === undefined || PLAIN_TYPE.test(type.trim());
  if (isPlain ? options.plainToo !== true : !JSON_TYPE.test(type.trim())) {
    return no(
      refuse(415, `the body must be application/json, not ${quote(type ?? 'of no Content-Type')}`, LAST),
    );
  }
  const coding = headers['content-encoding'] ?? 'identity';
  if (coding !== 'identity')
    return no(refuse(415, `the body is sent as it is, not as ${quote(coding)}`, LAST));
  const read = await bytesOf(request, options);
  return Buffer.isBuffer(read) ? parse(read, options) : no(read);
}

function parse(bytes: Buffer, { limits }: BodyOptions): Body {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // The decoder's own message is about bytes.
    return no(refuse(400, 'the body is not UTF-8'));
  }
  if (isDeeperThan(limits.jsonDepth, text)) {
    return no(refuse(400, `the body is nested more than ${limits.jsonDepth} levels deep`));
  }
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return no(
      refuse(400, `the body is not JSON: ${error instanceof Error ? error.message : 'it cannot be read'}`),
    );
  }
}

/** Reads a body that is too long on, up to the limit of a message: a caller does not read the answer while it sends. */
function bytesOf(
  request: IncomingMessage,
  { maxBytes, clock, limits }: BodyOptions,
): Promise<Buffer | Answer> {
  const tooLong = refuse(413, `the body is longer than ${maxBytes} bytes`, LAST);
  if (Number(request.headers['content-length'] ?? 0) > limits.frameBytes) return Promise.resolve(tooLong);
  return new Promise((resolve) => {
    let kept: Buffer[] = [];
    let length = 0;
    const done = (read: Buffer | Answer) => {
      cancel();
      request.off('data', take);
      resolve(read);
    };
    const cancel = clock.after(PATIENCE_MS, () => done(refuse(408, 'the body did not come in time', LAST)));
    const take = (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxBytes) kept.push(chunk);
      else kept = [];
      if (length > limits.frameBytes) done(tooLong);
    };
    request.on('data', take);
    request.once('end', () => done(length > maxBytes ? tooLong : Buffer.concat(kept)));
    // The caller is gone, but the promise must not stay open.
    request.once('close', () => done(refuse(400, 'the body is incomplete', LAST)));
    request.once('error', () => done(refuse(400, 'the body is incomplete', LAST)));
  });
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}

function no(answer: Answer): Body {
  return { ok: false, answer };
}
