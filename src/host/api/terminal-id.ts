/** Ids of terminals in paths: the short part of one of cotty's URIs, or any whole URI. */

import { terminalUri } from '../../protocol/common/uri.ts';

const OURS = terminalUri('');
/** Letters that no URL parser changes; not `.` or `..` at the beginning. */
const SHORT = /^[\w-][\w.@+~-]*$/;

export function idOf(uri: string): string {
  const short = uri.startsWith(OURS) ? uri.slice(OURS.length) : '';
  return SHORT.test(short) ? short : uri;
}

/** Returns the URI of an id. A URI has a colon and a short id has none, so they cannot be confused. */
export function uriOf(id: string): string {
  return id.includes(':') ? id : terminalUri(id);
}
