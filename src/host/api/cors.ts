/** CORS headers that let pages from an allowed origin use the HTTP API. Other pages get none. */

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

/** Answers the browser's preflight request, which comes without the token. */
export const preflight: Answer = {
  status: 204,
  headers: {
    'Access-Control-Allow-Methods': 'GET, HEAD, POST, DELETE',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, Last-Event-ID, X-Cotty-Writer',
    'Access-Control-Max-Age': SECONDS,
  },
};
