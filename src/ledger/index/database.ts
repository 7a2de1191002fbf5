/**
 * Databases that are made of something else alone, such as that of the history of the ledgers: an SQLite file. Whenever something is
 * wrong with it, it is deleted and made again. One process uses it at a time; whoever opens it has taken a lock on its folder.
 */

import { chmodSync, closeSync, lstatSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { BindValues, Database, Statement } from 'node-sqlite3-wasm';
import { HISTORY } from '../files/ledger-files.ts';

/** `version`: another number for each change of the tables, or of how they are filled. One of the tables is `state`. */
export type DatabaseSchema = { readonly version: number; readonly tables: string };

/** Limit of the pages that are held in memory, in KiB. */
const CACHE_KIB = 8 * 1024;
const IN_MEMORY = ':memory:';
/** Bytes of a file that is written anew: that takes as much memory. */
const MOST_REWRITTEN = 64 * 1024 * 1024;

/**
 * `line` has each command line once; `lower` is its lower case where that differs. `duration` is null without an end. A command
 * without a `file` has not been seen yet while its terminal is read anew. `output` says whether its output is in
 * `output_text` (`INDEXED`). The two texts are cut into pieces of three characters of their lower case, and hold no text. Numbers of
 * commands and lines are never given again: `output_text` may still have pieces of the output of one that is gone, and FTS5 with
 * `secure-delete` loses a text that is added with the number of one that was deleted in the same transaction.
 */
const TABLES = `
CREATE TABLE state (name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
CREATE TABLE terminal (id INTEGER PRIMARY KEY, folder TEXT NOT NULL UNIQUE, uri TEXT NOT NULL, name TEXT NOT NULL,
  last_seq INTEGER NOT NULL);
CREATE TABLE file (id INTEGER PRIMARY KEY, terminal INTEGER NOT NULL, number INTEGER NOT NULL, ino INTEGER NOT NULL,
  size INTEGER NOT NULL, mtime REAL NOT NULL, ctime REAL NOT NULL, read INTEGER NOT NULL);
CREATE INDEX file_of_terminal ON file (terminal);
CREATE TABLE name (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
CREATE TABLE line (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL UNIQUE, lower TEXT);
CREATE TABLE command (
  id INTEGER PRIMARY KEY AUTOINCREMENT, line INTEGER NOT NULL, started INTEGER NOT NULL, duration INTEGER, exit INTEGER,
  failed INTEGER NOT NULL, folder INTEGER NOT NULL, writer INTEGER NOT NULL, host INTEGER NOT NULL,
  terminal INTEGER NOT NULL, seq INTEGER NOT NULL, file INTEGER, offset INTEGER NOT NULL, size INTEGER NOT NULL,
  inside INTEGER NOT NULL, recalled INTEGER NOT NULL, output INTEGER NOT NULL, note TEXT, bookmarked INTEGER NOT NULL);
CREATE INDEX by_terminal ON command (terminal, seq);
CREATE VIRTUAL TABLE line_text USING fts5 (text, content = '', columnsize = 0, detail = none,
  tokenize = 'trigram case_sensitive 1');
CREATE VIRTUAL TABLE output_text USING fts5 (text, content = '', columnsize = 0, detail = none,
  tokenize = 'trigram case_sensitive 1');
INSERT INTO line_text (line_text, rank) VALUES ('secure-delete', 1);
INSERT INTO output_text (output_text, rank) VALUES ('secure-delete', 1);`;

export const HISTORY_SCHEMA: DatabaseSchema = { version: 3, tables: TABLES };

/** Made when the commands are there for the first time, which takes a third of the time. */
export const ORDERS_OF_COMMANDS = `
CREATE INDEX IF NOT EXISTS by_time ON command (started, id);
CREATE INDEX IF NOT EXISTS by_line ON command (line, started, folder);
CREATE INDEX IF NOT EXISTS by_folder ON command (folder, started);
CREATE INDEX IF NOT EXISTS by_duration ON command (duration, started);
CREATE INDEX IF NOT EXISTS by_failure ON command (started, id) WHERE failed = 1;
CREATE INDEX IF NOT EXISTS by_note ON command (id) WHERE note IS NOT NULL;
CREATE INDEX IF NOT EXISTS to_index ON command (id) WHERE output <> 1;`;

/** Whether the output of a command is in `output_text`. A very long one is not, and is searched itself. */
export const TO_INDEX = 0;
export const INDEXED = 1;
export const NOT_INDEXED = 2;

export type Values = Record<string, string | number | null>;

/** Statements are compiled once. */
export class IndexDatabase {
  /** The file; undefined for a database in memory. */
  readonly path: string | undefined;
  readonly #db: Database;
  readonly #statements = new Map<string, Statement>();
  #version = 0;

  private constructor(db: Database, path: string | undefined) {
    this.#db = db;
    this.path = path;
  }

  /** Opens the database, or makes one. A damaged file, or one of another version, is replaced. Without a path it is in memory. */
  static open(path: string | undefined, schema: DatabaseSchema): IndexDatabase {
    if (path === undefined) return new IndexDatabase(opened(IN_MEMORY, schema), undefined);
    makePlace(path);
    try {
      return new IndexDatabase(opened(path, schema), path);
    } catch {
      removeDatabase(path);
      makePlace(path);
      return new IndexDatabase(opened(path, schema), path);
    }
  }

  exec(sql: string): void {
    this.#db.exec(sql);
  }

  run(sql: string, values: BindValues = []): number {
    return Number(this.#statement(sql).run(values).lastInsertRowid);
  }

  all(sql: string, values: BindValues = []): Values[] {
    return this.#statement(sql).all(values) as Values[];
  }

  get(sql: string, values: BindValues = []): Values | undefined {
    return this.all(sql, values)[0];
  }

  /** The numbers in the first column. */
  numbers(sql: string, values: BindValues = []): number[] {
    return this.all(sql, values).map((row) => Number(Object.values(row)[0]));
  }

  /** Runs queries whose text is made for one request, which are not kept. */
  once(sql: string, values: BindValues = []): Values[] {
    return this.#db.all(sql, values) as Values[];
  }

  /** Yields the rows of a query whose text is made for one request. */
  *each(sql: string, values: BindValues): Generator<Values> {
    const statement = this.#db.prepare(sql);
    try {
      yield* statement.iterate(values) as Iterable<Values>;
    } finally {
      statement.finalize();
    }
  }

  /** Writes the whole file anew; false if it is too large for that. */
  rewrite(): boolean {
    if (this.path !== undefined && statSync(this.path).size > MOST_REWRITTEN) return false;
    this.#db.exec('VACUUM');
    return true;
  }

  /** Changes with each transaction. */
  get version(): number {
    return this.#version;
  }

  get inTransaction(): boolean {
    return this.#db.inTransaction;
  }

  /** Begins a transaction, unless one has begun. */
  begin(): void {
    if (this.#db.inTransaction) return;
    this.#version += 1;
    this.#db.exec('BEGIN');
  }

  commit(): void {
    if (this.#db.inTransaction) this.#db.exec('COMMIT');
  }

  rollback(): void {
    if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
  }

  /** Notes that the file was closed as a whole: without that it is checked when it is opened. */
  close(): void {
    try {
      this.rollback();
      this.exec(`DELETE FROM state WHERE name = 'open'`);
    } finally {
      for (const statement of this.#statements.values()) statement.finalize();
      this.#statements.clear();
      this.#db.close();
    }
  }

  /** Closes a database that is to be removed, which may be damaged. */
  abandon(): void {
    try {
      this.close();
    } catch {
      // It cannot be written; it goes.
    }
    if (this.path !== undefined) removeDatabase(this.path);
  }

  #statement(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const made = this.#db.prepare(sql);
    this.#statements.set(sql, made);
    return made;
  }
}

/** Removes the database and what was left beside it. */
export function removeDatabase(path: string): void {
  for (const end of ['', '-journal', '.lock']) rmSync(`${path}${end}`, { recursive: true, force: true });
}

function makePlace(path: string): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  // The database locks itself by a folder, which a killed process leaves behind. The lock on our folder tells that nobody has it.
  rmSync(`${path}.lock`, { recursive: true, force: true });
  const stats = lstatSync(path, { throwIfNoEntry: false });
  // A pipe would be read for ever, and a link is somebody else's file.
  if (stats !== undefined && !stats.isFile()) rmSync(path, { recursive: true, force: true });
  if (stats?.isFile() !== true) closeSync(openSync(path, 'wx', 0o600));
}

/** Throws if the file is no database, a damaged one, or one of another version. */
function opened(path: string, { version, tables }: DatabaseSchema): Database {
  const sqlite = createRequire(import.meta.url)('node-sqlite3-wasm') as typeof import('node-sqlite3-wasm');
  const db = new sqlite.Database(path);
  try {
    db.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = OFF; PRAGMA journal_mode = DELETE;
      PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -${CACHE_KIB}`);
    const found = Number(db.get('PRAGMA user_version')?.['user_version']);
    if (found === version) check(db);
    else if (db.get('SELECT 1 FROM sqlite_master') !== null) throw new Error('it is of another version');
    else db.exec(`BEGIN; ${tables} PRAGMA user_version = ${version}; COMMIT`);
    db.exec(`INSERT OR REPLACE INTO state VALUES ('open', 1)`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** A file that was not closed may have been written in part when the machine stopped: nothing is synced. */
function check(db: Database): void {
  if (db.get(`SELECT 1 FROM state WHERE name = 'forgetting'`) !== null)
    throw new Error('a text that was to be forgotten may be in it');
  if (db.get(`SELECT 1 FROM state WHERE name = 'open'`) === null) return;
  if (db.get('PRAGMA quick_check(1)')?.['quick_check'] !== 'ok') throw new Error('it is damaged');
}

/** Where the database of a state folder is. */
export function databasePath(state: string): string {
  return join(state, HISTORY, 'history.db');
}

/** Text as the database holds it: SQLite ends a text at a NUL, and halves of surrogate pairs are no UTF-8. */
export function clean(text: string): string {
  const whole = text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text;
  return HALVES.test(whole) ? Buffer.from(whole).toString() : whole;
}

const HALVES = /[\ud800-\udfff]/;
