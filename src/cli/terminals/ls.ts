/** `cotty ls` — lists the terminals of the host, as a table or as JSON. */

import type { Client } from '../../client/client.ts';
import { programWords } from '../../client/program-state.ts';
import { roughDuration } from '../../protocol/common/durations.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import { fullName, idOf, machineOf } from '../../protocol/cotty/terminal-names.ts';
import type { TerminalInfo, TerminalState } from '../../protocol/terminal/state.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { columnWidths, printable, tableLine } from '../common/plain-text.ts';
import { say, sayJson } from '../common/print.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { hostsFlags } from '../connect/host-flags.ts';
import { withClient } from '../connect/open-client.ts';
import { refused } from '../connect/refusal.ts';

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

// Formats the output of `cotty ls`: a table, or JSON with stable keys.

/** State of a terminal. `open` means that commands are not detected, so it is unknown whether one is running. */
type RowState = 'idle' | 'running' | 'exited' | 'open';

export type ListedTerminal = {
  readonly uri: string;
  readonly id: string;
  /** `box:build` on another machine, which is then also `machine`. */
  readonly name: string;
  readonly machine?: string;
  readonly state: RowState;
  readonly exitCode: number | null;
  readonly command: string | null;
  /** What the program says of itself (OSC 7501); null if it says nothing. */
  readonly program: NonNullable<TerminalMeta['program']> | null;
  /** The program that reads keys, of an agent its name; null if it is the shell, or not known. */
  readonly foreground: string | null;
  readonly holder: string | null;
  readonly cols: number | null;
  readonly rows: number | null;
  readonly cwd: string | null;
  readonly shell: string | null;
  readonly pid: number | null;
  /** Set on one that was closed: until when it can be read, and whether `cotty undo` brings it back. */
  readonly closed?: { readonly until: string; readonly restorable: boolean };
};

export function listed(info: TerminalInfo, state: TerminalState | undefined): ListedTerminal {
  const meta = { ...cottyMeta<TerminalMeta>(state?._meta), ...cottyMeta<TerminalMeta>(info._meta) };
  const machine = machineOf(info);
  return {
    uri: info.resource,
    id: idOf(info.resource),
    name: fullName(info),
    ...(machine === undefined ? {} : { machine }),
    state: rowState(info, meta),
    exitCode: info.lifecycle.status === 'exited' ? (info.lifecycle.exitCode ?? null) : null,
    command: meta.running?.commandLine ?? null,
    program: meta.program ?? null,
    foreground: meta.foreground ?? null,
    holder: holderOf(info, meta.holder),
    cols: state?.cols ?? null,
    rows: state?.rows ?? null,
    cwd: pathOf(state?.cwd),
    shell: meta.shell ?? null,
    pid: meta.pid ?? null,
  };
}

function rowState(info: TerminalInfo, meta: Partial<TerminalMeta>): RowState {
  if (info.lifecycle.status === 'exited') return 'exited';
  if (meta.running !== undefined) return 'running';
  return meta.integration === 'active' ? 'idle' : 'open';
}

function holderOf({ claim }: TerminalInfo, holder: TerminalMeta['holder']): string | null {
  // Of a holder who left before this host started only the id is known; such a holder is not shown.
  const isUnknown = holder?.connected === false && claim.kind === 'client' && holder.name === claim.clientId;
  if (holder !== undefined) return isUnknown ? null : holder.name;
  return claim.kind === 'session' ? `@${idOf(claim.session)}` : null;
}

function pathOf(cwd: string | undefined): string | null {
  if (cwd === undefined) return null;
  return cwd.startsWith('file://') ? decodeURIComponent(new URL(cwd).pathname) : cwd;
}

/** A table cut to `columns` if given, with one line per terminal whatever a title contains. */
export function formatTable(
  terminals: readonly ListedTerminal[],
  home: string,
  columns?: number,
  now = Date.now(),
): string {
  const lines = [
    ['NAME', 'STATE', 'COMMAND', 'HOLDER', 'SIZE', 'CWD'],
    ...terminals.map((terminal) => [
      printable(terminal.name),
      stateText(terminal, now),
      printable(terminal.command ?? '-'),
      printable(terminal.holder ?? '-'),
      terminal.cols === null ? '-' : `${terminal.cols}×${terminal.rows}`,
      printable(shortened(terminal.cwd ?? '-', home)),
    ]),
  ];
  const widths = fitted(lines, columns);
  return lines.map((line) => tableLine(line, widths)).join('');
}

/** What the program tells comes before what the shell does; one that waits, with how long it has. */
function stateText({ state, exitCode, closed, program }: ListedTerminal, now: number): string {
  const words = program === null ? undefined : programWords({ program });
  const told = program?.state === 'blocked' ? `${words} ${roughDuration(now - program.since)}` : words;
  const said = exitCode === null ? (told ?? state) : `${state} ${exitCode}`;
  return closed?.restorable === true ? `${said}, undo` : said;
}

/** Natural widths. If they do not fit, command, folder and name are cut in this order, each to a readable minimum. */
function fitted(lines: readonly (readonly string[])[], columns: number | undefined): readonly number[] {
  const widths = [...columnWidths(lines)];
  if (columns === undefined) return widths;
  let excess = widths.reduce((sum, width) => sum + width + 2, -2) - columns;
  for (const [index, least] of [
    [2, 12],
    [5, 12],
    [0, 10],
  ] as const) {
    const width = widths[index] ?? 0;
    const cut = Math.max(0, Math.min(excess, width - least));
    widths[index] = width - cut;
    excess -= cut;
  }
  return widths;
}

function shortened(path: string, home: string): string {
  return home !== '' && (path === home || path.startsWith(`${home}/`)) ? `~${path.slice(home.length)}` : path;
}
