/** `cotty fleet` — lists the hosts of a fleet, searches what ran on them, tells what ends, and prints outputs, by way of NATS. */

import { hostname, userInfo } from 'node:os';
import type { AnsweredTerminal, ListAnswer } from '../../fleet/ask.ts';
import type { CommandEvent } from '../../fleet/event.ts';
import { longDuration } from '../../protocol/common/durations.ts';
import { didYouMean } from '../../protocol/common/nearest.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { plainLines } from '../../screen/text/plain-stream.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { type FlagValues, parseArgs } from '../common/parse-args.ts';
import { columnWidths, displayWidth, padTo, printable, tableLine } from '../common/plain-text.ts';
import { complain, say, sayJson } from '../common/print.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { natsFlags, readNats } from '../connect/nats-flags.ts';
import { historyQuery } from '../history/history-query.ts';
import { formatHistory } from '../history/history-table.ts';
import { readTimeout } from '../scripts/follow/duration-flag.ts';
import { readFilter } from '../scripts/follow/finished-filter.ts';
import { onInterrupt } from '../scripts/follow/interrupts.ts';
import { toldLine } from '../scripts/follow/told-command.ts';
import { FleetClient, type FleetHost } from './fleet-client.ts';
import { FleetIndex, type IndexQuery, indexFolder } from './fleet-index.ts';
import { asFleetJson, asPast, asTold } from './fleet-table.ts';

const flags = {
  ...natsFlags,
  json: 'boolean',
  timeout: 'string',
  failed: 'boolean',
  host: 'string',
  terminal: 'string',
  writer: 'string',
  cwd: 'string',
  since: 'string',
  until: 'string',
  longer: 'string',
  exit: 'string',
  limit: 'string',
  all: 'boolean',
  rebuild: 'boolean',
  name: 'string',
  matches: 'string',
  forget: 'boolean',
} as const;

type Flags = FlagValues<typeof flags>;
type Flag = keyof Flags;

type Asked = {
  readonly flags: Flags;
  /** The words after the verb. */
  readonly words: readonly string[];
  readonly fleet: FleetClient;
  readonly open: (anew: boolean) => Promise<FleetIndex>;
};

type Verb = {
  /** Flags that mean something here, beside those of the connection. */
  readonly flags: readonly Flag[];
  /** Least and greatest number of words. */
  readonly words: readonly [number, number];
  /** Returns what is wrong with the flags. */
  readonly check: (flags: Flags, words: readonly string[], io: Io) => string | undefined;
  readonly run: (asked: Asked, io: Io) => Promise<number>;
};

/** Default of `--timeout`. */
const [LIST_MS, OUTPUT_MS] = [2000, 10_000];

const VERBS: { readonly [name: string]: Verb } = {
  ls: { flags: ['json', 'timeout'], words: [0, 0], check: checkTimeout, run: list },
  history: {
    flags: [
      ...(['json', 'failed', 'host', 'terminal', 'writer', 'cwd', 'since', 'until'] as const),
      ...(['longer', 'exit', 'limit', 'all', 'rebuild'] as const),
    ],
    words: [0, 100],
    check: (given, words, io) => {
      const query = queryOf(given, words, io);
      return typeof query === 'string' ? query : undefined;
    },
    run: history,
  },
  watch: {
    flags: ['json', 'failed', 'host', 'matches', 'longer', 'limit', 'name', 'forget'],
    words: [0, 0],
    check: checkWatch,
    run: watch,
  },
  output: {
    flags: ['timeout'],
    words: [3, 3],
    check: (given, [, , seq = '']) =>
      /^\d{1,12}$/.test(seq) ? checkTimeout(given) : `"${seq}" is not the number of a command`,
    run: output,
  },
};

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, {
    flags,
    positionals: ['ls, history, watch or output'],
    required: 1,
    many: true,
  });
  if (!parsed.ok) return refuseArgs(parsed, 'fleet', io);
  const [name = '', ...words] = parsed.input;
  const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
  if (verb === undefined) {
    const near = didYouMean(name, Object.keys(VERBS)) || '; use ls, history, watch or output';
    return refuseUsage(`unknown subcommand "fleet ${name}"${near}`, 'fleet', io);
  }
  const nats = readNats(parsed.flags, io);
  if (!nats.ok) return refuseUsage(nats.error, 'fleet', io);
  const wrong = misplaced(name, verb, parsed.flags, words) ?? verb.check(parsed.flags, words, io);
  if (wrong !== undefined) return refuseUsage(wrong, 'fleet', io);
  const options = nats.nats;
  if (options === undefined)
    return refuseUsage('name the servers of the fleet with --nats, or in COTTY_NATS', 'fleet', io);
  let fleet: FleetClient | undefined;
  try {
    fleet = await FleetClient.open(options);
    const open = (anew: boolean) => FleetIndex.open(indexFolder(options, io.env), anew);
    return await verb.run({ flags: parsed.flags, words, fleet, open }, io);
  } catch (error) {
    complain(io, printable(reasonOf(error)));
    return fleet === undefined ? ExitCode.noHost : ExitCode.failure;
  } finally {
    await fleet?.close();
  }
}

