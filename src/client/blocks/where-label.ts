/** The shell inside the terminal's own one that ran a command, in few letters: `fish`, `root bash`, `ann@box bash`. */

import { nameText } from '../../protocol/common/name-text.ts';
import type { Where } from '../../protocol/terminal/command-meta.ts';

export function whereLabel({ shell = 'inner shell', user, host }: Where): string {
  const place = host === undefined ? (user ?? '') : `${user ?? ''}@${host}`;
  return nameText(place === '' ? shell : `${place} ${shell}`);
}
