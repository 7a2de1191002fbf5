/**
 * `cotty watch` — prints one line for each command that ends, or whose program waits or is done, until Ctrl+C; connects again
 * after a host restart.
 */

import type { Client } from '../../client/client.ts';
import { errorOf } from '../../protocol/common/reason-of.ts';
import type { CommandRecord } from '../../protocol/cotty/command-record.ts';
import type { WatchedState } from '../../protocol/terminal/program-status.ts';
import { WATCHED_STATES } from '../../protocol/terminal/program-status.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { say, sayJson } from '../common/print.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { hostsFlags } from '../connect/host-flags.ts';
import { withTerminals } from '../connect/with-terminal.ts';
import { FinishedCommands } from './follow/finished-commands.ts';
import { filterFlags, readFilter } from './follow/finished-filter.ts';
import { onInterrupt } from './follow/interrupts.ts';
import { watchHost } from './follow/lost-host.ts';
import { followPrograms, newsJson, newsLine, type ProgramNews } from './follow/program-news.ts';
import { asWake, type Told, toldLine } from './follow/told-command.ts';

const flags = { ...hostsFlags, ...filterFlags, all: 'boolean', program: 'string', json: 'boolean' } as const;

type WatchRequest = {
  /** URIs of the terminals; undefined for all terminals. */
  readonly only: ReadonlySet<string> | undefined;
  readonly accepts: (record: CommandRecord) => boolean;
  /** What programs do that is told; undefined for commands that end alone. */
  readonly state: WatchedState | undefined;
  readonly json: boolean;
};

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags, positionals: ['NAME'], many: true });
  if (!parsed.ok) return refuseArgs(parsed, 'watch', io);
  const { connect, token, json, program, all, ...given } = parsed.flags;
  if (all && given.on !== undefined) return refuseUsage('use only one of --all and --on', 'watch', io);
  const on = all ? 'all' : given.on;
  const filter = readFilter(given);
  if (!filter.ok) return refuseUsage(filter.error, 'watch', io);
  const state = WATCHED_STATES.find((known) => known === program);
  if (program !== undefined) {
    if (state === undefined)
      return refuseUsage(`--program "${program}" is neither blocked nor done`, 'watch', io);
    if (given.failed || (given.matches ?? given.longer) !== undefined)
      return refuseUsage('--program works without --failed, --matches and --longer', 'watch', io);
  }
  return withTerminals(parsed.input, { connect, token, on, retry: true }, io, (client, terminals) => {
    const only = terminals.length === 0 ? undefined : new Set(terminals.map(({ resource }) => resource));
    return follow(client, { only, accepts: filter.accepts, state, json }, io);
  });
}

async function follow(client: Client, { only, accepts, state, json }: WatchRequest, io: Io): Promise<number> {
  const columns = () => (io.stdout.isTTY ? io.stdout.columns : undefined);
  const onFinished = (told: Told): void => {
    if (!accepts(told.record)) return;
    if (json) sayJson(io, asWake(told));
    else say(io, toldLine(told, columns()));
  };
  const onNews = (news: ProgramNews): void => {
    if (json) sayJson(io, newsJson(news));
    else say(io, newsLine(news, columns()));
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
      if (state !== undefined) cleanups.push(followPrograms(client, { only, state }, onNews));
      if (state === 'blocked') return;
      FinishedCommands.open(client, only, { onFinished, onError }).then(
        (finished) => cleanups.push(() => finished.close()),
        onError,
      );
    });
  } finally {
    for (const cleanUp of cleanups) cleanUp();
  }
}
