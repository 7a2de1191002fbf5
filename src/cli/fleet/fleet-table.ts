/** Commands of a fleet in the shapes in which `cotty history` and `cotty watch` print theirs. */

import { pathToFileURL } from 'node:url';
import type { PastCommand } from '../../ledger/read/read-history.ts';
import { noOutput } from '../../ledger/records/bounded-output.ts';
import type { Told } from '../scripts/follow/told-command.ts';
import type { IndexedCommand } from './fleet-index.ts';
import type { HostNames } from './host-names.ts';

/** `box:build`: the terminal `build` of the host `box`. */
function place({ host, terminal }: IndexedCommand, names: HostNames): string {
  return `${names.of(host)}:${terminal.name}`;
}

export function asPast(command: IndexedCommand, names: HostNames): PastCommand {
  const { record, terminal } = command;
  const { seq, cmd, started_at, finished_at, exit, writer, cwd, where, entered } = record;
  return {
    terminal: place(command, names),
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

export function asTold(command: IndexedCommand, names: HostNames): Told {
  const { terminal, record } = command;
  return {
    channel: terminal.uri,
    terminal: place(command, names),
    record: { ...record, stdout: '', stderr: '', omitted: 0 },
  };
}

/** A record has none of the other fields: whoever reads an event leaves out what is unknown. */
export function asFleetJson({ host, terminal, record }: IndexedCommand, names: HostNames): object {
  return {
    host: names.of(host),
    host_id: host.id,
    terminal: terminal.name,
    terminal_id: terminal.id,
    uri: terminal.uri,
    ...record,
  };
}
