/** Commands of all terminals, newest first — read from the ends of their ledgers, so that recent ones cost little. */

import { nextSequence, sequenceEnd } from '../protocol/terminal/sequence.ts';
import { outputText } from './bounded-output.ts';
import { terminalFolders } from './ledger-files.ts';
import { readMeta } from './meta-file.ts';
import { readLedger } from './read-ledger.ts';
import type { LedgerRecord } from './record.ts';

export type HistoryQuery = {
  readonly terminal?: string;
  readonly writer?: string;
  readonly failed?: boolean;
  /** Unix milliseconds: only what ended later, or has not. */
  readonly since?: number;
  /** Matched against the command line and the output without its escape sequences. */
  readonly grep?: RegExp;
};

export type PastCommand = { readonly terminal: string; readonly uri: string; readonly record: LedgerRecord };

/** `onSetAside` is told of what could not be read. */
export async function* history(
  state: string,
  query: HistoryQuery,
  onSetAside: (what: string) => void,
): AsyncGenerator<PastCommand> {
  const folders = await terminalFolders(state);
  const opened = await Promise.all(folders.map((folder) => openSource(folder, query, onSetAside)));
  const sources = opened.filter((source) => source !== undefined);
  await Promise.all(sources.map((source) => source.fill()));
  for (;;) {
    const newest = sources.reduce<Source | undefined>((best, source) => later(best, source), undefined);
    const next = newest?.take();
    if (newest === undefined || next === undefined) return;
    yield next;
    if (newest.startedAt === undefined) await newest.fill();
  }
}

function later(best: Source | undefined, source: Source): Source | undefined {
  if (source.startedAt === undefined) return best;
  return best?.startedAt === undefined || source.startedAt > best.startedAt ? source : best;
}

async function openSource(
  folder: string,
  query: HistoryQuery,
  onSetAside: (what: string) => void,
): Promise<Source | undefined> {
  const meta = await readMeta(folder);
  if (!meta.ok) {
    onSetAside(`${folder}/meta.json: ${meta.why}`);
    return undefined;
  }
  const { name, uri } = meta.facts;
  const wanted = query.terminal;
  if (wanted !== undefined && wanted !== name && wanted !== uri && !uri.endsWith(`/${wanted}`))
    return undefined;
  return new Source(folder, { terminal: name, uri }, query, onSetAside);
}

/** The matching commands of one terminal. */
class Source {
  readonly #batches: AsyncGenerator<readonly LedgerRecord[]>;
  readonly #of: Omit<PastCommand, 'record'>;
  #batch: readonly LedgerRecord[] = [];
  #at = 0;

  constructor(
    folder: string,
    of: Omit<PastCommand, 'record'>,
    query: HistoryQuery,
    onSetAside: (what: string) => void,
  ) {
    this.#of = of;
    this.#batches = matches(folder, query, (why) => onSetAside(`${folder}/${why}`));
  }

  /** Of the command that `take` would give; undefined when there is none, or `fill` is needed. */
  get startedAt(): number | undefined {
    return this.#batch[this.#at]?.startedAt;
  }

  take(): PastCommand | undefined {
    const record = this.#batch[this.#at];
    this.#at += 1;
    return record === undefined ? undefined : { ...this.#of, record };
  }

  async fill(): Promise<void> {
    this.#at = 0;
    this.#batch = [];
    while (this.#batch.length === 0) {
      const next = await this.#batches.next();
      if (next.done === true) return;
      this.#batch = next.value;
    }
  }
}

async function* matches(
  folder: string,
  query: HistoryQuery,
  onSetAside: (why: string) => void,
): AsyncGenerator<readonly LedgerRecord[]> {
  const mayMatter = prefilter(query);
  const options = { onSetAside, ...(mayMatter === undefined ? {} : { mayMatter }) };
  const { since = 0 } = query;
  for await (const entries of readLedger(folder, options)) {
    const records = entries.flatMap((entry) => (entry.kind === 'record' ? [entry.record] : []));
    yield records.filter((record) => isMatch(record, query));
    // One command at a time: everything before it has ended before it.
    if (records.some(({ startedAt }) => startedAt < since)) return;
  }
}

function isMatch(record: LedgerRecord, { writer, failed, since, grep }: HistoryQuery): boolean {
  if (writer !== undefined && record.writer !== writer && record.writer?.split(':', 2)[1] !== writer)
    return false;
  if (failed === true && !hasFailed(record)) return false;
  if (since !== undefined && (record.finishedAt ?? since) < since) return false;
  return grep === undefined || grep.test(record.commandLine) || grep.test(plain(outputText(record.output)));
}

export function hasFailed({ exitCode, killedByRestart, timedOut }: LedgerRecord): boolean {
  return (exitCode !== undefined && exitCode !== 0) || killedByRestart === true || timedOut === true;
}

/** A literal that must be in the line of a match can be looked for before the line is parsed. */
function prefilter({ grep }: HistoryQuery): ((line: string) => boolean) | undefined {
  // Letters and such look the same inside JSON; the case must count.
  if (grep === undefined || grep.flags !== '' || !/^[\w ,:=@%#~-]+$/.test(grep.source)) return undefined;
  const literal = grep.source;
  return (line) => {
    if (!line.includes('\\u001b')) return line.includes(literal);
    const colorless = line.replace(WRITTEN_COLOR, '');
    // Other sequences may still stand in the middle of it.
    return colorless.includes(literal) || colorless.includes('\\u001b');
  };
}

/** As JSON writes it. */
const WRITTEN_COLOR = /\\u001b\[[\d;:]*m/g;

/** Without escape sequences. */
function plain(text: string): string {
  let kept = '';
  for (let at = 0; at < text.length; ) {
    const sequence = nextSequence(text, at);
    kept += text.slice(at, sequence);
    at = sequence === text.length ? sequence : (sequenceEnd(text, sequence) ?? text.length);
  }
  return kept;
}
