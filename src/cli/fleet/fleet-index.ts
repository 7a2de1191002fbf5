/**
 * The index of a fleet: a SQLite database in the cache folder, made of the events in the stream alone, so that anybody who may
 * read the stream can make it anew. It catches up at each call. One process uses it at a time.
 */

import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { BindValues } from 'node-sqlite3-wasm';
import { type CommandEvent, readEvent } from '../../fleet/event.ts';
import type { NatsOptions } from '../../fleet/nats-options.ts';
import type { Subjects } from '../../fleet/subjects.ts';
import { takeLock } from '../../host/common/folder-lock.ts';
import { type DatabaseSchema, IndexDatabase, removeDatabase } from '../../ledger/index/database.ts';
import { isNoFailure } from '../../protocol/common/exit-status.ts';
import { FORGOTTEN } from '../../protocol/terminal/forget-command.ts';
import { causeText } from '../common/error-text.ts';
import type { Io } from '../common/io.ts';

/** Rows that are indexed in one transaction. */
const BATCH = 2000;
/** Longest wait for another process that uses the index: it may be reading a long stream. */
const LOCK_MS = 120_000;

/** A message of the stream: its number there, its subject, when the server has stored it (Unix ms), and its text. */
export type StreamMessage = {
  readonly position: number;
  readonly subject: string;
  readonly at: number;
  readonly text: string;
};

/** The stream at one moment. `created` tells it from one of the same name that was removed. */
export type StreamEnds = { readonly created: string; readonly first: number; readonly last: number };

export type IndexedCommand = Omit<CommandEvent, 'kind'>;

export type IndexQuery = {
  /** Each must be in the command line; case does not count. */
  readonly words: readonly string[];
  readonly failed: boolean;
  /** Id of the host, name or id of the terminal. */
  readonly host?: string;
  readonly terminal?: string;
  readonly seq?: number;
  /** Absolute path of a folder: that or below. */
  readonly folder?: string;
  /** `user:NAME`, `agent:HANDLE`, or the name alone. */
  readonly writer?: string;
  /** Unix milliseconds. */
  readonly since?: number;
  readonly until?: number;
  readonly longerThanMs?: number;
  readonly exitCode?: number;
  /** Most commands that are returned; infinite for all. */
  readonly limit: number;
};

const TABLES = `
CREATE TABLE state (name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
CREATE TABLE command (
  id INTEGER PRIMARY KEY, host TEXT NOT NULL, terminal TEXT NOT NULL, seq INTEGER NOT NULL,
  rank INTEGER NOT NULL, position INTEGER NOT NULL, host_name TEXT NOT NULL, terminal_name TEXT NOT NULL,
  uri TEXT NOT NULL, cmd TEXT NOT NULL, cwd TEXT, writer TEXT, started INTEGER NOT NULL, at INTEGER NOT NULL,
  duration INTEGER, exit INTEGER, failed INTEGER NOT NULL, record TEXT NOT NULL,
  UNIQUE (host, terminal, seq, started));
CREATE INDEX by_time ON command (at);
CREATE INDEX by_position ON command (position);
CREATE TABLE dropped (host TEXT PRIMARY KEY, count INTEGER NOT NULL, position INTEGER NOT NULL) WITHOUT ROWID;
CREATE VIRTUAL TABLE command_text USING fts5(cmd, content='command', content_rowid='id', tokenize='trigram');
CREATE TRIGGER command_added AFTER INSERT ON command BEGIN
  INSERT INTO command_text (rowid, cmd) VALUES (new.id, new.cmd);
END;
CREATE TRIGGER command_removed AFTER DELETE ON command BEGIN
  INSERT INTO command_text (command_text, rowid, cmd) VALUES ('delete', old.id, old.cmd);
END;
CREATE TRIGGER command_changed AFTER UPDATE OF cmd ON command WHEN old.cmd <> new.cmd BEGIN
  INSERT INTO command_text (command_text, rowid, cmd) VALUES ('delete', old.id, old.cmd);
  INSERT INTO command_text (rowid, cmd) VALUES (new.id, new.cmd);
END;`;

const SCHEMA: DatabaseSchema = { version: 3, tables: TABLES };

/** Later events of a command tell more than earlier ones, in whatever order they come. */
const RANKS = { began: 0, ended: 1, left: 2, forgot: 3 } as const;

