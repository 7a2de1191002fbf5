import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openWindow, waitForMode } from '../support/face.ts';
import { mouse } from '../support/keys.ts';
import { fixtureProgram } from '../support/programs.ts';
import { Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
afterEach(() => sandbox.close());

/** A press and a release in the first encoding: button, column and row are a byte each. */
function reports(column: number, row: number): Buffer {
  const [x, y] = [column + 32, row + 32];
  return Buffer.concat([0x20, 0x23].map((button) => Buffer.from([...Buffer.from('\x1b[M'), button, x, y])));
}

test('a program that reads the mouse in its first encoding gets single bytes, up to column 223', async () => {
  sandbox = new Sandbox();
  const window = await openWindow(sandbox, { cols: 230, rows: 24 });
  window.type(`${fixtureProgram('normal-screen.mjs')} oldMouse ~/ready ~/input\r`);
  await waitForMode(window, 'RAW');
  await window.waitForText('mouse\n');
  const click = (column: number) => window.send(mouse('press', column, 7), mouse('release', column, 7));
  for (const column of [5, 96, 128, 223, 224]) click(column);
  // Letters and a report in one read: the letters stay UTF-8.
  window.send('é', mouse('press', 200, 7), mouse('release', 200, 7), 'ü');
  const expected = Buffer.concat([
    ...[5, 96, 128, 223].map((column) => reports(column, 6)),
    Buffer.from('é'),
    reports(200, 6),
    Buffer.from('ü'),
  ]);
  const path = join(sandbox.home, 'input');
  const input = () => (existsSync(path) ? readFileSync(path) : Buffer.alloc(0));
  await window
    .waitFor('all of the input', () => input().length >= expected.length)
    .catch(() => expect(input().toString('hex')).toBe(expected.toString('hex')));
  expect(input().toString('hex')).toBe(expected.toString('hex'));
});
