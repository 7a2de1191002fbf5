import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PtyPieces } from '../../src/host/pty-pieces.ts';
import { HandClock } from '../support/hand-clock.ts';

const FULL = Buffer.alloc(4096, 'x');

function pieces() {
  const clock = new HandClock();
  const passed: Buffer[] = [];
  return { clock, passed, joined: new PtyPieces((bytes) => void passed.push(bytes), clock) };
}

describe('the pieces of a flood', () => {
  test('a short piece, as an echo is, is passed on at once', () => {
    const { passed, joined, clock } = pieces();
    joined.add(Buffer.from('a'));
    expect(passed.map(String)).toEqual(['a']);
    expect(clock.waiting).toBe(0);
  });

  test('full ones wait for what is behind them, until a short one ends them', () => {
    const { passed, joined, clock } = pieces();
    joined.add(FULL);
    joined.add(FULL);
    expect(passed).toEqual([]);
    joined.add(Buffer.from('end'));
    expect(passed).toEqual([Buffer.concat([FULL, FULL, Buffer.from('end')])]);
    expect(clock.waiting).toBe(0);
  });

  test('nothing behind a full one: it waits a millisecond', () => {
    const { passed, joined, clock } = pieces();
    joined.add(FULL);
    clock.pass(1);
    expect(passed).toEqual([FULL]);
    expect(clock.waiting).toBe(0);
  });

  test('no more than 64 KiB are kept', () => {
    const { passed, joined } = pieces();
    for (let count = 0; count < 16; count += 1) joined.add(FULL);
    expect(passed.map(({ length }) => length)).toEqual([64 * 1024]);
  });

  test('whatever the sizes and pauses, all of it comes, in order', () => {
    const step = fc.oneof(
      fc.record({ size: fc.integer({ min: 1, max: 70_000 }) }),
      fc.constant('wait'),
      fc.constant('flush'),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const { clock, passed, joined } = pieces();
        const sent: Buffer[] = [];
        for (const [at, each] of steps.entries()) {
          if (each === 'wait') clock.pass(1);
          else if (each === 'flush') joined.flush();
          else if (typeof each !== 'string') {
            const bytes = Buffer.alloc(each.size, at);
            sent.push(bytes);
            joined.add(bytes);
          }
        }
        joined.flush();
        expect(Buffer.concat(passed).equals(Buffer.concat(sent))).toBe(true);
        expect(clock.waiting).toBe(0);
      }),
      { numRuns: 50 },
    );
  });
});
