/** Finds the commands of the index that match a query, in the order that is asked for, and counts them. */

import { hostname } from 'node:os';
import { join } from 'node:path';
import { isBy, isIn, isOn } from '../../protocol/cotty/filter/command-filter.ts';
import { wordsTest } from '../../protocol/cotty/filter/words-test.ts';
import type { HistoryOrder, HistoryQuery, TrendRun } from '../../protocol/cotty/history.ts';
import type { PastQuery } from '../../protocol/cotty/past-line.ts';
import { ledgerFiles, TERMINALS } from '../files/ledger-files.ts';
import { clean, type Values } from './database.ts';
import type { HistoryIndex } from './history-index.ts';
import type { Repositories } from './repositories.ts';
import type { RowPlace } from './row-text.ts';

/** The newest commands that are looked at one by one, before anything is looked up: most queries are answered by them. */
export const RECENT = 4000;
/** Matching command lines up to which their commands are sorted; beyond it the commands are looked at from new to old. */
const FEW_LINES = 2000;
/** Milliseconds for counting what matches; then the answer comes without the count. At least one piece is counted. */
const COUNT_MS = 20;
/** Command lines with a word, beyond which what matches is not counted. */
const MOST_COUNTED = 20_000;
const COUNTED_AT_ONCE = 50_000;
/** Outputs that may match, up to which all are listed; beyond it they are looked at from new to old. */
const FEW_OUTPUTS = 20_000;
/** Commands of one step of a search of outputs; and, in another order than from new to old, of all steps. */
const STEP = 500;
const MOST_SORTED = 50_000;
/** Runs of one trend. */
const TREND = 20;

/** A command of the index. */
export type FoundRow = RowPlace & {
  readonly id: number;
  /** URI and name of its terminal. */
  readonly uri: string;
  readonly name: string;
  readonly startedAt: number;
  readonly finishedAt?: number;
  readonly exitCode?: number;
  readonly failed: boolean;
  readonly commandLine: string;
  readonly cwd?: string;
  readonly writer?: string;
  readonly note?: string;
  readonly bookmarked: boolean;
};

export type FoundPage = {
  readonly rows: readonly FoundRow[];
  readonly more: boolean;
  /** Absent when counting would take too long. */
  readonly total?: number;
};

/** `hidden`: ids of commands that are left out, because the host knows more of them. */
export type RowQuery = { readonly query: HistoryQuery; readonly hidden: readonly number[] };

export type RunOf = { readonly startedAt: number; readonly commandLine: string; readonly cwd: string };

/** Conditions of SQL and their values, about `command c`. */
type Conditions = { readonly sql: string; readonly values: readonly (string | number)[] };

/** The words of a query: `test` is about `line l`; `noted` has the ids of commands that match by their notes. */
type Words = { readonly text: string; readonly test: Conditions; readonly noted: string };

/** What a line editor asks of command lines: `sql` is about a table by its short name; lines that pass it must pass `passes`, too. */
export type LineTest = {
  readonly sql: (table: string) => string;
  readonly values: readonly string[];
  readonly passes: (line: string) => boolean;
};

const ROWS = `SELECT c.id, c.started, c.duration, c.exit, c.failed, c.seq, c.offset, c.size, c.note, c.bookmarked,
    l.text AS line, n.text AS cwd, w.text AS writer, t.folder, t.uri, t.name, f.number
  FROM command c JOIN line l ON l.id = c.line JOIN name n ON n.id = c.folder JOIN name w ON w.id = c.writer
    JOIN terminal t ON t.id = c.terminal JOIN file f ON f.id = c.file
  WHERE c.id IN (SELECT value FROM json_each(?))`;

export const NEWEST = 'c.started DESC, c.id DESC';
const ORDERS: { readonly [order in Exclude<HistoryOrder, 'failed' | 'command'>]: string } = {
  newest: NEWEST,
  oldest: 'c.started, c.id',
  longest: `c.duration DESC, ${NEWEST}`,
  shortest: `c.duration ASC NULLS LAST, ${NEWEST}`,
};

