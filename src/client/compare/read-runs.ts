/** Finds the run that another one is compared with, and reads the outputs of both. */

import { reasonOf } from '../../protocol/common/reason-of.ts';
import type { CommandSummary, OutputResult } from '../../protocol/cotty/command-output.ts';
import type { HistoryCommand } from '../../protocol/cotty/history.ts';
import type { Run } from '../../review/run.ts';
import { readOutputLines } from '../blocks/output-lines.ts';
import { placeName } from '../blocks/place.ts';
import type { Client } from '../client.ts';
import type { Against, CompareAsk, FoundRuns, RunPlace } from './comparing.ts';

type Host = Pick<Client, 'cotty' | 'root' | 'welcome'>;

/** A command with its terminal, but without its output. */
type Candidate = RunPlace & { readonly name: string; readonly summary: CommandSummary };

/** Reads both runs. Never rejects: what is missing is told in a sentence. */
export async function readRuns(host: Host, asked: CompareAsk): Promise<FoundRuns> {
  try {
    const later = await candidateAt(host, asked.later);
    if (later === undefined) return { why: 'This run is not on record any more.' };
    const earlier = await earlierOf(host, later, asked.against);
    if (earlier === undefined) return { why: nothingFound(host, later, asked.against) };
    const [before, after] = await Promise.all([runOf(host, earlier), runOf(host, later)]);
    return { before, after };
  } catch (error) {
    return { why: reasonOf(error) };
  }
}

/** Returns the newest finished run of a command in a terminal that began at a time or later (Unix ms). */
export async function newestRun(
  { cotty }: Host,
  uri: string,
  { commandLine, since }: { readonly commandLine: string; readonly since: number },
): Promise<RunPlace | undefined> {
  const { commands } = await cotty.commands(uri);
  const found = commands.findLast(
    (each) => isFinished(each) && each.timestamp >= since && isSameLine(each.commandLine, commandLine),
  );
  return found && { uri, seq: found.seq };
}

function isFinished({ isComplete, noCommand, forgotten }: CommandSummary): boolean {
  return isComplete && noCommand !== true && forgotten !== true;
}

function isSameLine(one: string, other: string): boolean {
  return one.trim() === other.trim();
}

async function candidateAt(host: Host, { uri, seq }: RunPlace): Promise<Candidate | undefined> {
  const { commands } = await host.cotty.commands(uri, { beforeSeq: seq + 1, limit: 1 });
  const summary = commands.find((each) => each.seq === seq && isFinished(each));
  return summary && { uri, seq, name: nameOf(host, uri), summary };
}

function nameOf({ root }: Host, uri: string): string {
  const title = root.state.terminals?.find(({ resource }) => resource === uri)?.title;
  return title ?? uri.slice(uri.lastIndexOf('/') + 1);
}

/** Commands of the history that are looked at: those that never ended are left out. */
const LOOKED_AT = 50;

/** Asks the history of all terminals. A host that gives none is asked for the commands of the same terminal. */
async function earlierOf(host: Host, later: Candidate, against: Against): Promise<Candidate | undefined> {
  if (against.kind === 'run') return candidateAt(host, against.run);
  const found = await inHistory(host, later, against).catch(() => []);
  const place = found[against.skip] ?? (await inTerminal(host, later, against))[against.skip];
  return place === undefined ? undefined : candidateAt(host, place);
}

type Sought = Exclude<Against, { readonly kind: 'run' }>;

async function inHistory(
  { cotty }: Host,
  { uri, seq, summary }: Candidate,
  { kind, skip }: Sought,
): Promise<readonly RunPlace[]> {
  const { commandLine, cwd, timestamp } = summary;
  const { commands } = await cotty.history({
    commandLine,
    ...(cwd === undefined ? {} : { cwd }),
    ...(kind === 'succeeded' ? { exitCode: 0 } : {}),
    until: timestamp,
    limit: skip + LOOKED_AT,
  });
  const isWanted = (each: HistoryCommand) =>
    each.finishedAt !== undefined &&
    each.startedAt <= timestamp &&
    isSameLine(each.commandLine, commandLine) &&
    (cwd === undefined || each.cwd === cwd) &&
    (kind === 'last' || each.exitCode === 0) &&
    !(each.terminal === uri && each.seq >= seq);
  return commands.filter(isWanted).map((each) => ({ uri: each.terminal, seq: each.seq }));
}

