/** Replies of the HTTP API: a status with a JSON body; an error is one sentence. */

import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

export type Answer = {
  readonly status: number;
  /** Absent for a status without a body. */
  readonly body?: object;
  readonly headers?: OutgoingHttpHeaders;
};

export function refuse(status: number, error: string, headers: OutgoingHttpHeaders = {}): Answer {
  return { status, body: { error }, headers };
}

/** Headers of every reply: terminal data must not stay in a cache, and browsers must not guess its type. */
export const ALWAYS: OutgoingHttpHeaders = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
};

/** Headers of a stream of events; the second keeps proxies from holding events back. */
export const EVENT_STREAM: OutgoingHttpHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'X-Accel-Buffering': 'no',
};

export function reply(response: ServerResponse, { status, body, headers = {} }: Answer): void {
  if (response.headersSent || response.destroyed) return;
  if (body === undefined) {
    response.writeHead(status, { ...ALWAYS, ...headers });
    response.end();
    return;
  }
  const text = Buffer.from(`${JSON.stringify(body)}\n`);
  response.writeHead(status, {
    ...ALWAYS,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': text.length,
    ...headers,
  });
  response.end(text);
}
