/**
 * Reads the ledgers of a state folder into the database of the history, and on from where it has read when they have grown. Of each
 * ledger file it knows inode, size and times; a terminal whose files were changed otherwise is read anew.
 */

import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isNoFailure } from '../../protocol/common/exit-status.ts';
import { isMissing, ledgerFiles, TERMINALS, terminalFolders } from '../files/ledger-files.ts';
import { type NoteRow, parseRow } from '../files/ledger-row.ts';
import { type ReadMeta, readMeta } from '../files/meta-file.ts';
import { pastLine } from '../records/past-line.ts';
import { hasFailed, type LedgerRecord } from '../records/record.ts';
import {
  clean,
  INDEXED,
  type IndexDatabase,
  NOT_INDEXED,
  ORDERS_OF_COMMANDS,
  TO_INDEX,
  type Values,
} from './database.ts';
import { type PlacedRow, rowsFrom } from './row-reader.ts';
import { type Pause, type RowPlace, RowTexts, searchedText } from './row-text.ts';

/** Folders whose files are looked at together. */
const LOOKED_AT = 64;
/** Outputs that are indexed in one transaction, and UTF-16 units beyond which the next one waits for another. */
const OUTPUTS_AT_ONCE = 64;
const CHARS_AT_ONCE = 48 * 1024;
/** Texts whose numbers are held in memory. */
const MOST_KNOWN = 20_000;
/** Pieces of outputs that are gone and still in the index, beyond which outputs are indexed anew: a number, and a share of all. */
const MOST_STALE = 20_000;
const STALE_SHARE = 0.25;

/** `ctime` changes also when a file is changed in place. */
type Stats = {
  readonly ino: number;
  readonly size: number;
  readonly mtime: number;
  readonly ctime: number;
};

/** A ledger file as it was read: its number in `ledgerFiles`, and the place behind the last row. */
type ReadFile = Stats & { readonly id: number; readonly number: number; readonly read: number };

/** A terminal while its files are read: the commands without an end, and those that have entered another shell, by number. */
type Reading = {
  readonly id: number;
  lastSeq: number;
  readonly unfinished: Map<number, number>;
  readonly inside: Map<number, number>;
  /** Whether it is read anew: commands that are known keep their numbers, and what is not seen again goes. */
  readonly isAnew: boolean;
};

/** A terminal's folder as it is now: its ledger files by number. */
type Look = {
  readonly folder: string;
  readonly meta: ReadMeta;
  readonly now: ReadonlyMap<number, Stats>;
};

/** What the host needs to know of an open terminal: commands that are not in the index are in its memory. */
export type IndexedTerminal = {
  readonly folder: string;
  /** Greatest number of a command with an end. */
  readonly lastSeq: number;
  /** Numbers of commands without an end, and their ids. */
  readonly unfinished: readonly (readonly [seq: number, id: number])[];
};

export class HistoryIndex {
  readonly state: string;
  readonly db: IndexDatabase;
  readonly #lines = new Known();
  readonly #names = new Known();

  constructor(state: string, db: IndexDatabase) {
    this.state = state;
    this.db = db;
  }

  /** Reads what is new in all terminals, those first that were written to last. */
  async refreshAll(pause: Pause): Promise<void> {
    const folders = await terminalFolders(this.state);
    const names = new Set(folders.map((folder) => basename(folder)));
    const gone = this.db
      .all('SELECT id, folder FROM terminal')
      .filter(({ folder }) => !names.has(String(folder)));
    const all: Look[] = [];
    for (let from = 0; from < folders.length; from += LOOKED_AT) {
      all.push(...(await Promise.all(folders.slice(from, from + LOOKED_AT).map(lookAt))));
      await pause();
    }
    const writtenAt = ({ now }: Look): number => now.get(0)?.mtime ?? 0;
    for (const { id } of gone) await this.#inTransaction(() => this.#drop(Number(id), pause));
    for (const look of all.toSorted((one, other) => writtenAt(other) - writtenAt(one)))
      await this.#inTransaction(() => this.#read(look, pause));
    this.db.exec(ORDERS_OF_COMMANDS);
    this.#indexAnewIfStale();
  }

