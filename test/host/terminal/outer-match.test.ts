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
  const match = new OuterMatch({ clock, outer: () => outer }, output, () => emulator);
  return { emulator, clock, said, outer, match };
}

test('says how the outer terminal of the holder draws, once for each change', () => {
  const { said, outer, match } = matched();
  match.look();
  expect(said).toEqual([]);
  outer.clusters = false;
  match.look();
  match.look();
  expect(said).toEqual(['\x1b[?2027l']);
  outer.clusters = true;
  match.look();
  expect(said).toEqual(['\x1b[?2027l', '\x1b[?2027h']);
});

test('says how many pixels a cell has, by which pictures are measured', () => {
  const { emulator, said, outer, match } = matched();
  outer.cell = { width: 8, height: 17 };
  match.look();
  match.look();
  expect(said).toEqual(['\x1b[6;17;8t']);
  emulator.write(said.join(''));
  expect(emulator.pictures.cell).toEqual({ width: 8, height: 17 });
});

test('does not break a sequence that a program has printed half of', () => {
  const { emulator, clock, said, outer, match } = matched();
  emulator.write('\x1b[3');
  outer.clusters = false;
  match.look();
  clock.pass(100);
  expect(said).toEqual([]);
  emulator.write('1m');
  clock.pass(100);
  expect(said).toEqual(['\x1b[?2027l']);
  match.close();
});
