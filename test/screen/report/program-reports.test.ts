import { expect, test } from 'vitest';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { serialise } from '../../../src/screen/serialise/serialise.ts';

function after(text: string): Emulator {
  const emulator = new Emulator({ cols: 20, rows: 4, scrollback: 0 });
  emulator.write(text);
  return emulator;
}

const title = (text: string): string => `\x1b]2;${text}\x07`;

test('a title that a program has put aside comes back, the last first', () => {
  const emulator = after(`${title('shell')}\x1b[22;0t${title('vim')}\x1b[22;2;0t${title('man')}`);
  expect(emulator.reports.title).toBe('man');
  emulator.write('\x1b[23;2t');
  expect(emulator.reports.title).toBe('vim');
  emulator.write('\x1b[23t');
  expect(emulator.reports.title).toBe('shell');
  emulator.write('\x1b[23t');
  expect(emulator.reports.title).toBe('shell');
});

test('icon labels, which nobody shows, leave the titles alone', () => {
  const emulator = after(`${title('shell')}\x1b[22;1t${title('vim')}\x1b[23;1t\x1b[23;2t`);
  expect(emulator.reports.title).toBe('vim');
});

test('of endless titles the last ten are kept', () => {
  const emulator = after(Array.from({ length: 50 }, (_, n) => `${title(`t${n}`)}\x1b[22t`).join(''));
  expect(emulator.reports.titles).toEqual(Array.from({ length: 10 }, (_, n) => `t${40 + n}`));
});

test('titles put aside are part of a serialised screen', () => {
  const copy = after(
    serialise(after(`${title('a')}\x1b[22t${title('b')}\x1b[22t${title('c')}`), { scrollback: 0 }),
  );
  expect([copy.reports.title, ...copy.reports.titles]).toEqual(['c', 'a', 'b']);
});