  /** Reads what is new in some terminals. */
  async refresh(folders: readonly string[], pause: Pause): Promise<void> {
    for (const look of await Promise.all(folders.map(lookAt)))
      await this.#inTransaction(() => this.#read(look, pause));
    this.db.exec(ORDERS_OF_COMMANDS);
  }

  open(folders: readonly string[]): IndexedTerminal[] {
    return folders.flatMap((folder) => {
      const terminal = this.db.get('SELECT id, last_seq FROM terminal WHERE folder = ?', [basename(folder)]);
      if (terminal === undefined) return [];
      const rows = this.db.all(UNFINISHED, [Number(terminal['id'])]);
      const unfinished = rows.map(({ seq, id }) => [Number(seq), Number(id)] as const);
      return [{ folder, lastSeq: Number(terminal['last_seq']), unfinished }];
    });
  }

  /**
   * Takes out all that is known of a command, before its records are deleted: by its output its pieces are found. Rejects if parts of
   * its texts may still be in the file.
   */
  async forget(folder: string, seq: number, pause: Pause): Promise<void> {
    const rows = this.db.all(`${PLACES} WHERE t.folder = ? AND c.seq = ?`, [basename(folder), seq]);
    await this.#takeOutAll(folder, rows, pause);
    // SQLite overwrites what it deletes, but not what it has moved within a page before.
    if (!this.db.rewrite()) throw new Error('the text of a command may still be in the index');
    this.db.run(`DELETE FROM state WHERE name = 'forgetting'`);
  }

