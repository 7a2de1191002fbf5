/** Connects to the host, looks up the terminals that a subcommand names, and runs an action on them. */

import type { Client } from '../../client/client.ts';
import { terminalsNamed } from '../../client/find-terminal.ts';
import { fullName } from '../../client/machine-name.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { printable } from '../common/plain-text.ts';
import { complain } from '../common/print.ts';
import { type HostFlags, OWN_HOST } from './host-flags.ts';
import { withClient } from './open-client.ts';
import { refused } from './refusal.ts';
import { resolveName } from './resolve-name.ts';

/**
 * `closed`: a name may also mean a terminal that was closed in the last minutes and can still be read. `exact`: a name must be
 * the title or id of the terminal; the text that its tab shows instead (folder or command) may change at any moment.
 */
type Options = HostFlags & { readonly retry?: boolean; readonly closed?: boolean; readonly exact?: boolean };
type Run<Found> = (client: Client, found: Found) => Promise<number>;

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
export async function withTerminals(
  names: readonly string[],
  options: Options,
  io: Io,
  run: Run<readonly TerminalInfo[]>,
): Promise<number> {
  const host = await askingMachines(names, options, io);
  return withClient({ ...host, start: false }, io, async (client) => {
    const open = client.root.state.terminals ?? [];
    const found = await Promise.all(
      names.map(async (name) => {
        const one = resolveName(open, name, options.exact);
        const closed = one.ok || options.closed !== true ? undefined : await closedNamed(client, name);
        if (closed === undefined) return one;
        printClosed(closed, io);
        return { ok: true, terminal: closed.terminal } as const;
      }),
    );
    const terminals = found.flatMap((one) => (one.ok ? [one.terminal] : []));
    if (terminals.length < found.length) {
      for (const one of found) if (!one.ok) complain(io, one.error);
      return ExitCode.noTerminal;
    }
    try {
      return await run(client, terminals);
    } catch (error) {
      return refused(error, io);
    }
  });
}

/** Adds `--on` for names such as `box:build`, where the person has named no host. */
export async function askingMachines<O extends HostFlags>(
  names: readonly string[],
  options: O,
  io: Io,
): Promise<O> {
  const isNamed = (options.connect ?? options.token ?? options.on) !== undefined;
  if (isNamed || !names.some((name) => name.includes(':'))) return options;
  const { machinesIn } = await import('./machines.ts');
  const machines = new Set(machinesIn(names, io.env));
  const on = [...machines].map((machine) => machine ?? OWN_HOST).join(',');
  return on === OWN_HOST ? options : { ...options, on };
}

/** A closed terminal, and the time in Unix milliseconds until which it can be read. */
export type ClosedTerminal = { readonly terminal: TerminalInfo; readonly until: number };

/** Returns the terminal of that name that was closed last; undefined if there is none. */
export async function closedNamed(
  client: Pick<Client, 'cotty'>,
  name: string,
): Promise<ClosedTerminal | undefined> {
  // Hosts other than cotty's keep no list of closed terminals.
  const closed = await client.cotty.allClosed().catch(() => []);
  const [terminal] = terminalsNamed(
    closed.map(({ info }) => info),
    name,
  );
  const until = closed.find(({ resource }) => resource === terminal?.resource)?.parkedUntil;
  return terminal === undefined || until === undefined ? undefined : { terminal, until };
}

export function printClosed({ terminal, until }: ClosedTerminal, io: Io): void {
  const minutes = Math.max(1, Math.round((until - Date.now()) / 60_000));
  complain(io, `"${printable(fullName(terminal))}" was closed; it can be read for ${minutes} min`);
}