function misplaced(name: string, verb: Verb, given: Flags, words: readonly string[]): string | undefined {
  const other = Object.entries(given).find(
    ([flag, value]) =>
      value !== undefined && value !== false && !(flag in natsFlags) && !verb.flags.includes(flag as Flag),
  );
  if (other !== undefined) return `--${other[0]} does not work with "fleet ${name}"`;
  const [least, most] = verb.words;
  if (words.length < least) return `"fleet ${name}" needs the host, the terminal and the number of a command`;
  return words.length > most ? `unexpected argument "${words[most]}"` : undefined;
}

function checkTimeout({ timeout }: Flags): string | undefined {
  const read = readTimeout(timeout, 1);
  return read.ok ? undefined : read.error;
}

function timeoutOf({ timeout }: Flags, usual: number): number {
  const read = readTimeout(timeout, 1);
  return (read.ok ? read.ms : undefined) ?? usual;
}

async function list({ flags: given, fleet }: Asked, io: Io): Promise<number> {
  const now = Date.now();
  const ms = timeoutOf(given, LIST_MS);
  const hosts = await fleet.hosts(now);
  const here = hosts.filter(({ isAway }) => !isAway);
  const answers = new Map((await fleet.lists(here.length, ms)).map((answer) => [answer.host, answer]));
  if (given.json) for (const host of hosts) sayJson(io, hostJson(host, answers.get(host.id)));
  else if (hosts.length === 0) say(io, 'No hosts.\n');
  else
    sayTable(io, [
      ['HOST', 'TERMINAL', 'STATE', 'COMMAND'],
      ...hosts.flatMap((host) => hostLines(host, answers.get(host.id), now)),
    ]);
  const silent = here.filter(({ id }) => !answers.has(id)).map(({ name }) => printable(name));
  if (silent.length > 0) complain(io, `no answer within ${ms / 1000} s from ${silent.join(', ')}`);
  return ExitCode.ok;
}

function hostJson(host: FleetHost, answer: ListAnswer | undefined): object {
  const { id, name, version, user, at, isAway } = host;
  const state = isAway ? awayState(host) : answer === undefined ? 'silent' : 'here';
  const last_heard = new Date(at).toISOString();
  return { id, name, user, version, state, last_heard, terminals: answer?.terminals ?? null };
}

/** A line for each terminal, or one for a host without any, one that is away, or one that did not answer. */
function hostLines(host: FleetHost, answer: ListAnswer | undefined, now: number): readonly string[][] {
  const name = printable(host.name);
  const alone = (state: string) => [[name, '-', state, '-']];
  if (host.isAway) return alone(`${awayState(host)}, last heard ${longDuration(now - host.at)} ago`);
  if (answer === undefined) return alone('no answer');
  if (answer.terminals.length === 0) return alone('no terminals');
  return answer.terminals.map((terminal) => [name, ...terminalCells(terminal, now)]);
}

function terminalCells({ name, command, program, since }: AnsweredTerminal, now: number): readonly string[] {
  if (command === null) return [printable(name), printable(program ?? 'idle'), '-'];
  const took = since === null ? '' : `  (${longDuration(now - since)})`;
  return [printable(name), printable(program ?? 'running'), `${printable(command)}${took}`];
}

function sayTable(io: Io, lines: readonly (readonly string[])[]): void {
  const widths = columnWidths(lines);
  const columns = io.stdout.isTTY ? io.stdout.columns : undefined;
  for (const line of lines) {
    const text = tableLine(line, widths).trimEnd();
    say(io, `${columns === undefined || displayWidth(text) <= columns ? text : padTo(text, columns)}\n`);
  }
}

function awayState({ state }: FleetHost): string {
  return state === 'stopped' ? 'stopped' : 'away';
}

