import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { compare } from '../../../src/review/compare/compare.ts';
import type { ComparedRun, Comparison, Span } from '../../../src/review/compare/comparison.ts';
import { maskedText } from '../../../src/review/compare/headline.ts';
import { type UnifiedRow, unifiedRows } from '../../../src/review/compare/rows.ts';

const folder = fileURLToPath(new URL('../../../fixtures/compare/', import.meta.url));

function runOf(file: string): ComparedRun {
  const exitCode = file.endsWith('fail') ? 1 : 0;
  return {
    output: readFileSync(`${folder}${file}.txt`, 'utf8'),
    exitCode,
    startedAt: 0,
    finishedAt: exitCode === 0 ? 2000 : 14_000,
  };
}

/** Marks changed words with brackets. */
function marked(text: string, changed: readonly Span[]): string {
  let shown = '';
  let at = 0;
  for (const [from, to] of changed) {
    shown += `${text.slice(at, from)}⟦${text.slice(from, to)}⟧`;
    at = to;
  }
  return shown + text.slice(at);
}

function rowText(row: UnifiedRow): string {
  if (row.kind === 'skipped') return `⋯ ${row.count}`;
  if (row.kind === 'equal') return row.was === undefined ? `  ${row.text}` : `~ ${row.text}`;
  return `${row.kind === 'removed' ? '-' : '+'} ${marked(row.text, row.changed)}`;
}

function told(comparison: Comparison): string {
  const { headline, masked } = comparison;
  return [headline, `masked: ${maskedText(masked)}`, ...unifiedRows(comparison).map(rowText), ''].join('\n');
}

const TWICE = ['vitest', 'pytest', 'cargo-test', 'cargo-build', 'go-test', 'make', 'compose-up'];
const FAILED: readonly (readonly [name: string, pass: string])[] = [
  ...TWICE.map((name) => [name, `${name}-pass-1`] as const),
  ...['go-build', 'tsc', 'eslint', 'mocha', 'jest'].map((name) => [name, `${name}-pass`] as const),
];

describe('the comparison of real outputs', () => {
  test.each(TWICE)('of %s finds nothing in two runs of the same', (name) => {
    const { headline, removed, added } = compare(runOf(`${name}-pass-1`), runOf(`${name}-pass-2`));
    // cargo runs tests side by side.
    if (name === 'cargo-test') expect(headline).toBe('the same lines in another order');
    else expect({ headline, removed, added }).toMatchObject({ removed: 0, added: 0 });
    expect(headline).toMatch(
      /^(?:nothing differs but (?:times|process ids)|the same lines in another order)$/,
    );
  });

  test.each(FAILED)('of %s says what has failed', async (name, pass) => {
    const comparison = compare(runOf(pass), runOf(`${name}-fail`));
    expect(comparison.same).toBe(false);
    await expect(told(comparison)).toMatchFileSnapshot(`${folder}expected/${name}.txt`);
  });

  test.each([
    ['vitest', '1 test more fails: keys.test.ts > keys > encodes home, exit 0 → 1, 12 s slower'],
    [
      'pytest',
      '2 tests more fail: test_keys.py::test_home, test_width.py::test_wide, exit 0 → 1, 12 s slower',
    ],
    ['cargo-test', '1 test more fails: tests::home, exit 0 → 1, 12 s slower'],
    ['go-test', '1 test more fails: TestHome/end, exit 0 → 1, 12 s slower'],
    ['compose-up', 'app-db-1 Healthy → Error, app-web-1 Started → Created, exit 0 → 1, 12 s slower'],
  ])('of %s has the headline %s', (name, headline) => {
    expect(compare(runOf(`${name}-pass-1`), runOf(`${name}-fail`)).headline).toBe(headline);
  });

  test('says which tests no longer fail', () => {
    expect(compare(runOf('pytest-fail'), runOf('pytest-pass-1')).headline).toBe(
      '2 tests no longer fail: test_keys.py::test_home, test_width.py::test_wide, exit 1 → 0, 12 s faster',
    );
  });
});
