/** What a browser has to be told so that a page from an allowed origin may use the HTTP API. Other pages are told nothing. */

import type { OutgoingHttpHeaders } from 'node:http';
import type { Answer } from '../door/http-reply.ts';

const SECONDS = 600;

export function corsHeaders(origin: string | undefined): OutgoingHttpHeaders {
  if (origin === undefined) return {};
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': 'Allow, Location, Retry-After',
    Vary: 'Origin',
  };
}

/** The browser asks before the page does, and without the token. */
export const preflight: Answer = {
  status: 204,
  headers: {
    'Access-Control-Allow-Methods': 'GET, POST, DELETE',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, Last-Event-ID, X-Cotty-Writer',
    'Access-Control-Max-Age': SECONDS,
  },
};
