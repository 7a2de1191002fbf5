/** `cotty fleet` — lists the hosts of a fleet, searches what ran on them, tells what ends, and prints outputs, by way of NATS. */

import { hostname, userInfo } from 'node:os';
import type { AnsweredTerminal } from '../../fleet/ask.ts';
import type { CommandEvent } from '../../fleet/event.ts';
import { longDuration } from '../../protocol/common/durations.ts';
import { given as givenFields } from '../../protocol/common/given.ts';
import { didYouMean } from '../../protocol/common/nearest.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { plainLines } from '../../screen/text/plain-stream.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { type FlagValues, parseArgs } from '../common/parse-args.ts';
import { columnWidths, displayWidth, padTo, printable, tableLine } from '../common/plain-text.ts';
import { complain, say, sayJson, taken } from '../common/print.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { natsFlags, readNats } from '../connect/nats-flags.ts';
import { historyQuery } from '../history/history-query.ts';
import { formatHistory } from '../history/history-table.ts';
import { counted, refusedText } from '../host/host-status.ts';
import { readTimeout } from '../scripts/follow/duration-flag.ts';
import { readFilter } from '../scripts/follow/finished-filter.ts';
import { onInterrupt } from '../scripts/follow/interrupts.ts';
import { toldLine } from '../scripts/follow/told-command.ts';
import { FleetClient, type FleetHost, type HostAnswer } from './fleet-client.ts';
import { FleetIndex, type IndexQuery, indexFolder } from './fleet-index.ts';
import { asFleetJson, asPast, asTold } from './fleet-table.ts';
import { HostNames } from './host-names.ts';

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
  readonly dropped: Dropped;
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
  const dropped = new Dropped();
  try {
    const client = await FleetClient.open(options);
    fleet = client;
    client.onDropped = (host) => dropped.add(host);
    const open = (anew: boolean) => FleetIndex.open(indexFolder(options, io.env), client.subjects, anew);
    return await verb.run({ flags: parsed.flags, words, fleet, open, dropped }, io);
  } catch (error) {
    complain(io, printable(reasonOf(error)));
    return fleet === undefined ? ExitCode.noHost : ExitCode.failure;
  } finally {
    dropped.complain(io);
    await fleet?.close();
  }
}

/** Ids that are named, of hosts whose messages were dropped. */
const MOST_DROPPING = 20;

/** Counts messages that were dropped, by the ids of the hosts below whose subjects they stood. */
class Dropped {
  readonly #counts = new Map<string, number>();

