import { describe, expect, test } from 'vitest';
import { type Notice, Notices } from '../../../src/tui/outer/notifications.ts';
import { HandClock } from '../../support/hand-clock.ts';

function setUp() {
  const clock = new HandClock();
  const shown: string[] = [];
  const notices = new Notices({
    show: ({ title, body }) => shown.push(`${title}: ${body}`),
    now: () => clock.now(),
    after: (ms, run) => clock.after(ms, run),
  });
  return { clock, shown, notices };
}

const of = (title: string): Notice => ({ title, body: 'make ✓ 0 after 12s' });

describe('notices', () => {
  test('are shown at once, and then at most one a second', () => {
    const { clock, shown, notices } = setUp();
    notices.notify([of('one')]);
    expect(shown).toHaveLength(1);
    notices.notify([of('two')]);
    notices.notify([of('three')]);
    expect(shown).toHaveLength(1);
    clock.pass(1_000);
    expect(shown.slice(1)).toEqual(['2 notices: two: make ✓ 0 after 12s · three: make ✓ 0 after 12s']);
    clock.pass(10_000);
    notices.notify([of('four')]);
    expect(shown.at(-1)).toBe('four: make ✓ 0 after 12s');
  });

  test('of many at once name a few and count the rest', () => {
    const { shown, notices } = setUp();
    notices.notify(['a', 'b', 'c', 'd', 'e'].map(of));
    expect(shown).toEqual([
      '5 notices: a: make ✓ 0 after 12s · b: make ✓ 0 after 12s · c: make ✓ 0 after 12s · and 2 more',
    ]);
  });

  test('that wait are dropped when the window closes', () => {
    const { clock, shown, notices } = setUp();
    notices.notify([of('one')]);
    notices.notify([of('two')]);
    notices.close();
    notices.close();
    expect(clock.waiting).toBe(0);
    clock.pass(5_000);
    expect(shown).toHaveLength(1);
  });
});
