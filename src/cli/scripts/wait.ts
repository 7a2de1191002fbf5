/** `cotty wait` — blocks until a command ends, tells of it, and ends with its exit code. */

import type { Client } from '../../client/client.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { CommandRecord } from '../../protocol/cotty/command-record.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { hostFlags } from '../connect/host-flags.ts';
import { withTerminals } from '../connect/with-terminal.ts';
import { ExitCode } from '../ground/exit-code.ts';
import { complain, type Io } from '../ground/io.ts';
import { parseArgs } from '../ground/parse-args.ts';
import { refuseArgs } from '../ground/usage-error.ts';
import { FinishedCommands } from './follow/finished-commands.ts';
import { filterFlags, readFilter } from './follow/finished-filter.ts';
import { HOST_WAIT_MS, watchHost } from './follow/lost-host.ts';
import { parseSpan } from './follow/spans.ts';
import { asWake, type Told, toldText } from './follow/told-command.ts';

const flags = { ...hostFlags, ...filterFlags, timeout: 'string', json: 'boolean' } as const;

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags, positionals: ['NAME'], many: true });
  if (!parsed.ok) return refuseArgs(parsed, 'wait', io);
  const { connect, token, timeout, json, ...given } = parsed.flags;
  const filter = readFilter(given);
  if (!filter.ok) return refuseArgs({ ...filter, help: false }, 'wait', io);
  const timeoutMs = timeout === undefined ? undefined : parseSpan(timeout);
  if (timeout !== undefined && timeoutMs === undefined) {
    const error = `--timeout "${timeout}" is no time: seconds, or 200ms, 5m, 2h; a day at most`;
    return refuseArgs({ ok: false, help: false, error }, 'wait', io);
  }
  return withTerminals(parsed.input, { connect, token, retry: true }, io, async (client, terminals) => {
    const left = await nextOf(client, terminals, { accepts: filter.accepts, timeoutMs, io });
    if (!('told' in left)) {
      complain(io, left.said);
      return left.code;
    }
    io.stdout.write(json ? `${JSON.stringify(asWake(left.told))}\n` : toldText(left.told));
    const { exit, killed_by_restart } = left.told.record;
    return killed_by_restart ? ExitCode.lost : (exit ?? ExitCode.lost);
  });
}

type Left = { readonly told: Told } | { readonly code: number; readonly said: string };
type Wish = {
  readonly accepts: (record: CommandRecord) => boolean;
  readonly timeoutMs: number | undefined;
  readonly io: Io;
};

/** The command that runs now, or else the next one; of several the first that ends. */
async function nextOf(client: Client, terminals: readonly TerminalInfo[], wish: Wish): Promise<Left> {
  const only = terminals.length === 0 ? undefined : new Set(terminals.map(({ resource }) => resource));
  const ends: (() => void)[] = [];
  try {
    return await new Promise<Left>((resolve, reject) => {
      const { timeoutMs, accepts, io } = wish;
      ends.push(
        watchHost(
          client,
          {
            waitMs: HOST_WAIT_MS,
            onLost: (reason) => resolve({ code: ExitCode.lost, said: `the host is gone: ${reason}` }),
          },
          io,
        ),
        client.root.onChange(({ terminals: listed = [] }) => {
          if (only !== undefined && allOver(only, listed))
            resolve({ code: ExitCode.lost, said: 'nothing more can end there: the terminal has ended' });
        }),
      );
      if (timeoutMs !== undefined) {
        const said = `nothing ended within ${timeoutMs / 1000} s`;
        const timer = setTimeout(() => resolve({ code: ExitCode.timeout, said }), timeoutMs);
        ends.push(() => clearTimeout(timer));
      }
      const onFinished = (told: Told) => {
        if (accepts(told.record)) resolve({ told });
      };
      const asError = (error: unknown) => reject(error instanceof Error ? error : new Error(String(error)));
      FinishedCommands.open(client, only, { onFinished, onError: asError }).then((finished) => {
        ends.push(() => finished.close());
        if (io.stdout.isTTY) tellIdle(terminals, io);
      }, asError);
    });
  } finally {
    for (const end of ends) end();
  }
}

function allOver(uris: ReadonlySet<string>, listed: readonly TerminalInfo[]): boolean {
  return !listed.some(({ resource, lifecycle }) => uris.has(resource) && lifecycle.status === 'running');
}

/** A person who waits for nothing should know. */
function tellIdle(terminals: readonly TerminalInfo[], io: Io): void {
  for (const { title, _meta } of terminals) {
    if (cottyMeta<TerminalMeta>(_meta).running === undefined)
      complain(io, `nothing runs in "${title}" now; waiting for its next command`);
  }
}
