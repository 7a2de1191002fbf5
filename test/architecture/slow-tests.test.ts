import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import seconds from '../slow/seconds.json' with { type: 'json' };
import { readReadme } from '../support/readme.ts';

const files = readdirSync(new URL('../slow', import.meta.url))
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => name.replace('.test.ts', ''));

test('the shares of continuous integration know how long each slow test takes', () => {
  expect(Object.keys(seconds).sort()).toEqual(files.sort());
});

test('the README of the tests says who runs each slow test', () => {
  const readme = readReadme('test/README.md');
  expect(files.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});
