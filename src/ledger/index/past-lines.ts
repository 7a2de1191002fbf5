/**
 * Earlier command lines for a line editor: from the index, from the history file of a shell, and from memory, each once. The lines of
 * a history file are held in memory, as long as the index is open.
 */

import type { PastLine, PastQuery, PastResult } from '../../protocol/cotty/past-line.ts';
import { clean, type IndexDatabase, type Values } from './database.ts';
import { type LineTest, NEWEST, RECENT, type RowFinder } from './find-rows.ts';
import type { Pause } from './row-text.ts';

/** The history file of a shell. */
export type HistoryPlace = { readonly shell: 'bash' | 'zsh' | 'fish'; readonly path: string };

/** Shows whether a file has changed. */
export type FileStamp = { readonly ino: number; readonly size: number; readonly mtimeMs: number };

/** Reads history files. Undefined where there is none. */
export type HistoryFiles = {
  stamp(path: string): Promise<FileStamp | undefined>;
  /** Returns the lines behind a size of the file, newest first. */
  read(
    place: HistoryPlace,
    pause: Pause,
    after: number,
  ): Promise<{ readonly stamp: FileStamp; readonly lines: readonly PastLine[] } | undefined>;
};

/** `memory`: lines that are not in the index, newest first. `cwd`: file URI of the folder whose lines come first. */
export type PastAsk = {
  readonly place: HistoryPlace | undefined;
  readonly cwd: string | undefined;
  readonly query: PastQuery;
  readonly memory: readonly PastLine[];
};

/** Limit of lines of a folder that come before all others. */
const MOST_OF_FOLDER = 500;
/** Limit of lines of one answer, and of `skip`. */
const PAGE = 100;
const MOST_SKIPPED = 10_000;
/** UTF-16 units of the lines of one answer; at least one line is returned. */
const PAGE_CHARS = 256 * 1024;
/** Limit of history files whose lines are held. */
const MOST_FILES = 3;

/** Lines in the order of their files, those that are there twice as well. */
const TABLE = `CREATE TEMP TABLE shell_line (id INTEGER PRIMARY KEY, file TEXT NOT NULL, text TEXT NOT NULL, lower TEXT, at REAL)`;
const PUT = 'INSERT INTO shell_line VALUES (NULL, ?, ?, ?, ?)';
const LINES = `SELECT l.text, c.started AS at, c.exit, n.text AS cwd FROM command c JOIN line l ON l.id = c.line
  JOIN name n ON n.id = c.folder WHERE c.recalled = 1`;
const NEWEST_RUNS = `SELECT l.text, c.started AS at, c.exit, n.text AS cwd FROM found_line f CROSS JOIN line l ON l.id = f.id
  CROSS JOIN command c ON c.id = (SELECT x.id FROM command x WHERE x.line = l.id AND x.recalled = 1
    ORDER BY x.started DESC, x.id DESC LIMIT 1)
  JOIN name n ON n.id = c.folder ORDER BY ${NEWEST}`;

export class PastLines {
  readonly #db: IndexDatabase;
  readonly #finder: RowFinder;
  readonly #files: HistoryFiles;
  readonly #stamps = new Map<string, FileStamp>();

  constructor(db: IndexDatabase, finder: RowFinder, files: HistoryFiles) {
    this.#db = db;
    this.#finder = finder;
    this.#files = files;
    db.exec(TABLE);
  }

  async find({ place, cwd, query, memory }: PastAsk, pause: Pause): Promise<PastResult> {
    if (place !== undefined) await this.#readFile(place, pause);
    const { skip = 0, limit = PAGE } = query;
    const from = Math.min(skip, MOST_SKIPPED);
    const most = Math.min(limit, PAGE);
    const lines: PastLine[] = [];
    const seen = new Set<string>();
    let chars = 0;
    for (const found of this.#found({ place, cwd, query, memory }, from + most + 1)) {
      if (seen.has(found.line)) continue;
      seen.add(found.line);
      if (seen.size <= from) continue;
      chars += found.line.length;
      const isFull = lines.length >= most || (lines.length > 0 && chars > PAGE_CHARS);
      if (isFull) return { lines, more: true };
      lines.push(this.#filled(found));
    }
    return { lines, more: false };
  }

  /** Yields lines, some more than once: those of the folder newest first, then all others, newest first. */
  *#found({ place, cwd, query, memory }: PastAsk, most: number): Generator<PastLine> {
    const wanted = this.#finder.lineTest(query);
    const inMemory = memory.filter(({ line }) => wanted.passes(line));
    if (cwd !== undefined) {
      yield* inMemory.filter((line) => line.cwd === cwd);
      yield* this.#ofFolder(cwd, wanted);
    }
    yield* inMemory;
    yield* newestOf(
      place === undefined ? [] : this.#ofFile(place.path, wanted),
      this.#recorded(query, wanted, most),
    );
  }

