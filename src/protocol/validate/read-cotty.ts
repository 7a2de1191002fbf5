/** Reads the results of cotty's own requests: a host of another version may send more fields, or fewer. */

import type { CommandsResult, OutputResult, OutputSearchResult } from '../cotty/command-output.ts';
import type { CommandRecord } from '../cotty/command-record.ts';
import type {
  ClosedTerminal,
  RecordsResult,
  RunResult,
  ScreenReport,
  TerminalWork,
  WakesResult,
  WatchResult,
} from '../cotty/cotty-requests.ts';
import type { FindResult } from '../cotty/find.ts';
import type { PastResult } from '../cotty/past-line.ts';
import type { Wake, Watch } from '../cotty/wake.ts';
import {
  type Check,
  isBoolean,
  isNumber,
  isRecord,
  isSeq,
  isString,
  isStrings,
  orNull,
  type Raw,
} from './fields/object-fields.ts';
import type { Parsed } from './fields/parsed.ts';

type Value<T> = Parsed<'value', T>;
type Shape = { readonly [key: string]: Check };

const RECORD: Shape = {
  seq: isSeq,
  cmd: isString,
  writer: orNull(isString),
  started_at: isString,
  finished_at: orNull(isString),
  duration_s: orNull(isNumber),
  exit: orNull(isNumber),
  stdout: isString,
  killed_by_restart: isBoolean,
  timed_out: isBoolean,
  cwd: orNull(isString),
  command_id: isString,
  omitted: isNumber,
  cmd_cut: isNumber,
  redacted: Array.isArray,
  forgotten: (value) => value === undefined || isBoolean(value),
};

const SUMMARY: Shape = {
  seq: isSeq,
  commandId: isString,
  commandLine: isString,
  timestamp: isNumber,
  isComplete: isBoolean,
};

const COUNTS: Shape = { lines: isSeq, bytes: isSeq, chars: isSeq };

const OUTPUT: Shape = {
  text: isString,
  fromLine: isSeq,
  lines: isSeq,
  total: (value) => wrongIn(value, COUNTS) === undefined,
  more: isBoolean,
  running: isBoolean,
};

const MATCH: Shape = { seq: isSeq, line: isSeq, text: isString };

const WAKE: Shape = {
  n: isSeq,
  channel: isString,
  terminal: isString,
  seq: isSeq,
  command_id: isString,
  cmd: isString,
  writer: orNull(isString),
  finished_at: isString,
  duration_s: isNumber,
  exit: orNull(isNumber),
  timed_out: isBoolean,
  killed_by_restart: isBoolean,
  tail: isStrings,
  error_line: orNull(isString),
};

const FOUND: Shape = {
  terminal: isString,
  name: isString,
  open: isBoolean,
  seq: isSeq,
  commandId: isString,
  commandLine: isString,
  startedAt: isNumber,
  lines: Array.isArray,
};

const FOUND_LINE: Shape = { line: isSeq, text: isString };

const PAST: Shape = { line: isString };

const WATCH: Shape = { id: isString, subscriber: isString, channel: isString, filter: isRecord };

const SCREEN: Shape = {
  lines: isStrings,
  cols: isNumber,
  rows: isNumber,
  cursor: isRecord,
  fullScreen: isBoolean,
  title: isString,
  running: orNull(isRecord),
  waitingForInput: orNull(isString),
  progress: orNull(isRecord),
};

const WORK: Shape = { running: orNull(isString), jobs: isStrings };

const CLOSED: Shape = { resource: isString, title: isString, parkedUntil: isNumber };

export function parseWork(result: unknown): Value<TerminalWork> {
  return shaped<TerminalWork, TerminalWork>(result, WORK, (work) => work);
}

export function parseClosed(result: unknown): Value<readonly ClosedTerminal[]> {
  if (!isRecord(result) || !Array.isArray(result['terminals'])) return refused('terminals are missing');
  return { ok: true, value: result['terminals'].filter((each) => wrongIn(each, CLOSED) === undefined) };
}

export function parseRun(result: unknown): Value<RunResult> {
  const record = isRecord(result) ? result['record'] : undefined;
  return shaped<CommandRecord, RunResult>(record, RECORD, (read) => ({ record: read }));
}

export function parseRecords(result: unknown): Value<RecordsResult> {
  if (!isRecord(result) || !Array.isArray(result['records'])) return refused('records are missing');
  const records = result['records'].filter((record) => wrongIn(record, RECORD) === undefined);
  const { printedSince } = result;
  return {
    ok: true,
    value: {
      records,
      more: result['more'] === true,
      ...(isString(printedSince) ? { printedSince: printedSince as string } : {}),
    },
  };
}

