/**
 * The rows of a replay log: what one terminal has read and been told since the replay log began, in order. From its head and its rows a
 * host can make the terminal as it was at the last byte.
 *
 * A row is a letter, the length of its body in bytes (32 bits, little endian), and the body. A host that is killed may
 * leave half a row at the end, which is left out.
 */

import { isClientDispatchable } from '../../protocol/dispatchable.ts';
import { isNumber, isRecord, isString, type Raw } from '../../protocol/fields/object-fields.ts';
import { isTerminalAction, type TerminalAction } from '../../protocol/terminal/actions.ts';
import { MAX_COLS, MAX_ROWS } from '../../protocol/terminal/largest-size.ts';
import { readAction } from '../../protocol/validate/read-action.ts';
import { isTrackState, type TrackState } from '../../shell/track-state.ts';

export type ReplayRow<Head> =
  | { readonly kind: 'head'; readonly head: Head }
  /** Bytes of one read of the pty; `at` is the time in Unix milliseconds. */
  | { readonly kind: 'read'; readonly at: number; readonly bytes: Uint8Array }
  /** What somebody did to the terminal. */
  | { readonly kind: 'act'; readonly at: number; readonly action: TerminalAction }
  /** Who types from now on. What is typed is in no replay log: it may be a password. */
  | { readonly kind: 'writer'; readonly writer?: string }
  /** What followed for the shells from something else than their marks. */
  | {
      readonly kind: 'shells';
      readonly at: number;
      readonly track: TrackState;
      readonly actions: readonly TerminalAction[];
    };

const LETTERS = { head: 'H', read: 'r', act: 'a', writer: 'w', shells: 's' } as const;
const KINDS = new Map(
  Object.entries(LETTERS).map(([kind, letter]) => [letter.charCodeAt(0), kind as keyof typeof LETTERS]),
);
/** Bytes before the body. */
const BEFORE = 5;
/** Bytes of the time before what was read. */
const TIME = 8;

/** Returns the pieces of a row in the order in which they are to be written; what was read is not copied. */
export function formatRow<Head>(row: ReplayRow<Head>): readonly Uint8Array[] {
  if (row.kind === 'read') {
    const before = Buffer.allocUnsafe(BEFORE + TIME);
    begin(before, row.kind, TIME + row.bytes.length);
    before.writeDoubleLE(row.at, BEFORE);
    return [before, row.bytes];
  }
  const { kind, ...body } = row;
  const text = Buffer.from(JSON.stringify(body));
  return [begin(Buffer.allocUnsafe(BEFORE), kind, text.length), text];
}

export type ParsedRows<Head> = {
  readonly rows: readonly ReplayRow<Head>[];
  /** Bytes of everything that was read. What follows them is no row, or half of one. */
  readonly end: number;
  /** What is wrong with the replay log, beside half a row at its end; empty for a replay log that a host has written. */
  readonly damage: readonly string[];
};

/**
 * Returns the rows that are whole. A row that no host can have written is left out, so that it does no harm to the terminal;
 * behind something that is no row nothing is read.
 */
export function parseRows<Head>(replayLog: Buffer): ParsedRows<Head> {
  const rows: ReplayRow<Head>[] = [];
  const damage: string[] = [];
  let at = 0;
  while (at + BEFORE <= replayLog.length) {
    const kind = KINDS.get(replayLog[at] ?? 0);
    const end = at + BEFORE + replayLog.readUInt32LE(at + 1);
    if (kind === undefined) {
      damage.push(`no row begins at byte ${at}`);
      break;
    }
    if (end > replayLog.length) break;
    const body = bodyOf(kind, replayLog.subarray(at + BEFORE, end));
    if (body === undefined) {
      damage.push(`the row at byte ${at} is damaged`);
      break;
    }
    const row = rowOf<Head>(body);
    if (row === undefined) damage.push(`the row at byte ${at} is none that a host writes`);
    else rows.push(row);
    at = end;
  }
  return { rows, end: at, damage };
}

function begin(into: Buffer, kind: keyof typeof LETTERS, length: number): Buffer {
  into.write(LETTERS[kind], 'latin1');
  into.writeUInt32LE(length, 1);
  return into;
}

type Kind = keyof typeof LETTERS;

/** Returns undefined when the bytes are not what a row of that kind consists of. */
function bodyOf(kind: Kind, body: Buffer): Raw | undefined {
  if (kind === 'read') {
    if (body.length < TIME) return undefined;
    return { kind, at: body.readDoubleLE(0), bytes: body.subarray(TIME) };
  }
  try {
    const fields: unknown = JSON.parse(body.toString());
    return isRecord(fields) ? { ...fields, kind } : undefined;
  } catch {
    // The disk has damaged it.
    return undefined;
  }
}

/** Returns undefined for values that would break the terminal they are played to. */
function rowOf<Head>(body: Raw): ReplayRow<Head> | undefined {
  const { kind, at, action, actions, track, writer } = body;
  const isSound = {
    head: () => isRecord(body['head']),
    read: () => isNumber(at),
    act: () => isNumber(at) && isAct(action),
    writer: () => writer === undefined || isString(writer),
    shells: () =>
      isNumber(at) && isTrackState(track) && Array.isArray(actions) && actions.every(isTerminalFact),
  }[kind as Kind]();
  return isSound ? (body as ReplayRow<Head>) : undefined;
}

/** Whether it is something that people do to a terminal. What they type is on no replay log. */
function isAct(action: unknown): boolean {
  if (!isTerminalFact(action) || !isClientDispatchable(action.type) || NOT_DONE.has(action.type))
    return false;
  return action.type !== 'terminal/resized' || (action.cols <= MAX_COLS && action.rows <= MAX_ROWS);
}

const NOT_DONE: ReadonlySet<string> = new Set(['terminal/input', 'terminal/output', 'terminal/exited']);

function isTerminalFact(action: unknown): action is TerminalAction {
  if (!isRecord(action) || !isString(action['type'])) return false;
  const { type } = action;
  return isTerminalAction({ type }) && readAction({ ...action, type }) !== undefined;
}
