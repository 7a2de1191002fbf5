/** `cotty wait` — waits until a command ends, prints how it ended, and exits with its exit code. */

import type { Client } from '../../client/client.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { CommandRecord } from '../../protocol/cotty/command-record.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { hostFlags } from '../connect/host-flags.ts';
import { withTerminals } from '../connect/with-terminal.ts';
import { ExitCode } from '../ground/exit-code.ts';
import type { Io } from '../ground/io.ts';
import { parseArgs } from '../ground/parse-args.ts';
import { complain, say, sayJson } from '../ground/print.ts';
import { refuseArgs } from '../ground/usage-error.ts';
import { readTimeout } from './follow/duration-flag.ts';
import { FinishedCommands } from './follow/finished-commands.ts';
import { filterFlags, readFilter } from './follow/finished-filter.ts';
import { HOST_WAIT_MS, watchHost } from './follow/lost-host.ts';
import { asWake, type Told, toldText } from './follow/told-command.ts';
import { groupFlags, readGroup } from './group/group-flags.ts';
import { sayGroup } from './group/say-group.ts';
import { waitGroup } from './group/wait-group.ts';
import { withGroup } from './group/with-group.ts';

const flags = { ...hostFlags, ...groupFlags, ...filterFlags, timeout: 'string', json: 'boolean' } as const;

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags, positionals: ['NAME'], many: true });
  if (!parsed.ok) return refuseArgs(parsed, 'wait', io);
  const { connect, token, timeout, json, each, all, any, ...given } = parsed.flags;
  const read = readGroup({ each, all, any }, parsed.input);
  const filter = readFilter(given);
  const limit = readTimeout(timeout);
  const refuse = (error: string) => refuseArgs({ ok: false, help: false, error }, 'wait', io);
  if (!read.ok) return refuse(read.error);
  if (!filter.ok) return refuse(filter.error);
  if (!limit.ok) return refuse(limit.error);
  const { accepts } = filter;
  const host = { connect, token, retry: true };
  if (read.group !== undefined) {
    const { names, until } = read.group;
    return withGroup(names, host, io, async (client, members) => {
      const result = await waitGroup(client, members, { until, accepts, timeoutMs: limit.ms }, io);
      return sayGroup(result, { json, raw: false, beside: false }, io);
    });
  }
  return withTerminals(parsed.input, host, io, async (client, terminals) => {
    const end = await nextEnd(client, terminals, { accepts, timeoutMs: limit.ms, io });
    if (!('told' in end)) {
      complain(io, end.message);
      return end.code;
    }
    if (json) sayJson(io, asWake(end.told));
    else say(io, toldText(end.told));
    const { exit, killed_by_restart } = end.told.record;
    return killed_by_restart ? ExitCode.lost : (exit ?? ExitCode.lost);
  });
}

type WaitEnd = { readonly told: Told } | { readonly code: number; readonly message: string };
type WaitRequest = {
  readonly accepts: (record: CommandRecord) => boolean;
  readonly timeoutMs: number | undefined;
  readonly io: Io;
};

/** Waits for the running command, or else for the next one; with several terminals for the first that ends. */
async function nextEnd(
  client: Client,
  terminals: readonly TerminalInfo[],
  request: WaitRequest,
): Promise<WaitEnd> {
  const only = terminals.length === 0 ? undefined : new Set(terminals.map(({ resource }) => resource));
  const cleanups: (() => void)[] = [];
  try {
    return await new Promise<WaitEnd>((resolve, reject) => {
      const { timeoutMs, accepts, io } = request;
      cleanups.push(
        watchHost(
          client,
          {
            waitMs: HOST_WAIT_MS,
            onLost: (reason) => resolve({ code: ExitCode.lost, message: `the host is gone: ${reason}` }),
          },
          io,
        ),
        client.root.onChange(({ terminals: listed = [] }) => {
          if (only !== undefined && allExited(only, listed))
            resolve({ code: ExitCode.lost, message: 'nothing to wait for: the terminal has ended' });
        }),
      );
      if (timeoutMs !== undefined) {
        const message = `no command ended within ${timeoutMs / 1000} s`;
        const timer = setTimeout(() => resolve({ code: ExitCode.timeout, message }), timeoutMs);
        cleanups.push(() => clearTimeout(timer));
      }
      const onFinished = (told: Told) => {
        if (accepts(told.record)) resolve({ told });
      };
      const asError = (error: unknown) => reject(error instanceof Error ? error : new Error(String(error)));
      FinishedCommands.open(client, only, { onFinished, onError: asError }).then((finished) => {
        cleanups.push(() => finished.close());
        if (io.stdout.isTTY) tellIdle(terminals, io);
      }, asError);
    });
  } finally {
    for (const cleanUp of cleanups) cleanUp();
  }
}

function allExited(uris: ReadonlySet<string>, listed: readonly TerminalInfo[]): boolean {
  return !listed.some(({ resource, lifecycle }) => uris.has(resource) && lifecycle.status === 'running');
}

/** Tells a person in which terminals no command is running yet. */
function tellIdle(terminals: readonly TerminalInfo[], io: Io): void {
  for (const { title, _meta } of terminals) {
    if (cottyMeta<TerminalMeta>(_meta).running === undefined)
      complain(io, `no command is running in "${title}"; waiting for the next one`);
  }
}
