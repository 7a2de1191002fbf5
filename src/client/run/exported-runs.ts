/** Blocks, and commands of the history, as runs that are exported: with their whole outputs, which the host is asked for where a client has not all of one. */

import { given } from '../../protocol/common/given.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { HistoryCommand } from '../../protocol/cotty/history.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import type { Run } from '../../review/run.ts';
import type { Block } from '../blocks/block.ts';
import { isShortened } from '../blocks/output-pieces.ts';
import { placeName } from '../blocks/place.ts';
import type { CottyCalls } from '../cotty-calls.ts';
import { statusOfPast } from '../history-search.ts';
import { finishedRun, outputOf } from './compared-runs.ts';

/** A block with the name and the URI of its terminal, or a command of the history. */
export type Exportable =
  | { readonly block: Block; readonly terminal: string; readonly uri: string }
  | { readonly past: HistoryCommand };

export function commandLineOf(command: Exportable): string {
  return 'past' in command ? command.past.commandLine : command.block.commandLine;
}

/** Returns the terminal of a command, and its number there, if it is on record. */
export function placeOf(command: Exportable): { readonly uri: string; readonly seq?: number } {
  if ('past' in command) return { uri: command.past.terminal, seq: command.past.seq };
  const { seq } = cottyMeta<CommandMeta>(command.block.part._meta);
  return { uri: command.uri, ...(seq === undefined ? {} : { seq }) };
}

/** Returns the commands of a list that can be exported, at most `most`, the oldest first. */
export function exportablePast(commands: readonly HistoryCommand[], most: number): readonly Exportable[] {
  return commands
    .filter((each) => statusOfPast(each).kind !== 'running' && each.commandLine !== '')
    .slice(0, most)
    .toSorted((one, other) => one.startedAt - other.startedAt)
    .map((past) => ({ past }));
}

type Calls = Pick<CottyCalls, 'history' | 'commands' | 'output' | 'times'>;

/** Reads commands one after the other; with `times`, also when their outputs came, as far as that is known. */
export async function exportedRuns(
  calls: Calls,
  commands: readonly Exportable[],
  { times }: { readonly times: boolean },
): Promise<readonly Run[]> {
  const runs: Run[] = [];
  for (const each of commands) {
    const run =
      'past' in each ? await runOfPast(calls, each.past) : await runOfBlock(calls, each.block, each);
    runs.push(times ? await withTimes(calls, run) : run);
  }
  return runs;
}

async function runOfPast(
  calls: Calls,
  { terminal: channel, name, seq, note, bookmarked }: HistoryCommand,
): Promise<Run> {
  const run = await finishedRun(calls, { channel, name, seq });
  if (run === undefined) throw new Error(`${name} has no finished command #${seq}`);
  return { ...run, ...(note === undefined ? {} : { note }), ...(bookmarked === true ? { bookmarked } : {}) };
}

export async function runOfBlock(
  calls: Pick<CottyCalls, 'output'>,
  { part, commandLine, status, timestamp, durationMs }: Block,
  { terminal, uri }: Pick<Run, 'terminal' | 'uri'>,
): Promise<Run> {
  const meta = cottyMeta<CommandMeta>(part._meta);
  const { seq, writer, cwd, where, cols, note, bookmarked } = meta;
  return {
    terminal,
    uri,
    seq: seq ?? 0,
    commandLine,
    startedAt: timestamp,
    ...(durationMs === undefined ? {} : { finishedAt: timestamp + durationMs }),
    ...(status.kind === 'timeout' ? { timedOut: true } : {}),
    ...(status.kind === 'restart' ? { killedByRestart: true } : {}),
    ...given({ exitCode: part.exitCode, writer, where, cols, bookmarked, note: note?.text }),
    ...given({ cwd: cwd && placeName(cwd, undefined) }),
    ...(seq === undefined || !isShortened(part)
      ? { output: part.output }
      : await outputOf((range) => calls.output(uri, range), seq)),
  };
}

/** The same with the times of its output, as far as they are known. */
export async function timedRunOfBlock(
  calls: Pick<CottyCalls, 'output' | 'times'>,
  block: Block,
  place: Pick<Run, 'terminal' | 'uri'>,
): Promise<Run> {
  return withTimes(calls, await runOfBlock(calls, block, place));
}

async function withTimes(calls: Pick<CottyCalls, 'times'>, run: Run): Promise<Run> {
  const times = run.seq === 0 ? undefined : await calls.times(run.uri, run.seq);
  return times === undefined ? run : { ...run, times };
}