  async #takeOutAll(folder: string, rows: readonly Values[], pause: Pause): Promise<void> {
    const texts = new RowTexts();
    try {
      await this.#inTransaction(async () => {
        this.db.begin();
        for (const row of rows) {
          const id = Number(row['id']);
          const text =
            row['output'] === INDEXED ? await searchedText(this.#placeOf(row), texts, pause) : undefined;
          if (text !== undefined) {
            this.db.run(OUTPUT_GONE, [id, clean(text)]);
            this.db.run('UPDATE command SET output = ? WHERE id = ?', [NOT_INDEXED, id]);
          }
          this.#takeOut(id);
        }
        // Until the file is known to be clean: whoever opens it before makes another one.
        this.db.run(`INSERT OR REPLACE INTO state VALUES ('forgetting', 1)`);
        // If the records are not deleted after all, the command is read again.
        this.db.run(`UPDATE file SET ino = 0 WHERE terminal IN (SELECT id FROM terminal WHERE folder = ?)`, [
          basename(folder),
        ]);
      });
    } finally {
      await texts.close();
    }
  }

  /** Adds the outputs of some of the newest commands that are still missing, of some size together. Returns false if none is. */
  async indexOutputs(pause: Pause): Promise<boolean> {
    const rows = this.db.all(
      `${PLACES} WHERE c.output = ${TO_INDEX} ORDER BY c.id DESC LIMIT ${OUTPUTS_AT_ONCE}`,
    );
    const texts = new RowTexts();
    let chars = 0;
    try {
      await this.#inTransaction(async () => {
        this.db.begin();
        for (const row of rows) {
          if (chars >= CHARS_AT_ONCE) return;
          const id = Number(row['id']);
          const text = await searchedText(this.#placeOf(row), texts, pause);
          if (text !== undefined) this.db.run(OUTPUT, [id, clean(text)]);
          this.db.run('UPDATE command SET output = ? WHERE id = ?', [
            text === undefined ? NOT_INDEXED : INDEXED,
            id,
          ]);
          chars += text?.length ?? 0;
        }
      });
    } finally {
      await texts.close();
    }
    return rows.length > 0;
  }

  #placeOf({ folder: name, number, seq, offset, size }: Values): RowPlace {
    const folder = join(this.state, TERMINALS, String(name));
    const path = ledgerFiles(folder)[Number(number)] ?? '';
    return { folder, path, seq: Number(seq), offset: Number(offset), size: Number(size) };
  }

  /** Changes nothing if the work fails. */
  async #inTransaction(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.db.commit();
    } catch (error) {
      // The numbers that were given in the transaction are not there.
      this.#lines.clear();
      this.#names.clear();
      this.db.rollback();
      throw error;
    }
  }

  /** Reads what was written to a terminal since it was read; all of it if its files were replaced. */
  async #read({ folder, meta, now }: Look, pause: Pause): Promise<void> {
    const known = this.db.get('SELECT id, uri, name, last_seq FROM terminal WHERE folder = ?', [
      basename(folder),
    ]);
    if (!meta.ok) {
      if (known !== undefined) await this.#drop(Number(known['id']), pause);
      return;
    }
    const { uri, name } = meta.terminal;
    const files = known === undefined ? [] : this.#filesOf(Number(known['id']));
    const matched = matchedFiles(files, now);
    const isAsItWas = matched?.every(({ isUntouched }) => isUntouched) === true;
    if (isAsItWas && known?.['uri'] === uri && known['name'] === name) return;
    this.db.begin();
    const [id = 0] = this.db.numbers(TERMINAL, [basename(folder), uri, name]);
    const isAnew = matched === undefined;
    if (isAnew) this.#begin(id);
    const reading: Reading = {
      id,
      lastSeq: isAnew ? 0 : Number(known?.['last_seq'] ?? 0),
      unfinished: this.#placesOf(UNFINISHED, id),
      inside: this.#placesOf('SELECT seq, id FROM command WHERE terminal = ? AND inside = 1', id),
      isAnew,
    };
    for (const [number, stats] of [...now].toReversed()) {
      const file = matched?.find((each) => each.number === number);
      if (file?.isSame === true && file.file !== undefined)
        this.db.run('UPDATE file SET number = ?, ctime = ? WHERE id = ?', [
          number,
          stats.ctime,
          file.file.id,
        ]);
      else await this.#readFile(reading, folder, { number, stats, known: file?.file }, pause);
    }
    this.db.run('UPDATE terminal SET last_seq = ? WHERE id = ?', [reading.lastSeq, id]);
    if (isAnew) await this.#dropUnseen(id, pause);
  }

  #filesOf(terminal: number): ReadFile[] {
    return this.db
      .all('SELECT id, number, ino, size, mtime, ctime, read FROM file WHERE terminal = ?', [terminal])
      .map((row) => row as unknown as ReadFile);
  }

  #placesOf(sql: string, terminal: number): Map<number, number> {
    return new Map(this.db.all(sql, [terminal]).map(({ seq, id }) => [Number(seq), Number(id)]));
  }

  async #readFile(
    reading: Reading,
    folder: string,
    { number, stats, known }: { number: number; stats: Stats; known: ReadFile | undefined },
    pause: Pause,
  ): Promise<void> {
    const { ino, size, mtime, ctime } = stats;
    const file =
      known?.id ??
      this.db.run('INSERT INTO file VALUES (NULL, ?, ?, ?, 0, 0, 0, 0)', [reading.id, number, ino]);
    const read = await this.#rowsOf(
      reading,
      file,
      ledgerFiles(folder)[number] ?? '',
      known?.read ?? 0,
      pause,
    );
    this.db.run('UPDATE file SET number = ?, size = ?, mtime = ?, ctime = ?, read = ? WHERE id = ?', [
      ...[number, size, mtime, ctime, read, file],
    ]);
  }

  async #rowsOf(reading: Reading, file: number, path: string, from: number, pause: Pause): Promise<number> {
    const begun = new Map<number, PlacedRow>();
    const pieces = rowsFrom(path, from);
    try {
      for (;;) {
        const piece = await pieces.next();
        if (piece.done === true) {
          for (const placed of begun.values()) this.#addBegun(reading, file, placed);
          return piece.value;
        }
        for (const placed of piece.value) this.#take(reading, file, placed, begun);
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

  #take(reading: Reading, file: number, placed: PlacedRow, begun: Map<number, PlacedRow>): void {
    const { row } = placed;
    if (row.kind === 'begun') begun.set(row.seq, placed);
    if (row.kind === 'left') this.#left(reading, row);
    if (row.kind === 'note') this.#noted(reading, row);
    if (row.kind !== 'end') return;
    const { record } = row;
    begun.delete(record.seq);
    const before = reading.unfinished.get(record.seq);
    // A command without an end has one now.
    if (before !== undefined && reading.unfinished.delete(record.seq)) this.#takeOut(before);
    if (record.seq <= reading.lastSeq && this.#idOf(reading, record) !== undefined) return;
    const id = this.#add(reading, file, placed, record);
    reading.lastSeq = Math.max(reading.lastSeq, record.seq);
    if (record.entered === 'inside' && id !== undefined) reading.inside.set(record.seq, id);
  }

  #addBegun(reading: Reading, file: number, placed: PlacedRow): void {
    const parsed = placed.row.kind === 'begun' ? parseRow(placed.row.text) : undefined;
    if (parsed?.ok !== true || parsed.row.kind !== 'begin') return;
    const { record } = parsed.row;
    const id = this.#add(reading, file, placed, record);
    if (id !== undefined) reading.unfinished.set(record.seq, id);
  }

  #add(
    reading: Reading,
    file: number,
    { offset, size }: PlacedRow,
    record: LedgerRecord,
  ): number | undefined {
    if (record.noCommand === true || record.forgotten === true) return undefined;
    const { seq, startedAt, finishedAt, exitCode = null, where } = record;
    const line = this.lineOf(record.commandLine);
    const known = reading.isAnew ? this.#unseen(reading.id, record, line, size) : undefined;
    if (known !== undefined)
      this.db.run('UPDATE command SET file = ?, offset = ? WHERE id = ?', [file, offset, known]);
    if (known !== undefined) return known;
    return this.db.run(ADD, [
      ...[line, startedAt, finishedAt === undefined ? null : Math.max(0, finishedAt - startedAt), exitCode],
      ...[hasFailed(record) ? 1 : 0, this.#nameOf(record.cwd), this.#nameOf(record.writer)],
      ...[this.#nameOf(where?.host), reading.id, seq, file, offset, size],
      ...[record.entered === 'inside' ? 1 : 0, pastLine(record) === undefined ? 0 : 1],
      finishedAt === undefined ? NOT_INDEXED : TO_INDEX,
    ]);
  }

  /** Returns the command as it was known before its terminal is read anew. Only cotty writes rows: one of the same size is the same. */
  #unseen(
    terminal: number,
    { seq, startedAt, finishedAt }: LedgerRecord,
    line: number,
    size: number,
  ): number | undefined {
    if (finishedAt === undefined) return undefined;
    const row = this.db.get(
      `SELECT id FROM command
       WHERE terminal = ? AND seq = ? AND started = ? AND line = ? AND size = ? AND file IS NULL`,
      [terminal, seq, startedAt, line, size],
    );
    return row && Number(row['id']);
  }

  /** The command that had entered another shell has ended. */
  #left(
    { inside }: Reading,
    { seq, finishedAt, exitCode }: Extract<PlacedRow['row'], { readonly kind: 'left' }>,
  ): void {
    const id = inside.get(seq);
    if (id === undefined) return;
    inside.delete(seq);
    this.db.run('UPDATE command SET inside = 0, duration = max(0, ? - started) WHERE id = ?', [
      finishedAt,
      id,
    ]);
    if (exitCode === undefined) return;
    this.db.run('UPDATE command SET exit = ?, failed = max(failed, ?) WHERE id = ?', [
      exitCode,
      isNoFailure(exitCode) ? 0 : 1,
      id,
    ]);
  }

  /** Somebody has noted something about a command, or bookmarked it; rows of notes come after that of its end. */
  #noted(reading: Reading, { seq, note, bookmarked }: NoteRow): void {
    const id = this.#idOf(reading, { seq });
    if (id === undefined) return;
    if (note !== undefined)
      this.db.run('UPDATE command SET note = ? WHERE id = ?', [note === '' ? null : clean(note), id]);
    if (bookmarked !== undefined)
      this.db.run('UPDATE command SET bookmarked = ? WHERE id = ?', [bookmarked ? 1 : 0, id]);
  }

  /** Returns the newest command with that number. */
  #idOf(
    { id }: Reading,
    { seq, startedAt }: Pick<LedgerRecord, 'seq'> & Partial<Pick<LedgerRecord, 'startedAt'>>,
  ): number | undefined {
    const rows = this.db.all(
      'SELECT id, started FROM command WHERE terminal = ? AND seq = ? AND file IS NOT NULL ORDER BY id DESC',
      [id, seq],
    );
    const found = rows.find(({ started }) => startedAt === undefined || started === startedAt);
    return found && Number(found['id']);
  }

  /** Returns the number of a command line, which is added if it is new. */
  lineOf(text: string): number {
    const whole = clean(text);
    return this.#lines.of(whole, () => {
      const known = this.db.get('SELECT id FROM line WHERE text = ?', [whole]);
      if (known !== undefined) return Number(known['id']);
      const lower = whole.toLowerCase();
      const id = this.db.run('INSERT INTO line VALUES (NULL, ?, ?)', [whole, lower === whole ? null : lower]);
      this.db.run('INSERT INTO line_text (rowid, text) VALUES (?, ?)', [id, lower]);
      return id;
    });
  }

  #nameOf(text = ''): number {
    const whole = clean(text);
    return this.#names.of(whole, () => {
      const known = this.db.get('SELECT id FROM name WHERE text = ?', [whole]);
      return known === undefined
        ? this.db.run('INSERT INTO name VALUES (NULL, ?)', [whole])
        : Number(known['id']);
    });
  }

  /** Begins to read a terminal anew. */
  #begin(id: number): void {
    this.db.run('DELETE FROM file WHERE terminal = ?', [id]);
    for (const one of this.db.numbers(
      'SELECT id FROM command WHERE terminal = ? AND (duration IS NULL OR inside = 1)',
      [id],
    ))
      this.#takeOut(one);
    this.db.run('UPDATE command SET file = NULL, note = NULL, bookmarked = 0 WHERE terminal = ?', [id]);
  }

  async #dropUnseen(terminal: number, pause: Pause): Promise<void> {
    for (const id of this.db.numbers('SELECT id FROM command WHERE terminal = ? AND file IS NULL', [
      terminal,
    ])) {
      this.#takeOut(id);
      await pause();
    }
  }

  /** Takes out a terminal and its commands. */
  async #drop(id: number, pause: Pause): Promise<void> {
    this.db.begin();
    const folders = this.db.numbers('SELECT DISTINCT folder FROM command WHERE terminal = ?', [id]);
    this.db.run('UPDATE command SET file = NULL WHERE terminal = ?', [id]);
    await this.#dropUnseen(id, pause);
    this.db.run('DELETE FROM file WHERE terminal = ?', [id]);
    this.db.run('DELETE FROM terminal WHERE id = ?', [id]);
    for (const folder of folders) this.db.run(FOLDER_GONE, [folder, folder]);
    this.#names.clear();
  }

  #takeOut(id: number): void {
    const row = this.db.get('SELECT line, output FROM command WHERE id = ?', [id]);
    if (row === undefined) return;
    this.db.run('DELETE FROM command WHERE id = ?', [id]);
    if (row['output'] === INDEXED) this.db.run(STALE);
    this.#takeOutLine(Number(row['line']));
  }

  /** Takes out a command line that no command has any more. */
  #takeOutLine(id: number): void {
    if (this.db.get('SELECT 1 FROM command WHERE line = ? LIMIT 1', [id]) !== undefined) return;
    const row = this.db.get('SELECT text, lower FROM line WHERE id = ?', [id]);
    if (row === undefined) return;
    this.#lines.drop(String(row['text']));
    this.db.run(LINE_GONE, [id, row['lower'] ?? row['text'] ?? '']);
    this.db.run('DELETE FROM line WHERE id = ?', [id]);
  }

  /** Takes out the pieces of all outputs when too many of them are of outputs that are gone. */
  #indexAnewIfStale(): void {
    const stale = Number(this.db.get(`SELECT value FROM state WHERE name = 'stale'`)?.['value'] ?? 0);
    if (stale < MOST_STALE) return;
    const all = Number(this.db.get('SELECT count(*) AS count FROM command')?.['count'] ?? 0);
    if (stale < STALE_SHARE * all) return;
    this.db.begin();
    this.db.run(`INSERT INTO output_text (output_text) VALUES ('delete-all')`);
    this.db.run('UPDATE command SET output = ? WHERE duration IS NOT NULL', [TO_INDEX]);
    this.db.run(`DELETE FROM state WHERE name = 'stale'`);
    this.db.commit();
  }
}

