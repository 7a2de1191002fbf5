/**
 * The rows of a tape: what one terminal has read and been told since the tape began, in order. From its head and its rows a
 * host can make the terminal as it was at the last byte.
 *
 * A row is a letter, the length of its body in bytes (32 bits, little endian), and the body. A host that is killed may
 * leave half a row at the end, which is left out.
 */

import type { TerminalAction } from '../../protocol/terminal/actions.ts';
import type { TrackState } from '../../shell/track-state.ts';

export type TapeRow<Head> =
  | { readonly kind: 'head'; readonly head: Head }
  /** Bytes of one read of the pty; `at` is the time in Unix milliseconds. */
  | { readonly kind: 'read'; readonly at: number; readonly bytes: Uint8Array }
  /** What somebody did to the terminal. */
  | { readonly kind: 'act'; readonly at: number; readonly action: TerminalAction }
  /** Who types from now on. What is typed is in no tape: it may be a password. */
  | { readonly kind: 'writer'; readonly writer?: string }
  /** What followed for the shells from something else than their marks. */
  | {
      readonly kind: 'shells';
      readonly at: number;
      readonly track: TrackState;
      readonly actions: readonly TerminalAction[];
    };

const LETTERS = { head: 'H', read: 'r', act: 'a', writer: 'w', shells: 's' } as const;
const KINDS = new Map(Object.entries(LETTERS).map(([kind, letter]) => [letter.charCodeAt(0), kind]));
/** Bytes before the body. */
const BEFORE = 5;
/** Bytes of the time before what was read. */
const TIME = 8;

/** Returns the pieces of a row in the order in which they are to be written; what was read is not copied. */
export function formatRow<Head>(row: TapeRow<Head>): readonly Uint8Array[] {
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

/** Returns the rows that are whole, and the number of bytes that they take. */
export function parseRows<Head>(tape: Buffer): {
  readonly rows: readonly TapeRow<Head>[];
  readonly end: number;
} {
  const rows: TapeRow<Head>[] = [];
  let at = 0;
  while (at + BEFORE <= tape.length) {
    const end = at + BEFORE + tape.readUInt32LE(at + 1);
    if (end > tape.length) break;
    const row = rowOf<Head>(KINDS.get(tape[at] ?? 0), tape.subarray(at + BEFORE, end));
    if (row === undefined) break;
    rows.push(row);
    at = end;
  }
  return { rows, end: at };
}

function begin(into: Buffer, kind: keyof typeof LETTERS, length: number): Buffer {
  into.write(LETTERS[kind], 'latin1');
  into.writeUInt32LE(length, 1);
  return into;
}

/** Returns undefined for a row that no host of this version has written. */
function rowOf<Head>(kind: string | undefined, body: Buffer): TapeRow<Head> | undefined {
  if (kind === undefined) return undefined;
  if (kind === 'read') {
    if (body.length < TIME) return undefined;
    return { kind, at: body.readDoubleLE(0), bytes: body.subarray(TIME) };
  }
  try {
    return { kind, ...JSON.parse(body.toString()) };
  } catch {
    // The disk has damaged it.
    return undefined;
  }
}
