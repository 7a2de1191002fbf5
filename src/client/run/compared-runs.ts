/** Reads a finished command and the one with which it is compared from the host: what is known of them, and their outputs. */

import { ErrorCode, isRefusal } from '../../protocol/common/error-codes.ts';
import { given } from '../../protocol/common/given.ts';
import type { AskOutput, CommandSummary } from '../../protocol/cotty/command-output.ts';
import type { HistoryCommand } from '../../protocol/cotty/history.ts';
import { newlinesIn } from '../../protocol/terminal/newlines.ts';
import { safeEnd } from '../../protocol/terminal/safe-cut.ts';
import { type Earlier, type PastRun, previousRun } from '../../review/compare/previous-run.ts';
import type { Run } from '../../review/run.ts';
import { readOutputLines } from '../blocks/output-lines.ts';
import { placeName } from '../blocks/place.ts';
import type { CottyCalls } from '../cotty-calls.ts';

/** A finished command; `name` is that of its terminal. */
export type NamedCommand = { readonly channel: string; readonly name: string; readonly seq: number };

/** With what a command is compared: an earlier run of it, or any other command. */
export type Against = Earlier | NamedCommand;

export type ComparedRuns =
  | { readonly ok: true; readonly before: Run; readonly after: Run }
  | { readonly ok: false; readonly reason: string };

type Calls = Pick<CottyCalls, 'history' | 'commands' | 'output'>;

/** Limit of an output in UTF-16 units: of a longer one the head and the tail are read. */
const MOST_CHARS = 4 * 1024 * 1024;
/** Commands of the history, and of the terminal, among which the earlier run is looked for. */
const MOST_RUNS = 100;
const MOST_COMMANDS = 1000;
/** Limit of the command line that a host looks for. */
const MOST_LINE = 64 * 1024;

/** `skip`: so many newer runs are passed over where none is named. */
export async function comparedRuns(
  calls: Calls,
  of: NamedCommand,
  against: Against,
  skip = 0,
): Promise<ComparedRuns> {
  const after = await commandOf(calls, of);
  if (after === undefined) return no(`${of.name} has no finished command #${of.seq}`);
  const before =
    typeof against === 'object'
      ? await commandOf(calls, against)
      : await earlierRun(calls, after, against, skip);
  if (before === undefined) {
    if (typeof against === 'object') return no(`${against.name} has no finished command #${against.seq}`);
    return no(noneText(after, against, skip));
  }
  const [earlier, later] = await Promise.all([runOf(calls, before), runOf(calls, after)]);
  return { ok: true, before: earlier, after: later };
}

type Placed = PastRun &
  Pick<HistoryCommand, 'timedOut' | 'killedByRestart' | 'writer'> &
  NamedCommand & { readonly cols?: number | undefined };

async function commandOf(calls: Calls, { channel, name, seq }: NamedCommand): Promise<Placed | undefined> {
  const { commands } = await calls.commands(channel, { beforeSeq: seq + 1, limit: 1 });
  const [found] = commands;
  return found?.seq === seq && found.isComplete ? placed(found, channel, name) : undefined;
}

function placed(summary: CommandSummary, channel: string, name: string): Placed {
  const { timestamp: startedAt, durationMs, ...rest } = summary;
  return {
    channel,
    name,
    startedAt,
    ...rest,
    ...(durationMs === undefined ? {} : { finishedAt: startedAt + durationMs }),
  };
}

/** Reads a finished command; undefined if there is none of that number. */
export async function finishedRun(calls: Calls, named: NamedCommand): Promise<Run | undefined> {
  const command = await commandOf(calls, named);
  return command && runOf(calls, command);
}

/** Reads a finished command with the times of its output; undefined if there is none of that number. */
export async function timedRun(
  calls: Calls & Pick<CottyCalls, 'times'>,
  named: NamedCommand,
): Promise<Run | undefined> {
  const command = await commandOf(calls, named);
  return command === undefined ? undefined : withTimes(calls, command);
}

/** The same of a command whose summary is known. */
export function timedRunOf(
  calls: Pick<CottyCalls, 'output' | 'times'>,
  summary: CommandSummary,
  channel: string,
  name: string,
): Promise<Run> {
  return withTimes(calls, placed(summary, channel, name));
}

async function withTimes(calls: Pick<CottyCalls, 'output' | 'times'>, command: Placed): Promise<Run> {
  const [run, times] = await Promise.all([runOf(calls, command), calls.times(command.channel, command.seq)]);
  return times === undefined ? run : { ...run, times };
}

