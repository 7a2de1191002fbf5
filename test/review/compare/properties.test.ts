import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare } from '../../../src/review/compare/compare.ts';
import type { ComparedRun, Comparison, LinePair } from '../../../src/review/compare/comparison.ts';
import { Masks } from '../../../src/review/compare/masks.ts';
import { tokensOf } from '../../../src/review/compare/noise.ts';
import { sideRows, unifiedRows } from '../../../src/review/compare/rows.ts';
import { plainLines } from '../../../src/screen/text/plain-stream.ts';
import '../../support/fixed-seed.ts';

const run = (output: string): ComparedRun => ({ output, startedAt: 0, finishedAt: 10, exitCode: 0 });

/** Words, numbers and noise as programs print them. */
const word = fc.constantFrom(
  ...[
    'ok',
    'FAIL',
    'keys',
    'test',
    '3',
    '12',
    'passed',
    'error:',
    'a.ts:3:4',
    '=====',
    '-----',
    '(4)',
    'ü漢',
    '/tmp/x',
  ],
  ...[
    '12ms',
    '1.3s',
    '10:11:12',
    '2026-11-28',
    '21c5aaa1',
    'pid',
    '4711',
    '0x7f12ab34cd56',
    '/tmp/b.AbC123',
    '57%',
  ],
);
const line = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
const output = fc.array(line, { maxLength: 25 }).map((lines) => lines.join('\r\n'));
/** Anything, with much of what terminals act on. */
const bytes = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      word,
      fc.constantFrom('\n', '\r', '\x1b[A', '\x1b[31m', '\x1b[?1049h', '\b'),
    ),
  )
  .map((parts) => parts.join(''));

function sides({ hunks }: Comparison): {
  readonly before: readonly string[];
  readonly after: readonly string[];
} {
  const of = (side: 'before' | 'after') =>
    hunks.flatMap((hunk) =>
      hunk.kind === 'equal'
        ? hunk.lines.map((each) => each[side])
        : hunk.pairs.flatMap((pair) => pair[side]?.text ?? []),
    );
  return { before: of('before'), after: of('after') };
}

function swapped({ before, after }: LinePair): LinePair {
  return { ...(after && { before: after }), ...(before && { after: before }) };
}

