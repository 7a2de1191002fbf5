import { expect, it } from 'vitest';
import { readDrawn } from '../../../src/screen/skim/read-drawn.ts';
import { SAMPLES, sampleOutput } from '../../../src/screen/skim/sample-output.ts';

it('the output of rehearsals is lines but for one kind, a screen that is drawn in many colours', () => {
  const grid = { cols: 80, rows: 24, x: 0, y: 0 };
  const kinds = Array.from({ length: SAMPLES }, (_, kind) => sampleOutput(kind, 30_000));
  const drawn = kinds.filter((text) => readDrawn(text, grid) !== undefined);
  expect(drawn).toHaveLength(1);
  expect(new Set(drawn[0]?.match(/\[38[^m]*m/g)).size).toBeGreaterThan(500);
  expect(kinds.filter((text) => text.endsWith('\r\n'))).toHaveLength(SAMPLES - 1);
});

it.each([
  ['words', 0, 'function return const\r\n/index.html 200 warning: in\r\n', 35],
  ['numbers', 3, '291\r\n292\r\n293\r\n', 11],
  ['numbers, in each round others', 11, '1067\r\n1068\r\n', 12],
  [
    'colours',
    5,
    '\x1b[31mline\x1b[0m  \x1b[32mfunction\x1b[0m  \x1b[33mreturn\x1b[0m  \x1b[34mconst\x1b[0m\r\n',
    1,
  ],
  [
    'letters beyond Latin',
    7,
    'return const error 2026-01-01 12:00:00 GET /index.html 200 warning: in line é — 漢字\r\n',
    1,
  ],
])('the output of a rehearsal is the same each time: %s', (_what, turn, text, chars) => {
  expect(sampleOutput(turn, chars)).toBe(text);
  expect(sampleOutput(turn, text.length)).toBe(text);
  expect(sampleOutput(turn, text.length + 1).length).toBeGreaterThan(text.length);
});

it('each cell of a drawn screen has a colour of its own, row after row, from the last one on at the first', () => {
  const rows = sampleOutput(1, 12_000).split('\x1b[0m');
  expect(rows.map((row) => row.slice(0, row.indexOf('H') + 1))).toEqual([
    '\x1b[18;1H',
    '\x1b[19;1H',
    '\x1b[20;1H',
    '\x1b[1;1H',
    '\x1b[2;1H',
    '',
  ]);
  const cells = rows[0]?.slice('\x1b[18;1H'.length).split('x') ?? [];
  expect(cells).toHaveLength(81);
  expect(cells[0]).toBe('\x1b[38;2;97;0;167;48;2;97;27;167m');
  expect(cells[79]).toBe('\x1b[38;2;97;237;167;48;2;97;8;167m');
  expect(sampleOutput(9, 1)).toMatch(/^\x1b\[14;1H/);
});
