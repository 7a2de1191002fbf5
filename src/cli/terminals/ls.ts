/** `cotty ls` — lists the terminals of the host, as a table or as JSON. */

import type { Client } from '../../client/client.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { say, sayJson } from '../common/print.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { hostsFlags } from '../connect/host-flags.ts';
import { withClient } from '../connect/open-client.ts';
import { refused } from '../connect/refusal.ts';
import { formatTable, type ListedTerminal, listed } from './ls-table.ts';

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, {
    flags: { ...hostsFlags, all: 'boolean', closed: 'boolean', json: 'boolean' },
  });
  if (!parsed.ok) return refuseArgs(parsed, 'ls', io);
  const { json, closed, all, on, ...given } = parsed.flags;
  if (all && on !== undefined) return refuseUsage('use only one of --all and --on', 'ls', io);
  const host = { ...given, on: all ? 'all' : on };
  return withClient({ ...host, start: false }, io, async (client) => {
    try {
      const terminals = closed ? await readClosed(client) : await readOpen(client);
      if (json) sayJson(io, terminals, 2);
      else say(io, asTable(terminals, closed ? NONE_CLOSED : NONE_OPEN, io));
      return ExitCode.ok;
    } catch (error) {
      return refused(error, io);
    }
  });
}

const NONE_OPEN = 'No terminals. `cotty new NAME` makes one.\n';
const NONE_CLOSED = 'No terminal was closed in the last minutes.\n';

function readOpen(client: Client): Promise<ListedTerminal[]> {
  return Promise.all((client.root.state.terminals ?? []).map((info) => readTerminal(client, info)));
}

/** The terminals that were closed in the last minutes, the one closed last first. */
async function readClosed(client: Client): Promise<ListedTerminal[]> {
  const closed = await client.cotty.allClosed();
  return Promise.all(
    closed.map(async ({ info, ended, parkedUntil }) => ({
      ...(await readTerminal(client, info)),
      closed: { until: new Date(parkedUntil).toISOString(), restorable: !ended },
    })),
  );
}

/** Subscribes to one terminal, since the list has no size and folder. A terminal that ends meanwhile keeps its line. */
async function readTerminal(client: Client, info: TerminalInfo): Promise<ListedTerminal> {
  const state = await client.subscribe(info.resource).then(
    (mirror) => mirror.state,
    () => undefined,
  );
  return listed(info, state);
}

function asTable(terminals: readonly ListedTerminal[], none: string, io: Io): string {
  if (terminals.length === 0) return none;
  const columns = io.stdout.isTTY ? io.stdout.columns : undefined;
  return formatTable(terminals, io.env['HOME'] ?? '', columns);
}
