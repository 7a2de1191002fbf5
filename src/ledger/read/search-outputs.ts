/** Searches all outputs of one terminal, newest command first; one request searches a limited amount. */

import type {
  OutputMatch,
  OutputSearch,
  OutputSearchResult,
  SearchPlace,
} from '../../protocol/cotty/command-output.ts';
import type { LedgerRecord } from '../records/record.ts';
import { searchOutput, type WantedText } from '../text/search-output.ts';
import { readableParts } from '../text/text-names.ts';
import type { KeptOutput } from '../text/text-spans.ts';
import { finishedOutput, type OutputSources, outputOf, runningOutput } from './command-output.ts';
import { rowsThatMayHave } from './literal-rows.ts';
import { endsBefore, readLedger } from './read-ledger.ts';

/** Matches of one answer, and of one command among others. */
const MATCHES = 200;
const MATCHES_EACH = 100;
/** Limit of one request, in UTF-16 units: the command that passes it is searched to its end. */
const SEARCHED = 32 * 1024 * 1024;
/** Limit of one request: commands whose output is searched. */
const MOST_EXAMINED = 20_000;

export async function searchOutputs(
  sources: OutputSources,
  query: OutputSearch,
  searchedMost = SEARCHED,
): Promise<OutputSearchResult> {
  const { text, ignoreCase = false, fromLine = 1, limit = MATCHES } = query;
  if (query.seq !== undefined) {
    const kept = await outputOf(sources, query.seq);
    const found = await searchOne(kept, query.seq, { text, ignoreCase, fromLine, limit });
    const last = found.matches.at(-1);
    if (!found.more || last === undefined) return { matches: found.matches, more: false };
    return { matches: found.matches, more: true, next: { seq: query.seq, fromLine: last.line + 1 } };
  }
  const matches: OutputMatch[] = [];
  const rest: SearchPlace[] = [];
  let [searched, examined] = [0, 0];
  for await (const { record, kept } of commandOutputs(sources, query)) {
    const { seq } = record;
    const most = Math.min(MATCHES_EACH, limit - matches.length);
    const found = await searchOne(kept, seq, { text, ignoreCase, fromLine: 1, limit: most });
    matches.push(...found.matches);
    const last = found.matches.at(-1);
    if (found.more) rest.push({ seq, fromLine: last === undefined ? 1 : last.line + 1 });
    searched += found.chars;
    examined += 1;
    if (matches.length >= limit || searched >= searchedMost || examined >= MOST_EXAMINED)
      return { matches, more: true, next: { beforeSeq: seq }, ...(rest.length > 0 && { rest }) };
  }
  return { matches, more: false, ...(rest.length > 0 && { rest }) };
}

async function searchOne(kept: KeptOutput | undefined, seq: number, wanted: WantedText) {
  if (kept === undefined) return { matches: [], chars: 0, more: false };
  const { lines, chars, more } = await searchOutput(kept, wanted);
  return { matches: lines.map((line) => ({ seq, ...line })), chars, more };
}

export type CommandOutput = {
  readonly record: Omit<LedgerRecord, 'output'>;
  readonly kept: KeptOutput | undefined;
};

/**
 * Yields the commands in the range with their outputs, newest first: the running one, those in memory, those in the ledger. Of those
 * in the ledger it may leave out which have the text nowhere.
 */
export async function* commandOutputs(
  sources: OutputSources,
  { beforeSeq = Number.POSITIVE_INFINITY, afterSeq = 0, text: wanted, ignoreCase = false }: OutputSearch,
): AsyncGenerator<CommandOutput> {
  const { commands, folder, text, written, pause } = sources;
  const { begun, recent } = commands;
  if (begun !== undefined && begun.seq < beforeSeq && begun.seq > afterSeq)
    yield { record: begun, kept: await runningOutput(sources) };
  await written();
  await text?.settled();
  const parts = folder === undefined ? undefined : await readableParts(folder);
  for (const record of recent.toReversed()) {
    if (record.seq <= afterSeq) return;
    if (record.seq < beforeSeq) yield { record, kept: await finishedOutput(sources, record, parts) };
  }
  const oldest = Math.min(beforeSeq, recent[0]?.seq ?? begun?.seq ?? Number.POSITIVE_INFINITY);
  if (folder === undefined || oldest <= afterSeq + 1) return;
  const [isBefore, isBeyond] = [endsBefore(oldest), endsBefore(afterSeq + 1)];
  const mayHave = rowsThatMayHave(wanted, ignoreCase) ?? (() => true);
  const mayMatter = (line: string): boolean => isBefore(line) && (mayHave(line) || isBeyond(line));
  for await (const record of ledgerRecords(folder, { beforeSeq: oldest, afterSeq, mayMatter }, pause))
    yield { record, kept: await finishedOutput(sources, record, parts) };
}

/** An unreadable record of one terminal must not hide the matches in others. */
function ignored(): void {}

type LedgerRange = {
  readonly beforeSeq: number;
  readonly afterSeq: number;
  readonly mayMatter: (line: string) => boolean;
};

async function* ledgerRecords(
  folder: string,
  { beforeSeq, afterSeq, mayMatter }: LedgerRange,
  pause: () => Promise<void>,
): AsyncGenerator<LedgerRecord> {
  for await (const entries of readLedger(folder, { mayMatter, onSetAside: ignored })) {
    for (const entry of entries) {
      // Cleared commands are not listed any more.
      if (entry.kind === 'clear') return;
      if (entry.kind !== 'record' || entry.record.seq >= beforeSeq) continue;
      if (entry.record.seq <= afterSeq) return;
      yield entry.record;
    }
    await pause();
  }
}
