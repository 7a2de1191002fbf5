/** Finds the finished commands that are named on the command line: `build` (its last one), `build:12`, `build:3-7`, `build:-2`. */

import { terminalFolders } from '../../ledger/files/ledger-files.ts';
import { readMeta } from '../../ledger/files/meta-file.ts';
import { stateFolder } from '../../ledger/files/state-folder.ts';
import { isTerminalWanted } from '../../ledger/read/read-history.ts';
import { readLedger } from '../../ledger/read/read-ledger.ts';
import { wholeOutput } from '../../ledger/read/whole-output.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import { asCommandRecord } from '../../ledger/records/record-json.ts';
import { type Run, runOfRecord } from '../../review/run.ts';
import type { Io } from '../common/io.ts';
import { printable } from '../common/plain-text.ts';

export type NamedRuns =
  | { readonly ok: true; readonly runs: readonly Run[] }
  | { readonly ok: false; readonly error: string };

/** Limit of an output in UTF-16 units; the rest is told as missing. */
const MOST_OUTPUT = 64 * 1024 * 1024;

/** `last`: the last so many commands; otherwise those with numbers from `from` to `to`. */
type Wanted = { readonly last: number } | { readonly from: number; readonly to: number };

/** Reads the records of the newest terminal of that name, open or closed; needs no host. The runs are in order, oldest first. */
export async function namedRuns(text: string, io: Io): Promise<NamedRuns> {
  const { name, wanted } = readName(text);
  const folder = await folderNamed(stateFolder(io.env), name);
  if (folder === undefined) return wrong(`no terminal "${printable(name)}" has a record`);
  const records = await recordsOf(folder.path, wanted);
  if (records.length === 0) return wrong(`"${printable(name)}" has no finished command ${told(wanted)}`);
  const runs: Run[] = [];
  for (const record of records) runs.push(await withOutput(folder, record));
  return { ok: true, runs };
}

async function withOutput(folder: Folder, record: LedgerRecord): Promise<Run> {
  const output = await wholeOutput(folder.path, record, MOST_OUTPUT);
  return { ...runOfRecord(asCommandRecord(record), folder, output), ...kept(record) };
}

/** Returns the run of a record that was found in the history; undefined if its terminal's folder has gone meanwhile. */
export async function runOf({ uri, record, ...found }: PastRecord): Promise<Run | undefined> {
  const folder = await folderOf(found.state, uri);
  return folder && withOutput(folder, record);
}

function kept({ cols, times }: LedgerRecord): Pick<Run, 'cols' | 'times'> {
  return { ...(cols === undefined ? {} : { cols }), ...(times === undefined ? {} : { times }) };
}

/** A name may hold colons itself: only a number, a range or a count from the end behind the last one is a part of it. */
function readName(text: string): { readonly name: string; readonly wanted: Wanted } {
  const [, name = text, sign, from, to] = /^(.+):(-?)(\d{1,15})(?:-(\d{1,15}))?$/.exec(text) ?? [];
  if (from === undefined || (sign === '-' && to !== undefined)) return { name: text, wanted: { last: 1 } };
  if (sign === '-') return { name, wanted: { last: Number(from) } };
  return { name, wanted: { from: Number(from), to: Number(to ?? from) } };
}

function told(wanted: Wanted): string {
  if ('last' in wanted) return wanted.last === 1 ? 'yet' : `${wanted.last} from the end`;
  return wanted.from === wanted.to ? `#${wanted.from}` : `from #${wanted.from} to #${wanted.to}`;
}

type PastRecord = { readonly state: string; readonly uri: string; readonly record: LedgerRecord };

/** Returns the folder of the newest terminal of that name; undefined if none has a record. */
export async function namedFolder(name: string, { env }: Pick<Io, 'env'>): Promise<string | undefined> {
  return (await folderNamed(stateFolder(env), name))?.path;
}

/** Returns the folder of a terminal's record. */
export async function folderOf(state: string, uri: string): Promise<Folder | undefined> {
  return (await foldersOf(state)).find((each) => each.uri === uri);
}

/** Returns the URI of the newest terminal of that name, open or closed; undefined if none has a record. */
export async function recordedUri(name: string, { env }: Pick<Io, 'env'>): Promise<string | undefined> {
  return (await folderNamed(stateFolder(env), name))?.uri;
}

type Folder = { readonly path: string; readonly terminal: string; readonly uri: string };

async function folderNamed(state: string, name: string): Promise<Folder | undefined> {
  return (await foldersOf(state)).find(({ terminal, uri }) =>
    isTerminalWanted(name, { name: terminal, uri }),
  );
}

/** The newest terminal first: a later one may have the same name. */
async function foldersOf(state: string): Promise<readonly Folder[]> {
  const read = await Promise.all(
    (await terminalFolders(state)).map(async (path) => ({ path, meta: await readMeta(path) })),
  );
  return read
    .flatMap(({ path, meta }) => (meta.ok ? [{ path, ...meta.terminal }] : []))
    .toSorted((one, other) => other.created - one.created)
    .map(({ path, name: terminal, uri }) => ({ path, terminal, uri }));
}

/** `build:-2` means the command before the last one, alone. */
async function recordsOf(folder: string, wanted: Wanted): Promise<readonly LedgerRecord[]> {
  const found: LedgerRecord[] = [];
  let ended = 0;
  for await (const record of finishedIn(folder)) {
    ended += 1;
    const isWanted =
      'last' in wanted ? ended === wanted.last : record.seq >= wanted.from && record.seq <= wanted.to;
    if (isWanted) found.push(record);
    if ('last' in wanted ? isWanted : record.seq <= wanted.from) break;
  }
  return found.toReversed();
}

/** Newest first. */
async function* finishedIn(folder: string): AsyncGenerator<LedgerRecord> {
  for await (const entries of readLedger(folder, { onSetAside: () => {} }))
    for (const entry of entries) if (entry.kind === 'record' && isFinished(entry.record)) yield entry.record;
}

function isFinished({ finishedAt, noCommand, forgotten }: LedgerRecord): boolean {
  return finishedAt !== undefined && noCommand !== true && forgotten !== true;
}

function wrong(error: string): NamedRuns {
  return { ok: false, error };
}
