/** `cotty history` — prints the commands of all terminals from their records; no host is needed. */

import { BETWEEN } from '../../client/blocks/block.ts';
import { asConsole } from '../../client/blocks/copied-text.ts';
import { placeName, whereLabel } from '../../client/blocks/place.ts';
import { stateFolder } from '../../ledger/files/state-folder.ts';
import type { PastCommand } from '../../ledger/read/read-history.ts';
import { outputText } from '../../ledger/records/bounded-output.ts';
import { asCommandRecord } from '../../ledger/records/record-json.ts';
import { harmless } from '../../protocol/common/harmless-text.ts';
import { plainLines } from '../../screen/text/plain-stream.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { printable } from '../common/plain-text.ts';
import { complain, say, sayJson, sayOutput } from '../common/print.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { type HostFlags, hostsFlags } from '../connect/host-flags.ts';
import { isInside } from '../connect/nesting.ts';
import { withClient } from '../connect/open-client.ts';
import { refused } from '../connect/refusal.ts';
import { askingMachines } from '../connect/with-terminal.ts';
import { foundCommands } from './found-commands.ts';
import { type Asked, historyQuery } from './history-query.ts';
import { asJson, formatHistory, localTime, outcome, took, writerName } from './history-table.ts';
import { terminalsNamed } from './named-runs.ts';
import { formatWaits, waited } from './waited.ts';

const flags = {
  terminal: 'string',
  failed: 'boolean',
  writer: 'string',
  since: 'string',
  until: 'string',
  output: 'string',
  host: 'string',
  exit: 'string',
  repo: 'string',
  order: 'string',
  format: 'string',
  cwd: 'string',
  longer: 'string',
  grep: 'string',
  limit: 'string',
  all: 'boolean',
  json: 'boolean',
  markdown: 'boolean',
  waited: 'boolean',
  noted: 'boolean',
  bookmarked: 'boolean',
  ...hostsFlags,
} as const;

export async function run(args: readonly string[], io: Io): Promise<number> {
  // Without arguments a person at a terminal gets the page, unless the terminal is one of cotty's own.
  if (args.length === 0 && io.stdin.isTTY && io.stdout.isTTY && !isInside(io)) {
    const { openHistory } = await import('../window/open.ts');
    return openHistory(io);
  }
  const parsed = parseArgs(args, { flags });
  if (!parsed.ok) return refuseArgs(parsed, 'history', io);
  const asked = historyQuery(parsed.flags, Date.now(), io.cwd);
  if (!asked.ok) return refuseUsage(asked.error, 'history', io);
  const format = formatOf(parsed.flags);
  if (!format.ok) return refuseUsage(format.error, 'history', io);
  const { terminal } = asked;
  const host = await askingMachines<HostFlags>(
    terminal === undefined ? [] : [terminal],
    hostOf(parsed.flags),
    io,
  );
  if ((host.on ?? host.connect ?? host.token) !== undefined)
    return runOn(host, asked, { format: format.format, flags: parsed.flags }, io);
  const wrong = parsed.flags.waited ? notOfWaits(parsed.flags, format.format) : undefined;
  if (wrong !== undefined)
    return refuseUsage(`${wrong} is about commands: leave it out with --waited`, 'history', io);
  return runHere(asked, { format: format.format, flags: parsed.flags }, io);
}

type Given = { readonly limit: string | undefined; readonly waited: boolean };

async function runHere(
  { terminal, ...asked }: Asked,
  { format, flags: given }: { readonly format: HistoryFormat; readonly flags: Given },
  io: Io,
): Promise<number> {
  const named = terminal === undefined ? undefined : await terminalsNamed(terminal, io);
  if (named?.ok === false) {
    complain(io, named.error);
    return ExitCode.noTerminal;
  }
  const wanted = named === undefined ? asked : { ...asked, query: { ...asked.query, terminals: named.uris } };
  if (given.waited) return runWaited(wanted, { json: format === 'json', limit: given.limit }, io);
  const withOutput = format === 'json' || format === 'markdown';
  const { found, more } = await readFound({ ...wanted, query: { ...wanted.query, withOutput } }, io);
  print(found, format, io);
  if (more) sayMore(asked, given, io);
  return ExitCode.ok;
}

