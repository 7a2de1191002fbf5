import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { skimVisits } from '../../../src/screen/skim/skim-visits.ts';
import { effort } from '../../support/effort.ts';
import { look } from '../look.ts';
import { drawnStreams, streams } from '../random-stream.ts';

const [ENTER, LEAVE] = ['\x1b[?1049h', '\x1b[?1049l'];
const visit = (text: string) => `${ENTER}${text}${LEAVE}`;
const visits = fc
  .oneof(drawnStreams(8, 4), streams(3))
  .map((text) => visit(text.replaceAll(/\x1b\[\?2026[hl]|\x1b\([0B]/g, '')));
const output = fc
  .array(
    fc.oneof({ weight: 3, arbitrary: visits }, { weight: 2, arbitrary: streams(2) }, fc.constant(ENTER)),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

describe('skimVisits', () => {
  it('gives the same screen and way to go on as the whole text', () => {
    let skimmed = 0;
    fc.assert(
      fc.property(
        fc.constantFrom([9, 3, 2], [12, 4, 0], [30, 2, 5]),
        streams(8),
        output,
        fc.integer({ min: 0, max: 6 }),
        streams(12),
        ([cols = 1, rows = 1, scrollback = 0], first, all, cut, more) => {
          const whole = new Emulator({ cols, rows, scrollback });
          const short = new Emulator({ cols, rows, scrollback });
          for (const each of [whole, short]) each.write(first);
          const text = all.slice(0, all.length - cut);
          const result = skimVisits(text, short.keep !== undefined && !short.alternate);
          if (result !== undefined) {
            skimmed++;
            expect(result.length).toBeLessThan(text.length);
          }
          const marks = [whole, short].map((each) => each.mark());
          whole.write(text);
          short.write(result ?? text);
          expect(look(short)).toEqual(look(whole));
          expect(marks[1]?.line).toBe(marks[0]?.line);
          expect(short.bells).toBe(whole.bells);
          for (const each of [whole, short]) each.write(all.slice(text.length) + more);
          expect(look(short)).toEqual(look(whole));
          whole.close();
          short.close();
        },
      ),
      effort(1500),
    );
    // The property would hold of a function that never skips anything.
    expect(skimmed).toBeGreaterThan(effort(1500).numRuns / 20);
  });

  it('leaves of a visit what lasts: the saved cursor, the pen, and whether the cursor is visible', () => {
    const text = `one${visit('\x1b[2J\x1b[H\x1b[?25l\x1b[1mdrawn\x1b[m\x1b[?25h')}two`;
    expect(skimVisits(text, true)).toBe('one\x1b7\x1b[m\x1b[?25h\x1b8two');
    expect(skimVisits(visit('drawn'), true)).toBe('\x1b7\x1b8');
  });

  it('leaves one that has not ended as it is, and what comes before the first one', () => {
    expect(skimVisits(`${visit('a')}b${ENTER}c`, true)).toBe(`\x1b7\x1b8b${ENTER}c`);
    expect(skimVisits(`${ENTER}c`, true)).toBeUndefined();
    expect(skimVisits('\x1b[31mnothing', true)).toBeUndefined();
  });

  it('begins behind the first leave where it does not begin on the normal screen', () => {
    expect(skimVisits(`a${LEAVE}b${visit('c')}d`, false)).toBe(`a${LEAVE}b\x1b7\x1b8d`);
    expect(skimVisits(`9h${visit('c')}${visit('d')}`, false)).toBe(`9h${visit('c')}\x1b7\x1b8`);
    expect(skimVisits(visit('c'), false)).toBeUndefined();
  });

  it.each([
    ['rings', '\x07'],
    ['sets a title', '\x1b]2;title\x07'],
    ['draws a picture', '\x1bPq~\x1b\\'],
    ['saves the cursor', '\x1b7'],
    ['chooses characters', '\x1b(0'],
    ['shifts characters', '\x0e'],
    ['is an 8-bit control', '\x9b2J'],
    ['asks', '\x1b[6n'],
    ['sets a mode', '\x1b[?2004h'],
    ['sets two modes', '\x1b[?25;2004h'],
    ['pushes a title', '\x1b[22;0;0t'],
    ['sets tabs', '\x1bH'],
    ['chooses keys', '\x1b[>1u'],
    ['enters again', ENTER],
    ['leaves in another way', '\x1b[?1047l'],
    ['colours without end', `\x1b[${'1;'.repeat(400)}m`],
  ])('leaves a visit alone in which something %s', (_what, piece) => {
    expect(skimVisits(visit(`a${piece}b`), true)).toBeUndefined();
    expect(skimVisits(visit('ab') + visit(`a${piece}b`) + visit('ab'), true)).toMatch(
      /^\x1b7\x1b8\x1b\[\?1049h/,
    );
  });

  it.each(['\x1b[?47h', '\x1b[?1;1047h', '\x1b[?01049h', '\x9b?1049h'])(
    'follows nothing behind another way to the alternate screen',
    (other) => {
      expect(skimVisits(`${visit('a')}${other}${visit('b')}`, true)).toBe(`\x1b7\x1b8${other}${visit('b')}`);
    },
  );
});
