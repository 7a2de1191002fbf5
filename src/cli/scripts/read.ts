/** `cotty read` — prints commands with their output, or the screen of a terminal. */

import type { Client } from '../../client/client.ts';
import { seqsOf } from '../../client/run/named-seqs.ts';
import type { CommandRecord, RecordsResult } from '../../protocol/cotty/command-record.ts';
import { fullName, type Seqs, seqsText } from '../../protocol/cotty/terminal-names.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { plainText } from '../../screen/text/plain-stream.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { printable } from '../common/plain-text.ts';
import { complain, say, sayJson, sayOutput } from '../common/print.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { hostsFlags } from '../connect/host-flags.ts';
import { withRuns } from '../connect/with-terminal.ts';
import { printedText, recordHeader, recordJson, recordOutput } from './follow/record-text.ts';
import { eachFlag, readGroup } from './group/group-names.ts';
import { eachOfGroup } from './group/with-group.ts';
import { printOutput } from './read-output.ts';
import { type AskedRecords, type ReadWhat, whatToRead } from './read-what.ts';

const flags = {
  ...hostsFlags,
  ...eachFlag,
  last: 'string',
  since: 'string',
  seq: 'string',
  lines: 'string',
  screen: 'boolean',
  json: 'boolean',
  raw: 'boolean',
} as const;

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags, positionals: ['NAME'] });
  if (!parsed.ok) return refuseArgs(parsed, 'read', io);
  const { connect, token, on, each, json, raw, ...given } = parsed.flags;
  const wrong = (error: string) => refuseUsage(error, 'read', io);
  const [name] = parsed.input;
  const read = readGroup({ each }, parsed.input);
  if (!read.ok) return wrong(read.error);
  if (read.group === undefined && name === undefined) return wrong('NAME is missing');
  const what = whatToRead(given);
  if (!what.ok) return wrong(what.error);
  const print = (client: Client, terminal: TerminalInfo) =>
    printWhat(client, terminal, { what, json, raw }, io);
  if (read.group === undefined)
    return withRuns(name ?? '', { connect, token, on, closed: true }, io, async (client, named) => {
      const { terminal, seqs } = named;
      if (seqs === undefined) return print(client, terminal);
      return printSeqs(client, terminal, { seqs, given, json, raw }, io);
    });
  let count = 0;
  return eachOfGroup(read.group.names, { connect, token, on, closed: true }, io, (client, terminal) => {
    // The header is that of `head` and `tail`.
    if (!json) say(io, `${count === 0 ? '' : '\n'}==> ${printable(fullName(terminal))} <==\n`);
    count += 1;
    return print(client, terminal);
  });
}

type OfSeqs = {
  readonly seqs: Seqs;
  readonly given: Parameters<typeof whatToRead>[0];
  readonly json: boolean;
  readonly raw: boolean;
};

/** Prints the commands that stand behind the name: `build:7`, `build:3-7`, `build:-2`. */
async function printSeqs(
  client: Client,
  terminal: TerminalInfo,
  { seqs, given, json, raw }: OfSeqs,
  io: Io,
): Promise<number> {
  if (given.seq !== undefined)
    return refuseUsage('use only one of --seq and a number behind the name', 'read', io);
  const isOne = 'from' in seqs && seqs.from === seqs.to;
  const numbers = isOne ? [seqs.from] : await seqsOf(client.cotty, terminal.resource, seqs);
  if (numbers.length === 0) {
    complain(io, `"${printable(fullName(terminal))}" has no finished command: ${seqsText(seqs)}`);
    return ExitCode.failure;
  }
  for (const seq of numbers) {
    const what = whatToRead({ ...given, seq: String(seq) });
    if (!what.ok) return refuseUsage(what.error, 'read', io);
    const code = await printWhat(client, terminal, { what, json, raw }, io);
    if (code !== ExitCode.ok) return code;
  }
  return ExitCode.ok;
}

type How = { readonly what: Extract<ReadWhat, { ok: true }>; readonly json: boolean; readonly raw: boolean };

async function printWhat(
  client: Client,
  terminal: TerminalInfo,
  { what, json, raw }: How,
  io: Io,
): Promise<number> {
  const { resource } = terminal;
  const title = fullName(terminal);
  switch (what.kind) {
    case 'screen':
      return printScreen(client, terminal, { lines: what.lines, json }, io);
    case 'output':
      return printOutput(client, resource, what, { title, json, raw }, io);
    case 'records':
      return printRecords(client, terminal, { asked: what.asked, json, raw }, io);
  }
}

async function printRecords(
  client: Client,
  terminal: TerminalInfo,
  { asked, json, raw }: { readonly asked: AskedRecords; readonly json: boolean; readonly raw: boolean },
  io: Io,
): Promise<number> {
  const title = fullName(terminal);
  const { records, printedSince } = await readRecords(client, terminal.resource, asked);
  for (const record of records) {
    if (json) sayJson(io, recordJson(title, record, raw));
    else {
      sayOutput(io, printedText(record.printed_before, raw));
      if (record.no_command === true) continue;
      say(io, recordHeader(record));
      sayOutput(io, recordOutput(record, raw));
    }
  }
  if (printedSince !== undefined) return printSince(printedSince, { title, json, raw }, io);
  if (records.length > 0) return ExitCode.ok;
  if (asked.seq !== undefined) complain(io, `"${printable(title)}" has no record ${asked.seq}`);
  else if (!json)
    complain(
      io,
      `no command has run in "${title}" ${asked.last === undefined ? `since #${asked.sinceSeq}` : 'yet'}`,
    );
  return asked.seq === undefined ? ExitCode.ok : ExitCode.failure;
}

/** Prints what background jobs have printed since the last command. */
function printSince(
  printed: string,
  { title, json, raw }: { readonly title: string; readonly json: boolean; readonly raw: boolean },
  io: Io,
): number {
  if (json) sayJson(io, { terminal: title, printed_since: raw ? printed : plainText(printed) });
  else sayOutput(io, printedText(printed, raw));
  return ExitCode.ok;
}

async function printScreen(
  client: Client,
  terminal: TerminalInfo,
  { lines, json }: { readonly lines: number | undefined; readonly json: boolean },
  io: Io,
): Promise<number> {
  const report = await client.cotty.screen(terminal.resource, lines);
  const text = report.lines.join('\n').trimEnd();
  if (json) sayJson(io, { terminal: fullName(terminal), ...report });
  else if (text !== '') say(io, `${text}\n`);
  return ExitCode.ok;
}

/** Returns records, oldest first. A response is bounded, so `--since` asks again until it has all of them. */
async function readRecords(
  client: Client,
  uri: string,
  asked: AskedRecords,
): Promise<Pick<RecordsResult, 'records' | 'printedSince'>> {
  const found: CommandRecord[] = [];
  for (let next = asked; ; ) {
    const { records, more, printedSince } = await client.cotty.records(uri, next);
    found.push(...records);
    const sinceSeq = records.at(-1)?.seq;
    if (!more || sinceSeq === undefined || asked.sinceSeq === undefined)
      return { records: found, ...(printedSince === undefined ? {} : { printedSince }) };
    next = { sinceSeq };
  }
}