const PLACES = `SELECT c.id, c.output, c.seq, c.offset, c.size, f.number, t.folder FROM command c
  JOIN terminal t ON t.id = c.terminal JOIN file f ON f.id = c.file`;
const TERMINAL = `INSERT INTO terminal (folder, uri, name, last_seq) VALUES (?, ?, ?, 0)
  ON CONFLICT (folder) DO UPDATE SET uri = excluded.uri, name = excluded.name RETURNING id`;
const UNFINISHED = 'SELECT seq, id FROM command WHERE terminal = ? AND duration IS NULL';
const ADD = `INSERT INTO command (line, started, duration, exit, failed, folder, writer, host, terminal, seq, file,
  offset, size, inside, recalled, output, bookmarked) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`;
const LINE_GONE = `INSERT INTO line_text (line_text, rowid, text) VALUES ('delete', ?, ?)`;
const OUTPUT = `INSERT INTO output_text (rowid, text) VALUES (?, ?)`;
const OUTPUT_GONE = `INSERT INTO output_text (output_text, rowid, text) VALUES ('delete', ?, ?)`;
const STALE = `INSERT INTO state VALUES ('stale', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1`;
const FOLDER_GONE = `DELETE FROM name WHERE id = ? AND text LIKE 'file:%'
  AND NOT EXISTS (SELECT 1 FROM command WHERE folder = ?)`;

