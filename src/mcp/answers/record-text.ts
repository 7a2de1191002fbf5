/** Command records as agents read them: bounded plain text, with a line that says how the command ended. */

import { exitWords } from '../../protocol/common/exit-status.ts';
import type { CommandRecord } from '../../protocol/cotty/command-record.ts';
import { SINCE } from '../../protocol/cotty/wake-text.ts';
import { safeEnd } from '../../protocol/terminal/safe-cut.ts';
import { PlainStream, plainLines } from '../../screen/text/plain-stream.ts';
import { headAndTail, lastLines } from './bounded-text.ts';
import type { ShownRecord } from './schemas.ts';

/** Largest share of an answer's limit for the command line, and again for output before the command. */
const SHARE = 1 / 4;
/** Characters of a command line that are always shown, however small the limit is. */
const READABLE_COMMAND = 200;

/**
 * Resolves the escape sequences of the output, drops blanks at line ends and blank lines at its end, and cuts it to `limit`
 * characters; with `tail`, to that many last lines first.
 */
export function shownRecord(record: CommandRecord, limit: number, name: string, tail?: number): ShownRecord {
  const short = withShortTexts(record, limit);
  const left = Math.max(1, limit - short.cmd.length - (short.printed_before?.length ?? 0));
  return tail === undefined ? withHeadAndTail(short, left, name) : withTail(short, left, name, tail);
}

/** Cuts the command line, which may be a script of many lines, and what was printed before it. */
function withShortTexts(record: CommandRecord, limit: number): CommandRecord {
  const { cmd, cmd_cut, printed_before: before, ...rest } = record;
  const most = Math.max(READABLE_COMMAND, Math.floor(limit * SHARE));
  const cut = cmd.length <= most ? 0 : cmd.length - safeEnd(cmd, most);
  return {
    ...rest,
    cmd: cut === 0 ? cmd : `${cmd.slice(0, cmd.length - cut)}… (${cut} more characters)`,
    cmd_cut: cmd_cut + cut,
    ...(before === undefined ? {} : { printed_before: printedText(before, limit) }),
  };
}

/** Returns the last lines that fit of what background jobs have printed. */
export function printedText(printed: string, limit: number): string {
  const lines = plainLines(printed);
  const shown = lastLines(lines, Math.floor(limit * SHARE));
  const above = lines.length - shown.length;
  return [...(above === 0 ? [] : [`… ${above} lines above …`]), ...shown].join('\n');
}

function withHeadAndTail(record: CommandRecord, limit: number, name: string): ShownRecord {
  const { counts, omitted } = record;
  const bounded = (lines: readonly string[]) =>
    headAndTail(
      lines.join('\n'),
      limit,
      ({ from }) => `term_read name=${JSON.stringify(name)} seq=${record.seq} from_line=${from}`,
      // A record has only head and tail of a long output; `from_line` reads the lines between them.
      omitted > 0 ? counts?.lines : undefined,
    );
  const whole = bounded(plainLines(record.stdout));
  // The lines that are left out are named by their numbers in the output as it was printed.
  const { text, cut } = whole.cut === undefined ? whole : bounded(numberedLines(record.stdout));
  return { ...record, redacted: [...record.redacted], stdout: text, lines_left_out: cut?.lines ?? 0 };
}

function withTail(record: CommandRecord, limit: number, name: string, tail: number): ShownRecord {
  const lines = plainLines(record.stdout);
  const shown = lastLines(lines.slice(-tail), limit);
  const total = record.omitted > 0 ? (record.counts?.lines ?? lines.length) : lines.length;
  const above = Math.max(0, total - shown.length);
  const read = `term_read name=${JSON.stringify(name)} seq=${record.seq} from_line=1`;
  const mark = above === 0 ? [] : [`… ${above} lines above: ${read} …`];
  const stdout = [...mark, ...shown].join('\n');
  return { ...record, redacted: [...record.redacted], stdout, lines_left_out: above };
}

/** `$ pytest -q · run by agent:builder`, `exit 0 · 4.20s`, what differs from its last run, a rule, and the output. */
export function recordText(record: ShownRecord, name: string): string {
  const { seq, cmd, writer, stdout, omitted, counts, difference, printed_before: printed } = record;
  if (record.no_command === true && printed !== undefined)
    return `printed in the background until the terminal ended:\n${printed}`;
  const before = printed === undefined ? '' : `printed in the background before it:\n${printed}\n──\n`;
  const kept = omitted === 0 ? '' : `\n${longText(omitted, counts)}`;
  const empty = record.forgotten === true ? '(forgotten on request)' : '(no output)';
  const output = stdout === '' ? empty : stdout;
  const since = difference === undefined ? '' : `\n${SINCE}: ${difference}`;
  return `${before}${name} #${seq} $ ${cmd}${writer === null ? '' : ` · run by ${writer}`}\n${outcomeText(record)}${since}${kept}\n──\n${output}`;
}

function longText(omitted: number, counts: ShownRecord['counts']): string {
  if (counts === undefined) return `(${omitted} characters in the middle of the output were not kept)`;
  return `(${counts.lines} lines in all, ${counts.bytes} bytes)`;
}

type Outcome = Pick<
  ShownRecord,
  | 'command_id'
  | 'exit'
  | 'duration_s'
  | 'finished_at'
  | 'timed_out'
  | 'killed_by_restart'
  | 'ended_terminal'
  | 'unverified'
>;

/** `exit 0 · 4.20s`. */
export function outcomeText(outcome: Outcome): string {
  const { exit, duration_s, finished_at, timed_out, killed_by_restart } = outcome;
  if (killed_by_restart) return 'killed by a restart of the host; it was not run again';
  if (finished_at === null) {
    const known = ` · command_id ${outcome.command_id}`;
    return `${timed_out ? 'timed out; the command still runs' : 'still runs'}${known}`;
  }
  const end = exit === null ? 'ended without an exit code' : exitWords(exit);
  const time = duration_s === null ? '' : ` · ${duration_s.toFixed(2)}s`;
  const gone = outcome.ended_terminal === true ? ' · the shell has ended with it: the terminal is gone' : '';
  const doubt =
    outcome.unverified === true ? ' · unverified: this shell has no shell integration of cotty' : '';
  return `${end}${time}${timed_out ? ' · longer than its timeout' : ''}${gone}${doubt}`;
}

/**
 * Returns the plain text of each line. A line without readable text, as within a full-screen program, is empty; a form feed
 * counts as blanks.
 */
export function numberedLines(text: string): readonly string[] {
  const plain = new PlainStream();
  const printed = text.split('\n');
  const last = printed.length - 1;
  return printed.slice(0, text.endsWith('\n') ? -1 : undefined).map((line, at) => {
    const read = at === last ? plain.add(line) + plain.end() : plain.add(`${line}\n`);
    const whole = read.endsWith('\n') ? read.slice(0, -1) : read;
    return whole.replaceAll('\n', ' ').trimEnd();
  });
}