describe('a comparison', () => {
  test('of a run with itself is empty, whatever it has printed', () => {
    fc.assert(
      fc.property(bytes, (text) => {
        const { same, removed, added, masked } = compare(run(text), run(text));
        expect({ same, removed, added, masked: masked.lines }).toEqual({
          same: true,
          removed: 0,
          added: 0,
          masked: 0,
        });
      }),
    );
  });

  test('has all lines of both sides, so that one is made of the other', () => {
    fc.assert(
      fc.property(bytes, bytes, fc.boolean(), (one, other, unmasked) => {
        const comparison = compare(run(one), run(other), { unmasked });
        expect(sides(comparison)).toEqual({ before: plainLines(one), after: plainLines(other) });
      }),
    );
  });

  test('is mirrored when both sides are swapped', () => {
    fc.assert(
      fc.property(output, output, (one, other) => {
        const forth = compare(run(one), run(other));
        const back = compare(run(other), run(one));
        expect(
          back.hunks.map((hunk) =>
            hunk.kind === 'changed'
              ? { ...hunk, before: hunk.after, after: hunk.before, pairs: hunk.pairs.map(swapped) }
              : {
                  ...hunk,
                  before: hunk.after,
                  after: hunk.before,
                  lines: hunk.lines.map(({ before, after }) => ({ before: after, after: before })),
                },
          ),
        ).toEqual(forth.hunks);
        expect(back.masked.lines).toBe(forth.masked.lines);
      }),
    );
  });

  test('shows each line in which a word is changed that is no noise', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), fc.nat(), fc.nat(), (lines, at, which) => {
        const index = at % lines.length;
        const tokens = tokensOf(lines[index] ?? '');
        const words = tokens.flatMap(({ text, kind }, place) =>
          kind === undefined && /^[\p{L}\p{N}]+$/u.test(text) ? [place] : [],
        );
        const place = words[which % Math.max(1, words.length)];
        fc.pre(place !== undefined);
        const changed = tokens.map(({ text }, each) => (each === place ? 'elsewhere' : text)).join('');
        const after = lines.map((text, each) => (each === index ? changed : text));
        const { removed, added } = compare(run(lines.join('\n')), run(after.join('\n')));
        expect(removed + added).toBeGreaterThan(0);
      }),
    );
  });

  test('masks no value behind a name, in whatever form', () => {
    const name = fc.constantFrom(
      'ttl',
      'notAfter',
      'HEAD',
      'listen.port',
      'x-id',
      'Not After',
      'valid until',
    );
    const form = fc.constantFrom<(name: string, value: string) => string>(
      (key, value) => `${key}=${value}`,
      (key, value) => `${key} = ${value}`,
      (key, value) => `${key}: ${value}`,
      (key, value) => `  - ${key}: '${value}'`,
      (key, value) => `  "${key}": "${value}",`,
      (key, value) => `{"id":1,"${key}":"${value}"}`,
      (key, value) => `${key.replace(' ', '-')} ${value}`,
      (key, value) => `| ${key.replace(' ', '-')} | ${value} |`,
      (_key, value) => value,
    );
    const value = fc.constantFrom(
      ...['300s', '5 minutes', '1.3s', '10:11:12', '9:05 PM', '2026-11-28', 'Nov 28 10:50:50 2026 GMT'],
      ...['21c5aaa1', '123e4567-e89b-12d3-a456-426614174000', '0x7f12ab34cd56', 'http://localhost:43817/'],
      ...['1764327050', '12.3 MB/s', '2026-11-28T10:50:50.123Z', '33b0f1a2beef', 'http://localhost:43818/'],
    );
    fc.assert(
      fc.property(name, form, value, value, output, (key, make, one, other, around) => {
        fc.pre(one !== other);
        const [before, after] = [one, other].map((text) => run(`${around}\n${make(key, text)}\n`));
        if (before === undefined || after === undefined) return;
        expect(compare(before, after)).toMatchObject({ same: false, removed: 1, added: 1 });
      }),
    );
  });

  test('masks no line of other words', () => {
    const letters = (text: string) =>
      tokensOf(text)
        .flatMap(({ text: part, kind }) => (kind === undefined ? (part.match(/[\p{L}\p{N}]+/gu) ?? []) : []))
        .join(' ');
    fc.assert(
      fc.property(line, line, (one, other) => {
        const masks = new Masks(false);
        fc.pre(masks.keyOf(one) === masks.keyOf(other));
        expect(letters(one)).toBe(letters(other));
      }),
    );
  });

  test('does not see colours', () => {
    fc.assert(
      fc.property(output, fc.array(fc.nat(), { maxLength: 8 }), (text, places) => {
        const colored = places
          .map((place) => place % (text.length + 1))
          .toSorted((one, other) => other - one)
          .reduce((so, at) => `${so.slice(0, at)}\x1b[1;32m${so.slice(at)}`, text);
        expect(compare(run(text), run(colored)).same).toBe(true);
      }),
    );
  });

  test('marks only what is within a line, and shows each changed line once in both forms', () => {
    fc.assert(
      fc.property(output, output, fc.nat({ max: 4 }), (one, other, context) => {
        const comparison = compare(run(one), run(other));
        const unified = unifiedRows(comparison, context);
        const side = sideRows(comparison, context);
        expect(unified.filter(({ kind }) => kind === 'removed')).toHaveLength(comparison.removed);
        expect(unified.filter(({ kind }) => kind === 'added')).toHaveLength(comparison.added);
        expect(
          side.flatMap((row) => (row.kind === 'changed' && row.before ? [row.before] : [])),
        ).toHaveLength(comparison.removed);
        for (const row of unified) {
          if (row.kind === 'skipped' || row.kind === 'equal') continue;
          for (const [from, to] of row.changed) expect(from < to && to <= row.text.length).toBe(true);
        }
      }),
    );
  });
});
