/** `cotty forward` — forwards ports of a machine to this one until Ctrl+C, or lists those on which programs of its terminals listen. */

import type { Client } from '../../client/client.ts';
import { type Forward, openForward } from '../../machine/forward.ts';
import { runThere } from '../../machine/way.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { columnWidths, printable, tableLine } from '../common/plain-text.ts';
import { complain, say, sayJson } from '../common/print.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { findMachine, type Machine, machineOptions } from '../connect/machines.ts';
import { withClient } from '../connect/open-client.ts';
import { waitingFor } from './bring.ts';

type Asked =
  | { readonly ok: true; readonly machine: Machine; readonly port: number | undefined }
  | { readonly ok: false; readonly error: string };

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, {
    flags: { port: 'string', json: 'boolean' },
    positionals: ['MACHINE:PORT'],
    required: 1,
    many: true,
  });
  if (!parsed.ok) return refuseArgs(parsed, 'forward', io);
  const { port: wanted, json } = parsed.flags;
  const asked = parsed.input.map((text) => read(text, io));
  const local = wanted === undefined ? undefined : readPort(wanted);
  if (wanted !== undefined && local === undefined)
    return refuseUsage(`--port ${wanted} must be a number from 1 to 65535`, 'forward', io);
  for (const each of asked) if (!each.ok) return refuseUsage(each.error, 'forward', io);
  const found = asked.flatMap((each) => (each.ok ? [each] : []));
  const [first] = found;
  if (first !== undefined && found.length === 1 && first.port === undefined && local === undefined)
    return list(first.machine, json, io);
  const forwarded = found.flatMap(({ machine, port }) => (port === undefined ? [] : [{ machine, port }]));
  if (forwarded.length < found.length) return refuseUsage('a port is missing: MACHINE:PORT', 'forward', io);
  if (json) return refuseUsage('--json is for the list of ports of one machine', 'forward', io);
  if (local !== undefined && forwarded.length > 1)
    return refuseUsage('--port is for one MACHINE:PORT', 'forward', io);
  return forwardAll(forwarded, local, io);
}

/** A port as a person writes it: 1 to 65535. */
export function readPort(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : undefined;
}

/** A machine is written by its name or address, whose own port comes first: `ssh://box:2222:5173`. */
function read(text: string, io: Io): Asked {
  const [, name = text, after] = /^(.*):(\d+)$/s.exec(text) ?? [];
  const port = after === undefined ? undefined : readPort(after);
  if (after !== undefined && port === undefined)
    return { ok: false, error: `"${after}" in "${text}" is no port; use 1 to 65535` };
  const found = findMachine(name, io.env);
  return found.ok ? { ...found, port } : found;
}

type Asking = { readonly machine: Machine; readonly port: number };

async function forwardAll(asked: readonly Asking[], local: number | undefined, io: Io): Promise<number> {
  const open: Forward[] = [];
  try {
    for (const { machine, port } of asked) {
      const forward = await openOne(machine, port, local, io);
      open.push(forward);
      say(io, `http://127.0.0.1:${forward.port}/ is port ${port} of ${machine.name}\n`);
    }
    await interrupted();
    return ExitCode.ok;
  } catch (error) {
    complain(io, reasonOf(error));
    return ExitCode.failure;
  } finally {
    for (const forward of open) forward.close();
  }
}

async function openOne({ name, reach }: Machine, port: number, localPort: number | undefined, io: Io) {
  const way = machineOptions(reach, {}, io);
  // What its program asks is asked now, at this terminal, and not when the first connection comes.
  if (reach.asks) {
    const { code, words } = await waitingFor(`an answer of ${name}`, io, () => runThere(way, 'exit 0')).catch(
      (error: unknown) => ({ code: undefined, words: reasonOf(error) }),
    );
    if (code !== 0) throw new Error(`${name} cannot be reached: ${words}`);
  }
  let last = '';
  const failed = (reason: string): void => {
    if (reason !== last) complain(io, `${name}:${port}: ${reason}`);
    last = reason;
  };
  try {
    return await openForward({ way: { ...way, quiet: true }, port, localPort, failed });
  } catch (error) {
    throw new Error(`port ${localPort ?? port} cannot be taken here: ${reasonOf(error)}`);
  }
}

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
}

/** Lists the ports on which programs of its terminals listen. */
function list({ name, reach }: Machine, json: boolean, io: Io): Promise<number> {
  return withClient({ connect: reach.address, start: false }, io, async (client) => {
    const ports = portsOf(client);
    if (json) sayJson(io, ports, 2);
    else if (ports.length === 0) say(io, `No program listens in a terminal of ${name}.\n`);
    else {
      const cells = [
        ['PORT', 'TERMINAL', 'COMMAND'],
        ...ports.map(({ port, terminal, command, program }) => [
          String(port),
          printable(terminal),
          printable(command ?? (program === null ? '' : `${program} (in the background)`)),
        ]),
      ];
      const widths = columnWidths(cells);
      say(io, cells.map((line) => tableLine(line, widths)).join(''));
    }
    return ExitCode.ok;
  });
}

function portsOf(client: Client) {
  return (client.root.state.terminals ?? []).flatMap((info) => {
    const { port, ports, running } = cottyMeta<TerminalMeta>(info._meta);
    // A host of an earlier version names that of the command in front alone.
    const all = ports ?? (port === undefined ? [] : [{ port, since: running?.timestamp ?? 0 }]);
    return all.map((each) => {
      const isInFront = running !== undefined && (each.port === port || each.since >= running.timestamp);
      const program = 'program' in each ? each.program : undefined;
      return {
        port: each.port,
        terminal: info.title,
        command: isInFront ? running.commandLine : null,
        program: program ?? null,
      };
    });
  });
}
