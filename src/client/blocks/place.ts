/** Names a directory for users: the path of a file URI on one line, with the home directory shortened to `~`. */

import { nameText } from '../../protocol/common/name-text.ts';
import type { Where } from '../../protocol/terminal/command-meta.ts';

export function placeName(uri: string, home: string | undefined): string {
  const path = nameText(pathOf(uri));
  if (home === undefined || home === '' || home === '/') return path;
  if (path === home) return '~';
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

function pathOf(uri: string): string {
  const match = /^file:\/\/[^/]*(\/.*)$/.exec(uri);
  const path = match?.[1];
  if (path === undefined) return uri;
  const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  try {
    return decodeURIComponent(trimmed);
  } catch {
    // A stray % in another host's URI: show the path undecoded.
    return trimmed;
  }
}

/** The shell inside the terminal's own one that ran a command, in few letters: `fish`, `root bash`, `ann@box bash`. */
export function whereLabel({ shell = 'inner shell', user, host }: Where): string {
  const place = host === undefined ? (user ?? '') : `${user ?? ''}@${host}`;
  return nameText(place === '' ? shell : `${place} ${shell}`);
}
