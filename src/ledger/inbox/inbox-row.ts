/** The rows of an inbox file: watches, wakes and acknowledgements of one subscriber, one JSON object per line. */

import { redact } from '../../protocol/common/redact.ts';
import type { ProgramTold, Wake, Watch, WatchFilter } from '../../protocol/cotty/wake.ts';
import type { WatchedState } from '../../protocol/terminal/program-status.ts';
import {
  authorityOf,
  BLOCKED_KINDS,
  isState,
  WATCHED_STATES,
} from '../../protocol/terminal/program-status.ts';

/** Sequence number of the last command checked against the watches, by channel. */
export type Heard = readonly (readonly [channel: string, seq: number])[];

/** Since when the program had the state of which the subscriber was told last, in Unix milliseconds, by channel. */
export type Told = readonly (readonly [channel: string, since: number])[];

export type InboxRow =
  /** The first row of a file: sums up the rows that the file replaced. */
  | {
      readonly kind: 'inbox';
      readonly last: number;
      readonly acked: number;
      readonly dropped: number;
      readonly lastWatch: number;
      readonly heard: Heard;
      readonly told?: Told;
    }
  | { readonly kind: 'watch'; readonly watch: Watch; readonly heard: Heard; readonly told?: Told }
  | { readonly kind: 'unwatch'; readonly id: string }
  /** `kept` is true in a rewritten file: the `heard` numbers are then in its first row. */
  | { readonly kind: 'wake'; readonly wake: Wake; readonly kept?: true }
  | { readonly kind: 'ack'; readonly n: number }
  | { readonly kind: 'heard'; readonly heard: Heard }
  /** Terminals were closed for good: a new terminal may reuse the URI and count from one. */
  | { readonly kind: 'gone'; readonly channels: readonly string[] }
  /** Deletes the text of the wake for one command, or without `seq` all wakes of the terminal. */
  | { readonly kind: 'forget'; readonly channel: string; readonly seq?: number };

export type ReadInboxRow =
  | { readonly ok: true; readonly key: string; readonly row: InboxRow }
  | { readonly ok: false; readonly why: string };

const VERSION = 1;

/** Redacted wakes, cached so that rewriting a file does not search for secrets again. */
const onDisk = new WeakMap<Wake, Wake>();

/** `key` names the subscriber and is in each row, so that a damaged row does not lose the owner of the others. */
export function formatInboxRow(key: string, row: InboxRow): string {
  const { kind, ...rest } = row.kind === 'wake' ? { ...row, wake: redacted(row.wake) } : row;
  return `${JSON.stringify({ v: VERSION, row: kind, for: key, ...rest })}\n`;
}

function redacted(wake: Wake): Wake {
  const known = onDisk.get(wake);
  if (known !== undefined) return known;
  const { cmd, tail, error_line } = wake;
  const safe = {
    ...wake,
    cmd: redact(cmd),
    tail: tail.length === 0 ? tail : redact(tail.join('\n')).split('\n'),
    error_line: error_line === null ? null : redact(error_line),
  };
  onDisk.set(wake, safe);
  return safe;
}

export function parseInboxRow(line: string): ReadInboxRow {
  const raw = asObject(parseJson(line));
  if (raw === undefined) return { ok: false, why: 'damaged' };
  if (raw['v'] !== VERSION) return { ok: false, why: `unknown version ${JSON.stringify(raw['v'])}` };
  const row = asRow(raw);
  const key = raw['for'];
  if (row === undefined || typeof key !== 'string') {
    return { ok: false, why: `not a valid row of version ${VERSION}` };
  }
  return { ok: true, key, row };
}

type Raw = { readonly [key: string]: unknown };

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // The line was cut or overwritten.
    return undefined;
  }
}

type Read = (raw: Raw) => InboxRow | undefined;

const readers: { readonly [K in InboxRow['kind']]: Read } = {
  inbox: ({ last, acked, dropped, lastWatch, heard, told }) =>
    isCount(last) && isCount(acked) && isCount(dropped) && isCount(lastWatch)
      ? { kind: 'inbox', last, acked, dropped, lastWatch, heard: asHeard(heard), ...asTold(told) }
      : undefined,
  watch: (raw) => {
    const watch = asWatch(raw['watch']);
    return watch === undefined
      ? undefined
      : { kind: 'watch', watch, heard: asHeard(raw['heard']), ...asTold(raw['told']) };
  },
  unwatch: ({ id }) => (isString(id) ? { kind: 'unwatch', id } : undefined),
  wake: (raw) => {
    const wake = asWake(raw['wake']);
    return wake === undefined
      ? undefined
      : { kind: 'wake', wake, ...(raw['kept'] === true ? { kept: true } : {}) };
  },
  ack: ({ n }) => (isCount(n) ? { kind: 'ack', n } : undefined),
  heard: ({ heard }) => ({ kind: 'heard', heard: asHeard(heard) }),
  gone: ({ channels }) => (isTexts(channels) ? { kind: 'gone', channels } : undefined),
  forget: ({ channel, seq }) =>
    isString(channel) ? { kind: 'forget', channel, ...(isCount(seq) ? { seq } : {}) } : undefined,
};

