/** `cotty history` — prints the commands of all terminals from their records; no host is needed. */

import { stateFolder } from '../../ledger/files/state-folder.ts';
import { type HistoryQuery, history, type PastCommand } from '../../ledger/read/read-history.ts';
import { ExitCode } from '../ground/exit-code.ts';
import type { Io } from '../ground/io.ts';
import { parseArgs } from '../ground/parse-args.ts';
import { complain, say, sayJson } from '../ground/print.ts';
import { refuseArgs, refuseUsage } from '../ground/usage-error.ts';
import { asMarkdown } from './history-markdown.ts';
import { historyQuery } from './history-query.ts';
import { asJson, formatHistory } from './history-table.ts';

const flags = {
  terminal: 'string',
  failed: 'boolean',
  writer: 'string',
  since: 'string',
  cwd: 'string',
  longer: 'string',
  grep: 'string',
  limit: 'string',
  all: 'boolean',
  json: 'boolean',
  markdown: 'boolean',
} as const;

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags });
  if (!parsed.ok) return refuseArgs(parsed, 'history', io);
  const asked = historyQuery(parsed.flags, Date.now(), io.cwd);
  if (!asked.ok) return refuseUsage(asked.error, 'history', io);
  if (parsed.flags.json && parsed.flags.markdown)
    return refuseUsage('use only one of --json and --markdown', 'history', io);
  const { found, more } = await newest(asked.query, asked.limit, io);
  if (parsed.flags.json) for (const one of found) sayJson(io, asJson(one));
  else if (parsed.flags.markdown) for (const one of found) say(io, asMarkdown(one, io.env['HOME']));
  else if (found.length === 0) say(io, 'No commands.\n');
  else say(io, formatHistory(found, io.stdout.isTTY ? io.stdout.columns : undefined));
  if (more)
    complain(
      io,
      `these are the newest ${asked.limit}; there are more: --limit N for others, --all for every one`,
    );
  return ExitCode.ok;
}

type Newest = { readonly found: readonly PastCommand[]; readonly more: boolean };

/** The newest commands that match, newest last, and whether there are older ones. */
async function newest(query: HistoryQuery, limit: number, io: Io): Promise<Newest> {
  const setAside: string[] = [];
  const found: PastCommand[] = [];
  let more = false;
  for await (const command of history(stateFolder(io.env), query, (what) => setAside.push(what))) {
    if (found.length >= limit) {
      more = true;
      break;
    }
    found.push(command);
  }
  const [first] = setAside;
  if (first !== undefined)
    complain(io, `lines of records that cannot be read: ${setAside.length}; the first is ${first}`);
  return { found: found.reverse(), more };
}
