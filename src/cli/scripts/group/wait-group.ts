/** Waits in several terminals for the running command, or else for the next one, until all have ended, or the first. */

import type { Client } from '../../../client/client.ts';
import { type GroupUntil, groupEnd } from '../../../client/run/group-end.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import { ExitCode } from '../../ground/exit-code.ts';
import type { Io } from '../../ground/io.ts';
import { type EndsRequest, listenToEnds, type Over, TERMINAL_ENDED } from '../follow/ends.ts';
import type { Told } from '../follow/told-command.ts';
import type { GroupMember } from './group-names.ts';
import { endedRow, type GroupResult, type GroupRow, groupCode } from './group-row.ts';

export type GroupWait = EndsRequest & { readonly until: GroupUntil };

/** How the waiting for one terminal ended. */
type Waited = Pick<Told, 'record'> | Over;
type Ended = { readonly index: number; readonly waited: Waited };

export async function waitGroup(
  client: Client,
  members: readonly GroupMember[],
  { until, ...request }: GroupWait,
  io: Io,
): Promise<GroupResult> {
  const waiting = new Map<string, (waited: Waited) => void>();
  const ends = members.map(async (member, index): Promise<Ended> => {
    if (!member.ok) return { index, waited: { code: ExitCode.noTerminal, message: member.error } };
    const waited = new Promise<Waited>((resolve) => waiting.set(member.terminal.resource, resolve));
    return { index, waited: await waited };
  });
  const endAll = (waited: Waited): void => {
    for (const resolve of waiting.values()) resolve(waited);
  };
  let stop = (): void => {};
  try {
    const failed = new Promise<never>((_, reject) => {
      const listener = {
        onCommand: (told: Told) => waiting.get(told.channel)?.(told),
        onTerminal: (uri: string) => waiting.get(uri)?.(TERMINAL_ENDED),
        onOver: endAll,
        onError: reject,
      };
      stop = listenToEnds(client, new Set(waiting.keys()), request, listener, io);
    });
    const first = await Promise.race([groupEnd(ends, until, ({ waited }) => 'record' in waited), failed]);
    endAll({ code: ExitCode.ok, message: 'not waited for: another one ended first' });
    const now = Date.now();
    const rows = (await Promise.all(ends)).map(({ index, waited }) =>
      rowOf(client, members[index], waited, now),
    );
    return { until, code: groupCode(rows, first && rows[first.index]), rows };
  } finally {
    stop();
  }
}

function rowOf({ root }: Client, member: GroupMember | undefined, waited: Waited, now: number): GroupRow {
  const terminal = member?.name ?? '';
  if ('record' in waited) return endedRow(terminal, waited.record, now);
  const { code, message: note } = waited;
  if (member?.ok !== true) return { terminal, state: 'not-run', code, note };
  const { resource } = member.terminal;
  const info = root.state.terminals?.find((one) => one.resource === resource);
  if (info === undefined || code === ExitCode.lost) return { terminal, state: 'lost', code, note };
  const { running } = cottyMeta<TerminalMeta>(info._meta);
  return running === undefined
    ? { terminal, state: 'idle', code, note }
    : { terminal, state: 'running', code, note, durationMs: Math.max(0, now - running.timestamp) };
}
