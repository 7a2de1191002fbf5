/** Finds the finished commands that are named on the command line: `build` (its last one), `build:12`, `build:3-7`, `build:-2`. */

import { timedRun } from '../../client/run/compared-runs.ts';
import { seqsOf } from '../../client/run/named-seqs.ts';
import { terminalFolders } from '../../ledger/files/ledger-files.ts';
import { readMeta } from '../../ledger/files/meta-file.ts';
import { stateFolder } from '../../ledger/files/state-folder.ts';
import { readLedger } from '../../ledger/read/read-ledger.ts';
import { wholeOutput } from '../../ledger/read/whole-output.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import { asCommandRecord } from '../../ledger/records/record-json.ts';
import { META_KEY } from '../../protocol/common/meta.ts';
import {
  fullName,
  meaningOf,
  type NamedTerminal,
  readTerminal,
  type Seqs,
} from '../../protocol/cotty/terminal-names.ts';
import { type Run, runOfRecord } from '../../review/run.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { printable } from '../common/plain-text.ts';
import type { HostFlags } from '../connect/host-flags.ts';
import { askingMachines, withRuns } from '../connect/with-terminal.ts';

export type NamedRuns =
  | { readonly ok: true; readonly runs: readonly Run[]; readonly seqs: Seqs | undefined }
  | { readonly ok: false; readonly error: string };

/** Limit of an output in UTF-16 units; the rest is told as missing. */
const MOST_OUTPUT = 64 * 1024 * 1024;

/**
 * Reads the commands of which a name tells, of an open terminal or a closed one. Needs no host here. The runs are in order, oldest
 * first. With `background` they include what was printed while no command ran.
 */
export async function namedRuns(
  text: string,
  io: Io,
  { background = false }: { readonly background?: boolean } = {},
): Promise<NamedRuns> {
  const { folder, seqs } = await folderNamed(text, io);
  if (folder === undefined) return (await runsElsewhere(text, io)) ?? wrong(noRecord(text));
  const wanted = seqs ?? { last: 1 };
  const records = await recordsOf(folder.path, wanted, background);
  if (records.length === 0) return wrong(noCommand(folder.terminal, wanted));
  const runs: Run[] = [];
  for (const record of records) runs.push(await withOutput(folder, record));
  return { ok: true, runs, seqs };
}

export function noRecord(name: string): string {
  return `no terminal "${printable(name)}" has a record`;
}

function noCommand(name: string, seqs: Seqs): string {
  return `"${printable(name)}" has no finished command ${told(seqs)}`;
}

function told(seqs: Seqs): string {
  if ('last' in seqs) return seqs.last === 1 ? 'yet' : `${seqs.last} from the end`;
  return seqs.from === seqs.to ? `#${seqs.from}` : `from #${seqs.from} to #${seqs.to}`;
}

