/** `cotty machine ls` — asks all machines at once what runs there, and names those that do not answer. It starts no host. */

import { HostClient } from '../../client/client.ts';
import { type FarHost, farStatus } from '../../machine/probe.ts';
import { connectMachine, UnreachableError, type WayOptions } from '../../machine/way.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { columnWidths, printable, tableLine } from '../common/plain-text.ts';
import { say, sayJson } from '../common/print.ts';
import { refuseArgs } from '../common/usage-error.ts';
import { type Machine, machineOptions } from '../connect/machines.ts';
import { clientIdentity } from '../connect/open-client.ts';
import { knownMachines } from './machine-file.ts';

/** Milliseconds in which a machine must answer. */
const DEADLINE_MS = 8_000;

type Answer =
  | {
      readonly reachable: true;
      readonly version?: string;
      readonly terminals?: number;
      readonly error?: string;
    }
  /** `needsPerson`: nothing but an answer of a person helps, such as a password. `cotty --connect NAME` asks for it. */
  | { readonly reachable: false; readonly needsPerson?: true; readonly error: string };

type Row = Answer & { readonly name: string; readonly address: string };

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags: { json: 'boolean' } });
  if (!parsed.ok) return refuseArgs(parsed, 'machine', io);
  const machines = knownMachines(io);
  const rows = await Promise.all(
    machines.map(async ({ name, reach }): Promise<Row> => {
      return { name, address: reach.address, ...(await answerOf({ name, reach }, io)) };
    }),
  );
  if (parsed.flags.json) sayJson(io, rows, 2);
  else say(io, rows.length === 0 ? 'No machines. `cotty machine add ADDRESS` adds one.\n' : table(rows));
  return ExitCode.ok;
}

async function answerOf({ reach }: Machine, io: Io): Promise<Answer> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), DEADLINE_MS);
  // Several that ask for a password at once cannot be told apart.
  const way = { ...machineOptions(reach, { quiet: true }, io), signal: deadline.signal };
  try {
    return await (reach.runs === undefined ? askClient(way, io) : askStatus(way));
  } catch (error) {
    if (deadline.signal.aborted) {
      return { reachable: false, error: `did not answer within ${DEADLINE_MS / 1000} s` };
    }
    // A machine that says so has been reached.
    if (error instanceof UnreachableError && error.isMissing)
      return { reachable: true, error: error.message };
    const needsPerson = error instanceof UnreachableError && error.needsPerson;
    return { reachable: false, ...(needsPerson ? { needsPerson } : {}), error: reasonOf(error) };
  } finally {
    clearTimeout(timer);
  }
}

/** By a command, which starts no host. */
async function askStatus(way: WayOptions): Promise<Answer> {
  const status = await farStatus(way);
  if (status.ok) return { reachable: true, ...named(status.host) };
  return {
    reachable: true,
    error: status.error.startsWith('no host is running') ? 'no host is running' : status.error,
  };
}

/** A command that speaks AHP by itself is only asked by AHP. */
async function askClient(way: WayOptions, io: Io): Promise<Answer> {
  const client = await HostClient.open({
    transportFactory: () => connectMachine(way),
    retry: false,
    ...clientIdentity(io, false),
  });
  try {
    return { reachable: true, ...named(await client.cotty.status()) };
  } finally {
    client.close();
  }
}

function named({ version, terminals }: Pick<FarHost, 'version' | 'terminals'>) {
  return { version, terminals };
}

function table(rows: readonly Row[]): string {
  const cells = [
    ['NAME', 'ADDRESS', 'COTTY', 'TERMINALS', ''],
    ...rows.map((row) => [
      row.name,
      row.address,
      row.reachable ? (row.version ?? '-') : '-',
      row.reachable ? String(row.terminals ?? '-') : '-',
      printable(
        row.reachable ? (row.error ?? '') : `${row.needsPerson ? 'needs you' : 'not reached'}: ${row.error}`,
      ),
    ]),
  ];
  const widths = columnWidths(cells);
  return cells.map((line) => tableLine(line, widths)).join('');
}
