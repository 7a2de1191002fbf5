/** Posts a notice. Redirects are not followed: the address that a person has named is the only one that is talked to. */

import { request as plainRequest } from 'node:http';
import { request as encryptedRequest } from 'node:https';
import { nameText } from '../../protocol/common/name-text.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';

export type Letter = {
  readonly url: URL;
  readonly headers: { readonly [name: string]: string };
  readonly body: string | Buffer;
};

export type Posted =
  | { readonly ok: true; readonly status: number; readonly says: string }
  /** Without a status the server was not reached, or did not answer. */
  | { readonly ok: false; readonly status?: number; readonly says: string };

/** Time for the whole exchange, in milliseconds. */
const TIMEOUT_MS = 10_000;
/** Limit in bytes of an answer: what comes behind is not read. */
const MAX_ANSWER = 1024;
/** Characters that are quoted of an answer. */
const QUOTED = 200;

/** Posts what `write` returns. Never rejects: an error, also one of `write`, is told as what happened. */
export async function post(write: () => Letter, timeoutMs = TIMEOUT_MS): Promise<Posted> {
  try {
    const { status, text } = await exchange(write(), timeoutMs);
    const ok = status >= 200 && status < 300;
    if (ok) return { ok, status, says: `answered ${status}` };
    const why = status >= 300 && status < 400 ? 'redirects are not followed' : quoted(text);
    return { ok, status, says: `answered ${status}${why === '' ? '' : `: ${why}`}` };
  } catch (error) {
    return { ok: false, says: reasonOf(error) };
  }
}

function exchange({ url, headers, body }: Letter, timeoutMs: number) {
  const request = url.protocol === 'https:' ? encryptedRequest : plainRequest;
  return new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      // A connection that is kept open would keep the host talking.
      agent: false,
      headers: { ...headers, 'User-Agent': 'cotty', 'Content-Length': String(Buffer.byteLength(body)) },
    });
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
      sent.destroy();
    };
    // Not left to the request: one that the server has taken over for another protocol emits nothing more.
    const timer = setTimeout(() => fail(new Error(`no answer in ${timeoutMs / 1000} seconds`)), timeoutMs);
    sent.on('error', fail);
    const closed = () => fail(new Error('the server has closed the connection without an answer'));
    sent.on('close', closed);
    sent.on('response', (response) => {
      sent.off('close', closed);
      const parts: Buffer[] = [];
      let length = 0;
      const done = () => {
        clearTimeout(timer);
        const text = Buffer.concat(parts).toString().slice(0, MAX_ANSWER);
        resolve({ status: response.statusCode ?? 0, text });
        response.destroy();
      };
      response.on('data', (part: Buffer) => {
        parts.push(part);
        length += part.length;
        if (length >= MAX_ANSWER) done();
      });
      for (const event of ['end', 'error', 'close']) response.on(event, done);
    });
    sent.end(body);
  });
}

function quoted(text: string): string {
  return nameText(text).trim().slice(0, QUOTED);
}