/** Numbers of texts that were needed before, as many as there is room for. */
class Known {
  readonly #ids = new Map<string, number>();

  of(text: string, find: () => number): number {
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    const id = find();
    if (this.#ids.size >= MOST_KNOWN) this.#ids.clear();
    this.#ids.set(text, id);
    return id;
  }

  drop(text: string): void {
    this.#ids.delete(text);
  }

  clear(): void {
    this.#ids.clear();
  }
}

type MatchedFile = {
  readonly number: number;
  readonly file: ReadFile | undefined;
  /** Whether it has nothing new, also after it was renamed; and whether not even that has happened. */
  readonly isSame: boolean;
  readonly isUntouched: boolean;
};

/** Finds the files as they are now among those that were read; undefined where something else has happened than rows at an end, or a rotation. */
function matchedFiles(
  known: readonly ReadFile[],
  now: ReadonlyMap<number, Stats>,
): readonly MatchedFile[] | undefined {
  const found: MatchedFile[] = [];
  for (const [number, { ino, size, mtime, ctime }] of now) {
    const file = known.find((each) => each.ino === ino);
    const isUntouched = file?.number === number && file.size === size && file.ctime === ctime;
    // A rename changes the time of the inode, and not that of the content.
    const isRenamed =
      file !== undefined && file.number !== number && file.size === size && file.mtime === mtime;
    const hasGrown = file?.number === 0 && size > file.size;
    const isNew = file === undefined && (number === 0 || known.length === 0);
    if (!isUntouched && !isRenamed && !hasGrown && !isNew) return undefined;
    found.push({ number, file, isSame: isUntouched || isRenamed, isUntouched });
  }
  const isGone = known.some(({ id }) => !found.some(({ file }) => file?.id === id));
  return isGone ? undefined : found;
}

async function lookAt(folder: string): Promise<Look> {
  const [meta, ...found] = await Promise.all([readMeta(folder), ...ledgerFiles(folder).map(statIfThere)]);
  const now = [...found.entries()].flatMap(([file, stats]): [number, Stats][] =>
    stats === undefined ? [] : [[file, stats]],
  );
  return { folder, meta, now: new Map(now) };
}

async function statIfThere(path: string): Promise<Stats | undefined> {
  try {
    const { ino, size, mtimeMs: mtime, ctimeMs: ctime } = await stat(path);
    return { ino, size, mtime, ctime };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
