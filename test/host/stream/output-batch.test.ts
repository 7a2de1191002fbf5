import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JOIN_MS, MAX_DATA, OutputBatch } from '../../../src/host/stream/output-batch.ts';
import { HandClock } from '../../support/hand-clock.ts';

function batch(): { readonly batch: OutputBatch; readonly out: string[]; readonly clock: HandClock } {
  const out: string[] = [];
  const clock = new HandClock();
  return { batch: new OutputBatch((text) => out.push(text), clock), out, clock };
}

describe('Batch', () => {
  it('sends the first piece at once and joins what follows within milliseconds', () => {
    const { batch: b, out, clock } = batch();
    b.add('a');
    expect(out).toEqual(['a']);
    b.add('b');
    b.add('c');
    expect(out).toEqual(['a']);
    clock.pass(JOIN_MS);
    expect(out).toEqual(['a', 'bc']);
    b.add('d');
    expect(out).toEqual(['a', 'bc']);
    clock.pass(JOIN_MS);
    expect(out).toEqual(['a', 'bc', 'd']);
  });

  it('sends at once again after a pause', () => {
    const { batch: b, out, clock } = batch();
    b.add('a');
    clock.pass(JOIN_MS);
    expect(clock.waiting).toBe(0);
    b.add('b');
    expect(out).toEqual(['a', 'b']);
  });

  it('sends the pieces of an echo at once, and joins again later', () => {
    const { batch: b, out, clock } = batch();
    b.add('a');
    b.expectEcho();
    b.add('b');
    b.add('c');
    expect(out).toEqual(['a', 'b', 'c']);
    b.add('d'.repeat(2000));
    expect(out).toHaveLength(3);
    b.add('e');
    expect(out.slice(3).join('')).toBe(`${'d'.repeat(2000)}e`);
    clock.pass(40);
    b.add('f');
    b.add('g');
    expect(out.join('')).not.toContain('g');
    clock.pass(JOIN_MS);
    expect(out.join('')).toContain('g');
  });

  it('holds nothing back for a viewer that wants no delay', () => {
    const { batch: b, out, clock } = batch();
    b.joinMs = 0;
    b.add('a');
    b.add('b');
    expect(out).toEqual(['a', 'b']);
    expect(clock.waiting).toBe(0);
  });

  it('flushes what waits, and then starts anew', () => {
    const { batch: b, out } = batch();
    b.add('a');
    b.add('b');
    b.flush();
    expect(out).toEqual(['a', 'b']);
    b.add('c');
    expect(out).toEqual(['a', 'b', 'c']);
  });

  it('does not let more than the limit wait', () => {
    const { batch: b, out } = batch();
    b.add('a');
    b.add('x'.repeat(MAX_DATA - 1));
    b.add('yy');
    expect(out.map((text) => text.length)).toEqual([1, MAX_DATA - 1]);
    b.flush();
    expect(out.at(-1)).toBe('yy');
  });

  it('never sends nothing', () => {
    const { batch: b, out, clock } = batch();
    b.add('');
    b.flush();
    clock.pass(100);
    expect(out).toEqual([]);
  });

  it('keeps the text whole, each piece within the limit and well-formed, whatever the pieces and pauses', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.constantFrom('😀'.repeat(MAX_DATA), 'x'.repeat(MAX_DATA - 1), `x${'😀'.repeat(MAX_DATA / 2)}`),
    );
    const step = fc.oneof(piece, fc.constantFrom(1, JOIN_MS, 'flush' as const));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const { batch: b, out, clock } = batch();
        let whole = '';
        for (const one of steps) {
          if (typeof one === 'number') clock.pass(one);
          else if (one === 'flush') b.flush();
          else {
            whole += one;
            b.add(one);
          }
        }
        b.flush();
        expect(out.join('') === whole).toBe(true);
        for (const text of out) {
          expect(text.length).toBeLessThanOrEqual(MAX_DATA);
          expect(/\p{Surrogate}/u.test(text)).toBe(false);
        }
      }),
      { numRuns: 50 },
    );
  });
});
