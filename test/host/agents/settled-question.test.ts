import { expect, test } from 'vitest';
import { ProgramStatus } from '../../../src/host/agents/program-status.ts';

test('a question is told when it has stood for a moment, also by a timer that comes too early', () => {
  let now = 1000;
  const timers: (() => void)[] = [];
  const told: boolean[] = [];
  const clock = {
    // Each look at the clock takes a moment.
    now: () => now++,
    after(_ms: number, run: () => void) {
      timers.push(run);
      return () => {};
    },
    soon: (run: () => void) => run(),
  };
  const status: ProgramStatus = new ProgramStatus({
    clock,
    onInfo: () => told.push(status.meta.program?.state === 'blocked'),
  });
  status.reported({ state: 'blocked', id: '' });
  const { since } = status.decided.records[0] ?? { since: 0 };
  now = since + 299;
  for (let timer = timers.shift(); timer !== undefined; timer = timers.shift()) timer();
  expect(told.at(-1)).toBe(true);
});
