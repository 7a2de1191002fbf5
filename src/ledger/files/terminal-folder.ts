/** The name of a terminal's folder: readable for people, and unique for each terminal that used the same URI. */

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { TERMINALS } from './ledger-files.ts';

/** `taken` holds the folders in use and those of earlier terminals. */
export function terminalFolder(state: string, uri: string, taken: ReadonlySet<string>): string {
  const slug = (uri.split('/').at(-1) ?? '')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 40);
  const hash = createHash('sha256').update(uri).digest('hex').slice(0, 8);
  const first = join(state, TERMINALS, `${slug || 'terminal'}-${hash}`);
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? first : `${first}.${number}`;
    if (!taken.has(path)) return path;
  }
}
