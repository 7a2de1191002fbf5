/** A wake-up as the host tells it: number `n`, of a failed test run of an agent. */

import type { Wake } from '../../src/protocol/cotty/wake.ts';

export function wake(n: number, more: Partial<Wake> = {}): Wake {
  return {
    n,
    channel: 'ahp-terminal:/build',
    terminal: 'build',
    seq: n,
    command_id: `cmd-${n}`,
    cmd: 'npm test',
    writer: 'agent:ada',
    finished_at: new Date(1_700_000_000_000 + n * 1000).toISOString(),
    duration_s: 3.1,
    exit: 1,
    timed_out: false,
    killed_by_restart: false,
    tail: ['1 failed', ''],
    error_line: 'FAIL src/keys.test.ts',
    ...more,
  };
}
