import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_SEQUENCE, nextSequence, sequenceEnd } from '../../../src/protocol/sequences/sequences.ts';
import { LINE_SEARCH, safeCut } from '../../../src/protocol/terminal/safe-cut.ts';
import { hostileText } from '../sequences/hostile-text.ts';

/** A stretch of terminal text that is either plain or one whole escape sequence. */
type Token = { readonly text: string; readonly plain: boolean };

const plain = fc
  .array(fc.constantFrom('a', 'é', '漢', '😀', ' ', '\t', '\r', '\n', '7', ';', 'm', '\\', '\x07'), {
    maxLength: 12,
  })
  .map((chars): Token => ({ text: chars.join(''), plain: true }));

const payload = fc
  .array(fc.constantFrom('a', '0', ';', '[', '\n', 'm', '😀', '\\'), { maxLength: 12 })
  .map((chars) => chars.join(''));

const sequence = fc
  .oneof(
    fc.constantFrom('\x1b[m', '\x1b[1;2H', '\x1b[?1049h', '\x9b31m', '\x1b[\n31m', '\x1b[ q', '\x1b[0\x7f1m'),
    fc.constantFrom('\x1b(B', '\x1b7', '\x1b=', '\x1b#8', '\x1b\nM', '\x1b[1\x18', '\x1b]a\x1a'),
    fc.tuple(fc.constantFrom('\x1b]', '\x9d'), payload, fc.constantFrom('\x07', '\x1b\\', '\x9c')),
    fc.tuple(
      fc.constantFrom('\x1bP', '\x1b_', '\x1b^', '\x1bX', '\x90'),
      payload,
      fc.constantFrom('\x1b\\', '\x9c'),
    ),
  )
  .map((parts): Token => ({ text: Array.isArray(parts) ? parts.join('') : parts, plain: false }));

const tokens = fc.array(fc.oneof(plain, sequence), { maxLength: 25 });

/** Every index at which text may be cut: token edges, and inside plain text but not inside a pair. */
function safeIndexes(all: readonly Token[]): Set<number> {
  const safe = new Set([0]);
  let at = 0;
  for (const { text, plain: isPlain } of all) {
    for (const piece of isPlain ? text : [text]) {
      at += piece.length;
      safe.add(at);
    }
  }
  return safe;
}

/** Like `safeCut`, for a text shorter than `LINE_SEARCH`: reads all of its sequences. */
function cutOfAll(text: string, atLeast: number): number {
  const stretches = plainStretches(text);
  const reached = stretches.filter(({ to }) => to >= atLeast);
  const line = reached
    .flatMap(({ from, to }) => indexes(Math.max(from + 1, atLeast), to))
    .find((index) => text[index - 1] === '\n');
  const [first] = reached;
  if (first === undefined) return stretches.at(-1)?.to ?? 0;
  const from = Math.max(first.from, atLeast);
  const splits = from > first.from && /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(from - 1));
  return line ?? (splits ? from + 1 : from);
}

function plainStretches(text: string): readonly { readonly from: number; readonly to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (let from: number | undefined = 0; from !== undefined; ) {
    const to = nextSequence(text, from);
    found.push({ from, to });
    from = to === text.length ? undefined : sequenceEnd(text, to);
  }
  return found;
}

function indexes(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

describe('safeCut', () => {
  it('never cuts inside an escape sequence or a surrogate pair, and drops what was asked', () => {
    fc.assert(
      fc.property(tokens, fc.nat(120), (all, atLeast) => {
        const text = all.map((token) => token.text).join('');
        const cut = safeCut(text, atLeast);
        expect(safeIndexes(all)).toContain(cut);
        expect(cut).toBeGreaterThanOrEqual(Math.min(atLeast, text.length));
      }),
      { numRuns: 2000 },
    );
  });

  it('is as safe far inside a long text, where it does not read from the start', () => {
    fc.assert(
      fc.property(
        fc.array(sequence, { minLength: 1, maxLength: 5 }),
        tokens,
        fc.nat(200),
        (unit, all, back) => {
          const size = unit.reduce((sum, token) => sum + token.text.length, 0);
          const long = Array.from({ length: Math.ceil((MAX_SEQUENCE * 1.5) / size) }, () => unit).flat();
          const text = [...long, ...all].map((token) => token.text).join('');
          const atLeast = Math.max(1, text.length - back);
          expect(safeIndexes([...long, ...all])).toContain(safeCut(text, atLeast));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('cuts where it would if it read all sequences from the start, at every place', () => {
    fc.assert(
      fc.property(fc.array(hostileText, { maxLength: 4 }), (pieces) => {
        const text = pieces.join('');
        for (let atLeast = 1; atLeast <= text.length; atLeast += 1)
          expect(safeCut(text, atLeast)).toBe(cutOfAll(text, atLeast));
      }),
    );
  });

  it('leaves an unfinished sequence at the end whole', () => {
    fc.assert(
      fc.property(
        tokens,
        fc.constantFrom('\x1b', '\x1b[38;5', '\x1b]0;ti', '\x1bPq', '\x1b]0;a\x1b'),
        (all, open) => {
          const text = all.map((token) => token.text).join('');
          expect(safeCut(text + open, text.length + open.length)).toBe(text.length);
        },
      ),
    );
  });

  it('prefers the start of a line', () => {
    expect(safeCut('one\r\ntwo\r\nthree', 2)).toBe(5);
    expect(safeCut('one\r\ntwo\r\nthree', 5)).toBe(5);
    expect(safeCut('one\r\ntwo\r\nthree', 6)).toBe(10);
  });

  it('does not take a newline inside a sequence for the end of a line', () => {
    expect(safeCut('ab\x1b]0;x\ny\x07cd\nef', 1)).toBe(13);
  });

  it('gives up looking for a line when none begins nearby', () => {
    const text = `${'x'.repeat(LINE_SEARCH * 2)}\n`;
    expect(safeCut(text, 10)).toBe(10);
  });

  it('cuts a sequence that is too long to be one', () => {
    const text = `\x1b]0;${'x'.repeat(MAX_SEQUENCE * 2)}`;
    expect(safeCut(text, MAX_SEQUENCE)).toBe(MAX_SEQUENCE);
  });

  it('takes time in proportion to the text, also when everything is an unfinished sequence', () => {
    const hostile = ['\x1b', '\x1b]', '\x1b[', '\x9d', '\x1bP\x1b'].map((unit) => unit.repeat(200_000));
    for (const text of hostile) expect(safeCut(text, text.length)).toBeLessThanOrEqual(text.length);
  });
});
