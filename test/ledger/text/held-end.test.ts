import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextPiece } from '../../../src/ledger/records/printed-text.ts';
import { HeldEnd } from '../../../src/ledger/text/output-files.ts';

const pieceOf = (text: string, char: number): TextPiece => ({
  text,
  line: char,
  byte: 3 * char,
  char,
  inLine: char % 2 === 0,
});

/** Texts of one, two, three and four bytes a character, also longer than a room. */
const texts = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
  fc
    .tuple(fc.constantFrom('a', 'é', '漢', '😀'), fc.integer({ min: 1, max: 40_000 }))
    .map(([unit, times]) => unit.repeat(times)),
);

describe('The end of an output', () => {
  it('is as long as its limit, and one piece at least', () => {
    const end = new HeldEnd(10);
    const pieces = ['12345', '12345', '1', '12345678901'].map((text, at) => pieceOf(text, at));
    for (const piece of pieces.slice(0, 2)) end.add(piece);
    expect(end.take()).toEqual(pieces.slice(0, 2));
    for (const piece of pieces.slice(0, 3)) end.add(piece);
    expect(end.take()).toEqual(pieces.slice(1, 3));
    for (const piece of pieces) end.add(piece);
    expect(end.take()).toEqual(pieces.slice(3));
  });

  it('gives the rooms of what went to what comes, and keeps its text', () => {
    const end = new HeldEnd(20_000);
    const pieces = Array.from({ length: 20 }, (_, at) => pieceOf(`${at}`.padEnd(5000, 'x'), at));
    for (const piece of pieces) end.add(piece);
    expect(end.take()).toEqual(pieces.slice(16));
  });

  it('is its newest pieces, as they were, however they are cut and whoever takes them in between', () => {
    const steps = fc.array(fc.oneof({ weight: 5, arbitrary: texts }, fc.constant('take' as const)), {
      maxLength: 25,
    });
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 200_000 }), (all, most) => {
        const end = new HeldEnd(most);
        let expected: TextPiece[] = [];
        let char = 0;
        for (const step of all) {
          if (step === 'take') {
            expect(end.take()).toEqual(expected);
            expected = [];
            continue;
          }
          const piece = pieceOf(step, char);
          char += step.length;
          end.add(piece);
          expected.push(piece);
          while (expected.reduce((sum, { text }) => sum + text.length, 0) > most && expected.length > 1)
            expected.shift();
        }
        const taken = end.take();
        expect(taken).toEqual(expected);
        expect(end.take()).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
