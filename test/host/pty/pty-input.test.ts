import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_WAITING, PtyInput } from '../../../src/host/pty/pty-input.ts';
import { HandClock } from '../../support/hand-clock.ts';

/** A kernel that takes so many bytes now, and counts how often it was asked. */
type Kernel = {
  take: number | 'gone';
  asked: number;
  readonly text: () => string;
  readonly input: PtyInput;
  readonly clock: HandClock;
};

function kernel(): Kernel {
  const taken: Buffer[] = [];
  const clock = new HandClock();
  const state: Kernel = {
    take: Number.POSITIVE_INFINITY,
    text: () => Buffer.concat(taken).toString(),
    clock,
    asked: 0,
    input: new PtyInput((bytes) => {
      state.asked += 1;
      if (state.take === 'gone') return 'gone';
      if (state.take === 0) return 'full';
      const part = bytes.subarray(0, state.take);
      taken.push(Buffer.from(part));
      state.take -= part.length;
      return part.length;
    }, clock),
  };
  return state;
}

describe('PtyInput', () => {
  it('writes at once what is taken at once', () => {
    const k = kernel();
    expect(k.input.write('häß\r')).toBe(true);
    expect(k.text()).toBe('häß\r');
    expect(k.clock.waiting).toBe(0);
    expect(k.input.room).toBe(MAX_WAITING);
  });

  it('asks again, ever more rarely, while nothing is taken', () => {
    const k = kernel();
    k.take = 2;
    k.input.write('abcd');
    expect(k.text()).toBe('ab');
    const before = k.asked;
    k.clock.pass(100);
    expect(k.asked - before).toBeLessThan(12);
    k.take = 10;
    k.clock.pass(16);
    expect(k.text()).toBe('abcd');
    expect(k.clock.waiting).toBe(0);
  });

  it('refuses a text whole when it would be too much, and takes it when there is room again', () => {
    const k = kernel();
    k.take = 0;
    const most = 'x'.repeat(MAX_WAITING - 1);
    expect(k.input.write(most)).toBe(true);
    expect(k.input.room).toBe(1);
    expect(k.input.write('ä')).toBe(false);
    expect(k.input.write('y')).toBe(true);
    k.take = Number.POSITIVE_INFINITY;
    k.clock.pass(16);
    expect(k.text() === `${most}y`).toBe(true);
    expect(k.input.write('ä')).toBe(true);
  });

  it('forgets what waits when nobody will read any more', () => {
    const k = kernel();
    k.take = 1;
    k.input.write('ab');
    k.take = 'gone';
    k.clock.pass(16);
    expect(k.clock.waiting).toBe(0);
    expect(k.input.write('c')).toBe(false);
    expect(k.input.room).toBe(0);
    k.input.close();
  });

  it('keeps the order whatever the kernel takes when', () => {
    const step = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 8 }), fc.nat(6));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const k = kernel();
        k.take = 0;
        let whole = '';
        for (const one of steps) {
          if (typeof one === 'number') {
            k.take = one;
            k.clock.pass(20);
          } else if (k.input.write(one)) whole += one;
        }
        k.take = Number.POSITIVE_INFINITY;
        k.clock.pass(20);
        expect(k.text()).toBe(whole);
      }),
    );
  });
});