/** A number is given anew where a ledger was lost or a state folder was copied: with its beginning it names a command. */
const PUT = `
INSERT INTO command (host, terminal, seq, rank, position, host_name, terminal_name, uri, cmd, cwd, writer, started,
  at, duration, exit, failed, record)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (host, terminal, seq, started) DO UPDATE SET rank = excluded.rank, position = excluded.position,
  host_name = excluded.host_name, terminal_name = excluded.terminal_name, uri = excluded.uri, cmd = excluded.cmd,
  cwd = excluded.cwd, writer = excluded.writer, duration = excluded.duration,
  exit = excluded.exit, failed = excluded.failed, record = excluded.record
WHERE excluded.rank > command.rank`;

const DROP = `
INSERT INTO dropped VALUES (?, 1, ?)
ON CONFLICT (host) DO UPDATE SET count = count + 1, position = excluded.position`;

const FORGET = `
UPDATE command SET rank = ${RANKS.forgot}, position = ?, cmd = ?,
  record = json_set(json_remove(record, '$.counts', '$.redacted'), '$.cmd', ?, '$.forgotten', json('true'))
WHERE host = ? AND terminal = ? AND seq = ?`;

export class FleetIndex {
  readonly #db: IndexDatabase;
  readonly #subjects: Subjects;
  readonly #release: () => void;

  private constructor(db: IndexDatabase, subjects: Subjects, release: () => void) {
    this.#db = db;
    this.#subjects = subjects;
    this.#release = release;
  }

  /** Opens the index in a folder of its own. `anew`: one that is there is dropped, and so is a damaged one. */
  static async open(folder: string, subjects: Subjects, anew: boolean): Promise<FleetIndex> {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    const release = await lock(folder);
    const path = join(folder, 'index.db');
    try {
      if (anew) removeDatabase(path);
      return new FleetIndex(IndexDatabase.open(path, SCHEMA), subjects, release);
    } catch (error) {
      release();
      throw new Error(`the index ${path} cannot be made: ${causeText(error)}`, { cause: error });
    }
  }

  /** The number of the newest message that is indexed; 0 for none. */
  get position(): number {
    return Number(this.#state('position') ?? 0);
  }

  /**
   * Must be called with the stream before its messages are taken: what it has dropped is dropped here, and if it is another
   * stream, everything is.
   */
  begin({ created, first, last }: StreamEnds): void {
    const isOther = this.#state('created') !== created || this.position > last;
    this.#db.begin();
    if (isOther) {
      this.#db.exec('DELETE FROM command; DELETE FROM dropped');
      this.#setState('position', '0');
      this.#setState('created', created);
    }
    for (const table of ['command', 'dropped'])
      this.#db.run(`DELETE FROM ${table} WHERE position < ?`, [first]);
    this.#db.commit();
  }

  /** Takes messages in the order of the stream. */
  async take(messages: AsyncIterable<StreamMessage>): Promise<void> {
    let position = 0;
    let count = 0;
    try {
      for await (const message of messages) {
        this.#db.begin();
        const subject = this.#subjects.eventOf(message.subject);
        const event = subject && readEvent(message.text, subject);
        if (event === undefined)
          this.#db.run(DROP, [this.#subjects.hostOf(message.subject), message.position]);
        else if (event.kind === 'forgot') this.#db.run(FORGET, forgetValues(message.position, event));
        else this.#db.run(PUT, putValues(message, event));
        position = message.position;
        count += 1;
        if (count % BATCH === 0) this.#commit(position);
      }
      // What was taken before an error counts.
    } finally {
      if (this.#db.inTransaction) this.#commit(position);
    }
  }

  /** How many messages were dropped below the subjects of which hosts: not readable, or of another host by what they say. */
  get dropped(): readonly (readonly [host: string, count: number])[] {
    const rows = this.#db.all('SELECT host, count FROM dropped');
    return rows.map((row) => [String(row['host']), Number(row['count'])] as const);
  }

  /** Returns the newest matching commands, newest first, and whether there are more. */
  find(query: IndexQuery): { readonly found: readonly IndexedCommand[]; readonly more: boolean } {
    const { where, values } = conditions(query);
    const limit = Number.isFinite(query.limit) ? query.limit + 1 : -1;
    const rows = this.#db.once(
      `SELECT host, host_name, terminal, terminal_name, uri, record FROM command ${where}
       ORDER BY at DESC, position DESC LIMIT ?`,
      [...values, limit],
    );
    const found = rows.slice(0, Number.isFinite(query.limit) ? query.limit : undefined).map((row) => ({
      host: { id: String(row['host']), name: String(row['host_name']) },
      terminal: {
        id: String(row['terminal']),
        name: String(row['terminal_name']),
        uri: String(row['uri']),
      },
      record: JSON.parse(String(row['record'])),
    }));
    return { found, more: found.length < rows.length };
  }

  close(): void {
    try {
      this.#db.close();
    } finally {
      this.#release();
    }
  }

  #commit(position: number): void {
    this.#setState('position', String(position));
    this.#db.commit();
  }

