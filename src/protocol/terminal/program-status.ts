/**
 * The Program Status Protocol, OSC 7501 (revision 0.4): a program tells its terminal what it does. This file parses a report, keeps
 * the records of a terminal, and writes a report.
 *
 * Everything in a report is untrusted. It is shown and may wake those who wait for it; it is never sent back to the program, and
 * nothing is ever typed because of it.
 */

import { harmless } from '../common/harmless-text.ts';

export const PROGRAM_STATES = ['idle', 'working', 'done', 'blocked', 'error'] as const;

export type ProgramState = (typeof PROGRAM_STATES)[number];

export const BLOCKED_KINDS = ['permission', 'question', 'auth'] as const;

/** What a blocked program waits for. */
export type BlockedKind = (typeof BLOCKED_KINDS)[number];

/** What the program of a terminal may do that wakes. */
export const WATCHED_STATES = ['blocked', 'done'] as const;
export type WatchedState = (typeof WATCHED_STATES)[number];

export type StatusFields = {
  /** The path of a part of the program, `a/b`; empty for the program itself. */
  readonly id: string;
  /** Only with `blocked`. */
  readonly kind?: BlockedKind;
  /** Percent, only with `working` and `blocked`; absent if it is not known. */
  readonly progress?: number;
  /** The stable name of the program, `codex`. */
  readonly app?: string;
  readonly title?: string;
  /** What the program says about its state, in one line: the question it asks. */
  readonly msg?: string;
};

export type StatusReport = StatusFields & { readonly state: ProgramState | 'clear' };

/** Limits of a report in bytes: the whole sequence, and title and message when decoded. */
const MAX_SEQUENCE = 4096;
const MAX_TITLE = 192;
const MAX_MESSAGE = 2048;
/** `ESC ] 7501 ;` and the longest end, `ESC \`. */
const AROUND = 9;
/** Limits of an id: levels, characters of a level, characters of all. */
const MOST_LEVELS = 8;
const MAX_LEVEL = 32;
const MAX_ID = 128;
const MAX_APP = 32;

const KEY = /^[a-z]{1,16}$/;
const VALUE = /^[A-Za-z0-9_.,+/=-]*$/;
const APP = /^[A-Za-z0-9_.+-]+$/;

/** The report is to be ignored as a whole. */
class Discarded extends Error {}

/** Parses the text between `OSC 7501 ;` and its end. Undefined for what must be ignored: a broken limit, no known state. */
export function parseStatus(payload: string): StatusReport | undefined {
  // A question, perhaps one of a later revision, is no report.
  if (trimmed(payload).startsWith('?') || utf8Length(payload) + AROUND > MAX_SEQUENCE) return undefined;
  const pairs = new Map<string, string>();
  for (const pair of payload.split(':')) {
    const equals = pair.indexOf('=');
    const key = trimmed(pair.slice(0, Math.max(0, equals)));
    const value = trimmed(pair.slice(equals + 1));
    if (KEY.test(key) && VALUE.test(value)) pairs.set(key, value);
    // A report with a broken id is about a part that is not known: it must not count as one about the program itself.
    else if (key === 'id') return undefined;
  }
  try {
    return reportOf(pairs);
  } catch (error) {
    if (error instanceof Discarded) return undefined;
    throw error;
  }
}

function reportOf(pairs: ReadonlyMap<string, string>): StatusReport | undefined {
  const state = pairs.get('state');
  if (!isState(state) && state !== 'clear') return undefined;
  const id = idOf(pairs.get('id'));
  const app = appOf(pairs.get('app'));
  const title = textOf(pairs.get('title'), MAX_TITLE);
  const msg = textOf(pairs.get('msg'), MAX_MESSAGE);
  const progress = progressOf(pairs.get('progress'));
  const kind = BLOCKED_KINDS.find((each) => each === pairs.get('kind'));
  return {
    state,
    id,
    ...(kind === undefined || state !== 'blocked' ? {} : { kind }),
    ...(progress === undefined || (state !== 'working' && state !== 'blocked') ? {} : { progress }),
    ...(app === undefined ? {} : { app }),
    ...(title === undefined ? {} : { title }),
    ...(msg === undefined ? {} : { msg }),
  };
}

export function isState(word: string | undefined): word is ProgramState {
  return PROGRAM_STATES.some((state) => state === word);
}

function idOf(id: string | undefined): string {
  if (id === undefined) return '';
  if (!isId(id)) throw new Discarded();
  return id;
}

