/** `cotty stats` — prints what runs most, what takes long and whose exit code changes. Where no host runs it reads the records itself. */

import type { Client } from '../../client/client.ts';
import { indexHere, openIndex } from '../../host/history/index-place.ts';
import { stateFolder } from '../../ledger/files/state-folder.ts';
import { Repositories } from '../../ledger/index/repositories.ts';
import { pathOf } from '../../ledger/records/record-json.ts';
import { isUnknownMethod } from '../../protocol/common/error-codes.ts';
import { harmless } from '../../protocol/common/harmless-text.ts';
import {
  type CommandStats,
  MAX_STATS,
  type StatsQuery,
  type StatsResult,
} from '../../protocol/cotty/stats.ts';
import { pictureRows, svg } from '../../review/export/svg.ts';
import type { StyledLine, TextStyle } from '../../screen/cells/styled-line.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { type FlagValues, parseArgs } from '../common/parse-args.ts';
import { complain, say, sayJson, sayOutput } from '../common/print.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { hostFlags } from '../connect/host-flags.ts';
import { hostPaths } from '../connect/host-paths.ts';
import { openClient } from '../connect/open-client.ts';
import { refused } from '../connect/refusal.ts';
import { resolveName } from '../connect/resolve-name.ts';
import { runningHost } from '../connect/running-host.ts';
import { hasColours } from '../scripts/group/group-output.ts';
import { repositoryOf } from './found-commands.ts';
import { historyQuery } from './history-query.ts';
import { namedFolder, noRecord } from './named-runs.ts';
import { statsLines } from './stats-lines.ts';
import { toFile } from './to-file.ts';

const flags = {
  ...hostFlags,
  terminal: 'string',
  failed: 'boolean',
  writer: 'string',
  since: 'string',
  until: 'string',
  host: 'string',
  exit: 'string',
  repo: 'string',
  cwd: 'string',
  longer: 'string',
  limit: 'string',
  noted: 'boolean',
  bookmarked: 'boolean',
  json: 'boolean',
  svg: 'boolean',
  o: 'string',
  force: 'boolean',
} as const;

type Given = FlagValues<typeof flags>;

/** meow reads `--no-color` as the negation of an option `--color`, which does not exist. */
const NO_COLOR = '--no-color';
/** Default of `--limit`. */
const LIMIT = 10;
/** Columns of the picture. */
const PICTURE_COLUMNS = 100;

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(
    args.filter((arg) => arg !== NO_COLOR),
    { flags, positionals: ['WORDS'], many: true },
  );
  if (!parsed.ok) return refuseArgs(parsed, 'stats', io);
  const wrong = wrongFormat(parsed.flags);
  if (wrong !== undefined) return refuseUsage(wrong, 'stats', io);
  const asked = await askedOf(parsed.flags, parsed.input.join(' '), io);
  if (typeof asked === 'string') return refuseUsage(asked, 'stats', io);
  const answer = await answerTo(asked, parsed.flags, io);
  if (!answer.ok) return answer.exitCode;
  const colours = !args.includes(NO_COLOR) && hasColours(io.stdout, io);
  return print(answer.stats, parsed.flags, { colours }, io);
}

function wrongFormat({ json, svg: picture, o, force }: Given): string | undefined {
  if (json && picture) return 'use only one of --json and --svg';
  if (o !== undefined && !picture) return '-o FILE is for --svg alone';
  return force && o === undefined ? '--force is for -o FILE alone' : undefined;
}

type Asked = { readonly query: StatsQuery; readonly terminal: string | undefined };

/** Returns what is wrong with the flags, if anything. */
async function askedOf(given: Given, words: string, io: Io): Promise<Asked | string> {
  const { limit = String(LIMIT), terminal } = given;
  if (!/^\d{1,9}$/.test(limit) || Number(limit) < 1 || Number(limit) > MAX_STATS)
    return `--limit "${limit}" is not a number of commands, from 1 to ${MAX_STATS}`;
  const none = { grep: undefined, output: undefined, order: undefined, all: false, terminal: undefined };
  const asked = historyQuery({ ...given, ...none, limit }, Date.now(), io.cwd);
  if (!asked.ok) return asked.error;
  const { repository } = asked;
  const { grep: _grep, terminals: _terminals, output: _output, ...query } = asked.query;
  const wanted = repository && (await repositoryOf(new Repositories(Date.now), repository));
  return {
    query: {
      ...query,
      ...(words === '' ? {} : { text: words }),
      ...(wanted === undefined ? {} : { repository: wanted }),
      limit: Number(limit),
    },
    terminal,
  };
}

type Answer =
  | { readonly ok: true; readonly stats: StatsResult }
  | { readonly ok: false; readonly exitCode: number };

async function answerTo(asked: Asked, { connect, token }: Given, io: Io): Promise<Answer> {
  const paths = hostPaths(io.env);
  const isRunning =
    connect !== undefined || (paths.ok && (await runningHost(paths.socket, io.env)) !== undefined);
  if (!isRunning) return fromRecords(asked, io);
  const opened = await openClient({ connect, token, start: false }, io);
  if (!opened.ok) return opened;
  const { client } = opened;
  try {
    const terminal = await terminalUri(client, asked.terminal, connect === undefined, io);
    if (terminal?.ok === false) return noTerminal(terminal.error, io);
    const query = { ...asked.query, ...(terminal && { terminal: terminal.uri }) };
    return { ok: true, stats: await client.cotty.stats(query) };
  } catch (error) {
    // An older host, whose records are here.
    if (connect === undefined && isUnknownMethod(error)) return await fromRecords(asked, io);
    return { ok: false, exitCode: refused(error, io) };
  } finally {
    client.close();
  }
}

