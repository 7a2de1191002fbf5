/** `waits.jsonl` — the rows of the record of waiting: one JSON object a line, each a change of one wait. */

import { authorityOf, BLOCKED_KINDS } from '../../protocol/terminal/program-status.ts';
import type { Wait, WaitEnd } from '../records/wait.ts';
import { isCount, isTime } from './ledger-row.ts';

export const WAITS = 'waits.jsonl';

/** Bytes of the largest file that is read. */
export const MAX_WAITS_FILE = 1024 * 1024;

const VERSION = 1;
const ENDS: readonly WaitEnd[] = ['answer', 'typed', 'went-on', 'ended'];

export type WaitRow =
  | ({ readonly row: 'asked' } & Pick<Wait, 'n' | 'askedAt' | 'app' | 'kind' | 'msg' | 'told' | 'command'>)
  | ({ readonly row: 'answer'; readonly n: number } & NonNullable<Wait['answer']>)
  | ({ readonly row: 'over'; readonly n: number } & NonNullable<Wait['over']>)
  | ({ readonly row: 'end'; readonly n: number } & NonNullable<Wait['end']>);

export function formatWaitRow(row: WaitRow): string {
  return `${JSON.stringify({ v: VERSION, ...row })}\n`;
}

/** The rows of which a wait is made. */
export function rowsOfWait({ answer, over, end, ...asked }: Wait): readonly WaitRow[] {
  const { n } = asked;
  return [
    { row: 'asked', ...asked },
    ...(answer === undefined ? [] : [{ row: 'answer' as const, n, ...answer }]),
    ...(over === undefined ? [] : [{ row: 'over' as const, n, ...over }]),
    ...(end === undefined ? [] : [{ row: 'end' as const, n, ...end }]),
  ];
}

/** Applies a row to the waits of a terminal, oldest first. A row about a wait that is not there changes nothing. */
export function withRow(waits: readonly Wait[], row: WaitRow): readonly Wait[] {
  const { n } = row;
  const at = waits.findLastIndex((wait) => wait.n === n);
  const before = waits[at];
  if (row.row === 'asked') {
    const { row: _row, ...asked } = row;
    return before === undefined ? [...waits, asked] : waits.with(at, { ...before, ...asked });
  }
  if (before === undefined) return waits;
  const { row: kind, n: _n, ...change } = row;
  return waits.with(at, { ...before, [kind]: change });
}

/** Reads a file; lines that are damaged, or of another version, are left out. */
export function parseWaits(text: string): readonly Wait[] {
  const rows = text.split('\n').flatMap((line) => parseWaitRow(line) ?? []);
  return rows.reduce<readonly Wait[]>(withRow, []);
}

function parseWaitRow(line: string): WaitRow | undefined {
  const raw = parseObject(line);
  if (raw === undefined || raw['v'] !== VERSION || !isCount(raw['n'])) return undefined;
  const { row, n } = raw;
  if (row === 'asked') return asked(raw, n);
  const { at, by, how, words, exitCode } = raw;
  if (!isTime(at)) return undefined;
  const writer = typeof by === 'string' ? { by } : {};
  if (row === 'answer') return { row, n, at, ...writer, ...(typeof words === 'string' ? { words } : {}) };
  if (row === 'end')
    return { row, n, at, ...(Number.isSafeInteger(exitCode) ? { exitCode: Number(exitCode) } : {}) };
  const end = ENDS.find((each) => each === how);
  return row === 'over' && end !== undefined ? { row, n, at, how: end, ...writer } : undefined;
}

type Raw = { readonly [key: string]: unknown };

function asked(raw: Raw, n: number): WaitRow | undefined {
  const { askedAt, app, kind, msg, told } = raw;
  const by = authorityOf(told);
  if (!isTime(askedAt) || by === undefined) return undefined;
  const known = BLOCKED_KINDS.find((each) => each === kind);
  const { seq, id, line } = asObject(raw['command']) ?? {};
  return {
    row: 'asked',
    n,
    askedAt,
    ...(typeof app === 'string' ? { app } : {}),
    ...(known === undefined ? {} : { kind: known }),
    ...(typeof msg === 'string' ? { msg } : {}),
    told: by,
    ...(isCount(seq) && typeof id === 'string' && typeof line === 'string'
      ? { command: { seq, id, line } }
      : {}),
  };
}

function parseObject(line: string): Raw | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return asObject(JSON.parse(line));
  } catch {
    // The line was cut or overwritten.
    return undefined;
  }
}

function asObject(value: unknown): Raw | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}