function hostOf({ on, connect, token }: HostFlags): HostFlags {
  return { on, connect, token };
}

function sayMore(
  { order, limit }: Pick<Asked, 'order' | 'limit'>,
  given: { readonly limit: string | undefined },
  io: Io,
): void {
  // A user who gave a limit knows that there may be more.
  if (given.limit !== undefined) return;
  const which = order === 'newest' ? 'newest' : 'first';
  complain(io, `these are the ${which} ${limit}; there are more: --limit N for others, --all for every one`);
}

type OnHosts = {
  readonly format: HistoryFormat;
  readonly flags: {
    readonly grep: string | undefined;
    readonly limit: string | undefined;
    readonly waited: boolean;
  };
};

/** `cotty history --on` and `--connect`: the hosts are asked, which keep outputs to themselves. */
async function runOn(
  host: HostFlags,
  asked: Asked,
  { format, flags: { grep, limit, waited: isWaited } }: OnHosts,
  io: Io,
): Promise<number> {
  if (isWaited) return refuseUsage('--waited works only without --on and --connect', 'history', io);
  if (grep !== undefined)
    return refuseUsage(
      '--grep works only without --on and --connect; --output TEXT searches outputs',
      'history',
      io,
    );
  if (format === 'markdown')
    return refuseUsage(
      'Markdown has the outputs of commands: it works only without --on and --connect',
      'history',
      io,
    );
  const { askedCommands, askedJson } = await import('./asked-history.ts');
  return withClient({ ...host, start: false }, io, async (client) => {
    try {
      const answer = await askedCommands(client, asked, io);
      if (!answer.ok) {
        complain(io, answer.error);
        return ExitCode.noTerminal;
      }
      if (format === 'json') for (const one of answer.found) sayJson(io, askedJson(one));
      else print(answer.found, format, io);
      if (answer.more) sayMore(asked, { limit }, io);
      return ExitCode.ok;
    } catch (error) {
      return refused(error, io);
    }
  });
}

/** Flags that mean nothing with `--waited`. */
const OF_COMMANDS = [
  'failed',
  'cwd',
  'longer',
  'until',
  'output',
  'host',
  'exit',
  'repo',
  'order',
  'markdown',
  'noted',
  'bookmarked',
] as const;

/** Returns the flag that means nothing with `--waited`, if there is one. */
function notOfWaits(
  given: { readonly [flag in (typeof OF_COMMANDS)[number]]: unknown },
  format: HistoryFormat,
): string | undefined {
  const flag = OF_COMMANDS.find((each) => given[each] !== undefined && given[each] !== false);
  if (flag !== undefined) return `--${flag}`;
  return format === 'csv' || format === 'markdown' ? `--format ${format}` : undefined;
}

async function runWaited(
  { query, limit }: Pick<Asked, 'query' | 'limit'>,
  { json, limit: given }: { readonly json: boolean; readonly limit: string | undefined },
  io: Io,
): Promise<number> {
  const setAside: string[] = [];
  const { found, more } = await waited(stateFolder(io.env), query, limit, (what) => setAside.push(what));
  for (const what of setAside) complain(io, `a record of waiting cannot be read: ${what}`);
  if (json) for (const one of found) sayJson(io, one);
  else if (found.length === 0) say(io, 'Nobody has waited.\n');
  else say(io, formatWaits(found, Date.now(), io.stdout.isTTY ? io.stdout.columns : undefined));
  if (more && given === undefined)
    complain(io, `these are the newest ${limit}; there are more: --limit N for others, --all for every one`);
  return ExitCode.ok;
}

function print(found: readonly PastCommand[], format: HistoryFormat, io: Io): void {
  const home = io.env['HOME'];
  if (format === 'json') for (const one of found) sayJson(io, asJson(one));
  else if (format === 'csv') sayOutput(io, asCsv(found));
  else if (format === 'markdown') for (const one of found) say(io, asMarkdown(one, home));
  else if (found.length === 0) say(io, 'No commands.\n');
  else say(io, formatHistory(found, { home, columns: io.stdout.isTTY ? io.stdout.columns : undefined }));
}

async function readFound(asked: Asked, io: Io) {
  const setAside: string[] = [];
  const found = await foundCommands(stateFolder(io.env), asked, (what) => setAside.push(what));
  const [first] = setAside;
  if (first !== undefined)
    complain(io, `lines of records that cannot be read: ${setAside.length}; the first is ${first}`);
  return found;
}

