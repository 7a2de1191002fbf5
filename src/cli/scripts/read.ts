/** `cotty read` — prints commands with their output, or the screen of a terminal. */

import type { Client } from '../../client/client.ts';
import type { CommandRecord } from '../../protocol/cotty/command-record.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { hostFlags } from '../connect/host-flags.ts';
import { withTerminal } from '../connect/with-terminal.ts';
import { ExitCode } from '../ground/exit-code.ts';
import type { Io } from '../ground/io.ts';
import { parseArgs } from '../ground/parse-args.ts';
import { complain, say, sayJson, sayOutput } from '../ground/print.ts';
import { refuseArgs } from '../ground/usage-error.ts';
import { recordHeader, recordJson, recordOutput } from './follow/record-text.ts';
import { printOutput } from './read-output.ts';
import { type AskedRecords, whatToRead } from './read-what.ts';

const flags = {
  ...hostFlags,
  last: 'string',
  since: 'string',
  seq: 'string',
  lines: 'string',
  screen: 'boolean',
  json: 'boolean',
  raw: 'boolean',
} as const;

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags, positionals: ['NAME'], required: 1 });
  if (!parsed.ok) return refuseArgs(parsed, 'read', io);
  const { connect, token, json, raw, ...given } = parsed.flags;
  const what = whatToRead(given);
  if (!what.ok) return refuseArgs({ ...what, help: false }, 'read', io);
  const [name = ''] = parsed.input;
  return withTerminal(name, { connect, token, closed: true }, io, (client, terminal) => {
    const { resource, title } = terminal;
    switch (what.kind) {
      case 'screen':
        return printScreen(client, terminal, { lines: what.lines, json }, io);
      case 'output':
        return printOutput(client, resource, what, { title, json, raw }, io);
      case 'records':
        return printRecords(client, terminal, { asked: what.asked, json, raw }, io);
    }
  });
}

async function printRecords(
  client: Client,
  { resource, title }: TerminalInfo,
  { asked, json, raw }: { readonly asked: AskedRecords; readonly json: boolean; readonly raw: boolean },
  io: Io,
): Promise<number> {
  const records = await readRecords(client, resource, asked);
  for (const record of records) {
    if (json) sayJson(io, recordJson(title, record, raw));
    else {
      say(io, recordHeader(record));
      sayOutput(io, recordOutput(record, raw));
    }
  }
  if (records.length > 0) return ExitCode.ok;
  if (asked.seq !== undefined) complain(io, `"${title}" has no record ${asked.seq}`);
  else if (!json)
    complain(
      io,
      `no command has run in "${title}" ${asked.last === undefined ? `since #${asked.sinceSeq}` : 'yet'}`,
    );
  return asked.seq === undefined ? ExitCode.ok : ExitCode.failure;
}

async function printScreen(
  client: Client,
  { resource }: TerminalInfo,
  { lines, json }: { readonly lines: number | undefined; readonly json: boolean },
  io: Io,
): Promise<number> {
  const report = await client.cotty.screen(resource, lines);
  const text = report.lines.join('\n').trimEnd();
  if (json) sayJson(io, report);
  else if (text !== '') say(io, `${text}\n`);
  return ExitCode.ok;
}

/** Returns records, oldest first. A response is bounded, so `--since` asks again until it has all of them. */
async function readRecords(
  client: Client,
  uri: string,
  asked: AskedRecords,
): Promise<readonly CommandRecord[]> {
  const found: CommandRecord[] = [];
  for (let next = asked; ; ) {
    const { records, more } = await client.cotty.records(uri, next);
    found.push(...records);
    const sinceSeq = records.at(-1)?.seq;
    if (!more || sinceSeq === undefined || asked.sinceSeq === undefined) return found;
    next = { sinceSeq };
  }
}
