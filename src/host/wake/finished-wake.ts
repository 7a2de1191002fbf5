/** Wake-ups for finished commands, for notes on them and for programs, and the text of both that filters search. */

import type { StoredOutput } from '../../ledger/records/bounded-output.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import { isNoFailure } from '../../protocol/common/exit-status.ts';
import { errorLine } from '../../protocol/cotty/error-line.ts';
import type { ProgramTold, Wake } from '../../protocol/cotty/wake.ts';
import type { Note } from '../../protocol/terminal/annotation.ts';
import { safeCut } from '../../protocol/terminal/safe-cut.ts';
import { plainLines } from '../../screen/text/plain-stream.ts';
import type { ProgramNews } from './program-wake.ts';

/** Limits of the tail in lines, and of a line in UTF-16 units: a tail has at most about 2,400. */
const TAIL_LINES = 8;
const MAX_LINE = 300;
/** Limits of command line, title and note, in UTF-16 units. */
const MAX_COMMAND = 1000;
const MAX_NOTED = 1000;
const MAX_TITLE = 200;
/** Parts of an output that are searched, at its beginning and at its end, in UTF-16 units. */
const HEAD_SEARCHED = 8 * 1024;
const TAIL_SEARCHED = 24 * 1024;

/** A finished command and its terminal: URI (`channel`) and title (`terminal`). */
export type FinishedCommand = {
  readonly channel: string;
  readonly terminal: string;
  readonly record: LedgerRecord;
};

/** A finished command as filters search it, with its output as plain lines; or a running one with the words of its program. */
export type SearchableCommand = {
  readonly finished: FinishedCommand;
  /** Present if the command runs. */
  readonly program?: ProgramTold;
  /** Present if it is about a note on the command. */
  readonly noted?: Note;
  readonly lines: readonly string[];
  /** Patterns searched before, and whether they were found. */
  readonly found: Map<string, boolean>;
};

export function searchable(finished: FinishedCommand): SearchableCommand {
  return { finished, lines: linesOf(finished.record.output), found: new Map() };
}

export function searchableProgram({ told, ...finished }: ProgramNews): SearchableCommand {
  return {
    finished,
    program: told,
    lines: [told.title, told.msg].flatMap((text) => text ?? []),
    found: new Map(),
  };
}

/** Tells whether the command exited with 0 or was suspended; false after a signal, a cut-off, or with an unknown exit code. */
export function succeeded({ exitCode }: LedgerRecord): boolean {
  return isNoFailure(exitCode);
}

export function durationMs({ startedAt, finishedAt }: LedgerRecord): number {
  return Math.max(0, (finishedAt ?? startedAt) - startedAt);
}

/** `difference`: what differs from its last run. */
export function wakeOf(
  { finished, lines, program, noted }: SearchableCommand,
  n: number,
  difference?: string,
): Wake {
  const { channel, terminal, record } = finished;
  // The output of a successful command contains no error, whatever it looks like.
  const error = program !== undefined || succeeded(record) ? undefined : errorLine(lines);
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
    tail: program === undefined ? lines.slice(-TAIL_LINES).map((line) => cut(line, MAX_LINE)) : [],
    error_line: error === undefined ? null : cut(error.trim(), MAX_LINE),
    ...(difference === undefined ? {} : { difference }),
    ...(program === undefined ? {} : { program }),
    ...(noted === undefined ? {} : { noted: notedOf(noted) }),
  };
}

function notedOf({ text, by, at }: Note): NonNullable<Wake['noted']> {
  return {
    text: cut(text, MAX_NOTED),
    ...(by === undefined ? {} : { by }),
    at: new Date(at).toISOString(),
  };
}

function linesOf({ head, omitted, tail }: StoredOutput): readonly string[] {
  const whole = omitted === 0 ? head + tail : undefined;
  if (whole !== undefined && whole.length <= HEAD_SEARCHED + TAIL_SEARCHED) return plainLines(whole);
  const begin = (whole ?? head).slice(0, HEAD_SEARCHED);
  const end = whole ?? (tail === '' ? head : tail);
  return [...plainLines(begin), ...plainLines(lastOf(end, TAIL_SEARCHED))];
}

function lastOf(text: string, chars: number): string {
  return text.length <= chars ? text : text.slice(safeCut(text, text.length - chars));
}

/** Cuts a text, but never inside a surrogate pair. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = /[\ud800-\udbff]/.test(text[length - 2] ?? '') ? length - 2 : length - 1;
  return `${text.slice(0, end)}…`;
}