/** Asks the machine whose name the text begins with; undefined if it begins with none that is known. */
async function runsElsewhere(text: string, io: Io): Promise<NamedRuns | undefined> {
  const { on } = await askingMachines<HostFlags>([text], {}, io);
  if (on === undefined) return undefined;
  let answer: NamedRuns | undefined;
  await withRuns(text, { on, closed: true }, io, async ({ cotty }, { terminal, seqs }) => {
    const { resource: channel } = terminal;
    const name = fullName(terminal);
    const runs: Run[] = [];
    const wanted = seqs ?? { last: 1 };
    for (const seq of await seqsOf(cotty, channel, wanted)) {
      const run = await timedRun(cotty, { channel, name, seq });
      if (run !== undefined) runs.push(run);
    }
    answer = runs.length === 0 ? wrong(noCommand(name, wanted)) : { ok: true, runs, seqs };
    return ExitCode.ok;
  });
  return answer ?? wrong(noRecord(text));
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

type PastRecord = { readonly state: string; readonly uri: string; readonly record: LedgerRecord };

/** Returns the folder of a terminal's record. */
export async function folderOf(state: string, uri: string): Promise<Folder | undefined> {
  return (await foldersOf(state)).find((each) => each.uri === uri);
}

/** Finds a terminal, not commands of one. */
export async function namedFolder(name: string, io: Pick<Io, 'env'>): Promise<Folder | undefined> {
  const { folder, seqs } = await folderNamed(name, io);
  return seqs === undefined ? folder : undefined;
}

type NamedTerminals =
  | { readonly ok: true; readonly uris: ReadonlySet<string> }
  | { readonly ok: false; readonly error: string };

/** Finds all terminals that have the name, open or closed; those that had it before if none has it. */
export async function terminalsNamed(name: string, { env }: Pick<Io, 'env'>): Promise<NamedTerminals> {
  const { found, seqs } = meaningOf((await foldersOf(stateFolder(env))).map(asNamed), name);
  const [first] = found;
  if (first === undefined) return { ok: false, error: noRecord(name) };
  if (seqs === undefined) return { ok: true, uris: new Set(found.map(({ resource }) => resource)) };
  const read = readTerminal([first], name);
  return { ok: false, error: read.ok ? noRecord(name) : read.error };
}

/** A terminal that is named, open or closed, and the commands of it. */
type NamedFolder = { readonly folder?: Folder; readonly seqs?: Seqs };

/** `earlier`: names that it had before. `isOpen`: the terminal is not closed, or the host that had it has ended. */
type Folder = {
  readonly path: string;
  readonly terminal: string;
  readonly earlier: readonly string[];
  readonly uri: string;
  readonly isOpen: boolean;
};

/** Finds the open terminal that has the name or had it before, or of closed ones the newest. */
async function folderNamed(name: string, { env }: Pick<Io, 'env'>): Promise<NamedFolder> {
  const all = (await foldersOf(stateFolder(env))).map((folder) => ({ ...folder, ...asNamed(folder) }));
  for (const folders of [all.filter(({ isOpen }) => isOpen), all]) {
    const {
      found: [folder],
      seqs,
    } = meaningOf(folders, name);
    if (folder !== undefined) return { folder, ...(seqs === undefined ? {} : { seqs }) };
  }
  return {};
}

function asNamed({ uri, terminal, earlier }: Folder): NamedTerminal {
  return { resource: uri, title: terminal, _meta: { [META_KEY]: { earlierNames: earlier } } };
}

/** The newest terminal first: a later one may have the same name. */
async function foldersOf(state: string): Promise<readonly Folder[]> {
  const read = await Promise.all(
    (await terminalFolders(state)).map(async (path) => ({ path, meta: await readMeta(path) })),
  );
  return read
    .flatMap(({ path, meta }) => (meta.ok ? [{ path, ...meta.terminal }] : []))
    .toSorted((one, other) => other.created - one.created)
    .map(({ path, name: terminal, earlier = [], uri, state: is }) => ({
      path,
      terminal,
      earlier,
      uri,
      isOpen: is !== 'closed',
    }));
}

/** `build:-2` means the command before the last one, alone. */
async function recordsOf(
  folder: string,
  wanted: Seqs,
  background: boolean,
): Promise<readonly LedgerRecord[]> {
  const found: LedgerRecord[] = [];
  let ended = 0;
  for await (const record of finishedIn(folder, background)) {
    ended += 1;
    const isWanted =
      'last' in wanted ? ended === wanted.last : record.seq >= wanted.from && record.seq <= wanted.to;
    if (isWanted) found.push(record);
    if ('last' in wanted ? isWanted : record.seq <= wanted.from) break;
  }
  return found.toReversed();
}

/** Newest first. */
async function* finishedIn(folder: string, background: boolean): AsyncGenerator<LedgerRecord> {
  for await (const entries of readLedger(folder, { onSetAside: () => {} }))
    for (const entry of entries)
      if (entry.kind === 'record' && isFinished(entry.record, background)) yield entry.record;
}

function isFinished({ finishedAt, noCommand, forgotten }: LedgerRecord, background: boolean): boolean {
  return finishedAt !== undefined && (background || noCommand !== true) && forgotten !== true;
}

function wrong(error: string): NamedRuns {
  return { ok: false, error };
}
