import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isTerminalAction } from '../../src/protocol/terminal/actions.ts';
import { readReadme } from '../support/readme.ts';

const src = fileURLToPath(new URL('../../src/', import.meta.url));
const map = readReadme('src/README.md');

/** Where a name may be: below `src`, below the root, or beside the name before it. */
function pathOf(name: string, before: string): string | undefined {
  return [join(src, name), join(src, '..', name), join(dirname(before), name)].find((path) =>
    existsSync(path),
  );
}

test('src/README.md names only files and folders that exist', () => {
  const names = [...map.matchAll(/`((?:\.ci|[a-z]+)(?:\/[\w.-]+)+|[a-z-]+\.(?:ts|cjs))`/g)]
    .map(([, name = '']) => name)
    // Actions are written like paths.
    .filter((type) => !isTerminalAction({ type }));
  expect(names.length).toBeGreaterThan(40);
  const missing: string[] = [];
  let before = src;
  for (const name of names) {
    const path = pathOf(name, before);
    if (path === undefined) missing.push(name);
    before = path ?? before;
  }
  expect(missing).toEqual([]);
});

test('and every folder of src', () => {
  const folders = readdirSync(src, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const rows = [...map.matchAll(/^\| \[?([a-z]+)\]?(?:\([^)]*\))? \|/gm)].map(([, name]) => name);
  expect(folders.map(({ name }) => name).filter((name) => !rows.includes(name))).toEqual([]);
});
