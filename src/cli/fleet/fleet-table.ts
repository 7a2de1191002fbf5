/** Commands of a fleet in the shapes in which `cotty history` and `cotty watch` print theirs. */

import { pathToFileURL } from 'node:url';
import type { PastCommand } from '../../ledger/read/read-history.ts';
import { noOutput } from '../../ledger/records/bounded-output.ts';
import type { Told } from '../scripts/follow/told-command.ts';
import type { IndexedCommand } from './fleet-index.ts';

/** `box:build`: the terminal `build` of the host `box`. */
function place({ host, terminal }: IndexedCommand): string {
  return `${host.name}:${terminal.name}`;
}

export function asPast(command: IndexedCommand): PastCommand {
  const { record, terminal } = command;
  const { seq, cmd, started_at, finished_at, exit, writer, cwd, where, entered } = record;
  return {
    terminal: place(command),
    uri: terminal.uri,
    record: {
      seq,
      commandId: record.command_id,
      commandLine: cmd,
      startedAt: Date.parse(started_at),
      output: noOutput,
      ...(finished_at === null ? {} : { finishedAt: Date.parse(finished_at) }),
      ...(exit === null ? {} : { exitCode: exit }),
      ...(writer === null ? {} : { writer }),
      ...(cwd === null ? {} : { cwd: cwd.startsWith('/') ? pathToFileURL(cwd).href : cwd }),
      ...(where === undefined ? {} : { where }),
      ...(entered === undefined ? {} : { entered }),
      ...(record.killed_by_restart ? { killedByRestart: true } : {}),
      ...(record.timed_out ? { timedOut: true } : {}),
    },
  };
}

export function asTold(command: IndexedCommand): Told {
  const { terminal, record } = command;
  return {
    channel: terminal.uri,
    terminal: place(command),
    record: { ...record, stdout: '', stderr: '', omitted: 0 },
  };
}

export function asFleetJson({ host, terminal, record }: IndexedCommand): object {
  return {
    host: host.name,
    host_id: host.id,
    terminal: terminal.name,
    terminal_id: terminal.id,
    uri: terminal.uri,
    ...record,
  };
}
