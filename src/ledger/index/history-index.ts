/**
 * The commands of all terminals of a state folder, as the history searches and sorts them: in memory, made of the ledgers, and
 * read on from them when they have grown.
 *
 * It holds what is compared. Everything else of a command is read from its row when it is shown (`row-text.ts`). It is saved in
 * a file, from which the next host goes on.
 */

import { rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { removeDrafts } from '../../files/replace-file.ts';
import { isNoFailure } from '../../protocol/common/exit-status.ts';
import { HISTORY_INDEX, isMissing, ledgerFiles, TERMINALS, terminalFolders } from '../files/ledger-files.ts';
import { type NoteRow, parseRow } from '../files/ledger-row.ts';
import { type ReadMeta, readMeta } from '../files/meta-file.ts';
import { hasFailed, type LedgerRecord } from '../records/record.ts';
import {
  BOOKMARKED,
  bytesOf,
  COLUMN_NAMES,
  Columns,
  columnsToFill,
  ENDED,
  FAILED,
  GONE,
  MOST_DURATION,
  NO_EXIT,
  NOTED,
} from './columns.ts';
import { readIndexFile, writeIndexFile } from './index-file.ts';
import { LineTexts, type SavedLines } from './line-texts.ts';
import { Names } from './names.ts';
import { type PlacedRow, rowsFrom } from './row-reader.ts';
import { sortedRuns } from './sorted-runs.ts';

/** Limit of commands: some 250 MB. Those of the terminals that were written to longest ago are left out beyond it. */
const MOST_ROWS = 4_000_000;
const MOST_SEQ = 0xff_ff_ff_ff;
/** Folders whose files are looked at together. */
const LOOKED_AT = 64;

/** A ledger file as it was read: `read` is the place behind the last row. */
type ReadFile = Stats & { readonly read: number };

type IndexedTerminal = {
  readonly folder: string;
  uri: string;
  name: string;
  /** By number of the file in `ledgerFiles`. */
  files: ReadonlyMap<number, ReadFile>;
  /** Rows of commands without an end, and of those that have entered another shell, by sequence number. */
  readonly unfinished: Map<number, number>;
  readonly inside: Map<number, number>;
  /** Greatest sequence number of a command with an end. */
  lastSeq: number;
};

/** Rows that are looked at between two pauses. */
const DROPPED_AT = 16 * 1024;

export type Pause = () => Promise<void>;

/** A terminal in the file: its folder by its name, maps as pairs. */
type SavedTerminal = Pick<IndexedTerminal, 'uri' | 'name' | 'lastSeq'> & {
  readonly folder: string;
  readonly files: readonly (readonly [number, ReadFile])[];
  readonly unfinished: readonly (readonly [number, number])[];
  readonly inside: readonly (readonly [number, number])[];
};

/** What the file has beside the columns, the order and the lines. */
type Saved = {
  readonly rows: number;
  readonly lines: SavedLines;
  readonly folders: readonly string[];
  readonly writers: readonly string[];
  readonly hosts: readonly string[];
  readonly notes: readonly (readonly [number, string])[];
  readonly terminals: readonly SavedTerminal[];
};

type Content = Pick<HistoryIndex, 'columns' | 'lines' | 'folders' | 'writers' | 'hosts' | 'notes'>;

export class HistoryIndex {
  readonly state: string;
  readonly columns: Columns;
  readonly lines: LineTexts;
  readonly folders: Names;
  readonly writers: Names;
  readonly hosts: Names;
  /** Notes, by row. */
  readonly notes: Map<number, string>;
  readonly #terminals: IndexedTerminal[] = [];
  readonly #byFolder = new Map<string, number>();
  #order = new Uint32Array(0);
  /** Rows that `#order` has or leaves out. */
  #sorted = 0;
  #hasGone = false;
  #version = 0;

  constructor(state: string, content: Partial<Content> = {}) {
    this.state = state;
    this.columns = content.columns ?? new Columns();
    this.lines = content.lines ?? new LineTexts();
    this.folders = content.folders ?? new Names();
    this.writers = content.writers ?? new Names();
    this.hosts = content.hosts ?? new Names();
    this.notes = content.notes ?? new Map();
  }

  /** Returns the index in the file of a state folder, which must be read on; undefined if there is none that can be used. */
  static async inFile(state: string): Promise<HistoryIndex | undefined> {
    let made: (() => HistoryIndex) | undefined;
    const isRead = await readIndexFile(join(state, HISTORY_INDEX), (facts) => {
      const saved = facts as Saved;
      const { columns, bytes } = columnsToFill(saved.rows);
      const lines = LineTexts.toFill(saved.lines);
      const order = new Uint32Array(saved.rows);
      made = () => {
        const index = new HistoryIndex(state, {
          columns,
          lines: lines.filled(),
          folders: new Names(saved.folders),
          writers: new Names(saved.writers),
          hosts: new Names(saved.hosts),
          notes: new Map(saved.notes),
        });
        index.#order = order;
        index.#sorted = order.length;
        for (const terminal of saved.terminals) index.#know(terminal);
        return index;
      };
      return [...bytes, bytesOf(order), ...lines.bytes];
    });
    return isRead ? made?.() : undefined;
  }

  #know({ folder, uri, name, files, unfinished, inside, lastSeq }: SavedTerminal): void {
    const terminal = this.#terminalIn(join(this.state, TERMINALS, folder), { uri, name });
    terminal.files = new Map(files);
    for (const [seq, row] of unfinished) terminal.unfinished.set(seq, row);
    for (const [seq, row] of inside) terminal.inside.set(seq, row);
    terminal.lastSeq = lastSeq;
  }

  /** Takes the file of a state folder away, and what is left of one that was being written. */
  static async removeFile(state: string): Promise<void> {
    const path = join(state, HISTORY_INDEX);
    await rm(path, { force: true });
    await removeDrafts(path, () => true);
  }

  /** Rows that are gone are in memory until `withoutGone`. */
  get hasGone(): boolean {
    return this.#order.length < this.columns.length;
  }

  /** Returns the index as it is now, for `save`; nothing may be gone. Do not read on meanwhile, but while it is saved. */
  async toSave(pause: Pause): Promise<{ save: () => Promise<void> }> {
    const { columns, lines, folders, writers, hosts, notes } = this;
    const text = await lines.saved(pause);
    const facts: Saved = {
      rows: columns.length,
      lines: text.facts,
      folders: folders.all,
      writers: writers.all,
      hosts: hosts.all,
      notes: [...notes],
      terminals: this.#terminals.map(({ folder, files, unfinished, inside, ...rest }) => ({
        ...rest,
        folder: basename(folder),
        files: [...files],
        unfinished: [...unfinished],
        inside: [...inside],
      })),
    };
    const parts = [...COLUMN_NAMES.map((name) => columns.bytes(name)), bytesOf(this.#order), ...text.parts];
    return { save: () => writeIndexFile(join(this.state, HISTORY_INDEX), { facts, parts }, pause) };
  }

  /** Returns a copy without what is gone, nor any text that only that had; this index, if nothing is. */
  async withoutGone(pause: Pause): Promise<HistoryIndex> {
    if (!this.hasGone) return this;
    const { flags } = this.columns.arrays;
    const rows = new Uint32Array(this.#order.length);
    let count = 0;
    for (let row = 0; row < this.columns.length; row += 1)
      if (((flags[row] ?? 0) & GONE) === 0) rows[count++] = row;
    await pause();
    const columns = await this.columns.only(rows, pause);
    const { arrays } = columns;
    const used = (ids: Uint32Array, count: number): Uint8Array => {
      const marks = new Uint8Array(count);
      for (let row = 0; row < rows.length; row += 1) marks[ids[row] ?? 0] = 1;
      return marks;
    };
    const renumber = (ids: Uint32Array, numbers: Uint32Array): void => {
      for (let row = 0; row < rows.length; row += 1) ids[row] = numbers[ids[row] ?? 0] ?? 0;
    };
    const { folders, writers, hosts } = this;
    const kept = {
      lines: await this.lines.only(used(arrays.line, this.lines.count), pause),
      folders: folders.only(used(arrays.folder, folders.all.length)),
      writers: writers.only(used(arrays.writer, writers.all.length)),
      hosts: hosts.only(used(arrays.host, hosts.all.length)),
    };
    renumber(arrays.line, kept.lines.ids);
    renumber(arrays.folder, kept.folders.ids);
    renumber(arrays.writer, kept.writers.ids);
    renumber(arrays.host, kept.hosts.ids);
    await pause();
    const newRows = new Uint32Array(this.columns.length);
    for (let row = 0; row < rows.length; row += 1) newRows[rows[row] ?? 0] = row;
    const moved = <T>(map: ReadonlyMap<T, number>): [T, number][] =>
      [...map].map(([key, row]) => [key, newRows[row] ?? 0]);
    const index = new HistoryIndex(this.state, {
      columns,
      lines: kept.lines.texts,
      folders: kept.folders.texts,
      writers: kept.writers.texts,
      hosts: kept.hosts.texts,
      notes: new Map([...this.notes].map(([row, note]) => [newRows[row] ?? 0, note])),
    });
    const numbers = new Uint32Array(this.#terminals.length);
    for (const [number, terminal] of this.#terminals.entries()) {
      // Those that were deleted have no files.
      if (terminal.files.size === 0) continue;
      numbers[number] = index.#terminals.length;
      const { unfinished, inside, files } = terminal;
      const folder = basename(terminal.folder);
      index.#know({
        ...terminal,
        folder,
        files: [...files],
        unfinished: moved(unfinished),
        inside: moved(inside),
      });
    }
    renumber(arrays.terminal, numbers);
    index.#order = this.#order.map((row) => newRows[row] ?? 0);
    index.#sorted = rows.length;
    index.#version = this.#version + 1;
    return index;
  }

  /** Changes with each change of what is in it. */
  get version(): number {
    return this.#version;
  }

  /** The rows of all commands by the time at which they began, oldest first. */
  get order(): Uint32Array {
    return this.#order;
  }

  terminal(row: number): Pick<IndexedTerminal, 'folder' | 'uri' | 'name'> | undefined {
    return this.#terminals[this.columns.arrays.terminal[row] ?? -1];
  }

  /** The newest terminal with this URI. */
  terminalOf(
    uri: string,
  ): (Pick<IndexedTerminal, 'lastSeq' | 'unfinished'> & { readonly number: number }) | undefined {
    const number = this.#terminals.findLastIndex((terminal) => terminal.uri === uri);
    const terminal = this.#terminals[number];
    return terminal && { ...terminal, number };
  }

  /** Returns a 1 for each terminal that passes the test. */
  terminalsThat(passes: (terminal: { readonly uri: string; readonly name: string }) => boolean): Uint8Array {
    return Uint8Array.from(this.#terminals, (terminal) => (passes(terminal) ? 1 : 0));
  }

  /** Reads what is new in all terminals, those first that were written to last. */
  async refreshAll(pause: Pause): Promise<void> {
    const folders = await terminalFolders(this.state);
    const there = new Set(folders);
    const gone = [...this.#byFolder].filter(([folder]) => !there.has(folder));
    await this.#drop(
      gone.map(([, number]) => number),
      pause,
    );
    const all: Look[] = [];
    for (let from = 0; from < folders.length; from += LOOKED_AT) {
      all.push(...(await Promise.all(folders.slice(from, from + LOOKED_AT).map(lookAt))));
      await pause();
    }
    const writtenAt = ({ now }: Look): number => now.get(0)?.mtimeMs ?? 0;
    for (const look of all.toSorted((one, other) => writtenAt(other) - writtenAt(one)))
      await this.#read(look, pause);
    await this.#sort(pause);
  }

  /** Reads what is new in some terminals. */
  async refresh(folders: Iterable<string>, pause: Pause): Promise<void> {
    for (const folder of folders) await this.#read(await lookAt(folder), pause);
    await this.#sort(pause);
  }

  /** Reads what was written to a terminal since it was read; all of it if its files were replaced. */
  async #read({ folder, meta, now }: Look, pause: Pause): Promise<void> {
    const number = this.#byFolder.get(folder);
    if (!meta.ok) {
      if (number !== undefined) await this.#drop([number], pause);
      return;
    }
    const { uri, name } = meta.terminal;
    const terminal = this.#terminalIn(folder, { uri, name });
    if (!hasOnlyGrown(terminal.files, now)) await this.#drop([this.#byFolder.get(folder) ?? -1], pause);
    const files = new Map<number, ReadFile>();
    try {
      for (const [file, stats] of [...now].toReversed()) {
        const known = terminal.files.get(file);
        if (known !== undefined && known.size === stats.size) files.set(file, known);
        else
          files.set(file, { ...stats, read: await this.#readFile(terminal, file, known?.read ?? 0, pause) });
      }
    } catch (error) {
      // Part of a file is in the index: the next reading begins with this terminal.
      await this.#drop([this.#byFolder.get(folder) ?? -1], pause);
      throw error;
    }
    terminal.files = files;
  }

  #terminalIn(folder: string, { uri, name }: Pick<IndexedTerminal, 'uri' | 'name'>): IndexedTerminal {
    const known = this.#terminals[this.#byFolder.get(folder) ?? -1];
    if (known !== undefined) {
      if (known.name !== name) this.#version += 1;
      known.uri = uri;
      known.name = name;
      return known;
    }
    const made: IndexedTerminal = {
      folder,
      uri,
      name,
      files: new Map(),
      unfinished: new Map(),
      inside: new Map(),
      lastSeq: 0,
    };
    this.#byFolder.set(folder, this.#terminals.length);
    this.#terminals.push(made);
    return made;
  }

  async #readFile(terminal: IndexedTerminal, file: number, from: number, pause: Pause): Promise<number> {
    const path = ledgerFiles(terminal.folder)[file] ?? '';
    const begun = new Map<number, PlacedRow>();
    const pieces = rowsFrom(path, from);
    try {
      for (;;) {
        const piece = await pieces.next();
        if (piece.done === true) {
          for (const placed of begun.values()) this.#addBegun(terminal, file, placed);
          return piece.value;
        }
        for (const placed of piece.value) this.#take(terminal, file, placed, begun);
        await pause();
      }
    } catch (error) {
      // It was rotated or deleted meanwhile; the next request sees that.
      if (isMissing(error)) return 0;
      throw error;
    } finally {
      // Closes the file also where reading was broken off.
      await pieces.return(0);
    }
  }

  #take(terminal: IndexedTerminal, file: number, placed: PlacedRow, begun: Map<number, PlacedRow>): void {
    const { row } = placed;
    if (row.kind === 'begun') begun.set(row.seq, placed);
    if (row.kind === 'left') this.#left(terminal, row);
    if (row.kind === 'note') this.#noted(terminal, row);
    if (row.kind !== 'end') return;
    const { record } = row;
    begun.delete(record.seq);
    this.#leave(terminal, record.seq);
    if (record.seq <= terminal.lastSeq && this.#rowOf(terminal, record) !== undefined) return;
    const added = this.#add(terminal, file, placed, record);
    terminal.lastSeq = Math.max(terminal.lastSeq, record.seq);
    if (record.entered === 'inside' && added !== undefined) terminal.inside.set(record.seq, added);
  }

  #addBegun(terminal: IndexedTerminal, file: number, placed: PlacedRow): void {
    const parsed = placed.row.kind === 'begun' ? parseRow(placed.row.text) : undefined;
    if (parsed?.ok !== true || parsed.row.kind !== 'begin') return;
    const { record } = parsed.row;
    const row = this.#add(terminal, file, placed, record);
    if (row !== undefined) terminal.unfinished.set(record.seq, row);
  }

  #add(
    terminal: IndexedTerminal,
    file: number,
    { offset, size }: PlacedRow,
    record: LedgerRecord,
  ): number | undefined {
    const { seq, startedAt, finishedAt, exitCode, where } = record;
    if (record.noCommand === true || record.forgotten === true || seq > MOST_SEQ) return undefined;
    if (this.columns.length >= MOST_ROWS) return undefined;
    this.#version += 1;
    return this.columns.add({
      started: startedAt,
      duration: Math.min(MOST_DURATION, Math.max(0, (finishedAt ?? startedAt) - startedAt)),
      exit: exitCode ?? NO_EXIT,
      seq,
      flags: (finishedAt === undefined ? 0 : ENDED) | (hasFailed(record) ? FAILED : 0),
      line: this.lines.idOf(record.commandLine),
      folder: this.folders.idOf(record.cwd ?? ''),
      writer: this.writers.idOf(record.writer ?? ''),
      host: this.hosts.idOf(where?.host ?? ''),
      terminal: this.#byFolder.get(terminal.folder) ?? 0,
      file,
      offset,
      size,
    });
  }

  /** The command that had entered another shell has ended. */
  #left(
    terminal: IndexedTerminal,
    { seq, finishedAt, exitCode }: Extract<PlacedRow['row'], { readonly kind: 'left' }>,
  ): void {
    const row = terminal.inside.get(seq);
    if (row === undefined) return;
    terminal.inside.delete(seq);
    const { arrays } = this.columns;
    arrays.duration[row] = Math.min(
      MOST_DURATION,
      Math.max(0, finishedAt - (arrays.started[row] ?? finishedAt)),
    );
    this.#version += 1;
    if (exitCode === undefined) return;
    arrays.exit[row] = exitCode;
    if (!isNoFailure(exitCode)) arrays.flags[row] = (arrays.flags[row] ?? 0) | FAILED;
  }

  /** A command without an end has one now. */
  #leave({ unfinished }: IndexedTerminal, seq: number): void {
    const row = unfinished.get(seq);
    if (row === undefined) return;
    unfinished.delete(seq);
    this.#takeOut(row);
  }

  /** Somebody has noted something about a command, or bookmarked it; rows of notes come after that of its end. */
  #noted(terminal: IndexedTerminal, { seq, note, bookmarked }: NoteRow): void {
    const row = this.#rowOf(terminal, { seq });
    if (row === undefined) return;
    if (note === '') this.notes.delete(row);
    else if (note !== undefined) this.notes.set(row, note);
    if (note !== undefined) this.#mark(row, NOTED, note !== '');
    if (bookmarked !== undefined) this.#mark(row, BOOKMARKED, bookmarked);
    this.#version += 1;
  }

  #mark(row: number, flag: number, isSet: boolean): void {
    const { flags } = this.columns.arrays;
    flags[row] = isSet ? (flags[row] ?? 0) | flag : (flags[row] ?? 0) & ~flag;
  }

  /** Returns the newest row of that command. */
  #rowOf(
    terminal: IndexedTerminal,
    { seq, startedAt }: Pick<LedgerRecord, 'seq'> & Partial<Pick<LedgerRecord, 'startedAt'>>,
  ): number | undefined {
    const { arrays, length } = this.columns;
    const number = this.#byFolder.get(terminal.folder);
    for (let row = length - 1; row >= 0; row -= 1) {
      const isSame =
        arrays.seq[row] === seq && (startedAt === undefined || arrays.started[row] === startedAt);
      if (isSame && arrays.terminal[row] === number && ((arrays.flags[row] ?? 0) & GONE) === 0) return row;
    }
    return undefined;
  }

  /** Takes out the commands of some terminals in one pass, if they have any; the terminals stay known. */
  async #drop(numbers: readonly number[], pause: Pause): Promise<void> {
    const found = new Map(
      numbers.flatMap((number) => {
        const terminal = this.#terminals[number];
        return terminal === undefined || !hasRead(terminal) ? [] : [[number, terminal]];
      }),
    );
    if (found.size === 0) return;
    const { arrays, length } = this.columns;
    for (let row = 0; row < length; row += 1) {
      if (row % DROPPED_AT === DROPPED_AT - 1) await pause();
      if (found.has(arrays.terminal[row] ?? -1)) this.#takeOut(row);
    }
    for (const terminal of found.values()) {
      terminal.files = new Map();
      terminal.unfinished.clear();
      terminal.inside.clear();
      terminal.lastSeq = 0;
    }
  }

  #takeOut(row: number): void {
    const { flags } = this.columns.arrays;
    flags[row] = (flags[row] ?? 0) | GONE;
    this.notes.delete(row);
    this.#hasGone = true;
    this.#version += 1;
  }

  async #sort(pause: Pause): Promise<void> {
    const { arrays, length } = this.columns;
    if (this.#sorted === length && !this.#hasGone) return;
    const isThere = (row: number): boolean => ((arrays.flags[row] ?? 0) & GONE) === 0;
    const old = this.#hasGone ? this.#order.filter(isThere) : this.#order;
    const rows = new Uint32Array(old.length + length - this.#sorted);
    rows.set(old);
    let count = old.length;
    for (let row = this.#sorted; row < length; row += 1) if (isThere(row)) rows[count++] = row;
    this.#order = await sortedRuns(rows.subarray(0, count), arrays.started, pause);
    this.#sorted = length;
    this.#hasGone = false;
  }
}

/** Whether something of the terminal's files may be in the index. */
function hasRead({ files, unfinished, lastSeq }: IndexedTerminal): boolean {
  return files.size > 0 || unfinished.size > 0 || lastSeq > 0;
}

/** `ctimeMs` changes also when a file is changed in place. */
type Stats = {
  readonly ino: number;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
};

/** A terminal's folder as it is now: its ledger files by number. */
type Look = {
  readonly folder: string;
  readonly meta: ReadMeta;
  readonly now: ReadonlyMap<number, Stats>;
};

async function lookAt(folder: string): Promise<Look> {
  const [meta, ...found] = await Promise.all([readMeta(folder), ...ledgerFiles(folder).map(statIfThere)]);
  const now = [...found.entries()].flatMap(([file, stats]): [number, Stats][] =>
    stats === undefined ? [] : [[file, stats]],
  );
  return { folder, meta, now: new Map(now) };
}

async function statIfThere(path: string): Promise<Stats | undefined> {
  try {
    const { ino, size, mtimeMs, ctimeMs } = await stat(path);
    return { ino, size, mtimeMs, ctimeMs };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Whether nothing but the newest file has changed, and that only at its end. */
function hasOnlyGrown(known: ReadonlyMap<number, ReadFile>, now: ReadonlyMap<number, Stats>): boolean {
  for (const [file, { ino, size, ctimeMs }] of known) {
    const stats = now.get(file);
    const isAsItWas = stats?.ino === ino && stats.size === size && stats.ctimeMs === ctimeMs;
    const hasGrown = file === 0 && stats?.ino === ino && stats.size > size;
    if (!isAsItWas && !hasGrown) return false;
  }
  return known.size === 0 || [...now.keys()].every((file) => file === 0 || known.has(file));
}