  /** Returns how many there are of this host by now. */
  add(host: string, count = 1): number {
    const key = this.#counts.has(host) || this.#counts.size < MOST_DROPPING ? host : 'others';
    const sum = (this.#counts.get(key) ?? 0) + count;
    this.#counts.set(key, sum);
    return sum;
  }

  complain(io: Io): void {
    const why = 'that cannot be read, or that speak for another host';
    for (const [host, count] of this.#counts)
      complain(io, `dropped of ${printable(host)}: ${counted(count, 'message')} ${why}`);
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
  const ms = timeoutOf(given, LIST_MS);
  const { hosts, names } = await directory(fleet);
  const here = hosts.filter(({ isAway }) => !isAway);
  const answers = await fleet.lists(
    here.map(({ id }) => id),
    ms,
  );
  if (given.json) for (const host of hosts) sayJson(io, hostJson(host, names, answers.get(host.id)));
  else if (hosts.length === 0) say(io, 'No hosts.\n');
  else
    sayTable(io, [
      ['HOST', 'TERMINAL', 'STATE', 'COMMAND'],
      ...hosts.flatMap((host) => hostLines(host, names, answers.get(host.id), Date.now())),
    ]);
  for (const host of hosts)
    for (const wrong of wrongWith(host, answers.get(host.id)))
      complain(io, `${names.of(host)}: ${printable(wrong)}`);
  const silent = here.filter(({ id }) => !answers.has(id)).map((host) => names.of(host));
  if (silent.length > 0) complain(io, `no answer within ${ms / 1000} s from ${silent.join(', ')}`);
  return ExitCode.ok;
}

/** The hosts of the fleet in the order of their names. */
async function directory(fleet: FleetClient) {
  const names = new HostNames();
  const found = await fleet.hosts();
  for (const host of found) names.add(host);
  const hosts = found
    .map((host) => [names.of(host), host] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return { names, hosts: hosts.map(([, host]) => host) };
}

function wrongWith({ refused }: FleetHost, answer: HostAnswer | undefined): readonly string[] {
  return [
    ...(refused === undefined ? [] : [refusedText(refused)]),
    ...(answer?.isTwice === true
      ? ['more than one host has this id: remove fleet.json in the copy of the state folder']
      : []),
  ];
}

function hostJson(host: FleetHost, names: HostNames, answer: HostAnswer | undefined): object {
  const { id, version, user, heard, isAway, refused = null } = host;
  const state = isAway ? awayState(host) : answer === undefined ? 'silent' : 'here';
  const last_heard = new Date(heard).toISOString();
  const copied = answer?.isTwice === true;
  const terminals = answer?.terminals ?? null;
  return { id, name: names.of(host), user, version, state, last_heard, refused, copied, terminals };
}

/** A line for each terminal, or one for a host without any, one that is away, or one that did not answer. */
function hostLines(
  host: FleetHost,
  names: HostNames,
  answer: HostAnswer | undefined,
  now: number,
): readonly string[][] {
  const name = names.of(host);
  const alone = (state: string) => [[name, '-', state, '-']];
  if (host.isAway) return alone(`${awayState(host)}, last heard ${longDuration(host.ago)} ago`);
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
  const { terminal, limit } = asked;
  const { failed = false, folder, writer, since, until, longerThanMs, exitCode } = asked.query;
  return {
    words: words.flatMap((word) => word.split(' ')).filter((word) => word !== ''),
    limit,
    failed,
    ...givenFields({ terminal, folder, writer, since, until, longerThanMs, exitCode }),
  };
}

async function history(asked: Asked, io: Io): Promise<number> {
  const { flags: given, words, fleet } = asked;
  const query = queryOf(given, words, io);
  // It was checked before the connection was made.
  if (typeof query === 'string') return refuseUsage(query, 'fleet', io);
  const { names } = await directory(fleet);
  const host = named(given, names);
  const { found, more } = await withIndex(asked, given.rebuild, (index) => index.find({ ...query, ...host }));
  const shown = [...found].reverse();
  if (given.json) for (const one of shown) sayJson(io, asFleetJson(one, names));
  else if (shown.length === 0) say(io, 'No commands.\n');
  else
    say(
      io,
      formatHistory(
        shown.map((one) => asPast(one, names)),
        { home: io.env['HOME'], columns: io.stdout.isTTY ? io.stdout.columns : undefined },
      ),
    );
  if (more && given.limit === undefined)
    complain(
      io,
      `these are the newest ${query.limit}; there are more: --limit N for others, --all for every one`,
    );
  return ExitCode.ok;
}

/** The id of the host that `--host` names, if it does. Throws if there is none, or more than one. */
function named({ host }: Flags, names: HostNames): { readonly host?: string } {
  if (host === undefined) return {};
  const found = names.find(host);
  if (!found.ok) throw new Error(found.error);
  return { host: found.id };
}

async function withIndex<T>(
  { fleet, open, dropped }: Pick<Asked, 'fleet' | 'open' | 'dropped'>,
  anew: boolean,
  use: (index: FleetIndex) => T,
): Promise<T> {
  const ends = await fleet.events();
  const index = await open(anew);
  try {
    index.begin(ends);
    await index.take(fleet.eventsFrom(ends, index.position + 1));
    for (const [host, count] of index.dropped) dropped.add(host, count);
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

async function watch(asked: Asked, io: Io): Promise<number> {
  const { flags: given, fleet } = asked;
  const usual = `${userInfo().username}-${hostname()}`.replace(/[^A-Za-z0-9_-]/g, '-').slice(0, 64);
  const name = given.name ?? usual;
  if (!given.forget) return follow(name, asked, io);
  if (await fleet.forgetWatcher(name)) return ExitCode.ok;
  complain(io, `there is no watcher ${name}`);
  return ExitCode.failure;
}

/**
 * A line is confirmed when the reader's pipe has taken it: whoever is killed before gets it again. While the pipe takes nothing,
 * nothing more is read.
 */
async function follow(name: string, asked: Asked, io: Io): Promise<number> {
  const { flags: given, fleet, dropped } = asked;
  const { names } = await directory(fleet);
  fleet.onHello((hello) => names.add(hello));
  const tell = teller(given, names, io);
  let left = given.limit === undefined ? Number.POSITIVE_INFINITY : Number(given.limit);
  const stop = new AbortController();
  const stopped = new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve()));
  const stopListening = onInterrupt(() => stop.abort());
  io.stdout.on?.('error', () => stop.abort());
  try {
    for await (const { event, host, done } of fleet.watch(name, stop.signal)) {
      if (event === undefined && isPowerOfTwo(dropped.add(host))) dropped.complain(io);
      const isTold = event !== undefined && tell(event);
      if (isTold) await Promise.race([taken(io).catch(() => stop.abort()), stopped]);
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

/** A flood of messages is told of at 1, 2, 4, 8 and so on of them. */
function isPowerOfTwo(count: number): boolean {
  return Number.isInteger(Math.log2(count));
}

/** Returns a function that prints an event, and returns false if nobody has asked for it. */
function teller(given: Flags, names: HostNames, io: Io): (event: CommandEvent) => boolean {
  const { host } = named(given, names);
  const filter = readFilter(given);
  return (event) => {
    const told = asTold(event, names);
    if ((host !== undefined && event.host.id !== host) || !filter.ok || !filter.accepts(told.record))
      return false;
    if (given.json) sayJson(io, asFleetJson(event, names));
    else say(io, toldLine(told, io.stdout.isTTY ? io.stdout.columns : undefined));
    return true;
  };
}

async function output(asked: Asked, io: Io): Promise<number> {
  const { flags: given, words, fleet } = asked;
  const [host = '', terminal = '', seq = ''] = words;
  const { names } = await directory(fleet);
  const query = {
    words: [],
    failed: false,
    ...named({ ...given, host }, names),
    terminal,
    seq: Number(seq),
    limit: 2,
  };
  const { found } = await withIndex(asked, false, (index) => index.find(query));
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
