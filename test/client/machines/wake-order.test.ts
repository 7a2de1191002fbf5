import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WakeOrder } from '../../../src/client/machines/wake-order.ts';
import { wake } from '../../support/wake.ts';

/** A wake-up of another count: the same number, another command and a later time. */
function anew(n: number, count: number) {
  const finished = 1_700_000_000_000 + count * 3_600_000 + n * 1000;
  return wake(n, { command_id: `cmd-${count}-${n}`, finished_at: new Date(finished).toISOString() });
}

type Count = { count: number; n: number };

/** What a host counts after an event: `again` sends the last wake-up once more. */
function counted(own: Count, kind: 'wakes' | 'anew' | 'again'): Count {
  if (kind === 'anew') return Object.assign(own, { count: own.count + 1, n: 0 });
  return Object.assign(own, { n: own.n + (kind === 'wakes' ? 1 : 0) });
}

describe('the wake-ups of several hosts', () => {
  test('have one order, and the same one keeps its number', () => {
    const order = new WakeOrder<string>();
    expect(order.take('near', wake(1)).n).toBe(1);
    expect(order.take('box', wake(1)).n).toBe(2);
    expect(order.take('near', wake(1)).n).toBe(1);
    expect([...order.upTo(2)]).toEqual([
      ['near', 1],
      ['box', 1],
    ]);
  });

  test('older ones that are learnt later stay in one count', () => {
    const order = new WakeOrder<string>();
    expect([7, 5, 6].map((n) => order.take('box', wake(n)).n)).toEqual([1, 2, 3]);
    expect(order.upTo(1).get('box')).toBe(7);
    expect(order.take('box', wake(7)).n).toBe(1);
  });

  test('a host that counts anew is told of by new numbers, and no more of it is acknowledged than was seen', () => {
    const order = new WakeOrder<string>();
    for (const n of [8, 9, 10]) order.take('box', anew(n, 0));
    const first = order.take('box', anew(1, 1)).n;
    const second = order.take('box', anew(2, 1)).n;
    expect([first, second]).toEqual([4, 5]);
    expect(order.upTo(first).get('box')).toBe(1);
    expect(order.upTo(second).get('box')).toBe(2);
    // The one with a number that another had before.
    expect(order.take('box', anew(1, 2)).n).toBe(6);
    expect(order.upTo(6).get('box')).toBe(1);
  });

  test('whatever comes, in whatever pieces: each has one number, and acknowledging covers exactly what came before', () => {
    const event = fc.oneof(
      { weight: 6, arbitrary: fc.record({ kind: fc.constant('wakes' as const), host: fc.nat(2) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('anew' as const), host: fc.nat(2) }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('again' as const), host: fc.nat(2) }) },
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        const order = new WakeOrder<number>();
        const counts = [0, 1, 2].map(() => ({ count: 0, n: 0 }));
        const given = new Map<string, number>();
        for (const { kind, host } of events) {
          const own = counted(counts[host] ?? { count: 0, n: 0 }, kind);
          if (own.n === 0) continue;
          const { n } = order.take(host, anew(own.n, own.count));
          const key = `${host} ${own.count} ${own.n}`;
          expect(n).toBe(given.get(key) ?? given.size + 1);
          given.set(key, n);
          expect(order.upTo(n).get(host)).toBe(own.n);
        }
      }),
    );
  });
});
