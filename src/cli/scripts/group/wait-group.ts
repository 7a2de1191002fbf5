/** Waits in several terminals for the running command, or else for the next one, until all have ended, or the first. */

import type { Client } from '../../../client/client.ts';
import { type GroupUntil, groupEnd } from '../../../client/run/group-end.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { CommandRecord } from '../../../protocol/cotty/command-record.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import { ExitCode } from '../../ground/exit-code.ts';
import type { Io } from '../../ground/io.ts';
import { FinishedCommands } from '../follow/finished-commands.ts';
import { HOST_WAIT_MS, watchHost } from '../follow/lost-host.ts';
import type { GroupMember } from './group-names.ts';
import { type GroupResult, type GroupRow, groupCode, recordFields } from './group-row.ts';

export type GroupWait = {
  readonly until: GroupUntil;
  readonly accepts: (record: CommandRecord) => boolean;
  readonly timeoutMs: number | undefined;
};

/** How the waiting for one terminal ended. */
type Waited =
  | { readonly kind: 'record'; readonly record: CommandRecord }
  | { readonly kind: 'over'; readonly code: number; readonly note: string };
type Ended = { readonly index: number; readonly waited: Waited };

const TERMINAL_ENDED = 'nothing to wait for: the terminal has ended';

export async function waitGroup(
  client: Client,
  members: readonly GroupMember[],
  { until, accepts, timeoutMs }: GroupWait,
  io: Io,
): Promise<GroupResult> {
  const waiting = new Map<string, (waited: Waited) => void>();
  const ends = members.map(async (member, index): Promise<Ended> => {
    if (!member.ok) return { index, waited: over(ExitCode.noTerminal, member.error) };
    const waited = new Promise<Waited>((resolve) => waiting.set(member.terminal.resource, resolve));
    return { index, waited: await waited };
  });
  const endAll = (waited: Waited): void => {
    for (const resolve of waiting.values()) resolve(waited);
  };
  const stops = [
    client.root.onChange(() => endExited(client, waiting)),
    watchHost(
      client,
      {
        waitMs: HOST_WAIT_MS,
        onLost: (reason) => endAll(over(ExitCode.lost, `the host is gone: ${reason}`)),
      },
      io,
    ),
  ];
  if (timeoutMs !== undefined) {
    const late = over(ExitCode.timeout, `no command ended within ${timeoutMs / 1000} s`);
    const timer = setTimeout(() => endAll(late), timeoutMs);
    stops.push(() => clearTimeout(timer));
  }
  try {
    const failed = new Promise<never>((_, reject) => {
      const onFinished = ({
        channel,
        record,
      }: {
        readonly channel: string;
        readonly record: CommandRecord;
      }) => {
        if (accepts(record)) waiting.get(channel)?.({ kind: 'record', record });
      };
      FinishedCommands.open(client, new Set(waiting.keys()), { onFinished, onError: reject }).then(
        (finished) => stops.push(() => finished.close()),
        reject,
      );
    });
    const first = await Promise.race([
      groupEnd(ends, until, ({ waited }) => waited.kind === 'record'),
      failed,
    ]);
    endAll(over(ExitCode.ok, 'not waited for: another one ended first'));
    const now = Date.now();
    const rows = (await Promise.all(ends)).map(({ index, waited }) =>
      rowOf(client, members[index], waited, now),
    );
    return { until, code: groupCode(rows, first && rows[first.index]), rows };
  } finally {
    for (const stop of stops) stop();
  }
}

function over(code: number, note: string): Waited {
  return { kind: 'over', code, note };
}

function endExited({ root }: Client, waiting: ReadonlyMap<string, (waited: Waited) => void>): void {
  const { terminals = [] } = root.state;
  const running = new Set(
    terminals.filter(({ lifecycle }) => lifecycle.status === 'running').map(({ resource }) => resource),
  );
  for (const [uri, resolve] of waiting) if (!running.has(uri)) resolve(over(ExitCode.lost, TERMINAL_ENDED));
}

function rowOf({ root }: Client, member: GroupMember | undefined, waited: Waited, now: number): GroupRow {
  const terminal = member?.name ?? '';
  if (waited.kind === 'record') {
    const { record } = waited;
    const { exit, killed_by_restart } = record;
    const isKnown = exit !== null && !killed_by_restart;
    return {
      ...{ terminal, state: isKnown ? 'ended' : 'lost', code: isKnown ? exit : ExitCode.lost },
      ...recordFields(record, now),
    };
  }
  const { code, note } = waited;
  if (member?.ok !== true) return { terminal, state: 'not-run', code, note };
  const { resource } = member.terminal;
  const info = root.state.terminals?.find((one) => one.resource === resource);
  if (info === undefined || code === ExitCode.lost) return { terminal, state: 'lost', code, note };
  const { running } = cottyMeta<TerminalMeta>(info._meta);
  return running === undefined
    ? { terminal, state: 'idle', code, note }
    : { terminal, state: 'running', code, note, durationMs: Math.max(0, now - running.timestamp) };
}
