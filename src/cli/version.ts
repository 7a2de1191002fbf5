/** The version of this installation, from its package.json (two folders up, in src and in dist alike). */

import { readFileSync } from 'node:fs';

export function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return JSON.parse(text).version;
}
