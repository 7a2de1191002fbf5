/** The name of a terminal's folder: to be recognised by people, and one for each life of a URI. */

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { TERMINALS } from './ledger-files.ts';

/** `taken` names the folders that are in use or belong to terminals of before. */
export function terminalFolder(state: string, uri: string, taken: ReadonlySet<string>): string {
  const slug = (uri.split('/').at(-1) ?? '')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 40);
  const hash = createHash('sha256').update(uri).digest('hex').slice(0, 8);
  const first = join(state, TERMINALS, `${slug || 'terminal'}-${hash}`);
  for (let life = 1; ; life += 1) {
    const path = life === 1 ? first : `${first}.${life}`;
    if (!taken.has(path)) return path;
  }
}