async function inTerminal(
  { cotty }: Host,
  { uri, seq, summary }: Candidate,
  { kind }: Sought,
): Promise<readonly RunPlace[]> {
  const { commands } = await cotty.commands(uri, { beforeSeq: seq });
  return commands
    .filter(
      (each) =>
        isFinished(each) &&
        isSameLine(each.commandLine, summary.commandLine) &&
        each.cwd === summary.cwd &&
        (kind === 'last' || each.exitCode === 0),
    )
    .toReversed()
    .map((each) => ({ uri, seq: each.seq }));
}

/** Characters of a command that a sentence names. */
const NAMED_CHARS = 60;

function nothingFound({ welcome }: Host, { summary }: Candidate, against: Against): string {
  const [first = ''] = summary.commandLine.trim().split('\n', 1);
  const command = first.length > NAMED_CHARS ? `${first.slice(0, NAMED_CHARS)}…` : first;
  if (against.kind === 'run') return 'The marked run is not on record any more.';
  const home = welcome?.defaultDirectory;
  const folder =
    summary.cwd === undefined ? '' : ` in ${placeName(summary.cwd, home && placeName(home, undefined))}`;
  if (against.kind === 'last')
    return `There is no ${against.skip === 0 ? 'earlier' : 'older'} run of \`${command}\`${folder} to compare with.`;
  const which = against.skip === 0 ? 'No earlier run' : 'No older run';
  return `${which} of \`${command}\`${folder} has succeeded.`;
}

/** Limits of an output in UTF-16 units: of a longer one, so much of its beginning and of its end is read. */
const HEAD_CHARS = 2 * 1024 * 1024;
const TAIL_CHARS = 1024 * 1024;
const TAIL_LINES = 5_000;

async function runOf({ cotty }: Host, { uri, seq, name, summary }: Candidate): Promise<Run> {
  const { durationMs, exitCode, timedOut, killedByRestart, writer, cwd, where, cols } = summary;
  const ask = (range: Parameters<typeof cotty.output>[1]) => cotty.output(uri, range);
  const head = await readOutputLines(ask, { seq, fromLine: 1 }, HEAD_CHARS);
  const tail = head.cut ? await ask({ seq, fromEnd: TAIL_LINES, maxChars: TAIL_CHARS }) : undefined;
  return {
    terminal: name,
    uri,
    seq,
    commandLine: summary.commandLine,
    startedAt: summary.timestamp,
    ...(durationMs === undefined ? {} : { finishedAt: summary.timestamp + durationMs }),
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(timedOut === true ? { timedOut } : {}),
    ...(killedByRestart === true ? { killedByRestart } : {}),
    ...(writer === undefined ? {} : { writer }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(where === undefined ? {} : { where }),
    ...(cols === undefined ? {} : { cols }),
    ...outputOf(head, tail),
  };
}

/** Joins beginning and end, with the number of lines between them. */
function outputOf(
  head: { readonly text: string },
  tail: OutputResult | undefined,
): Pick<Run, 'output' | 'missing'> {
  if (tail === undefined) return { output: head.text };
  // The last line of the beginning may be cut.
  const begin = head.text.slice(0, head.text.lastIndexOf('\n') + 1);
  const lines = begin.split('\n').length - 1;
  if (tail.fromLine <= lines + 1) {
    const rest = tail.text.split('\n').slice(lines + 1 - tail.fromLine);
    return { output: begin + rest.join('\n') };
  }
  return { output: begin + tail.text, missing: { at: begin.length, lines: tail.fromLine - 1 - lines } };
}
