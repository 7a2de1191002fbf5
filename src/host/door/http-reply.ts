/** What the HTTP API answers: a status and JSON, an error as one sentence. */

import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

export type Answer = {
  readonly status: number;
  /** Absent: a status that has no body. */
  readonly body?: object;
  readonly headers?: OutgoingHttpHeaders;
};

export function refuse(status: number, error: string, headers: OutgoingHttpHeaders = {}): Answer {
  return { status, body: { error }, headers };
}

/** Nothing of a terminal is to stay in a cache, or to be taken for anything else by a browser. */
export const ALWAYS: OutgoingHttpHeaders = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
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
