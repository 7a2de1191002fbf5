/** One request to the HTTP API, as the network door hands it over. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Admitted } from './admission.ts';

export type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly admitted: Admitted;
  /** The web page that asks, where it is one that may. */
  readonly origin?: string;
};

const PREFIX = '/api/';

export function isApiPath(url: string | undefined): boolean {
  return url?.startsWith(PREFIX) === true;
}

/** What stands between the slashes behind `/api/`, decoded; undefined: it cannot be decoded. */
export function segmentsOf(url = ''): readonly string[] | undefined {
  const [path = ''] = url.split('?', 1);
  try {
    return path.slice(PREFIX.length).split('/').map(decodeURIComponent);
  } catch {
    // A percent sign that encodes nothing.
    return undefined;
  }
}

export function queryOf(url = ''): URLSearchParams {
  const at = url.indexOf('?');
  return new URLSearchParams(at === -1 ? '' : url.slice(at + 1));
}
