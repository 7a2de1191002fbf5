import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action } from '../../../src/protocol/envelope.ts';
import { HeldActions } from '../../../src/tui/terminal/held-actions.ts';

const data = (text: string): Action => ({ type: 'terminal/data', data: text });
const resized = (cols: number): Action => ({ type: 'terminal/resized', cols, rows: 24 });

/** The same actions, the data of those that follow each other in one. */
function joined(actions: readonly { readonly type: string }[]): readonly unknown[] {
  const all: { type: string; data?: string }[] = [];
  for (const action of actions as readonly { type: string; data?: string }[]) {
    const last = all.at(-1);
    if (last?.data !== undefined && action.data !== undefined) last.data += action.data;
    else all.push({ ...action });
  }
  return all;
}

describe('the actions of a hidden tab', () => {
  it('are one for each run of output, however many pieces it came in', () => {
    const held = new HeldActions();
    for (let piece = 0; piece < 10_000; piece += 1) held.add(data(String(piece % 10)));
    held.add(resized(90));
    held.add(data('x'));
    const taken = held.take();
    expect(taken).toHaveLength(3);
    expect(taken.slice(1)).toEqual([resized(90), data('x')]);
    expect(held.isEmpty).toBe(true);
    expect(held.take()).toEqual([]);
  });

  it("keep the host's screen as it came, and count it", () => {
    const held = new HeldActions();
    const update: Action = {
      type: 'terminal/data',
      data: '',
      _meta: { 'x-cotty': { omitted: { chars: 9, lines: 1 }, redrawn: { screen: 'x'.repeat(200_000) } } },
    };
    for (const action of [data('a'), update, data('b'), data('c')]) held.add(action);
    expect(held.isOverfull).toBe(false);
    held.add(update);
    held.add(update);
    expect(held.isOverfull).toBe(true);
    expect(held.take()).toEqual([data('a'), update, data('bc'), update, update]);
  });

  it('keep their order and their text', () => {
    const action = fc.oneof(
      fc.string({ maxLength: 400 }).map(data),
      fc.integer({ min: 1, max: 99 }).map(resized),
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 900 }), (actions) => {
        const held = new HeldActions();
        for (const each of actions) held.add(each);
        expect(joined(held.take())).toEqual(joined(actions));
      }),
      { numRuns: 200 },
    );
  });

  it('take the memory of their text, not of its pieces', () => {
    const held = new HeldActions();
    for (let piece = 0; piece < 512 * 1024; piece += 1) held.add(data('x'));
    expect(held.isOverfull).toBe(false);
    expect(held.take().length).toBeLessThan(10);
  });

  it('are too many beyond half a million characters, and beyond some thousand actions', () => {
    const long = new HeldActions();
    long.add(data('x'.repeat(512 * 1024)));
    expect(long.isOverfull).toBe(false);
    long.add(data('x'));
    expect(long.isOverfull).toBe(true);
    const many = new HeldActions();
    for (let number = 0; number < 4096; number += 1) many.add(resized(number + 1));
    expect(many.isOverfull).toBe(false);
    many.add(resized(1));
    expect(many.isOverfull).toBe(true);
  });
});
