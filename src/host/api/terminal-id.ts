/** Terminals in paths: by the short part of a URI of ours where it reads well, else by the whole URI. */

import { terminalUri } from '../../protocol/common/uri.ts';

const OURS = terminalUri('');
/** Also what no URL parser touches: neither `.` nor `..` in the first place. */
const SHORT = /^[\w-][\w.@+~-]*$/;

export function idOf(uri: string): string {
  const short = uri.startsWith(OURS) ? uri.slice(OURS.length) : '';
  return SHORT.test(short) ? short : uri;
}

/** A URI has a colon, a short id has none: there is no doubt. */
export function uriOf(id: string): string {
  return id.includes(':') ? id : terminalUri(id);
}
