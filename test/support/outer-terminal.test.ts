import { tmpdir } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { OuterTerminal } from './outer-terminal.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** A program that asks its terminal something, and does not wait for the answer. */
const ASKS = `printf '\\033[c\\033[6n\\033[c'`;

test('nothing is written to a program that has gone, although its terminal has an answer for it', async () => {
  const errors = vi.spyOn(console, 'error');
  // What is written too late in one round is told in the next ones.
  for (let round = 0; round < 20; round += 1) {
    const outer = new OuterTerminal({
      file: '/bin/sh',
      args: ['-c', ASKS],
      cwd: tmpdir(),
      env: { PATH: process.env['PATH'] ?? '' },
    });
    const typing = setInterval(() => outer.send('x'), 0);
    await outer.exited;
    clearInterval(typing);
    await outer.close();
  }
  expect(errors.mock.calls).toEqual([]);
});