  *#ofFolder(cwd: string, { sql, values, passes }: LineTest): Generator<PastLine> {
    const folder = this.#db.get('SELECT id FROM name WHERE text = ?', [clean(cwd)]);
    if (folder === undefined) return;
    const seen = new Set<string>();
    const rows = this.#db.each(`${LINES} AND c.folder = ? AND ${sql('l')} ORDER BY ${NEWEST}`, [
      Number(folder['id']),
      ...values,
    ]);
    for (const line of linesOf(rows, passes)) {
      seen.add(line.line);
      yield line;
      if (seen.size >= MOST_OF_FOLDER) return;
    }
  }

  /** Yields the recorded lines, newest first. Most often the newest commands are enough. */
  *#recorded(query: PastQuery, { sql, values, passes }: LineTest, most: number): Generator<PastLine> {
    const seen = new Set<string>();
    const recent = `${LINES} AND c.id IN (SELECT id FROM command ORDER BY started DESC, id DESC LIMIT ${RECENT})`;
    const rows = this.#db.once(`${recent} AND ${sql('l')} ORDER BY ${NEWEST}`, [...values]);
    for (const line of linesOf(rows, passes)) {
      seen.add(line.line);
      yield line;
    }
    if (seen.size >= most) return;
    // Each line with its newest run if there are few of them; else all commands from new to old.
    const all = this.#finder.hasFewLines(query) ? NEWEST_RUNS : `${LINES} ORDER BY ${NEWEST}`;
    yield* linesOf(this.#db.each(all, []), passes);
  }

  *#ofFile(path: string, { sql, values, passes }: LineTest): Generator<PastLine> {
    const rows = this.#db.each(
      `SELECT f.text, f.at FROM shell_line f WHERE f.file = ? AND ${sql('f')} ORDER BY f.id DESC`,
      [path, ...values],
    );
    yield* linesOf(rows, passes);
  }

  /** A line of a history file gets exit code and folder from the record. */
  #filled(line: PastLine): PastLine {
    if (line.cwd !== undefined) return line;
    const [row] = this.#db.all(`${LINES} AND l.text = ? ORDER BY ${NEWEST} LIMIT 1`, [clean(line.line)]);
    const [known] = row === undefined ? [] : linesOf([row], () => true);
    if (known?.cwd === undefined) return line;
    const { exitCode, cwd } = known;
    return { ...line, cwd, ...(exitCode === undefined ? {} : { exitCode }) };
  }

  /** Adds what was appended to a history file. If there is another file at the path, it is read as a whole. */
  async #readFile(place: HistoryPlace, pause: Pause): Promise<void> {
    const { path } = place;
    const last = this.#stamps.get(path);
    const stamp = await this.#files.stamp(path);
    if (stamp?.size === last?.size && stamp?.mtimeMs === last?.mtimeMs && stamp?.ino === last?.ino) return;
    const isLonger = stamp !== undefined && last?.ino === stamp.ino && stamp.size > last.size;
    if (!isLonger) this.#drop(path);
    const added = await this.#files.read(place, pause, isLonger ? last.size : 0);
    if (added === undefined) return;
    this.#stamps.delete(path);
    this.#stamps.set(path, added.stamp);
    const [oldest = ''] = this.#stamps.keys();
    if (this.#stamps.size > MOST_FILES) this.#drop(oldest);
    for (const [number, { line, at = 0 }] of added.lines.toReversed().entries()) {
      const text = clean(line);
      const lower = text.toLowerCase();
      this.#db.run(PUT, [path, text, lower === text ? null : lower, at]);
      if (number % 1024 === 1023) await pause();
    }
  }

  #drop(path: string): void {
    this.#stamps.delete(path);
    this.#db.run('DELETE FROM shell_line WHERE file = ?', [path]);
  }
}

/** Reads rows as lines, without the blanks at their ends. */
function* linesOf(rows: Iterable<Values>, passes: (line: string) => boolean): Generator<PastLine> {
  for (const { text, at, exit, cwd } of rows) {
    const line = String(text).trimEnd();
    if (!passes(line)) continue;
    yield {
      line,
      at: Number(at),
      ...(typeof exit === 'number' ? { exitCode: exit } : {}),
      ...(typeof cwd === 'string' && cwd !== '' ? { cwd } : {}),
    };
  }
}

/** Merges two lists by time, newest first. */
function* newestOf(ones: Iterable<PastLine>, others: Iterable<PastLine>): Generator<PastLine> {
  const [first, second] = [ones[Symbol.iterator](), others[Symbol.iterator]()];
  let [one, other] = [first.next(), second.next()];
  try {
    while (one.done !== true || other.done !== true) {
      const isOne =
        other.done === true || (one.done !== true && (one.value.at ?? 0) >= (other.value.at ?? 0));
      if (isOne) {
        yield one.value;
        one = first.next();
      } else {
        yield other.value;
        other = second.next();
      }
    }
  } finally {
    // Ends the queries that are not read to their ends.
    first.return?.();
    second.return?.();
  }
}
