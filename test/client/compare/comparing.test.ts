import { describe, expect, test } from 'vitest';
import { changeCount } from '../../../src/client/compare/compare-rows.ts';
import {
  againstMark,
  COMPARE_CHANGES,
  type Comparing,
  comparedOf,
  comparingOf,
  LAST,
  withRuns,
} from '../../../src/client/compare/comparing.ts';
import type { Run } from '../../../src/review/run.ts';

const later = { uri: 'ahp-terminal:/build', seq: 3 };

function run(output: string): Run {
  return { terminal: 'build', ...later, commandLine: 'make', startedAt: 0, output };
}

/** Two changes with many equal lines between them. */
function compared(): Comparing {
  const same = Array.from({ length: 20 }, (_, n) => `same ${n}`).join('\n');
  return withRuns(comparingOf({ later, commandLine: 'make', against: LAST }), {
    before: run(`one\n${same}\ntwo\n`),
    after: run(`other\n${same}\nanother\n`),
  });
}

describe('a command of the page that compares', () => {
  test('goes to the next change and back, not beyond the last or the first', () => {
    const { 'compare.nextChange': next, 'compare.previousChange': previous } = COMPARE_CHANGES;
    const last = next(next(compared()));
    expect(last.change).toBe(1);
    expect(previous(previous(last)).change).toBe(0);
  });

  test('shows what was masked as differences, and masks it again', () => {
    const found = { before: run('at 10:00:01 pid 12\n'), after: run('at 10:00:02 pid 13\n') };
    const masked = withRuns(comparingOf({ later, commandLine: 'make', against: LAST }), found);
    const shown = COMPARE_CHANGES['compare.masks'](masked);
    const changes = (each: Comparing) => changeCount(comparedOf(each)?.comparison ?? { hunks: [] });
    expect([masked, shown].map(changes)).toEqual([0, 1]);
    expect(COMPARE_CHANGES['compare.masks'](shown).masked).toBe(true);
  });

  test('asks for older runs, and for the last that succeeded, as often as it is given', () => {
    const { 'compare.older': older, 'compare.succeeded': succeeded } = COMPARE_CHANGES;
    const second = older(compared());
    expect([second.asked.against, second.found]).toEqual([{ kind: 'last', skip: 1 }, undefined]);
    expect(older(older(compared())).asked.against).toEqual({ kind: 'last', skip: 2 });
    expect(older(withRuns(second, { why: 'There is none.' })).asked.against).toEqual(LAST);
    expect(succeeded(compared()).asked.against).toEqual({ kind: 'succeeded', skip: 0 });
    expect(succeeded(succeeded(compared())).asked.against).toEqual(LAST);
  });

  test('turns the form round in which the runs are shown now, whoever has chosen it', () => {
    expect(COMPARE_CHANGES['compare.sideBySide'](compared(), true).sideBySide).toBe(false);
    expect(COMPARE_CHANGES['compare.sideBySide'](compared(), false).sideBySide).toBe(true);
  });
});

test('a run is compared with the marked one, unless that is the same', () => {
  const mark = { ...later, seq: 1 };
  expect(againstMark(mark, later)).toEqual({ kind: 'run', run: mark });
  expect(againstMark({ ...later }, later)).toEqual(LAST);
  expect(againstMark(undefined, later)).toEqual(LAST);
});