function asRow(raw: Raw): InboxRow | undefined {
  const { row } = raw;
  return isKind(row) ? readers[row](raw) : undefined;
}

function isKind(value: unknown): value is InboxRow['kind'] {
  return isString(value) && Object.hasOwn(readers, value);
}

function asTold(value: unknown): { readonly told?: Told } {
  return value === undefined ? {} : { told: asHeard(value) };
}

function asHeard(value: unknown): Heard {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    const [channel, seq]: readonly unknown[] = Array.isArray(entry) ? entry : [];
    return isString(channel) && isCount(seq) ? [[channel, seq] as const] : [];
  });
}

function asWatch(value: unknown): Watch | undefined {
  const { id, subscriber, channel, filter } = asObject(value) ?? {};
  const known = asFilter(filter);
  if (!isString(id) || !isString(subscriber) || !isString(channel) || known === undefined) return undefined;
  return { id, subscriber, channel, filter: known };
}

/** Returns undefined when any part is damaged: an incomplete filter would match more commands than requested. */
function asFilter(value: unknown): WatchFilter | undefined {
  const raw = asObject(value);
  if (raw === undefined) return undefined;
  const { failed, matches, longerThanMs, commandId } = raw;
  const program = asWatchedState(raw['program']);
  if (program === 'unknown') return undefined;
  if (failed !== undefined && typeof failed !== 'boolean') return undefined;
  if (matches !== undefined && !isString(matches)) return undefined;
  if (longerThanMs !== undefined && !isCount(longerThanMs)) return undefined;
  if (commandId !== undefined && !isString(commandId)) return undefined;
  return {
    ...(program === undefined ? {} : { program }),
    ...(failed === undefined ? {} : { failed }),
    ...(matches === undefined ? {} : { matches }),
    ...(longerThanMs === undefined ? {} : { longerThanMs }),
    ...(commandId === undefined ? {} : { commandId }),
  };
}

function asWatchedState(value: unknown): WatchedState | 'unknown' | undefined {
  return value === undefined ? undefined : (WATCHED_STATES.find((known) => known === value) ?? 'unknown');
}

function asWake(value: unknown): Wake | undefined {
  const raw = asObject(value);
  if (raw === undefined) return undefined;
  const { n, channel, terminal, seq, command_id, cmd, writer, finished_at, duration_s } = raw;
  const { exit, timed_out, killed_by_restart, tail, error_line } = raw;
  if (!isCount(n) || !isCount(seq) || !isString(channel) || !isString(terminal)) return undefined;
  if (!isString(command_id) || !isString(cmd) || !isString(finished_at) || !isTexts(tail)) return undefined;
  return {
    n,
    channel,
    terminal,
    seq,
    command_id,
    cmd,
    writer: isString(writer) ? writer : null,
    finished_at,
    duration_s: typeof duration_s === 'number' ? duration_s : 0,
    exit: typeof exit === 'number' ? exit : null,
    timed_out: timed_out === true,
    killed_by_restart: killed_by_restart === true,
    tail,
    error_line: isString(error_line) ? error_line : null,
    ...asProgram(raw['program']),
    ...asNoted(raw['noted']),
  };
}

function asProgram(value: unknown): { readonly program?: ProgramTold } {
  const { state, kind, app, title, msg, by, since } = asObject(value) ?? {};
  if (!isString(state) || !isState(state) || !isString(since)) return {};
  const known = BLOCKED_KINDS.find((each) => each === kind);
  const authority = authorityOf(by);
  return {
    program: {
      state,
      ...(known === undefined ? {} : { kind: known }),
      ...(isString(app) ? { app } : {}),
      ...(isString(title) ? { title } : {}),
      ...(isString(msg) ? { msg } : {}),
      ...(authority === undefined ? {} : { by: authority }),
      since,
    },
  };
}

function asNoted(value: unknown): Pick<Wake, 'noted'> {
  const { text, by, at } = asObject(value) ?? {};
  return isString(text) && isString(at) ? { noted: { text, ...(isString(by) ? { by } : {}), at } } : {};
}

function asObject(value: unknown): Raw | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isString);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
