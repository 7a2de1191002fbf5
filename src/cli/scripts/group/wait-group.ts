/** `cotty wait --each`: waits for the running or next command of several terminals, until all or one of them ended. */

import type { Client } from '../../../client/client.ts';
import { type GroupUntil, inGroup } from '../../../client/run/group.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import { ExitCode } from '../../common/exit-code.ts';
import type { Io } from '../../common/io.ts';
import { type EndsRequest, listenToEnds, type Over, TERMINAL_ENDED } from '../follow/ends.ts';
import type { Told } from '../follow/told-command.ts';
import type { NamedTerminal } from './group-names.ts';
import { endedRow, type GroupResult, type GroupRow, groupCode } from './group-row.ts';

export type GroupWait = EndsRequest & { readonly until: GroupUntil };

/** Why waiting for one terminal is over: a command ended there, or nothing more is to come. */
type Waited = Pick<Told, 'record'> | Over;

export async function waitGroup(
  client: Client,
  members: readonly NamedTerminal[],
  { until, ...request }: GroupWait,
  io: Io,
): Promise<GroupResult> {
  const waiting = new Map<string, (waited: Waited) => void>();
  const group = inGroup<NamedTerminal, Waited>(
    members,
    { until, counts: (waited) => 'record' in waited },
    async (member, over) => {
      if (!member.ok) return { code: ExitCode.noTerminal, message: member.error };
      return new Promise<Waited>((resolve) => {
        waiting.set(member.uri, resolve);
        const another = { code: ExitCode.ok, message: 'not waited for: another one ended first' };
        over.addEventListener('abort', () => resolve(another), { once: true });
      });
    },
  );
  let stop = (): void => {};
  try {
    const failed = new Promise<never>((_, reject) => {
      const listener = {
        onCommand: (told: Told) => waiting.get(told.channel)?.(told),
        onTerminal: (uri: string) => waiting.get(uri)?.(TERMINAL_ENDED),
        onOver: (waited: Waited) => {
          for (const resolve of waiting.values()) resolve(waited);
        },
        onError: reject,
      };
      stop = listenToEnds(client, new Set(waiting.keys()), request, listener, io);
    });
    const { done, first } = await Promise.race([group, failed]);
    const now = Date.now();
    const rows = (await Promise.all(done)).map((waited, index) => rowOf(client, members[index], waited, now));
    return { until, code: groupCode(rows, first === undefined ? undefined : rows[first]), rows };
  } finally {
    stop();
  }
}

function rowOf({ root }: Client, member: NamedTerminal | undefined, waited: Waited, now: number): GroupRow {
  const terminal = member?.name ?? '';
  if ('record' in waited) return endedRow(terminal, waited.record, now);
  const { code, message: note } = waited;
  if (member?.ok !== true) return { terminal, state: 'not-run', code, note };
  const info = root.state.terminals?.find((one) => one.resource === member.uri);
  if (info === undefined || code === ExitCode.lost) return { terminal, state: 'lost', code, note };
  const { running } = cottyMeta<TerminalMeta>(info._meta);
  return running === undefined
    ? { terminal, state: 'idle', code, note }
    : { terminal, state: 'running', code, note, durationMs: Math.max(0, now - running.timestamp) };
}