export function parseCommands(result: unknown): Value<CommandsResult> {
  if (!isRecord(result) || !Array.isArray(result['commands'])) return refused('commands are missing');
  const commands = result['commands'].filter((summary) => wrongIn(summary, SUMMARY) === undefined);
  return { ok: true, value: { commands, more: result['more'] === true } };
}

export function parsePast(result: unknown): Value<PastResult> {
  if (!isRecord(result) || !Array.isArray(result['lines'])) return refused('lines are missing');
  const lines = result['lines'].filter((line) => wrongIn(line, PAST) === undefined);
  return { ok: true, value: { lines, more: result['more'] === true } };
}

export function parseFind(result: unknown): Value<FindResult> {
  if (!isRecord(result) || !Array.isArray(result['commands'])) return refused('commands are missing');
  const { commands, next } = result;
  return {
    ok: true,
    value: {
      commands: commands
        .filter((command) => wrongIn(command, FOUND) === undefined)
        .map((command: FindResult['commands'][number]) => ({
          ...command,
          lines: command.lines.filter((line) => wrongIn(line, FOUND_LINE) === undefined),
        })),
      ...(isRecord(next) && isString(next['terminal']) && isSeq(next['beforeSeq'])
        ? { next: { terminal: next['terminal'] as string, beforeSeq: next['beforeSeq'] as number } }
        : {}),
    },
  };
}

export function parseOutput(result: unknown): Value<OutputResult> {
  return shaped<OutputResult, OutputResult>(result, OUTPUT, (output) => output);
}

export function parseOutputSearch(result: unknown): Value<OutputSearchResult> {
  if (!isRecord(result) || !Array.isArray(result['matches'])) return refused('matches are missing');
  const { next, rest } = result;
  return {
    ok: true,
    value: {
      matches: result['matches'].filter((match) => wrongIn(match, MATCH) === undefined),
      more: result['more'] === true,
      ...(isRecord(next) ? { next } : {}),
      ...(Array.isArray(rest) ? { rest: rest.filter(isRecord) } : {}),
    },
  };
}

export function parseScreen(result: unknown): Value<ScreenReport> {
  return shaped<ScreenReport, ScreenReport>(result, SCREEN, (report) => report);
}

export function parseWatch(result: unknown): Value<WatchResult> {
  const watch = isRecord(result) ? result['watch'] : undefined;
  return shaped<Watch, WatchResult>(watch, WATCH, (read) => ({
    watch: read,
    subscribers: subscribersIn(result),
  }));
}

export function parseSubscribers(result: unknown): Value<readonly string[]> {
  return isRecord(result) ? { ok: true, value: subscribersIn(result) } : refused('not an object');
}

export function parseWakes(result: unknown): Value<WakesResult> {
  if (!isRecord(result) || !Array.isArray(result['wakes'])) return refused('wakes are missing');
  const { wakes, watches, dropped } = result;
  return {
    ok: true,
    value: {
      wakes: (wakes as readonly unknown[]).flatMap((wake) => parseWake(wake) ?? []),
      dropped: isNumber(dropped) ? dropped : 0,
      watches: Array.isArray(watches) ? watches.filter((watch) => wrongIn(watch, WATCH) === undefined) : [],
    },
  };
}

/** Returns undefined for an unusable wake-up. */
export function parseWake(wake: unknown): Wake | undefined {
  const parsed = shaped<Wake, Wake>(wake, WAKE, (read) => read);
  return parsed.ok ? parsed.value : undefined;
}

function shaped<Read, T>(raw: unknown, shape: Shape, make: (read: Read) => T): Value<T> {
  const wrong = wrongIn(raw, shape);
  return wrong === undefined ? { ok: true, value: make(raw as Read) } : refused(wrong);
}

function wrongIn(raw: unknown, shape: Shape): string | undefined {
  if (!isRecord(raw)) return 'not an object';
  const wrong = Object.entries(shape).find(([key, check]) => !check((raw as Raw)[key]));
  return wrong === undefined ? undefined : `${wrong[0]} is missing or has the wrong type`;
}

function subscribersIn(result: unknown): readonly string[] {
  const subscribers = isRecord(result) ? result['subscribers'] : undefined;
  return Array.isArray(subscribers) ? subscribers.filter(isString) : [];
}

function refused(error: string): { readonly ok: false; readonly error: string } {
  return { ok: false, error };
}