/** Whether a text is the id of a part: up to eight levels of up to 32 characters, 128 in all. */
function isId(id: string): boolean {
  const levels = id.split('/');
  return (
    id.length <= MAX_ID &&
    VALUE.test(id) &&
    levels.length <= MOST_LEVELS &&
    levels.every(({ length }) => length >= 1 && length <= MAX_LEVEL)
  );
}

/** A name with a sign that is not allowed counts as absent; one that is too long discards the report. */
function appOf(app: string | undefined): string | undefined {
  if (app === undefined || app === '') return undefined;
  if (app.length > MAX_APP) throw new Discarded();
  return APP.test(app) ? app : undefined;
}

function progressOf(progress: string | undefined): number | undefined {
  if (progress === undefined || !/^\d+$/.test(progress)) return undefined;
  if (progress.length > 3 || Number(progress) > 100) throw new Discarded();
  return Number(progress);
}

/** Decodes one line of UTF-8 from base64, whose padding may be missing. */
function textOf(encoded: string | undefined, most: number): string | undefined {
  if (encoded === undefined || encoded === '') return undefined;
  const text = decoded(encoded, most);
  if (text === undefined || hasControl(text)) throw new Discarded();
  return shownLine(text);
}

/** Returns a text as it may be shown; undefined if nobody would see anything. */
export function shownLine(text: string): string | undefined {
  const shown = harmless(text).replace(INVISIBLE, '').trim();
  return shown === '' ? undefined : shown;
}

/**
 * Characters that nobody sees: a text with them may read as one without, or hide words from a search. The joiners of clusters stay,
 * because words and emoji need them.
 */
const INVISIBLE = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu;

function decoded(encoded: string, most: number): string | undefined {
  const bare = encoded.replace(/={1,2}$/, '');
  if (!/^[A-Za-z0-9+/]+$/.test(bare) || bare.length % 4 === 1) return undefined;
  const bytes = Uint8Array.from(atob(bare), (char) => char.charCodeAt(0));
  if (bytes.length > most) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Not UTF-8.
    return undefined;
  }
}

function hasControl(text: string): boolean {
  return /[\x00-\x1f\x7f-\x9f\u2028\u2029]/.test(text);
}

