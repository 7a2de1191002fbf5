import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isTerminalAction } from '../../src/protocol/terminal/actions.ts';
import { readReadme } from '../support/readme.ts';

const src = fileURLToPath(new URL('../../src/', import.meta.url));
const map = readReadme('src/README.md');

test('src/README.md names only files and folders that exist', () => {
  const names = [...map.matchAll(/`((?:\.ci|[a-z]+)(?:\/[\w.-]+)+)`/g)]
    .map(([, name = '']) => name)
    // Actions are written like paths.
    .filter((type) => !isTerminalAction({ type }));
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => !existsSync(join(src, name)) && !existsSync(join(src, '..', name)))).toEqual(
    [],
  );
});

test('and every folder of src', () => {
  const folders = readdirSync(src, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const rows = [...map.matchAll(/^\| \[?([a-z]+)\]?(?:\([^)]*\))? \|/gm)].map(([, name]) => name);
  expect(folders.map(({ name }) => name).filter((name) => !rows.includes(name))).toEqual([]);
});

test('in at most 8 kB', () => {
  expect(Buffer.byteLength(map)).toBeLessThanOrEqual(8_000);
});
