/** What a subscriber is told of a finished command, and what its filters look at. */

import type { StoredOutput } from '../../ledger/records/bounded-output.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import { errorLine } from '../../protocol/cotty/error-line.ts';
import type { Wake } from '../../protocol/cotty/wake.ts';
import { safeCut } from '../../protocol/terminal/safe-cut.ts';
import { plainLines } from '../../screen/text/plain-stream.ts';

/** In lines, and in UTF-16 units of one of them: a tail is at most some 2,400. */
const TAIL_LINES = 8;
const MAX_LINE = 300;
/** In UTF-16 units. */
const MAX_COMMAND = 1000;
const MAX_TITLE = 200;
/** What is looked at of an output, from its beginning and from its end; in UTF-16 units. */
const HEAD_SEEN = 8 * 1024;
const TAIL_SEEN = 24 * 1024;

/** One command that has ended, in a terminal of that title. */
export type Finished = {
  readonly channel: string;
  readonly terminal: string;
  readonly record: LedgerRecord;
};

/** As filters see it: the command line, then the output as plain lines. */
export type SeenCommand = {
  readonly finished: Finished;
  readonly lines: readonly string[];
  /** Patterns that were searched for, and whether they are there. */
  readonly found: Map<string, boolean>;
};

export function seen(finished: Finished): SeenCommand {
  return { finished, lines: linesOf(finished.record.output), found: new Map() };
}

/** It ended with 0; unknown, by a signal or cut off is something else. */
export function succeeded({ exitCode }: LedgerRecord): boolean {
  return exitCode === 0;
}

export function durationMs({ startedAt, finishedAt }: LedgerRecord): number {
  return Math.max(0, (finishedAt ?? startedAt) - startedAt);
}

export function wakeOf({ finished, lines }: SeenCommand, n: number): Wake {
  const { channel, terminal, record } = finished;
  // What a successful command prints is no error, whatever it looks like.
  const error = succeeded(record) ? undefined : errorLine(lines);
  return {
    n,
    channel,
    terminal: cut(terminal, MAX_TITLE),
    seq: record.seq,
    command_id: record.commandId,
    cmd: cut(record.commandLine, MAX_COMMAND),
    writer: record.writer ?? null,
    finished_at: new Date(record.finishedAt ?? record.startedAt).toISOString(),
    duration_s: durationMs(record) / 1000,
    exit: record.exitCode ?? null,
    timed_out: record.timedOut === true,
    killed_by_restart: record.killedByRestart === true,
    tail: lines.slice(-TAIL_LINES).map((line) => cut(line, MAX_LINE)),
    error_line: error === undefined ? null : cut(error.trim(), MAX_LINE),
  };
}

function linesOf({ head, omitted, tail }: StoredOutput): readonly string[] {
  const whole = omitted === 0 ? head + tail : undefined;
  if (whole !== undefined && whole.length <= HEAD_SEEN + TAIL_SEEN) return plainLines(whole);
  const begin = (whole ?? head).slice(0, HEAD_SEEN);
  const end = whole ?? (tail === '' ? head : tail);
  return [...plainLines(begin), ...plainLines(lastOf(end, TAIL_SEEN))];
}

function lastOf(text: string, chars: number): string {
  return text.length <= chars ? text : text.slice(safeCut(text, text.length - chars));
}

/** Never between the halves of a pair. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = /[\ud800-\udbff]/.test(text[length - 2] ?? '') ? length - 2 : length - 1;
  return `${text.slice(0, end)}…`;
}