  #state(name: string): string | undefined {
    const row = this.#db.get('SELECT value FROM state WHERE name = ?', [name]);
    return row && String(row['value']);
  }

  #setState(name: string, value: string): void {
    this.#db.run('INSERT OR REPLACE INTO state VALUES (?, ?)', [name, value]);
  }
}

/** The folder of an index: one for each way to reach a fleet, because credentials decide what can be read. */
export function indexFolder({ servers, prefix, creds, nkey, cert }: NatsOptions, env: Io['env']): string {
  const xdg = env['XDG_CACHE_HOME'];
  const cache = xdg && isAbsolute(xdg) ? xdg : join(env['HOME'] || '/', '.cache');
  const way = JSON.stringify([servers, prefix, creds ?? nkey ?? cert ?? '']);
  return join(cache, 'cotty', 'fleet', createHash('sha256').update(way).digest('hex').slice(0, 16));
}

/** Resolves with what releases the lock. Rejects when another process has it for too long. */
async function lock(folder: string): Promise<() => void> {
  const id = randomBytes(8).toString('hex');
  const until = Date.now() + LOCK_MS;
  for (;;) {
    const taken = takeLock(folder, id);
    if (taken.ok) return () => taken.lock.release();
    if (Date.now() > until) throw new Error(`process ${taken.holder} uses the index in ${folder}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function putValues(
  { position, at }: StreamMessage,
  { kind, host, terminal, record }: CommandEvent,
): BindValues {
  const { seq, cmd, cwd, writer, started_at, duration_s, exit, killed_by_restart, timed_out } = record;
  const started = Date.parse(started_at);
  const failed = killed_by_restart || timed_out || (exit !== null && !isNoFailure(exit));
  return [
    ...[host.id, terminal.id, seq, RANKS[kind], position, host.name, terminal.name, terminal.uri, cmd],
    // By a clock that goes ahead a command would be the newest one of the fleet for long.
    ...[cwd, writer, started, Math.min(started, at)],
    duration_s === null ? null : Math.round(duration_s * 1000),
    ...[exit, failed ? 1 : 0, JSON.stringify(record)],
  ];
}

function forgetValues(position: number, { host, terminal, record }: CommandEvent): BindValues {
  return [position, FORGOTTEN, FORGOTTEN, host.id, terminal.id, record.seq];
}

function conditions(query: IndexQuery): { readonly where: string; readonly values: (string | number)[] } {
  const all: (readonly [condition: string, ...values: (string | number)[]])[] = [];
  const { words, failed, host, terminal, seq, folder, writer, since, until, longerThanMs, exitCode } = query;
  // The index has pieces of three characters; shorter words are searched for in what else matches.
  const long = words.filter((word) => [...word].length >= 3);
  if (long.length > 0)
    all.push([
      'id IN (SELECT rowid FROM command_text WHERE command_text MATCH ?)',
      long.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND '),
    ]);
  for (const word of words) if (!long.includes(word)) all.push(['instr(lower(cmd), lower(?)) > 0', word]);
  if (failed) all.push(['failed = 1']);
  if (host !== undefined) all.push(['host = ?', host]);
  if (terminal !== undefined) all.push(['(terminal_name = ? OR terminal = ?)', terminal, terminal]);
  if (seq !== undefined) all.push(['seq = ?', seq]);
  if (folder !== undefined)
    all.push(['(cwd = ? OR substr(cwd, 1, ?) = ?)', folder, [...below(folder)].length, below(folder)]);
  if (writer !== undefined) all.push(['writer IN (?, ?, ?)', writer, `user:${writer}`, `agent:${writer}`]);
  if (since !== undefined) all.push(['at >= ?', since]);
  if (until !== undefined) all.push(['at < ?', until]);
  if (longerThanMs !== undefined) all.push(['duration >= ?', longerThanMs]);
  if (exitCode !== undefined) all.push(['exit = ?', exitCode]);
  return {
    where: all.length === 0 ? '' : `WHERE ${all.map(([condition]) => condition).join(' AND ')}`,
    values: all.flatMap(([, ...values]) => values),
  };
}

function below(folder: string): string {
  return folder.endsWith('/') ? folder : `${folder}/`;
}
