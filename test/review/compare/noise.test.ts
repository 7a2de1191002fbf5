import { describe, expect, test } from 'vitest';
import { Masks } from '../../../src/review/compare/masks.ts';
import { type NoiseKind, tokensOf } from '../../../src/review/compare/noise.ts';

const masks = new Masks(false);
const keyOf = (line: string) => masks.keyOf(line);
const noiseOf = (line: string) => tokensOf(line).filter(({ kind }) => kind !== undefined);

const NOISE: readonly (readonly [NoiseKind, string, ...string[]])[] = [
  ['time', '10:11:12 ready', '10:11:12'],
  ['time', 'at 9:05 PM', '9:05 PM'],
  ['time', '[   12.345678] usb', '12.345678'],
  ['time', 'since 1764327050', '1764327050'],
  ['date', '2026-11-28T10:50:50.123Z GET /', '2026-11-28T10:50:50.123Z'],
  ['date', '2026-11-28 10:50:50 INFO', '2026-11-28 10:50:50'],
  ['date', 'Sat Nov 28 10:50:50 UTC 2026', 'Sat Nov 28 10:50:50 UTC 2026'],
  ['date', '-rw-r--r-- 1 ada ada 12 Nov 28 10:50 a.txt', 'Nov 28 10:50'],
  ['date', '[28/Nov/2026:10:50:50 +0000]', '28/Nov/2026:10:50:50 +0000'],
  ['duration', 'ok in 0.12s', '0.12s'],
  ['duration', '(transform 12ms, tests 1.3 s)', '12ms', '1.3 s'],
  ['duration', 'real\t0m1.234s', '0m1.234s'],
  ['duration', 'took 2m 3s', '2m 3s'],
  ['duration', 'Up 5 minutes', '5 minutes'],
  ['process id', 'pid 4711: ready', '4711'],
  ['process id', '[1] 12345', '12345'],
  ['process id', '2026-11-28T10:50:50Z box sshd[812]: hello', '812'],
  ['hash', 'commit 21c5aaa1 done', '21c5aaa1'],
  ['hash', 'dist/index-DfK3x9a2.js', 'DfK3x9a2'],
  ['uuid', 'id 123e4567-e89b-12d3-a456-426614174000', '123e4567-e89b-12d3-a456-426614174000'],
  ['temporary name', 'see /tmp/build.AbC123/log.txt', 'AbC123'],
  ['temporary name', "'/tmp/tmp8k2_x9aq/a'", 'tmp8k2_x9aq'],
  ['temporary name', '/tmp/pytest-of-ada/pytest-12/x0', '12'],
  ['address', '<Foo object at 0x7f12ab34cd56>', '0x7f12ab34cd56'],
  ['port', 'listening on http://localhost:43817/', '43817'],
  ['progress', 'test_keys.py ... [ 57%]', '[ 57%]'],
  ['rate', 'got 12.3 MB/s', '12.3 MB/s'],
];

describe('noise', () => {
  test.each(NOISE)('is a %s in: %s', (kind, line, ...texts) => {
    const found = noiseOf(line).filter((token) => token.kind === kind);
    expect(found.map(({ text }) => text)).toEqual(texts);
  });

  test.each([
    'src/keys.ts:12:34 error',
    '  12:34  error  no semicolon',
    'Tests 3 passed (4)',
    'version 1.2.3',
    'port 8080',
    'http://localhost:3000/',
    'coverage 87.5%',
    'x = 0x1F',
    'May 3 tests',
    '/tmp/report12/out.txt',
    'step 12 of 1000',
    'error[E0308]: mismatched',
    'wrote 1048576b',
    'facade decade',
    'exit 137',
  ])('is not in: %s', (line) => {
    expect(noiseOf(line)).toEqual([]);
    expect(keyOf(line)).toBe(line);
  });

  test('takes the blanks with it that make room for it, and rules across the screen', () => {
    expect(keyOf('total:    12ms |')).toBe(keyOf('total: 1234ms |'));
    expect(keyOf('===== 3 passed in 9.99s =====')).toBe(keyOf('==== 3 passed in 10.01s ===='));
    expect(keyOf('===== passed =====')).not.toBe(keyOf('==== passed ===='));
  });

  test('of two kinds is not the same', () => {
    expect(keyOf('at 10:11:12')).not.toBe(keyOf('at 12ms'));
  });
});
