/** `cotty watch` — prints one line for each command that ends, until Ctrl+C; connects again after a host restart. */

import type { Client } from '../../client/client.ts';
import { errorOf } from '../../protocol/common/reason-of.ts';
import type { CommandRecord } from '../../protocol/cotty/command-record.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { say, sayJson } from '../common/print.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { hostFlags } from '../connect/host-flags.ts';
import { withTerminals } from '../connect/with-terminal.ts';
import { FinishedCommands } from './follow/finished-commands.ts';
import { filterFlags, readFilter } from './follow/finished-filter.ts';
import { onInterrupt } from './follow/interrupts.ts';
import { watchHost } from './follow/lost-host.ts';
import { asWake, type Told, toldLine } from './follow/told-command.ts';

const flags = { ...hostFlags, ...filterFlags, json: 'boolean' } as const;

type WatchRequest = {
  /** URIs of the terminals; undefined for all terminals. */
  readonly only: ReadonlySet<string> | undefined;
  readonly accepts: (record: CommandRecord) => boolean;
  readonly json: boolean;
};

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags, positionals: ['NAME'], many: true });
  if (!parsed.ok) return refuseArgs(parsed, 'watch', io);
  const { connect, token, json, ...given } = parsed.flags;
  const filter = readFilter(given);
  if (!filter.ok) return refuseUsage(filter.error, 'watch', io);
  return withTerminals(parsed.input, { connect, token, retry: true }, io, (client, terminals) => {
    const only = terminals.length === 0 ? undefined : new Set(terminals.map(({ resource }) => resource));
    return follow(client, { only, accepts: filter.accepts, json }, io);
  });
}

async function follow(client: Client, { only, accepts, json }: WatchRequest, io: Io): Promise<number> {
  const onFinished = (told: Told): void => {
    if (!accepts(told.record)) return;
    const columns = io.stdout.isTTY ? io.stdout.columns : undefined;
    if (json) sayJson(io, asWake(told));
    else say(io, toldLine(told, columns));
  };
  const cleanups: (() => void)[] = [];
  try {
    return await new Promise<number>((resolve, reject) => {
      const onError = (error: unknown) => reject(errorOf(error));
      cleanups.push(
        onInterrupt(() => resolve(ExitCode.ok)),
        watchHost(client, { onLost: () => resolve(ExitCode.lost) }, io),
      );
      io.stdout.on?.('error', () => resolve(ExitCode.ok));
      FinishedCommands.open(client, only, { onFinished, onError }).then(
        (finished) => cleanups.push(() => finished.close()),
        onError,
      );
    });
  } finally {
    for (const cleanUp of cleanups) cleanUp();
  }
}
