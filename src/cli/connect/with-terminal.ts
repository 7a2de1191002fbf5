/** Connects to the host, looks up the terminals that a subcommand names, and runs an action on them. */

import type { Client } from '../../client/client.ts';
import { fullName, meaningOf, readTerminal, type Seqs } from '../../protocol/cotty/terminal-names.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { printable } from '../common/plain-text.ts';
import { complain } from '../common/print.ts';
import { type HostFlags, OWN_HOST } from './host-flags.ts';
import { hostPaths } from './host-paths.ts';
import { openClient, withClient } from './open-client.ts';
import { refused } from './refusal.ts';
import { resolveRuns } from './resolve-name.ts';
import { runningHost } from './running-host.ts';

/** `closed`: a name may also mean a terminal that was closed in the last minutes and can still be read. */
type Options = HostFlags & { readonly retry?: boolean; readonly closed?: boolean };
type Run<Found> = (client: Client, found: Found) => Promise<number>;

/** A terminal, and the commands of it that were named: `build:7`. */
export type NamedRuns = { readonly terminal: TerminalInfo; readonly seqs?: Seqs };

export function withTerminal(
  name: string,
  options: Options,
  io: Io,
  run: Run<TerminalInfo>,
): Promise<number> {
  return withTerminals([name], options, io, async (client, [terminal]) =>
    terminal === undefined ? ExitCode.noTerminal : run(client, terminal),
  );
}

/** Calls `run` only if every name was found; otherwise prints what is wrong with each name that was not. */
export function withTerminals(
  names: readonly string[],
  options: Options,
  io: Io,
  run: Run<readonly TerminalInfo[]>,
): Promise<number> {
  return withNamed(names, options, io, (client, named) => {
    const commands = named.find(({ seqs }) => seqs !== undefined);
    if (commands === undefined)
      return run(
        client,
        named.map(({ terminal }) => terminal),
      );
    const read = readTerminal([commands.terminal], commands.name);
    complain(io, read.ok ? '' : read.error);
    return Promise.resolve(ExitCode.noTerminal);
  });
}

/** The same for one name, which may also be that of commands. */
export function withRuns(name: string, options: Options, io: Io, run: Run<NamedRuns>): Promise<number> {
  return withNamed([name], options, io, async (client, [named]) =>
    named === undefined ? ExitCode.noTerminal : run(client, named),
  );
}

async function withNamed(
  names: readonly string[],
  options: Options,
  io: Io,
  run: Run<readonly (NamedRuns & { readonly name: string })[]>,
): Promise<number> {
  const host = await askingMachines(names, options, io);
  return withClient({ ...host, start: false }, io, async (client) => {
    const open = client.root.state.terminals ?? [];
    const found = await Promise.all(
      names.map(async (name) => {
        const one = resolveRuns(open, name);
        const isMissing = !one.ok && one.found.length === 0;
        const closed = isMissing && options.closed === true ? await closedNamed(client, name) : undefined;
        if (closed !== undefined) printClosed(closed, io);
        return { name, ...(closed === undefined ? one : { ok: true as const, ...closed }) };
      }),
    );
    const named = found.filter((one) => one.ok);
    if (named.length < found.length) {
      for (const one of found) if (!one.ok) complain(io, one.error);
      return ExitCode.noTerminal;
    }
    try {
      return await run(client, named);
    } catch (error) {
      return refused(error, io);
    }
  });
}

/**
 * Adds `--on` for names such as `box:build`, where the person has named no host. The own host is asked, too, where such a name means
 * something there.
 */
export async function askingMachines<O extends HostFlags>(
  names: readonly string[],
  options: O,
  io: Io,
): Promise<O> {
  const isNamed = (options.connect ?? options.token ?? options.on) !== undefined;
  if (isNamed || !names.some((name) => name.includes(':'))) return options;
  const { machinesIn } = await import('./machines.ts');
  const machines = machinesIn(names, io.env);
  if (machines.every((machine) => machine === undefined)) return options;
  const own = await ownTerminals(io);
  const on = new Set(
    names.flatMap((name, at) => {
      const machine = machines[at];
      if (machine === undefined) return [OWN_HOST];
      return meaningOf(own, name).found.length > 0 ? [OWN_HOST, machine] : [machine];
    }),
  );
  return { ...options, on: [...on].join(',') };
}

/** The terminals of the own host; none if it does not run. */
async function ownTerminals(io: Io): Promise<readonly TerminalInfo[]> {
  const paths = hostPaths(io.env);
  if (!paths.ok || (await runningHost(paths.socket, io.env)) === undefined) return [];
  const opened = await openClient({ start: false }, io);
  if (!opened.ok) return [];
  const { terminals = [] } = opened.client.root.state;
  opened.client.close();
  return terminals;
}

/** A closed terminal, and the time in Unix milliseconds until which it can be read. */
export type ClosedTerminal = NamedRuns & { readonly until: number };

/** Returns the terminal of that name that was closed last; undefined if there is none. */
export async function closedNamed(
  client: Pick<Client, 'cotty'>,
  name: string,
): Promise<ClosedTerminal | undefined> {
  // Hosts other than cotty's keep no list of closed terminals.
  const closed = await client.cotty.allClosed().catch(() => []);
  const {
    found: [terminal],
    seqs,
  } = meaningOf(
    closed.map(({ info }) => info),
    name,
  );
  const until = closed.find(({ resource }) => resource === terminal?.resource)?.parkedUntil;
  if (terminal === undefined || until === undefined) return undefined;
  return { terminal, until, ...(seqs === undefined ? {} : { seqs }) };
}

export function printClosed({ terminal, until }: ClosedTerminal, io: Io): void {
  const minutes = Math.max(1, Math.round((until - Date.now()) / 60_000));
  complain(io, `"${printable(fullName(terminal))}" was closed; it can be read for ${minutes} min`);
}
