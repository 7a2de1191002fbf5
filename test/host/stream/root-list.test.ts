import { describe, expect, test } from 'vitest';
import { withLimits } from '../../../src/host/common/limits.ts';
import { RootList } from '../../../src/host/stream/root-list.ts';
import { Store } from '../../../src/host/stream/store.ts';
import type { TerminalInfo } from '../../../src/protocol/terminal/state.ts';
import { HandClock } from '../../support/hand-clock.ts';

function scene() {
  const clock = new HandClock();
  const store = new Store(withLimits());
  const told: number[] = [];
  store.announceTo([
    {
      take: ({ action }) =>
        void (action.type === 'root/terminalsChanged' && told.push(action.terminals.length)),
    },
  ]);
  let open: TerminalInfo[] = [];
  let listed = 0;
  const list = new RootList(store, clock, () => {
    listed += 1;
    return open;
  });
  const keep = (count: number) => {
    open = Array.from({ length: count }, (_, index) => ({
      resource: `ahp-terminal:/${index}`,
      title: String(index),
      claim: { kind: 'client', clientId: 'a' },
    })) as TerminalInfo[];
    list.touch(true);
  };
  return { clock, list, told, keep, listed: () => listed };
}

describe('the list of terminals', () => {
  test('is announced at once when one of them comes or goes', () => {
    const { told, keep } = scene();
    keep(1);
    keep(2);
    expect(told).toEqual([1, 2]);
  });

  test('is built a few times, not a hundred, when a hundred go together', () => {
    const { clock, told, keep, listed } = scene();
    for (let left = 99; left >= 0; left -= 1) keep(left);
    clock.pass(1000);
    expect(listed()).toBeLessThan(12);
    expect(told.at(-1)).toBe(0);
  });

  test('is announced at once again after a rest', () => {
    const { clock, told, keep } = scene();
    for (let count = 1; count <= 20; count += 1) keep(count);
    clock.pass(1000);
    keep(21);
    keep(22);
    expect(told.slice(-3)).toEqual([20, 21, 22]);
  });

  test('is up to date for whoever reads the root, also during a rest', () => {
    const { list, told, keep } = scene();
    for (let count = 1; count <= 20; count += 1) keep(count);
    list.flush();
    expect(told.at(-1)).toBe(20);
  });
});
