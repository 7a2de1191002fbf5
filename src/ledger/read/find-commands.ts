/** Finds commands of one terminal by what they are and what they printed, newest first. */

import { given } from '../../protocol/common/given.ts';
import type { FindQuery, FoundCommand } from '../../protocol/cotty/find.ts';
import type { LedgerRecord } from '../records/record.ts';
import { recordedFacts, recordTest } from '../records/recorded-command.ts';
import { literalTest, printedLine, searchOutput } from '../text/search-output.ts';
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
  const passes = recordTest(query, now);
  for await (const { record, kept } of commandOutputs(sources, { ...query, beforeSeq })) {
    const isWanted = record.forgotten !== true && passes(record);
    const found = isWanted ? await foundIn(record, kept, query) : undefined;
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
  { text, ignoreCase = false }: FindQuery,
): Promise<Found | undefined> {
  const { commandLine, note, before } = record;
  // A record without a command (what was printed after the last one) is listed only if its text matches.
  if (text === '' && record.noCommand === true) return undefined;
  if (text === '') return { command: foundAt(record, [], false), chars: 0 };
  const wanted = { text, ignoreCase, fromLine: 1, limit: LINES_EACH, around: true };
  const { lines, chars, more } =
    kept === undefined ? { lines: [], chars: 0, more: false } : await searchOutput(kept, wanted);
  const holds = literalTest(text, ignoreCase);
  const printedBefore = printedLine(before, holds);
  const isFound =
    lines.length > 0 || printedBefore !== undefined || [commandLine, note?.text ?? ''].some(holds);
  if (!isFound) return { command: undefined, chars };
  const command = foundAt(record, lines, more);
  return { command: printedBefore === undefined ? command : { ...command, printedBefore }, chars };
}

function foundAt(record: Omit<LedgerRecord, 'output'>, lines: FoundAt['lines'], more: boolean): FoundAt {
  const { noCommand } = record;
  return { ...recordedFacts(record), ...given({ noCommand }), lines, more };
}