type NamedUri = { readonly ok: true; readonly uri: string } | { readonly ok: false; readonly error: string };

/** Finds an open terminal, or, on this machine, a closed one; undefined where none is asked for. */
async function terminalUri(
  client: Client,
  name: string | undefined,
  isHere: boolean,
  io: Io,
): Promise<NamedUri | undefined> {
  if (name === undefined) return undefined;
  const open = resolveName(client.root.state.terminals ?? [], name);
  if (open.ok) return { ok: true, uri: open.terminal.resource };
  const uri = isHere ? (await namedFolder(name, io))?.uri : undefined;
  return uri === undefined ? open : { ok: true, uri };
}

function noTerminal(error: string, io: Io): Answer {
  complain(io, error);
  return { ok: false, exitCode: ExitCode.noTerminal };
}

async function fromRecords({ query: { limit, ...query }, terminal }: Asked, io: Io): Promise<Answer> {
  const uri = terminal === undefined ? undefined : (await namedFolder(terminal, io))?.uri;
  if (terminal !== undefined && uri === undefined) return noTerminal(noRecord(terminal), io);
  // What is in its file is not read from the records again.
  const index = await openIndex(stateFolder(io.env), indexHere, { indexesOutputs: false });
  try {
    await index.refresh([]);
    const wanted = {
      ...query,
      ...(uri === undefined ? {} : { terminal: uri }),
      ...(limit === undefined ? {} : { limit }),
    };
    return { ok: true, stats: await index.stats(wanted, { hidden: [], memory: [], now: Date.now() }) };
  } finally {
    await index.close();
  }
}

function print(
  stats: StatsResult,
  { json, svg: asPicture, o, force }: Given,
  { colours }: { readonly colours: boolean },
  io: Io,
): number | Promise<number> {
  const home = io.env['HOME'];
  if (json) sayJson(io, statsJson(stats));
  else if (asPicture) {
    const data = statsPicture(stats, home);
    if (o !== undefined) return toFile({ file: o, force, data, told: 'statistics' }, io);
    sayOutput(io, data);
  } else if (stats.commands === 0) say(io, 'No commands.\n');
  else {
    const { isTTY, columns } = io.stdout;
    const lines = statsLines(stats, { home, columns: isTTY ? columns : undefined });
    sayOutput(io, statsText(lines, colours));
  }
  return ExitCode.ok;
}

export function statsPicture(stats: StatsResult, home: string | undefined): string {
  const lines = statsLines(stats, { home, columns: PICTURE_COLUMNS });
  // Each piece gets a style of its own, so that it is drawn at its column: some viewers join the blanks between two.
  const apart = (line: StyledLine) => line.map(({ text, style }) => ({ text, style: { ...style } }));
  const rows = lines.flatMap((line) => pictureRows(apart(line), PICTURE_COLUMNS));
  return svg(rows, { cols: PICTURE_COLUMNS, label: 'Statistics of commands' });
}

const COLOURS: Readonly<Record<string, string>> = { good: '32', bad: '31', dim: '2' };

export function statsText(lines: readonly StyledLine[], colours: boolean): string {
  const painted = (text: string, { fg = '', bold }: TextStyle = {}) => {
    const code = bold === true ? '1' : COLOURS[fg];
    return colours && code !== undefined ? `\x1b[${code}m${harmless(text)}\x1b[0m` : harmless(text);
  };
  return lines
    .map(
      (line) =>
        `${line
          .map(({ text, style }) => painted(text, style))
          .join('')
          .trimEnd()}\n`,
    )
    .join('');
}

// Statistics of the history as JSON.

/** Times in seconds. What is not known is null. */
export function statsJson(stats: StatsResult): object {
  const { commands, failed, different, totalMs, activeDays, days, mostRun, slowest, flakiest } = stats;
  return {
    commands,
    failed,
    different,
    total_s: totalMs / 1000,
    active_days: activeDays,
    days,
    most_run: mostRun.map(commandJson),
    slowest: slowest.map(commandJson),
    flakiest: flakiest.map(commandJson),
  };
}

function commandJson({ commandLine, cwd, host, ...rest }: CommandStats): object {
  const { runs, failed, totalMs, medianMs, p95Ms, compared, changes, recent } = rest;
  return {
    cmd: commandLine,
    cwd: cwd === undefined ? null : pathOf(cwd),
    host: host ?? null,
    runs,
    failed,
    total_s: totalMs / 1000,
    median_s: seconds(medianMs),
    p95_s: seconds(p95Ms),
    compared,
    changes,
    recent: recent.map(({ startedAt, durationMs, exitCode }) => ({
      started_at: new Date(startedAt).toISOString(),
      duration_s: seconds(durationMs),
      exit: exitCode ?? null,
    })),
  };
}

function seconds(ms: number | undefined): number | null {
  return ms === undefined ? null : ms / 1000;
}