function trimmed(text: string): string {
  return text.replace(/^[ \t]+|[ \t]+$/g, '');
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

// The records of a terminal: the last report of the program and of each of its parts.

export type ProgramRecord = StatusFields & {
  readonly state: ProgramState;
  /** Unix milliseconds since when it has that state. */
  readonly since: number;
  /** With `done` and `error`: a person has seen it. */
  readonly seen?: true;
};

/**
 * Who reports what a program does, the best first: the program itself (OSC 7501), its hooks, or rules that read its title, its notices
 * and its screen.
 */
export const AUTHORITIES = ['report', 'hook', 'rules'] as const;

export type Authority = (typeof AUTHORITIES)[number];

/** Reads an authority that was stored or sent. Earlier versions named what a rule had read: title, notice, screen or shell. */
export function authorityOf(value: unknown): Authority | undefined {
  if (typeof value !== 'string') return undefined;
  return EARLIER.has(value) ? 'rules' : AUTHORITIES.find((each) => each === value);
}

const EARLIER: ReadonlySet<string> = new Set(['title', 'notice', 'screen', 'shell']);

/**
 * The words of a program as users and agents are shown them. Only a hook has proved where they come from; others, which any output can
 * contain, are in quotes, and cannot end these themselves.
 */
export function shownWords(words: string, by: Authority | undefined): string {
  return by === 'hook' ? words : `"${words.replaceAll('"', "'")}"`;
}

/** Most records of a terminal. Beyond it the one that was updated longest ago goes, blocked ones last. */
export const MOST_RECORDS = 64;

/** The records of a terminal, those that were updated longest ago first. */
export type ProgramRecords = readonly ProgramRecord[];

/** Applies a report at a time (Unix ms): it replaces its record whole, or clears records. */
export function withReport(records: ProgramRecords, report: StatusReport, now: number): ProgramRecords {
  const { state, id } = report;
  if (state === 'clear') {
    const left = records.filter((record) => !isWithin(record.id, id));
    return left.length === records.length ? records : left;
  }
  const before = records.find((record) => record.id === id);
  const goesOn = before !== undefined && before.state === state && before.kind === report.kind;
  const isSame = goesOn && isRepeated(before, report);
  if (isSame && before === records.at(-1)) return records;
  const record: ProgramRecord = isSame ? before : { ...report, state, since: goesOn ? before.since : now };
  const all = [...records.filter((each) => each !== before), record];
  if (all.length <= MOST_RECORDS) return all;
  const dropped = all.find((each) => each.state !== 'blocked' && each !== record) ?? all[0];
  return all.filter((each) => each !== dropped);
}

/** Whether a report of the same state says what its record says already; a person who has seen it need not see it again. */
function isRepeated(record: ProgramRecord, report: StatusReport): boolean {
  const { progress, app, title, msg } = report;
  return record.progress === progress && record.app === app && record.title === title && record.msg === msg;
}

/** The records after a person has seen them. */
export function seenBy(records: ProgramRecords): ProgramRecords {
  const isNews = ({ state, seen }: ProgramRecord) => (state === 'done' || state === 'error') && seen !== true;
  if (!records.some(isNews)) return records;
  return records.map((record) => (isNews(record) ? { ...record, seen: true as const } : record));
}

/** Whether an id names a part or something in it; the empty path is the program, in which all parts are. */
function isWithin(id: string, path: string): boolean {
  return path === '' || id === path || id.startsWith(`${path}/`);
}

/** The records after the program has ended: what it did, or waited for, is over; how its work ended stays. */
export function afterEnd(records: ProgramRecords): ProgramRecords {
  const left = records.filter(({ state }) => state === 'done' || state === 'error');
  return left.length === records.length ? records : left;
}

/** The record that stands for the whole terminal: whatever is blocked, else that of the program, else the most urgent of its parts. */
export function chiefOf(records: ProgramRecords): ProgramRecord | undefined {
  const blocked =
    records.findLast(({ state, id }) => state === 'blocked' && id === '') ?? records.find(isBlocked);
  const own = records.find(({ id }) => id === '');
  const urgent = URGENCY.flatMap((state) => records.find((record) => record.state === state) ?? [])[0];
  const chief = blocked ?? own ?? urgent;
  if (chief === undefined || chief.app !== undefined) return chief;
  const app = appFor(records, chief.id);
  return app === undefined ? chief : { ...chief, app };
}

function isBlocked({ state }: ProgramRecord): boolean {
  return state === 'blocked';
}

const URGENCY: readonly ProgramState[] = ['error', 'working', 'done', 'idle'];

/** The name of the program that a part belongs to: its own, else that of the nearest part around it. */
export function appFor(records: ProgramRecords, id: string): string | undefined {
  for (let path: string | undefined = id; path !== undefined; path = around(path)) {
    const found = records.find((record) => record.id === path)?.app;
    if (found !== undefined) return found;
  }
  return undefined;
}

function around(path: string): string | undefined {
  if (path === '') return undefined;
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}

// Reports that cotty writes: `cotty status`, and what it tells the outer terminal.

/** Writes a report. Throws a `RangeError` that names the field and its value if it breaks a limit. */
export function statusSequence(report: StatusReport): string {
  const { state, id, kind, progress, app, title, msg } = report;
  if (id !== '' && !isId(id))
    throw new RangeError(`id: up to 8 levels of 1 to 32 letters, 128 in all (it is ${id})`);
  if (app !== undefined && (!APP.test(app) || app.length > MAX_APP))
    throw new RangeError(`app: 1 to 32 of A-Z a-z 0-9 _ . + - (it is ${app})`);
  if (progress !== undefined && !(Number.isInteger(progress) && progress >= 0 && progress <= 100))
    throw new RangeError(`progress: a whole number from 0 to 100 (it is ${progress})`);
  const fields: readonly (readonly [string, string | undefined])[] = [
    ['state', state],
    ['id', id === '' ? undefined : id],
    ['app', app],
    ['kind', kind],
    ['progress', progress?.toString()],
    ['title', encoded('title', title, MAX_TITLE)],
    ['msg', encoded('msg', msg, MAX_MESSAGE)],
  ];
  const pairs = fields.flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${value}`]));
  return `\x1b]7501;${pairs.join(':')}\x1b\\`;
}

function encoded(name: string, text: string | undefined, most: number): string | undefined {
  if (text === undefined) return undefined;
  const bytes = new TextEncoder().encode(text);
  if (hasControl(text)) throw new RangeError(`${name}: one line without control characters`);
  if (bytes.length > most) throw new RangeError(`${name}: at most ${most} bytes (it is ${bytes.length})`);
  return btoa(String.fromCharCode(...bytes));
}

/** The session of scripts (`cotty status`). What they report holds until they end: they have no hooks that could be missing. */
export const SCRIPT_SESSION = 'cotty status';
