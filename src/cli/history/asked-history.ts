/** The commands of the hosts that `--on` names, asked of each at once and put in one order. */

import type { Client } from '../../client/client.ts';
import { ManyHosts } from '../../client/machines/many-hosts.ts';
import { mergedCommands } from '../../client/machines/merged-history.ts';
import type { PastCommand } from '../../ledger/read/read-history.ts';
import { asCommandRecord } from '../../ledger/records/record-json.ts';
import { type HistoryCommand, type HistoryQuery, MAX_HISTORY } from '../../protocol/cotty/history.ts';
import { onMachine, type ReadTerminal } from '../../protocol/cotty/terminal-names.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import type { Io } from '../common/io.ts';
import { complain } from '../common/print.ts';
import { resolveName } from '../connect/resolve-name.ts';
import { closedNamed } from '../connect/with-terminal.ts';
import type { Asked } from './history-query.ts';

/** Milliseconds that a host has for its part; and those after which no further piece of it is asked for. */
const ANSWER_MS = 30_000;
const LAST_MS = 20_000;

/** A command of a host. Its output stays there; `lines` is how many lines it has. */
export type AskedCommand = PastCommand & { readonly machine?: string; readonly lines?: number };

type AskedCommands =
  | { readonly ok: true; readonly found: readonly AskedCommand[]; readonly more: boolean }
  | { readonly ok: false; readonly error: string };

/** The same order as `foundCommands`. Machines that do not answer are named on stderr. */
export async function askedCommands(
  client: Client,
  { query: { grep: _grep, terminals: _terminals, ...rest }, terminal, repository, order, limit }: Asked,
  io: Io,
): Promise<AskedCommands> {
  const named = terminal === undefined ? undefined : await terminalNamed(client, terminal);
  if (named?.ok === false) return named;
  const query = {
    ...rest,
    order,
    ...(repository === undefined ? {} : { repository }),
    ...(named === undefined ? {} : { terminal: named.terminal.resource }),
  };
  const ask = (host: Client) => firstCommands(host, query, limit);
  const { answers, silent } =
    client instanceof ManyHosts
      ? await client.gather(ask, ANSWER_MS)
      : { answers: [{ machine: undefined, answer: await ask(client) }], silent: [] };
  for (const { machine, reason } of silent) complain(io, `${machine} did not answer: ${reason}`);
  const lists = answers.map(({ machine, answer }) =>
    answer.commands.map((command) => ({ ...command, machine })),
  );
  const found = mergedCommands(lists, order, limit).map(asPast);
  const count = lists.reduce((sum, { length }) => sum + length, 0);
  const more = count > limit || answers.some(({ answer }) => answer.more);
  return { ok: true, found: order === 'newest' ? found.reverse() : found, more };
}

/** Finds an open terminal, or one that was closed in the last minutes. */
async function terminalNamed(client: Client, name: string): Promise<ReadTerminal<TerminalInfo>> {
  const open = resolveName(client.root.state.terminals ?? [], name);
  if (open.ok || open.found.length > 0) return open;
  const closed = await closedNamed(client, name);
  return closed === undefined || closed.seqs !== undefined ? open : { ok: true, terminal: closed.terminal };
}

async function firstCommands(
  host: Client,
  query: HistoryQuery,
  limit: number,
): Promise<{ readonly commands: readonly HistoryCommand[]; readonly more: boolean }> {
  const commands: HistoryCommand[] = [];
  const until = performance.now() + LAST_MS;
  for (;;) {
    const asked = Math.min(MAX_HISTORY, limit - commands.length);
    const answer = await host.cotty.history({ ...query, skip: commands.length, limit: asked });
    commands.push(...answer.commands);
    // A long search of outputs is answered piece by piece, and a piece may have nothing.
    const isLast = query.output === undefined ? answer.commands.length === 0 : performance.now() > until;
    if (!answer.more || isLast || commands.length >= limit) return { commands, more: answer.more };
  }
}

type OfMachine = HistoryCommand & { readonly machine: string | undefined };

function asPast({ machine, ...of }: OfMachine): AskedCommand {
  const { terminal, name, open: _open, lines, found: _found, trend: _trend, note, ...command } = of;
  return {
    terminal: onMachine(machine, name),
    uri: terminal,
    ...(machine === undefined ? {} : { machine }),
    ...(lines === undefined ? {} : { lines }),
    record: {
      ...command,
      ...(note === undefined ? {} : { note: { text: note, at: command.startedAt } }),
      output: { head: '', omitted: 0, tail: '' },
    },
  };
}

/** Without the fields of an output, which stays at the host. */
export function askedJson({ machine, terminal, uri, record, lines }: AskedCommand): object {
  const { stdout: _stdout, stderr: _stderr, omitted: _omitted, ...fields } = asCommandRecord(record);
  return { ...(machine === undefined ? {} : { machine }), terminal, uri, ...fields, lines: lines ?? null };
}