export class RowFinder {
  readonly #index: HistoryIndex;
  readonly #repositories: Repositories;
  /** The words whose lines are in `found_line`, how many there are, and how many commands there are; of a version of the index. */
  #known: { version: number; text?: string | undefined; lines: number; commands?: number } = {
    version: -1,
    lines: 0,
  };

  constructor(index: HistoryIndex, repositories: Repositories) {
    this.#index = index;
    this.#repositories = repositories;
    index.db.exec('CREATE TEMP TABLE found_line (id INTEGER PRIMARY KEY)');
  }

  get #now() {
    const { version } = this.#index.db;
    if (this.#known.version !== version) this.#known = { version, lines: 0 };
    return this.#known;
  }

  /** Returns a page of the commands that match but for their outputs. */
  async page(asked: RowQuery, skip: number, limit: number): Promise<FoundPage> {
    const { query, hidden } = asked;
    const conditions = await this.#conditions(query);
    const words = this.#wordsOf(query);
    const shown = and(conditions, without(hidden));
    const ids = this.#ids(shown, words, query.order ?? 'newest', skip + limit + 1);
    const total = this.#total(conditions, words, hidden);
    const more = ids.length > skip + limit;
    return {
      rows: this.rows(ids.slice(skip, skip + limit)),
      more,
      ...(total === undefined ? {} : { total }),
    };
  }

  /** Yields steps of the commands whose outputs may have the text, in the order of the query. */
  async *searched({ query, hidden }: RowQuery): AsyncGenerator<readonly FoundRow[]> {
    const { order = 'newest', output = '' } = query;
    const all = and(await this.#conditions(query), without(hidden));
    const words = this.#wordsOf(query);
    const few = this.#fewOutputs(output);
    const conditions = few === undefined ? all : and(all, { sql: IN_LIST, values: [few] });
    if (order !== 'newest' || few !== undefined) {
      const most = order === 'newest' ? -1 : MOST_SORTED;
      const ids = this.#general(conditions, words, order, most);
      for (let at = 0; at < ids.length; at += STEP) yield this.rows(ids.slice(at, at + STEP));
      return;
    }
    for (let last: FoundRow | undefined; ; ) {
      const before: Conditions =
        last === undefined ? ALL : { sql: '(c.started, c.id) < (?, ?)', values: [last.startedAt, last.id] };
      const rows = this.rows(this.#general(and(conditions, before), words, 'newest', STEP));
      last = rows.at(-1);
      if (last === undefined) return;
      yield rows;
    }
  }

  /** Returns, for each command, up to 19 earlier runs of the same command line in the same folder, oldest first. */
  earlierRuns(commands: readonly RunOf[]): readonly (readonly TrendRun[])[] {
    const { db } = this.#index;
    return commands.map(({ startedAt, commandLine, cwd }) =>
      db
        .all(
          `SELECT started, duration, exit FROM command c
           WHERE line = (SELECT id FROM line WHERE text = ?) AND folder = (SELECT id FROM name WHERE text = ?)
             AND started < ? ORDER BY ${NEWEST} LIMIT ${TREND - 1}`,
          [clean(commandLine), clean(cwd), startedAt],
        )
        .map(runOf)
        .reverse(),
    );
  }

  /** Returns the commands with these ids, in this order. */
  rows(ids: readonly number[]): readonly FoundRow[] {
    const { db, state } = this.#index;
    const found = new Map(db.all(ROWS, [JSON.stringify(ids)]).map((row) => [Number(row['id']), row]));
    return ids.flatMap((id) => {
      const row = found.get(id);
      return row === undefined ? [] : [foundRow(row, state)];
    });
  }

  /** Yields the commands that match, by command line, and then by the time at which they began. */
  async *runs({ query, hidden }: RowQuery): AsyncGenerator<Values> {
    const conditions = and(await this.#conditions(query), without(hidden));
    const words = this.#wordsOf(query);
    if (words !== undefined) this.#findLines(words);
    const { sql, values } = words === undefined ? conditions : and(conditions, orNoted(IN_FOUND, words));
    yield* this.#index.db.each(
      `SELECT line, folder, host, started, duration, exit, failed FROM command c INDEXED BY by_line
       WHERE ${sql} ORDER BY line, started, id`,
      [...values],
    );
  }

  /** Returns what a query asks of commands but for its words and outputs. */
  async #conditions(query: HistoryQuery): Promise<Conditions> {
    const { failed, exitCode, commandLine, terminal, since, until, longerThanMs = 0 } = query;
    const all: Conditions[] = await this.#named(query);
    const add = (sql: string, ...values: (string | number)[]) => all.push({ sql, values });
    if (failed === true) add('c.failed = 1');
    if (query.bookmarked === true) add('c.bookmarked = 1');
    if (query.noted === true) add('c.note IS NOT NULL');
    if (exitCode !== undefined) add('c.exit = ?', exitCode);
    if (commandLine !== undefined) add('c.line = (SELECT id FROM line WHERE text = ?)', clean(commandLine));
    if (terminal !== undefined) add('c.terminal IN (SELECT id FROM terminal WHERE uri = ?)', terminal);
    if (until !== undefined) add('c.started < ?', until);
    if (since !== undefined) add('(c.duration IS NULL OR c.started + c.duration >= ?)', since);
    if (longerThanMs > 0) add('c.duration >= ?', longerThanMs);
    return all.reduce(and, ALL);
  }

  /** Returns the conditions about folders, writers and machines. */
  async #named({ folder, cwd, repository, writer, host }: HistoryQuery): Promise<Conditions[]> {
    const isNone = [folder, cwd, repository, writer, host].every((each) => each === undefined);
    if (isNone) return [];
    const { db } = this.#index;
    const names = db
      .all('SELECT id, text FROM name')
      .map(({ id, text }) => ({ id: Number(id), text: String(text) }));
    const those = (column: string, passes: (text: string, at: number) => boolean): Conditions => {
      const ids = names.flatMap(({ id, text }, at) => (passes(text, at) ? [id] : []));
      return { sql: `c.${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(ids)] };
    };
    const here = hostname();
    const all: Conditions[] = [];
    if (folder !== undefined) all.push(those('folder', (uri) => isIn(uri, folder)));
    if (cwd !== undefined) all.push(those('folder', (uri) => uri === cwd));
    if (writer !== undefined) all.push(those('writer', (name) => isBy(name, writer)));
    if (host !== undefined) all.push(those('host', (name) => isOn(name, host, here)));
    if (repository !== undefined) {
      const marks = await this.#repositories.inRepository(
        names.map(({ text }) => text),
        repository,
      );
      all.push(those('folder', (_, at) => marks[at] === 1));
    }
    return all;
  }

  #wordsOf({ text = '' }: HistoryQuery): Words | undefined {
    if (wordsIn(text).length === 0) return undefined;
    const { sql, values } = wordTest(text);
    return { text: text.trim(), test: { sql: sql('l'), values }, noted: this.#notedWith(text) };
  }

  /** Returns the test of the lines with some words, or of the longer ones with a prefix. */
  lineTest({ prefix = '', words }: PastQuery): LineTest {
    if (words !== undefined) return wordTest(words);
    return {
      sql: (table) => (prefix === '' ? '1' : `${table}.text >= ? AND ${table}.text < ?`),
      values: prefix === '' ? [] : [clean(prefix), `${clean(prefix)}\u{10ffff}`],
      passes: (line) => line.length > prefix.length && line.startsWith(prefix),
    };
  }

  /** Puts the lines with some words, or with a prefix, into `found_line`; false if there are too many. */
  hasFewLines({ prefix = '', words }: PastQuery): boolean {
    if (words !== undefined) {
      const { sql: among, values: those } = wordTest(words);
      const found = { text: words.trim(), test: { sql: among('l'), values: those } };
      return those.length > 0 && this.#isFast(found) && this.#findLines(found) <= FEW_LINES;
    }
    const { sql, values } = this.lineTest({ prefix });
    const { db } = this.#index;
    db.exec('DELETE FROM found_line');
    this.#now.text = undefined;
    db.once(`INSERT INTO found_line SELECT id FROM line l WHERE ${sql('l')} LIMIT ${FEW_LINES + 1}`, [
      ...values,
    ]);
    return (db.numbers('SELECT count(*) FROM found_line')[0] ?? 0) <= FEW_LINES;
  }

  /** Returns the ids of commands whose note and command line together have the words, as JSON. */
  #notedWith(text: string): string {
    const fits = wordsTest(text);
    const rows = this.#index.db.all(
      `SELECT c.id, l.text, c.note FROM command c INDEXED BY by_note JOIN line l ON l.id = c.line
       WHERE c.note IS NOT NULL`,
    );
    return JSON.stringify(
      rows.flatMap((row) => (fits(`${row['text']}\n${row['note']}`) ? [Number(row['id'])] : [])),
    );
  }

  /** Returns the first matching commands in an order. */
  #ids(
    conditions: Conditions,
    words: Words | undefined,
    order: HistoryOrder,
    most: number,
  ): readonly number[] {
    if (order === 'newest' && (words !== undefined || conditions !== ALL)) {
      const recent = this.#recent(conditions, words, most);
      if (recent.length === most) return recent;
    }
    return this.#general(conditions, words, order, most);
  }

  #recent(conditions: Conditions, words: Words | undefined, most: number): readonly number[] {
    const { sql, values } = words === undefined ? conditions : and(conditions, orNoted(words.test, words));
    return this.#index.db
      .once(
        `SELECT c.id FROM (SELECT * FROM command ORDER BY started DESC, id DESC LIMIT ${RECENT}) c
         JOIN line l ON l.id = c.line WHERE ${sql} ORDER BY ${NEWEST} LIMIT ?`,
        [...values, most],
      )
      .map(({ id }) => Number(id));
  }

  /** `most` is -1 for all. */
  #general(
    conditions: Conditions,
    words: Words | undefined,
    order: HistoryOrder,
    most: number,
  ): readonly number[] {
    if (order === 'failed') {
      const failed = this.#general(
        and(conditions, { sql: 'c.failed = 1', values: [] }),
        words,
        'newest',
        most,
      );
      const left = most < 0 ? -1 : most - failed.length;
      const rest = and(conditions, { sql: 'c.failed = 0', values: [] });
      return left === 0 ? failed : [...failed, ...this.#general(rest, words, 'newest', left)];
    }
    const few = words === undefined ? 0 : this.#findLines(words);
    const { sql, values } = words === undefined ? conditions : and(conditions, orNoted(IN_FOUND, words));
    if (order === 'command') {
      const all = `SELECT c.id FROM line l CROSS JOIN command c ON c.line = l.id WHERE ${sql}`;
      return this.#numbers(`${all} ORDER BY l.text, ${NEWEST} LIMIT ?`, [...values, most]);
    }
    const isByTime = words !== undefined && few > FEW_LINES && (order === 'newest' || order === 'oldest');
    const hint = isByTime ? 'INDEXED BY by_time' : '';
    return this.#numbers(
      `SELECT c.id FROM command c ${hint} WHERE ${sql} ORDER BY ${ORDERS[order]} LIMIT ?`,
      [...values, most],
    );
  }

  #numbers(sql: string, values: (string | number)[]): readonly number[] {
    return this.#index.db.once(sql, values).map(({ id }) => Number(id));
  }

  /** Puts the lines with the words into `found_line`. Returns how many there are. */
  #findLines({ text, test }: Omit<Words, 'noted'>): number {
    const now = this.#now;
    if (now.text === text) return now.lines;
    const { db } = this.#index;
    const pieces = wordsIn(text.toLowerCase()).flatMap((word) => piecesOf(word) ?? []);
    const among =
      pieces.length === 0 ? '' : 'id IN (SELECT rowid FROM line_text WHERE line_text MATCH ?) AND';
    db.exec('DELETE FROM found_line');
    db.once(`INSERT INTO found_line SELECT id FROM line l WHERE ${among} ${test.sql}`, [
      ...(pieces.length === 0 ? [] : [pieces.join(' AND ')]),
      ...test.values,
    ]);
    now.lines = Number(db.get('SELECT count(*) AS count FROM found_line')?.['count']);
    now.text = text;
    return now.lines;
  }

  /** Counts what matches; undefined if it takes too long. */
  #total(conditions: Conditions, words: Words | undefined, hidden: readonly number[]): number | undefined {
    const all = words === undefined && conditions === ALL ? this.#commands : this.#count(conditions, words);
    if (all === undefined || hidden.length === 0) return all;
    const among = and(conditions, { sql: IN_LIST, values: [JSON.stringify(hidden)] });
    return all - this.#general(among, words, 'newest', -1).length;
  }

  get #commands(): number {
    const now = this.#now;
    now.commands ??= Number(this.#index.db.get('SELECT count(*) AS count FROM command')?.['count']);
    return now.commands;
  }

  #count(conditions: Conditions, words: Words | undefined): number | undefined {
    if (words !== undefined && this.#now.text !== words.text && !this.#isFast(words)) return undefined;
    if (words !== undefined) this.#findLines(words);
    const { db } = this.#index;
    const { sql, values } = conditions;
    const [table, from, column] =
      words === undefined
        ? ['command', 'command c', 'c.id']
        : ['found_line', 'found_line f CROSS JOIN command c ON c.line = f.id', 'f.id'];
    const last = Number(db.get(`SELECT max(id) AS last FROM ${table}`)?.['last'] ?? 0);
    const until = performance.now() + COUNT_MS;
    let count = words === undefined ? 0 : this.#countNoted(conditions, words);
    const counting = `SELECT count(*) AS count FROM ${from} WHERE ${sql} AND ${column} > ? AND ${column} <= ?`;
    for (let at = 0; at < last; at += COUNTED_AT_ONCE) {
      if (at > 0 && performance.now() > until) return undefined;
      count += Number(db.once(counting, [...values, at, at + COUNTED_AT_ONCE])[0]?.['count']);
    }
    return count;
  }

  /** Whether not very many lines must be looked at to find those with the words. */
  #isFast({ text }: Pick<Words, 'text'>): boolean {
    const { db } = this.#index;
    const pieces = wordsIn(text.toLowerCase()).flatMap((word) => piecesOf(word) ?? []);
    const most = MOST_COUNTED + 1;
    const lines =
      pieces.length === 0
        ? db.numbers('SELECT max(id) FROM line')
        : db.numbers('SELECT count(*) FROM (SELECT rowid FROM line_text WHERE line_text MATCH ? LIMIT ?)', [
            ...[pieces.join(' AND '), most],
          ]);
    return (lines[0] ?? 0) < most;
  }

  /** Counts the commands that match by their notes alone. */
  #countNoted(conditions: Conditions, { noted }: Words): number {
    const { sql, values } = conditions;
    const counting = `SELECT count(*) AS count FROM command c WHERE ${sql} AND c.line NOT IN found_line
      AND ${IN_LIST}`;
    return Number(this.#index.db.once(counting, [...values, noted])[0]?.['count']);
  }

  /** Returns the ids of all commands whose output may have a text, as JSON; undefined where there are many, or the index cannot say. */
  #fewOutputs(text: string): string | undefined {
    const { db } = this.#index;
    const pieces = piecesOf(text.toLowerCase());
    const missing = db.numbers(`SELECT id FROM command WHERE output <> 1 LIMIT ${FEW_OUTPUTS + 1}`);
    if (pieces === undefined || missing.length > FEW_OUTPUTS) return undefined;
    const found = db.numbers(
      `SELECT rowid FROM output_text WHERE output_text MATCH ? LIMIT ${FEW_OUTPUTS + 1}`,
      [pieces.join(' AND ')],
    );
    return found.length > FEW_OUTPUTS ? undefined : JSON.stringify([...missing, ...found]);
  }
}

const IN_LIST = 'c.id IN (SELECT value FROM json_each(?))';
const ALL: Conditions = { sql: '1', values: [] };
const IN_FOUND: Conditions = { sql: 'c.line IN found_line', values: [] };

function without(ids: readonly number[]): Conditions {
  return ids.length === 0 ? ALL : { sql: `NOT ${IN_LIST}`, values: [JSON.stringify(ids)] };
}

function and(one: Conditions, other: Conditions): Conditions {
  if (one === ALL) return other;
  if (other === ALL) return one;
  return { sql: `${one.sql} AND ${other.sql}`, values: [...one.values, ...other.values] };
}

function orNoted({ sql, values }: Conditions, { noted }: Words): Conditions {
  if (noted === '[]') return { sql: `(${sql})`, values };
  return { sql: `((${sql}) OR ${IN_LIST})`, values: [...values, noted] };
}

function wordTest(text: string): LineTest {
  const words = wordsIn(text);
  const isExact = /\p{Lu}/u.test(text);
  const column = (table: string) => (isExact ? `${table}.text` : `coalesce(${table}.lower, ${table}.text)`);
  return {
    sql: (table) =>
      words.length === 0 ? '1' : words.map(() => `instr(${column(table)}, ?) > 0`).join(' AND '),
    values: words,
    passes: wordsTest(text),
  };
}

function wordsIn(text: string): readonly string[] {
  return [
    ...new Set(
      clean(text)
        .split(/\s+/)
        .filter((word) => word !== ''),
    ),
  ];
}

/**
 * Returns the pieces of three characters of a lower-case text, as the index asks for them; undefined for a shorter text. A sigma is
 * written in two ways, by its place in a word.
 */
function piecesOf(text: string): readonly string[] | undefined {
  const characters = [...clean(text)];
  const pieces = characters.slice(2).map((last, at) => `${characters[at]}${characters[at + 1]}${last}`);
  const certain = [...new Set(pieces.filter((piece) => !/[σς]/.test(piece)))];
  return certain.length === 0 ? undefined : certain.map((piece) => `"${piece.replaceAll('"', '""')}"`);
}

function foundRow(row: Values, state: string): FoundRow {
  const { id, started, duration, exit, seq, offset, size, note, cwd, writer } = row;
  const folder = join(state, TERMINALS, String(row['folder']));
  return {
    id: Number(id),
    uri: String(row['uri']),
    name: String(row['name']),
    folder,
    path: ledgerFiles(folder)[Number(row['number'])] ?? '',
    seq: Number(seq),
    offset: Number(offset),
    size: Number(size),
    startedAt: Number(started),
    commandLine: String(row['line']),
    failed: row['failed'] === 1,
    bookmarked: row['bookmarked'] === 1,
    ...(duration === null ? {} : { finishedAt: Number(started) + Number(duration) }),
    ...(exit === null ? {} : { exitCode: Number(exit) }),
    ...(cwd === '' ? {} : { cwd: String(cwd) }),
    ...(writer === '' ? {} : { writer: String(writer) }),
    ...(note === null ? {} : { note: String(note) }),
  };
}

function runOf({ started, duration, exit }: Values): TrendRun {
  return {
    startedAt: Number(started),
    ...(duration === null ? {} : { durationMs: Number(duration) }),
    ...(exit === null ? {} : { exitCode: Number(exit) }),
  };
}
