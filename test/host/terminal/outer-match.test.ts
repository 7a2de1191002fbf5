import { expect, test } from 'vitest';
import { OuterMatch } from '../../../src/host/terminal/outer-match.ts';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { HandClock } from '../../support/hand-clock.ts';

function matched() {
  const emulator = new Emulator({ cols: 20, rows: 3, scrollback: 0 });
  const clock = new HandClock();
  const said: string[] = [];
  const outer: { clusters?: boolean; cell?: { width: number; height: number } } = {};
  const output = { say: (sequence: string) => void said.push(sequence) };
  const sizes: unknown[] = [];
  const pty = { resize: (...size: readonly unknown[]) => void sizes.push(size) };
  const size = { cols: 20, rows: 3 };
  const match = new OuterMatch({ clock, outer: () => outer, pty, size }, output, () => emulator);
  return { emulator, clock, said, outer, match, sizes };
}

test('says how the outer terminal of the holder draws, once for each change', () => {
  const { said, outer, match } = matched();
  match.check();
  expect(said).toEqual([]);
  outer.clusters = false;
  match.check();
  match.check();
  expect(said).toEqual(['\x1b[?2027l']);
  outer.clusters = true;
  match.check();
  expect(said).toEqual(['\x1b[?2027l', '\x1b[?2027h']);
});

test('says how many pixels a cell has, by which images are measured', () => {
  const { emulator, said, outer, match } = matched();
  outer.cell = { width: 8, height: 17 };
  match.check();
  match.check();
  expect(said).toEqual(['\x1b[6;17;8t']);
  emulator.write(said.join(''));
  expect(emulator.images.cell).toEqual({ width: 8, height: 17 });
});

test('tells the pty the pixels of a cell once they are known, whenever they change, and with each size', () => {
  const { outer, match, sizes } = matched();
  match.check();
  match.resize(30, 5);
  expect(sizes).toEqual([[30, 5, undefined]]);
  outer.cell = { width: 10, height: 20 };
  match.check();
  match.check();
  outer.cell = { width: 8, height: 17 };
  match.resize(20, 4);
  match.check();
  expect(sizes.slice(1)).toEqual([
    [30, 5, { width: 10, height: 20 }],
    [20, 4, { width: 8, height: 17 }],
  ]);
});

test('does not break a sequence that a program has printed half of', () => {
  const { emulator, clock, said, outer, match } = matched();
  emulator.write('\x1b[3');
  outer.clusters = false;
  match.check();
  clock.pass(100);
  expect(said).toEqual([]);
  emulator.write('1m');
  clock.pass(100);
  expect(said).toEqual(['\x1b[?2027l']);
  match.close();
});
