/** One request to the HTTP API, as the network listener passes it on. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Admitted } from './admission.ts';

export type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly admitted: Admitted;
  /** Origin of the web page that sent the request, if it is allowed. */
  readonly origin?: string;
};

const PREFIX = '/api/';

export function isApiPath(url: string | undefined): boolean {
  return url?.startsWith(PREFIX) === true;
}

/** Returns the decoded path segments after `/api/`, or undefined when they cannot be decoded. */
export function segmentsOf(url = ''): readonly string[] | undefined {
  const [path = ''] = url.split('?', 1);
  try {
    return path.slice(PREFIX.length).split('/').map(decodeURIComponent);
  } catch {
    // The path has an invalid percent-encoding.
    return undefined;
  }
}

export function queryOf(url = ''): URLSearchParams {
  const at = url.indexOf('?');
  return new URLSearchParams(at === -1 ? '' : url.slice(at + 1));
}
