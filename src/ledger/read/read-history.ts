/** The history: commands of all terminals, newest first, read from the ends of their ledgers to be fast. */

import { stat } from 'node:fs/promises';
import { given } from '../../protocol/common/given.ts';
import type { CommandFilter } from '../../protocol/cotty/filter/command-filter.ts';
import type { HistoryQuery } from '../../protocol/cotty/history.ts';
import { isMissing, ledgerFiles, terminalFolders } from '../files/ledger-files.ts';
import { readMeta } from '../files/meta-file.ts';
import { outputText } from '../records/bounded-output.ts';
import type { LedgerRecord } from '../records/record.ts';
import { recordTest } from '../records/recorded-command.ts';
import { plainOutput } from '../text/plain-output.ts';
import { isAnyCase, literalTest, printedLine } from '../text/search-output.ts';
import { textParts } from '../text/text-names.ts';
import { fileSpans } from '../text/text-spans.ts';
import { rowsThatMayHave } from './literal-rows.ts';
import { readLedger } from './read-ledger.ts';

/** What the ledgers are searched for; the repository of a command is not looked at here. */
export type LedgerQuery = Omit<CommandFilter & Pick<HistoryQuery, 'commandLine'>, 'repository'> & {
  /** URIs of the terminals whose commands are wanted; absent for all. */
  readonly terminals?: ReadonlySet<string>;
  /** Matched against the command line, its note, and the output without its escape sequences. */
  readonly grep?: RegExp;
  /** Whether the outputs of what is found are needed. Without them they are empty, unless they are searched. */
  readonly withOutput?: boolean;
};

export type PastCommand = {
  readonly terminal: string;
  readonly uri: string;
  readonly record: LedgerRecord;
  /** The matching line of what was printed before the command, when the command itself does not match. */
  readonly foundBefore?: string;
};

/** Yields the matching commands, newest first. Calls `onSetAside` for each part that could not be read. */
export async function* history(
  state: string,
  query: LedgerQuery,
  onSetAside: (what: string) => void,
): AsyncGenerator<PastCommand> {
  const folders = await terminalFolders(state);
  const opened = await Promise.all(folders.map((folder) => openSource(folder, query, onSetAside)));
  const sources = opened.filter((source) => source !== undefined);
  try {
    yield* merged(sources);
  } finally {
    for (const source of sources) await source.close();
  }
}

/** Merges the sources. Reads a ledger only when its newest command may be next: most terminals are old. */
async function* merged(sources: readonly Source[]): AsyncGenerator<PastCommand> {
  for (;;) {
    const newest = sources.reduce<Source | undefined>(newer, undefined);
    if (newest?.newest === undefined) return;
    const next = newest.take();
    if (next === undefined) await newest.fill();
    else yield next;
  }
}

function newer(best: Source | undefined, source: Source): Source | undefined {
  if (source.newest === undefined) return best;
  return best?.newest === undefined || source.newest > best.newest ? source : best;
}

async function openSource(
  folder: string,
  query: LedgerQuery,
  onSetAside: (what: string) => void,
): Promise<Source | undefined> {
  const meta = await readMeta(folder);
  if (!meta.ok) {
    onSetAside(`${folder}/meta.json: ${meta.why}`);
    return undefined;
  }
  const { name, uri } = meta.terminal;
  if (query.terminals?.has(uri) === false) return undefined;
  return new Source(folder, { terminal: name, uri }, query, await lastWrite(folder), onSetAside);
}

async function lastWrite(folder: string): Promise<number | undefined> {
  for (const path of ledgerFiles(folder)) {
    try {
      return (await stat(path)).mtimeMs;
    } catch (error) {
      // No command has run in this terminal, or the file was just rotated.
      if (!isMissing(error)) throw error;
    }
  }
  return undefined;
}

type Match = Pick<PastCommand, 'record' | 'foundBefore'>;

/** The matching commands of one terminal. */
class Source {
  readonly #batches: AsyncGenerator<readonly Match[]>;
  readonly #origin: Pick<PastCommand, 'terminal' | 'uri'>;
  #batch: readonly Match[] = [];
  #at = 0;
  /** Upper limit of the start times of unread commands; undefined when none are left. */
  #bound: number | undefined;

