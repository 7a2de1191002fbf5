import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { askTerminal, QUESTIONS, readAnswers } from '../../../src/cli/doctor/outer-questions.ts';
import { fakeIo } from '../../support/fake-io.ts';

/** What a capable terminal sends back, in order. */
const capable = [
  '\x1bP>|ghostty 1.2.0\x1b\\',
  '\x1b[?0u',
  '\x1b[?2026;2$y',
  '\x1b]11;rgb:1010/1010/1010\x1b\\',
  '\x1bP1$r0;48:2::1:2:3m\x1b\\',
  '\x1b[12;3R',
  '\x1b[12;2R',
  '\x1b[12;3R',
  '\x1b[?62;22;52c',
];

const understood = {
  complete: true,
  name: 'ghostty 1.2.0',
  kittyKeyboard: true,
  synchronized: true,
  background: 'rgb:1010/1010/1010',
  trueColour: true,
  widths: { emoji: 2, ambiguous: 1, family: 2 },
  clipboard: true,
};

describe('readAnswers', () => {
  test('reads everything a capable terminal says', () => {
    expect(readAnswers(capable.join(''))).toEqual(understood);
  });

  test('takes the device attributes alone for a "no" to the rest', () => {
    expect(readAnswers('\x1b[?1;2c')).toEqual({
      complete: true,
      kittyKeyboard: false,
      synchronized: false,
      trueColour: false,
      widths: {},
      clipboard: false,
    });
  });

  test('knows nothing from silence', () => {
    expect(readAnswers('').complete).toBe(false);
  });

  test.each(['0', '4'])('does not take mode report %s for synchronized output', (value) => {
    expect(readAnswers(`\x1b[?2026;${value}$y\x1b[?1c`).synchronized).toBe(false);
  });

  test('accepts the older form of a true colour and a refused setting', () => {
    expect(readAnswers('\x1bP1$r48;2;1;2;3m\x1b\\').trueColour).toBe(true);
    expect(readAnswers('\x1bP1$r48;5;16m\x1b\\').trueColour).toBe(false);
    expect(readAnswers('\x1bP0$r\x1b\\').trueColour).toBe(false);
  });
});

describe('askTerminal', () => {
  test('understands the answers however they are split', async () => {
    const whole = capable.join('');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: whole.length }), { maxLength: 12 }),
        async (cuts) => {
          const at = [0, ...cuts.sort((a, b) => a - b), whole.length];
          const pieces = at.slice(1).map((end, index) => whole.slice(at[index], end));
          const { io, rawModes } = fakeIo({
            tty: true,
            answer: (text) => (text === QUESTIONS ? pieces : []),
          });
          expect(await askTerminal(io)).toEqual(understood);
          expect(rawModes).toEqual([true, false]);
        },
      ),
      { numRuns: 50 },
    );
  });

  test('gives the terminal back when nothing answers', async () => {
    const { io, rawModes } = fakeIo({ tty: true });
    expect((await askTerminal(io, 5)).complete).toBe(false);
    expect(rawModes).toEqual([true, false]);
  });

  test('does not listen for ever to a terminal that only babbles', async () => {
    const { io, rawModes } = fakeIo({
      tty: true,
      answer: () => Array.from({ length: 20 }, () => 'x'.repeat(1000)),
    });
    expect((await askTerminal(io, 60_000)).complete).toBe(false);
    expect(rawModes).toEqual([true, false]);
  });
});
