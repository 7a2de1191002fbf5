import { expect, test } from 'vitest';
import {
  changeCount,
  compareRows,
  skippedText,
  unifiedDiff,
} from '../../../src/client/compare/compare-rows.ts';
import { changedText, maskedWords, notedTexts } from '../../../src/client/compare/compare-words.ts';
import { compare } from '../../../src/review/compare/compare.ts';
import type { Run } from '../../../src/review/run.ts';

function run(output: string, more: Partial<Run> = {}): Run {
  const uri = 'ahp-terminal:/build';
  return { terminal: 'build', uri, seq: 1, commandLine: 'make', startedAt: 0, output, ...more };
}

const many = Array.from({ length: 20 }, (_, n) => `line ${String.fromCharCode(97 + n)}`).join('\n');
const before = run(`first one\n${many}\nsecond one\n`, { finishedAt: 3_100, exitCode: 0 });
const after = run(`first two\n${many}\nsecond two\nmore\n`, { finishedAt: 12_400, exitCode: 1 });

test('rows say which change they are part of, in both forms', () => {
  const comparison = compare(before, after);
  expect(changeCount(comparison)).toBe(2);
  for (const sideBySide of [false, true]) {
    const changes = compareRows(comparison, sideBySide).map((row) =>
      'change' in row ? row.change : row.kind,
    );
    expect([...new Set(changes)]).toEqual([0, undefined, 'skipped', 1]);
  }
  const [first] = compareRows(comparison, false);
  expect(first).toMatchObject({
    line: {
      sign: '-',
      parts: [
        { text: 'first ', changed: false },
        { text: 'one', changed: true },
      ],
    },
  });
});

test('rows beyond the limit are counted', () => {
  const last = compareRows(compare(before, after), false, 2).at(-1);
  expect(last).toMatchObject({ kind: 'more' });
  expect(skippedText({ kind: 'skipped', count: 1 })).toBe('1 line alike');
});

test('runs that are alike have no rows and no diff', () => {
  const comparison = compare(before, before);
  expect(compareRows(comparison, true)).toEqual([]);
  expect(unifiedDiff({ before, after: before, comparison })).toBe('');
});

test('the diff is one that patch reads', () => {
  const [one, other] = [run('a\nb\n'), run('a\nc\n', { seq: 2 })];
  const diff = unifiedDiff({ before: one, after: other, comparison: compare(one, other) });
  expect(diff).toBe('--- build:1\n+++ build:2\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n');
});

test('what has changed in sum is told in one line', () => {
  expect(changedText(compare(before, after))).toBe('exit 0 → 1 · 3.1 s → 12.4 s (4.0×)');
  expect(changedText(compare(before, after), true)).toBe('exit 0 -> 1 | 3.1 s -> 12.4 s (4.0x)');
  const masked = compare(run('at 10:00:01 pid 12\n'), run('at 10:00:02 pid 13\n'));
  expect(maskedWords(masked)).toBe('2 differences masked: 1 time, 1 process id');
});

test('what was not compared is told', () => {
  const full = run('\x1b[?1049hvim\x1b[?1049l');
  expect(notedTexts(compare(full, full), [full, full])).toEqual([
    'What a full-screen program has drawn is not compared.',
  ]);
  const cut = run('a\nb\n', { missing: { at: 2, lines: 3 } });
  expect(notedTexts(compare(cut, run('a\nb\n')), [])[0]).toBe('Not compared: 3 lines of the earlier run.');
});
