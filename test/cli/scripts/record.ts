/** A record for tests, with what they want to be different. */

import type { CommandRecord } from '../../../src/protocol/cotty/command-record.ts';

export function record(own: Partial<CommandRecord> = {}): CommandRecord {
  return {
    seq: 12,
    cmd: 'npm test',
    writer: 'user:mara',
    started_at: '2026-01-31T10:00:00.000Z',
    finished_at: '2026-01-31T10:00:03.200Z',
    duration_s: 3.2,
    exit: 0,
    stdout: 'ok\r\n',
    stderr: '',
    killed_by_restart: false,
    timed_out: false,
    cwd: '/src',
    command_id: 'cmd-12',
    omitted: 0,
    cmd_cut: 0,
    redacted: [],
    ...own,
  };
}
