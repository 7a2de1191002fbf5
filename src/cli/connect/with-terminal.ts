/** Opens a client for one subcommand and finds the terminals it names; prints what is wrong with a name. */

import type { Client } from '../../client/client.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { ExitCode } from '../ground/exit-code.ts';
import type { Io } from '../ground/io.ts';
import { complain } from '../ground/print.ts';
import type { HostFlags } from './host-flags.ts';
import { withClient } from './open-client.ts';
import { refused } from './refusal.ts';
import { resolveName } from './resolve-name.ts';

type Options = HostFlags & { readonly retry?: boolean };
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

/** Runs only if every name was found. */
export function withTerminals(
  names: readonly string[],
  options: Options,
  io: Io,
  run: Run<readonly TerminalInfo[]>,
): Promise<number> {
  return withClient({ ...options, start: false }, io, async (client) => {
    const found = names.map((name) => resolveName(client.root.state.terminals ?? [], name));
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