  constructor(
    folder: string,
    origin: Pick<PastCommand, 'terminal' | 'uri'>,
    query: LedgerQuery,
    lastWrite: number | undefined,
    onSetAside: (what: string) => void,
  ) {
    this.#origin = origin;
    this.#bound = lastWrite;
    this.#batches = matches(folder, query, (why) => onSetAside(`${folder}/${why}`));
  }

  /** Start time of the next command, or an upper limit of it; undefined when none is left. */
  get newest(): number | undefined {
    return this.#batch[this.#at]?.record.startedAt ?? this.#bound;
  }

  /** Returns the next command of the batch; undefined if `fill` must read the next batch. */
  take(): PastCommand | undefined {
    const found = this.#batch[this.#at];
    if (found === undefined) return undefined;
    const { record } = found;
    this.#at += 1;
    this.#bound = this.#bound === undefined ? undefined : record.startedAt;
    return { ...this.#origin, ...found };
  }

  async fill(): Promise<void> {
    const next = await this.#batches.next();
    this.#at = 0;
    this.#batch = next.done === true ? [] : next.value;
    if (next.done === true) this.#bound = undefined;
  }

  async close(): Promise<void> {
    await this.#batches.return(undefined);
  }
}

async function* matches(
  folder: string,
  query: LedgerQuery,
  onSetAside: (why: string) => void,
): AsyncGenerator<readonly Match[]> {
  const mayMatter = prefilter(query);
  const { since = 0, commandLine, withOutput = true, grep, output } = query;
  const withoutOutput = !withOutput && grep === undefined && output === undefined;
  const options = { onSetAside, withoutOutput, ...given({ mayMatter }) };
  // A command without an end may still run, but only its host knows for how long.
  const passes = recordTest(query);
  for await (const entries of readLedger(folder, options)) {
    const records = entries.flatMap((entry) => (entry.kind === 'record' ? [entry.record] : []));
    const found: (Match | undefined)[] = [];
    for (const record of records) {
      if (commandLine !== undefined && record.commandLine !== commandLine) continue;
      if (passes(record)) found.push(await matchIn(folder, record, query));
    }
    yield found.filter((match) => match !== undefined);
    // A terminal runs one command at a time: all earlier ones ended before this one began.
    if (records.some(({ startedAt }) => startedAt < since)) return;
  }
}

async function matchIn(folder: string, record: LedgerRecord, query: LedgerQuery): Promise<Match | undefined> {
  const { output, grep } = query;
  if (output !== undefined && !(await hasPrinted(folder, record, literalTest(output)))) return undefined;
  // A record without a command (what was printed after the last one) is listed only if its text matches.
  if (record.noCommand !== true && (await isMatch(folder, record, query))) return { record };
  const foundBefore = grep && printedLine(record.before, (line) => grep.test(line.trimEnd()));
  return foundBefore === undefined ? undefined : { record, foundBefore };
}

async function isMatch(folder: string, record: LedgerRecord, { grep }: LedgerQuery): Promise<boolean> {
  if (grep === undefined || grep.test(record.commandLine)) return true;
  if (record.note !== undefined && grep.test(record.note.text)) return true;
  return hasPrinted(folder, record, (text) => grep.test(text));
}

/** Whether the output of a command matches, without its escape sequences, as far as it is kept. */
async function hasPrinted(
  folder: string,
  { seq, output }: LedgerRecord,
  isMatching: (text: string) => boolean,
): Promise<boolean> {
  if (isMatching(plainOutput(outputText(output, seq)))) return true;
  return output.omitted > 0 && isInText(folder, seq, isMatching);
}

/** Searches the part of an output that does not fit into the record, file by file. */
async function isInText(
  folder: string,
  seq: number,
  isMatching: (text: string) => boolean,
): Promise<boolean> {
  const parts = (await textParts(folder)).get(seq) ?? [];
  for (const { read } of fileSpans(folder, parts)) {
    if (isMatching(plainOutput((await read()) ?? ''))) return true;
  }
  return false;
}

/** Returns a cheap test that rejects lines before they are parsed, or undefined when there is none. */
function prefilter({ grep, commandLine, output }: LedgerQuery): ((line: string) => boolean) | undefined {
  if (commandLine !== undefined) return literalTest(JSON.stringify(commandLine), false);
  if (output !== undefined) return rowsThatMayHave(output, isAnyCase(output));
  // Only if case matters.
  return grep === undefined || grep.flags !== '' ? undefined : rowsThatMayHave(grep.source);
}