function queryOf(given: Flags, words: readonly string[], io: Io): IndexQuery | string {
  const none = { output: undefined, repo: undefined, order: undefined, grep: undefined };
  const asked = historyQuery({ ...given, ...none, noted: false, bookmarked: false }, Date.now(), io.cwd);
  if (!asked.ok) return asked.error;
  const {
    failed = false,
    host,
    terminal,
    folder,
    writer,
    since,
    until,
    longerThanMs,
    exitCode,
  } = asked.query;
  return {
    words: words.flatMap((word) => word.split(' ')).filter((word) => word !== ''),
    limit: asked.limit,
    failed,
    ...(host === undefined ? {} : { host }),
    ...(terminal === undefined ? {} : { terminal }),
    ...(folder === undefined ? {} : { folder }),
    ...(writer === undefined ? {} : { writer }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
    ...(longerThanMs === undefined ? {} : { longerThanMs }),
    ...(exitCode === undefined ? {} : { exitCode }),
  };
}

async function history({ flags: given, words, fleet, open }: Asked, io: Io): Promise<number> {
  const query = queryOf(given, words, io);
  // It was checked before the connection was made.
  if (typeof query === 'string') return refuseUsage(query, 'fleet', io);
  const { found, more } = await withIndex({ fleet, open }, given.rebuild, (index) => index.find(query));
  const shown = [...found].reverse();
  if (given.json) for (const one of shown) sayJson(io, asFleetJson(one));
  else if (shown.length === 0) say(io, 'No commands.\n');
  else
    say(
      io,
      formatHistory(shown.map(asPast), {
        home: io.env['HOME'],
        columns: io.stdout.isTTY ? io.stdout.columns : undefined,
      }),
    );
  if (more && given.limit === undefined)
    complain(
      io,
      `these are the newest ${query.limit}; there are more: --limit N for others, --all for every one`,
    );
  return ExitCode.ok;
}

async function withIndex<T>(
  { fleet, open }: Pick<Asked, 'fleet' | 'open'>,
  anew: boolean,
  use: (index: FleetIndex) => T,
): Promise<T> {
  const ends = await fleet.events();
  const index = await open(anew);
  try {
    index.begin(ends);
    await index.take(fleet.eventsFrom(ends, index.position + 1));
    return use(index);
  } finally {
    index.close();
  }
}

function checkWatch(given: Flags): string | undefined {
  const { name, limit } = given;
  if (name !== undefined && !/^[A-Za-z0-9_-]{1,64}$/.test(name))
    return `--name "${name}" is not a word of at most 64 letters, digits, _ and -`;
  if (limit !== undefined && !/^[1-9]\d{0,8}$/.test(limit))
    return `--limit "${limit}" is not a number of commands, 1 or more`;
  const filter = readFilter(given);
  return filter.ok ? undefined : filter.error;
}

async function watch({ flags: given, fleet }: Asked, io: Io): Promise<number> {
  const usual = `${userInfo().username}-${hostname()}`.replace(/[^A-Za-z0-9_-]/g, '-').slice(0, 64);
  const name = given.name ?? usual;
  if (!given.forget) return follow(name, given, fleet, io);
  if (await fleet.forgetWatcher(name)) return ExitCode.ok;
  complain(io, `there is no watcher ${name}`);
  return ExitCode.failure;
}

/** A line is confirmed when the reader's pipe has taken it: whoever is killed before gets it again. */
async function follow(name: string, given: Flags, fleet: FleetClient, io: Io): Promise<number> {
  const isWanted = wanted(given);
  let left = given.limit === undefined ? Number.POSITIVE_INFINITY : Number(given.limit);
  const stop = new AbortController();
  const stopListening = onInterrupt(() => stop.abort());
  io.stdout.on?.('error', () => stop.abort());
  try {
    for await (const { event, done } of fleet.watch(name, stop.signal)) {
      const isTold = event !== undefined && isWanted(event);
      if (isTold) await tell(event, given.json, io);
      if (stop.signal.aborted) break;
      // What is no event, or is not wanted, must not come again either.
      done();
      if (isTold) left -= 1;
      if (left <= 0) break;
    }
    await fleet.flush();
    return ExitCode.ok;
  } finally {
    stopListening();
  }
}

/** Resolves when an error of the reader's pipe would have come. */
async function tell(event: CommandEvent, json: boolean, io: Io): Promise<void> {
  if (json) sayJson(io, asFleetJson(event));
  else say(io, toldLine(asTold(event), io.stdout.isTTY ? io.stdout.columns : undefined));
  await new Promise((resolve) => setImmediate(resolve));
}

function wanted(given: Flags): (event: CommandEvent) => boolean {
  const filter = readFilter(given);
  return (event) =>
    (given.host === undefined || isHost(event.host, given.host)) &&
    filter.ok &&
    filter.accepts(asTold(event).record);
}

function isHost(host: { readonly id: string; readonly name: string }, named: string): boolean {
  return host.name === named || host.id === named;
}

async function output({ flags: given, words, fleet, open }: Asked, io: Io): Promise<number> {
  const [host = '', terminal = '', seq = ''] = words;
  const query = { words: [], failed: false, host, terminal, seq: Number(seq), limit: 2 };
  const { found } = await withIndex({ fleet, open }, false, (index) => index.find(query));
  const [command, other] = found;
  if (command === undefined) {
    complain(io, `the fleet knows no command ${seq} of ${printable(`${host}:${terminal}`)}`);
    return ExitCode.failure;
  }
  if (other !== undefined)
    complain(
      io,
      'more than one terminal has this name; this is the newest: ids are in `cotty fleet history --json`',
    );
  let isCut = false;
  let printed = '';
  for await (const { text, cut } of fleet.output(
    command.host.id,
    command.terminal.id,
    Number(seq),
    timeoutOf(given, OUTPUT_MS),
  )) {
    printed += text;
    isCut ||= cut;
  }
  for (const line of plainLines(printed)) say(io, `${line}\n`);
  if (isCut) complain(io, 'the host has not kept or not sent all of this output');
  return ExitCode.ok;
}
