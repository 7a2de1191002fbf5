import { expect, test } from 'vitest';
import { clearingOf } from '../../../src/client/blocks/clearing.ts';
import type { CommandPart } from '../../../src/protocol/terminal/state.ts';

const TERMINAL = {};
let commands = 0;

function partWith(output: string): CommandPart {
  commands += 1;
  const commandId = `command ${commands}`;
  return { type: 'command', commandId, commandLine: 'x', output, timestamp: 0, isComplete: false };
}

/** As ncurses writes them for xterm-256color. */
const CLEAR = '\x1b[H\x1b[2J\x1b[3J';
const RESET = '\x1bc\x1b]104\x07\x1b[!p\x1b[?3;4l\x1b[4l\x1b>';

test.each([
  ['clear', CLEAR, 'bare'],
  ['reset with its tab stops', `${RESET}\r\x1b[3g${'        \x1bH'.repeat(20)}\r`, 'bare'],
  ['home and erase below', '\x1b[H\x1b[J', 'bare'],
  ['clear and a list', `${CLEAR}1\r\n2\r\n`, 'printed'],
  ['a colour, then clear', `\x1b[0m${CLEAR}x`, 'printed'],
  ['nothing', '', undefined],
  ['a text, then clear', `x${CLEAR}`, undefined],
  ['erasing to the end of the screen', '\x1b[J', undefined],
  ['a full-screen program', '\x1b[?1049h\x1b[H\x1b[2J~', undefined],
  ['half a sequence', '\x1b[2', undefined],
])('clearing is seen in the output of %s', (_name, output, clearing) => {
  expect(clearingOf(partWith(output), TERMINAL)).toBe(clearing);
});

test('reads only the start of a long output', () => {
  expect(clearingOf(partWith(`${' '.repeat(1_000_000)}${CLEAR}`), TERMINAL)).toBeUndefined();
});

test('looks again while nothing was printed, and not at all afterwards', () => {
  const part = partWith('');
  expect(clearingOf(part, TERMINAL)).toBeUndefined();
  expect(clearingOf({ ...part, output: CLEAR }, TERMINAL)).toBe('bare');
  expect(clearingOf({ ...part, output: `${CLEAR}x` }, TERMINAL)).toBe('printed');
  const unread = Object.defineProperty({ ...part }, 'output', {
    get: () => expect.unreachable('a long output was read'),
  });
  expect(clearingOf(unread, TERMINAL)).toBe('printed');
});

test('tells commands of the same id in two terminals apart', () => {
  const part = partWith('x');
  expect(clearingOf(part, TERMINAL)).toBeUndefined();
  expect(clearingOf({ ...part, output: `${CLEAR}x` }, {})).toBe('printed');
});
