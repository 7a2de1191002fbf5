/** The answer about several terminals: a line for each, and below them the ends of their outputs, all together bounded. */

import type { CommandRecord } from '../../protocol/cotty/command-record.ts';
import { ANSWER_CHARS } from './bounded-text.ts';
import { outcomeText, shownRecord } from './record-text.ts';
import type { ShownRow } from './schemas.ts';

/** Lines of each output, unless a call asks for another number. */
const TAIL = 20;

export type OutputLimits = { readonly tail?: number | undefined; readonly max_chars?: number | undefined };

type Member = {
  readonly name: string;
  readonly record?: CommandRecord | undefined;
  readonly text?: string | undefined;
  /** A command that began, but whose record cannot be read. */
  readonly lost?: { readonly seq: number | undefined; readonly commandId: string } | undefined;
};

/** The fields of a row for a command without a record. */
const UNKNOWN = { exit: null, duration_s: null, timed_out: false, lines: null, output: '' };

/** Each output has an equal share of the characters: its last lines. */
export function groupRows(
  members: readonly Member[],
  { tail = TAIL, max_chars = ANSWER_CHARS }: OutputLimits,
): readonly ShownRow[] {
  const share = Math.floor(max_chars / Math.max(1, members.length));
  return members.map(({ name, record, text = '', lost }) => {
    if (record === undefined)
      return {
        ...{ terminal: name, seq: lost?.seq ?? null, command_id: lost?.commandId ?? null },
        state: lost === undefined ? 'not_run' : 'lost',
        note: text,
        ...UNKNOWN,
      };
    const { seq, command_id, exit, duration_s, finished_at, killed_by_restart, timed_out, counts } = record;
    const { stdout } = shownRecord(record, share, name, tail);
    return {
      ...{ terminal: name, seq, command_id, exit, duration_s, timed_out },
      state: killed_by_restart ? 'killed' : finished_at === null ? 'running' : 'ended',
      note: outcomeText(record),
      lines: counts?.lines ?? null,
      output: stdout,
    };
  });
}

/** `heading` is one line: what was run, or waited for. */
export function groupText(heading: string, rows: readonly ShownRow[]): string {
  const width = Math.max(...rows.map(({ terminal }) => terminal.length));
  const table = rows.map(({ terminal, seq, state, note, lines }) => {
    const what = state === 'not_run' ? `not run: ${note}` : `${seq === null ? '' : `#${seq} `}${note}`;
    return `${terminal.padEnd(width)}  ${what}${lines === null ? '' : ` · ${lines} lines`}`;
  });
  const outputs = rows.flatMap(({ terminal, seq, output }) =>
    output === '' ? [] : [`── ${terminal} #${seq}`, output],
  );
  return [heading, ...table, ...outputs, ...nextSteps(rows)].join('\n');
}

/** Says what an agent can do about commands that still run. */
function nextSteps(rows: readonly ShownRow[]): readonly string[] {
  const names = rows.filter(({ state }) => state === 'running').map(({ terminal }) => terminal);
  if (names.length === 0) return [];
  const [first] = names;
  return [
    '──',
    `${names.join(', ')}: busy until the commands end. To wait for them: term_wait terminals=${JSON.stringify(names)}; to be woken at the end of one: term_subscribe name=${JSON.stringify(first)}.`,
  ];
}
