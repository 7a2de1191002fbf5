/** Bracketed pastes are written in one place, which makes their text safe. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const src = fileURLToPath(new URL('../../src', import.meta.url));

/** Of these, all but the first only read pastes: those of the outer terminal, and those that somebody has typed. */
const KNOWN = [
  'protocol/terminal/paste.ts',
  'host/run/last-input.ts',
  'tui/input/escape.ts',
  'tui/input/paste.ts',
  'tui/input/key-input.ts',
];

test('the marks around a paste stand in no other file', () => {
  const named = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && /20[01]~/.test(readFileSync(join(src, name), 'utf8')))
    .map((name) => name.replaceAll('\\', '/'));
  expect(named.sort()).toEqual([...KNOWN].sort());
});