async function earlierRun(
  calls: Calls,
  of: Placed,
  earlier: Earlier,
  skip: number,
): Promise<Placed | undefined> {
  return (
    previousRun(of, await pastRuns(calls, of, earlier), earlier, skip) ??
    previousRun(of, await runsOfTerminal(calls, of), earlier, skip)
  );
}

/** Characters of a command that are told. */
const TOLD_CHARS = 60;

function noneText({ commandLine, cwd }: Placed, earlier: Earlier, skip: number): string {
  const [line = ''] = commandLine.trim().split('\n', 1);
  const told = line.length > TOLD_CHARS ? `${line.slice(0, safeEnd(line, TOLD_CHARS))}…` : line;
  const which = `no ${skip === 0 ? 'earlier' : 'older'} run`;
  const folder = cwd === undefined ? 'the same folder' : placeName(cwd, undefined);
  return `there is ${which} of \`${told}\` in ${folder}${earlier === 'green' ? ' that succeeded' : ''}`;
}

/** Runs in all terminals. Agents and those who only watch may not ask for them. */
async function pastRuns(calls: Calls, of: Placed, earlier: Earlier): Promise<readonly Placed[]> {
  if (of.commandLine.length > MOST_LINE) return [];
  const query = {
    commandLine: of.commandLine,
    until: of.startedAt,
    limit: MOST_RUNS,
    ...(of.cwd === undefined ? {} : { cwd: of.cwd }),
    ...(earlier === 'green' ? { exitCode: 0 } : {}),
  };
  const { commands } = await calls.history(query).catch(notAllowed);
  return commands.map(({ terminal: channel, ...command }) => ({ ...command, channel }));
}

function notAllowed(error: unknown): { readonly commands: readonly HistoryCommand[] } {
  const isNo =
    isRefusal(error) &&
    (error.code === ErrorCode.PermissionDenied || error.code === ErrorCode.MethodNotFound);
  if (isNo) return { commands: [] };
  throw error;
}

async function runsOfTerminal(calls: Calls, { channel, name, seq }: Placed): Promise<readonly Placed[]> {
  const { commands } = await calls.commands(channel, { beforeSeq: seq, limit: MOST_COMMANDS });
  return commands.map((summary) => placed(summary, channel, name));
}

async function runOf(calls: Pick<CottyCalls, 'output'>, command: Placed): Promise<Run> {
  const { name: terminal, channel: uri, seq, commandLine, startedAt, finishedAt } = command;
  const { exitCode, timedOut, killedByRestart, writer, cwd, where, cols } = command;
  return {
    terminal,
    uri,
    seq,
    commandLine,
    startedAt,
    ...given({ finishedAt, exitCode, timedOut, killedByRestart, writer, where, cols }),
    ...given({ cwd: cwd && placeName(cwd, undefined) }),
    ...(await outputOf((range) => calls.output(uri, range), seq)),
  };
}

/** Reads the head of an output; of a long one, or one that was not kept whole, also its tail. */
export async function outputOf(ask: AskOutput, seq: number): Promise<Pick<Run, 'output' | 'missing'>> {
  const { total, cut } = await ask({ seq, fromLine: 1, lines: 1, maxChars: 1 });
  const head = await readOutputLines(ask, { seq, fromLine: 1 }, MOST_CHARS);
  const read = newlinesIn(head.text);
  const left = total.lines - read;
  if (cut === undefined && !head.cut) return { output: head.text };
  // As many lines as the tail may have characters, by their mean length.
  const mean = Math.max(1, total.chars / Math.max(1, total.lines));
  const tailFrom = Math.max(
    cut === undefined ? read + 1 : cut.fromLine + cut.lines,
    total.lines - Math.floor(MOST_CHARS / mean),
  );
  if (left <= 0 || tailFrom > total.lines) return { output: head.text, ...missing(head.text.length, left) };
  const tail = await readOutputLines(ask, { seq, fromLine: tailFrom }, 2 * MOST_CHARS);
  return { output: head.text + tail.text, ...missing(head.text.length, tailFrom - read - 1) };
}

function missing(at: number, lines: number): Pick<Run, 'missing'> {
  return lines > 0 ? { missing: { at, lines } } : {};
}

function no(reason: string): ComparedRuns {
  return { ok: false, reason };
}
