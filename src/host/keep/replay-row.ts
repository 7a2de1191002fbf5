/**
 * The rows of a replay log: what was read of one pty and what was done to its terminal since the last checkpoint, in order. From
 * the head and the rows a host restores the terminal as it was at the last byte.
 *
 * A row is a letter, the length of its body in bytes (32 bits, little endian), and the body. A host that is killed may
 * leave an incomplete row at the end, which is ignored.
 */

import { isClientDispatchable } from '../../protocol/dispatchable.ts';
import { isNumber, isRecord, isString, type Raw } from '../../protocol/fields/object-fields.ts';
import { isTerminalAction, type TerminalAction } from '../../protocol/terminal/actions.ts';
import { MAX_COLS, MAX_ROWS } from '../../protocol/terminal/largest-size.ts';
import { readAction } from '../../protocol/validate/read-action.ts';
import { isTrackState, type TrackState } from '../../shell/track-state.ts';
import { isKeptStatus, type KeptStatus } from '../agents/program-status.ts';

export type ReplayRow<Head> =
  | { readonly kind: 'head'; readonly head: Head }
  /** Bytes of one read of the pty; `at` is the time in Unix milliseconds. */
  | { readonly kind: 'read'; readonly at: number; readonly bytes: Uint8Array }
  /** An action of a client or of the host on the terminal. */
  | { readonly kind: 'act'; readonly at: number; readonly action: TerminalAction }
  /** Who types from now on. Input itself is never in a replay log: it may be a password. */
  | { readonly kind: 'writer'; readonly writer?: string }
  /** A change of the shells that did not follow from a shell-integration sequence, or of what the program does. */
  | {
      readonly kind: 'shells';
      readonly at: number;
      readonly track: TrackState;
      readonly actions: readonly TerminalAction[];
      /** What the program does. Earlier versions neither write nor read it. */
      readonly program?: KeptStatus;
    };

const LETTERS = { head: 'H', read: 'r', act: 'a', writer: 'w', shells: 's' } as const;
const KINDS = new Map(
  Object.entries(LETTERS).map(([kind, letter]) => [letter.charCodeAt(0), kind as keyof typeof LETTERS]),
);
/** Bytes of the letter and the length, before the body. */
const PREFIX = 5;
/** Bytes of the time, before the bytes of a read. */
const TIME = 8;

/** Encodes a row as pieces, which are to be written in this order. The bytes of a read are not copied. */
export function formatRow<Head>(row: ReplayRow<Head>): readonly Uint8Array[] {
  if (row.kind === 'read') {
    const before = Buffer.allocUnsafe(PREFIX + TIME);
    begin(before, row.kind, TIME + row.bytes.length);
    before.writeDoubleLE(row.at, PREFIX);
    return [before, row.bytes];
  }
  const { kind, ...body } = row;
  const text = Buffer.from(JSON.stringify(body));
  return [begin(Buffer.allocUnsafe(PREFIX), kind, text.length), text];
}

export type ParsedRows<Head> = {
  readonly rows: readonly ReplayRow<Head>[];
  /** The byte behind the last row that was parsed. */
  readonly end: number;
  /** What is wrong with the log. An incomplete row at the end is normal and not listed. */
  readonly damage: readonly string[];
};

/**
 * Parses the complete rows. A row with values that no host writes is skipped, so that it cannot break the terminal. Parsing stops
 * at bytes that are not a row.
 */
export function parseRows<Head>(replayLog: Buffer): ParsedRows<Head> {
  const rows: ReplayRow<Head>[] = [];
  const damage: string[] = [];
  let at = 0;
  while (at + PREFIX <= replayLog.length) {
    const kind = KINDS.get(replayLog[at] ?? 0);
    const end = at + PREFIX + replayLog.readUInt32LE(at + 1);
    if (kind === undefined) {
      damage.push(`byte ${at} is not the beginning of a row`);
      break;
    }
    if (end > replayLog.length) break;
    const body = bodyOf(kind, replayLog.subarray(at + PREFIX, end));
    if (body === undefined) {
      damage.push(`the row at byte ${at} is damaged`);
      break;
    }
    const row = rowOf<Head>(body);
    if (row === undefined) damage.push(`the row at byte ${at} has values that no host writes`);
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

/** Decodes the body of a row. Returns undefined if it is damaged. */
function bodyOf(kind: Kind, body: Buffer): Raw | undefined {
  if (kind === 'read') {
    if (body.length < TIME) return undefined;
    return { kind, at: body.readDoubleLE(0), bytes: body.subarray(TIME) };
  }
  try {
    const fields: unknown = JSON.parse(body.toString());
    return isRecord(fields) ? { ...fields, kind } : undefined;
  } catch {
    // The disk has damaged the row.
    return undefined;
  }
}

/** Validates a row. Returns undefined for values that would break the terminal to which it is replayed. */
function rowOf<Head>(body: Raw): ReplayRow<Head> | undefined {
  const { kind, at, action, actions, track, writer, program } = body;
  const isSound = {
    head: () => isRecord(body['head']),
    read: () => isNumber(at),
    act: () => isNumber(at) && isAct(action),
    writer: () => writer === undefined || isString(writer),
    shells: () =>
      isNumber(at) &&
      isTrackState(track) &&
      Array.isArray(actions) &&
      actions.every(isTerminalFact) &&
      (program === undefined || isKeptStatus(program)),
  }[kind as Kind]();
  return isSound ? (body as ReplayRow<Head>) : undefined;
}

/** Whether a value is an action that a client may dispatch. Input is never in a replay log. */
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
