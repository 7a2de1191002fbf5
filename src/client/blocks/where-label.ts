/** The shell inside the terminal's own one that ran a command, in few letters: `fish`, `root bash`, `ann@box bash`. */

import type { Where } from '../../protocol/terminal/command-meta.ts';

export function whereLabel({ shell = 'inner shell', user, host }: Where): string {
  const place = host === undefined ? (user ?? '') : `${user ?? ''}@${host}`;
  return place === '' ? shell : `${place} ${shell}`;
}
