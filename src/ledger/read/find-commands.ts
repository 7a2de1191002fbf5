/** Finds commands of one terminal by what they are and what they printed, newest first. */

import { passesFilter } from '../../protocol/cotty/filter/command-filter.ts';
import type { FindQuery, FoundCommand } from '../../protocol/cotty/find.ts';
import { hasFailed, type LedgerRecord } from '../records/record.ts';
import { plainOutput } from '../text/plain-output.ts';
import { searchOutput } from '../text/search-output.ts';
import type { KeptOutput } from '../text/text-spans.ts';
import type { OutputSources } from './command-output.ts';
import { commandOutputs } from './search-outputs.ts';

/** Lines shown of one command. */
const LINES_EACH = 200;
/** Limits of one step: lines and commands found, commands examined, and UTF-16 units searched. */
const LINES = 200;
const MOST_EXAMINED = 2_000;
const SEARCHED = 16 * 1024 * 1024;

export type FoundAt = Omit<FoundCommand, 'terminal' | 'name' | 'open'>;

/** `next`: continue before this number. Undefined if the terminal was searched to its first command. */
export type FoundStretch = { readonly commands: readonly FoundAt[]; readonly next: number | undefined };

/** `now` (Unix ms) is needed for the duration of the running command. */
export async function findCommands(
  sources: OutputSources,
  query: FindQuery,
  now: number,
  beforeSeq = Number.POSITIVE_INFINITY,
): Promise<FoundStretch> {
  const commands: FoundAt[] = [];
  let [lines, examined, searched] = [0, 0, 0];
  for await (const { record, kept } of commandOutputs(sources, { ...query, beforeSeq })) {
    const found = await foundIn(record, kept, query, now);
    examined += 1;
    searched += found?.chars ?? 0;
    if (found?.command !== undefined) {
      commands.push(found.command);
      lines += Math.max(1, found.command.lines.length);
    }
    if (lines >= LINES || examined >= MOST_EXAMINED || searched >= SEARCHED)
      return { commands, next: record.seq };
  }
  return { commands, next: undefined };
}

type Found = { readonly command: FoundAt | undefined; readonly chars: number };

async function foundIn(
  record: Omit<LedgerRecord, 'output'>,
  kept: KeptOutput | undefined,
  { text, ignoreCase = false, ...filter }: FindQuery,
  now: number,
): Promise<Found | undefined> {
  const { startedAt, finishedAt: endedAt, where, forgotten, note } = record;
  const durationMs = (endedAt ?? now) - startedAt;
  const facts = {
    ...record,
    failed: hasFailed(record),
    endedAt,
    durationMs,
    host: where?.host,
    noted: note !== undefined,
  };
  if (forgotten === true || !passesFilter(filter, facts)) return undefined;
  // A record without a command (what was printed after the last one) is listed only if its text matches.
  if (text === '' && record.noCommand === true) return undefined;
  if (text === '') return { command: foundAt(record, [], false), chars: 0 };
  const wanted = { text, ignoreCase, fromLine: 1, limit: LINES_EACH, around: true };
  const { lines, chars, more } =
    kept === undefined ? { lines: [], chars: 0, more: false } : await searchOutput(kept, wanted);
  const printed = plainOutput(record.before ?? '').split('\n');
  const printedBefore = printed.find((line) => holds(line, text, ignoreCase))?.trimEnd();
  const isFound =
    lines.length > 0 ||
    printedBefore !== undefined ||
    [record.commandLine, note?.text ?? ''].some((line) => holds(line, text, ignoreCase));
  if (!isFound) return { command: undefined, chars };
  const command = foundAt(record, lines, more);
  return { command: printedBefore === undefined ? command : { ...command, printedBefore }, chars };
}

function holds(line: string, text: string, ignoreCase: boolean): boolean {
  return ignoreCase ? line.toLowerCase().includes(text.toLowerCase()) : line.includes(text);
}

function foundAt(
  {
    seq,
    commandId,
    commandLine,
    startedAt,
    finishedAt,
    exitCode,
    writer,
    cwd,
    noCommand,
    note,
    bookmarked,
  }: Omit<LedgerRecord, 'output'>,
  lines: FoundAt['lines'],
  more: boolean,
): FoundAt {
  return {
    seq,
    commandId,
    commandLine,
    startedAt,
    ...(finishedAt === undefined ? {} : { finishedAt }),
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(writer === undefined ? {} : { writer }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(noCommand === undefined ? {} : { noCommand }),
    ...(note === undefined ? {} : { note: note.text }),
    ...(bookmarked === undefined ? {} : { bookmarked }),
    lines,
    more,
  };
}