/** A line with time, terminal, folder, writer and exit code, then a fenced block with command and output, long ones shortened. */
export function asMarkdown({ terminal, record, foundBefore }: PastCommand, home: string | undefined): string {
  const { startedAt, commandLine, output, seq, cwd, where } = record;
  if (record.noCommand === true) {
    const facts = [localTime(startedAt), `${printable(terminal)} #${seq}`, BETWEEN];
    return `${facts.join(' · ')}\n\n${asConsole(undefined, plainLines(record.before ?? ''))}\n\n`;
  }
  const end = outcome(record);
  const facts = [
    localTime(startedAt),
    `${printable(terminal)} #${seq}`,
    ...(where === undefined ? [] : [whereLabel(where)]),
    ...(cwd === undefined ? [] : [printable(placeName(cwd, home))]),
    writerName(record),
    Number.isNaN(Number(end)) ? end : `exit ${end}`,
    took(record),
  ];
  const before =
    foundBefore === undefined ? '' : `Printed in the background before it: ${printable(foundBefore)}\n\n`;
  const text = asConsole(commandLine, plainLines(outputText(output, seq)));
  return `${facts.join(' · ')}\n\n${before}${text}\n\n`;
}

/** Reads in which format past commands are printed: `--format NAME`, or `--json` and `--markdown` for short. */

const FORMATS = ['table', 'json', 'csv', 'markdown'] as const;
type HistoryFormat = (typeof FORMATS)[number];

type FormatFlags = {
  readonly format: string | undefined;
  readonly json: boolean;
  readonly markdown: boolean;
};

type AskedFormat =
  | { readonly ok: true; readonly format: HistoryFormat }
  | { readonly ok: false; readonly error: string };

export function formatOf({ format, json, markdown }: FormatFlags): AskedFormat {
  const named = FORMATS.find((name) => name === format);
  if (format !== undefined && named === undefined)
    return { ok: false, error: `--format "${format}" is none of ${FORMATS.join(', ')}` };
  const asked: (readonly [flag: string, format: HistoryFormat])[] = [];
  if (named !== undefined) asked.push([`--format ${named}`, named]);
  if (json) asked.push(['--json', 'json']);
  if (markdown) asked.push(['--markdown', 'markdown']);
  const [first] = asked;
  const other = asked.find((one) => one[1] !== first?.[1]);
  if (first !== undefined && other !== undefined)
    return { ok: false, error: `use only one of ${first[0]} and ${other[0]}` };
  return { ok: true, format: first?.[1] ?? 'table' };
}

// Formats past commands as CSV (RFC 4180), for spreadsheets and databases.

const NAMES = [
  'started_at',
  'finished_at',
  'duration_s',
  'terminal',
  'seq',
  'where',
  'cwd',
  'writer',
  'exit',
  'outcome',
  'cmd',
  'note',
  'bookmarked',
];

/** A line with the names of the columns, then one record a command; lines end with CR LF. The outputs are left out. */
export function asCsv(commands: readonly PastCommand[]): string {
  return [NAMES, ...commands.map(cellsOf)].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

type Value = string | number | boolean | null;

function cellsOf({ terminal, record }: PastCommand): readonly Value[] {
  const { started_at, finished_at, duration_s, seq, cwd, writer, exit, cmd, note } = asCommandRecord(record);
  const where = record.where === undefined ? null : whereLabel(record.where);
  const bookmarked = record.bookmarked === true;
  return [
    started_at,
    finished_at,
    duration_s,
    terminal,
    seq,
    where,
    cwd,
    writer,
    exit,
    outcome(record),
    cmd,
    note ?? null,
    bookmarked,
  ];
}

/** Spreadsheets take such a text for a formula; an apostrophe before it makes them show it as text. */
const FORMULA = /^(?:\t|\s*[=+\-@＝＋－＠])/;

function cell(value: Value): string {
  if (value === null) return '';
  // A negative exit code, or the outcome `-` of what is no command, is no formula.
  if (typeof value !== 'string' || /^-?\d*$/.test(value)) return String(value);
  const shown = harmless(value);
  const text = FORMULA.test(shown) ? `'${shown}` : shown;
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
