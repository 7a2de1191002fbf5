/** `term_read` — reads what ran and what it printed: command records, or the last lines of the terminal. */

import * as z from 'zod';
import { ErrorCode, isRefusal } from '../../protocol/common/error-codes.ts';
import type { OutputResult } from '../../protocol/cotty/command-output.ts';
import type { Agent } from '../agent/agent.ts';
import { ANSWER_CHARS, firstLines, lastLines } from '../answers/bounded-text.ts';
import { numberedLines, printedText, recordText, shownRecord } from '../answers/record-text.ts';
import { recordSchema, type ShownRecord } from '../answers/schemas.ts';
import { commandToRead } from './terminal-named.ts';
import { type Answer, looks, no, tool } from './tool.ts';
import { maxChars, name, tail } from './tool-params.ts';

/** Maximum records in one answer; with more, none could show its output. */
const MAX_RECORDS = 50;
/** UTF-16 units of output that are read for one answer: more than fit, because escape sequences are removed. */
const READ_CHARS = 4 * ANSWER_CHARS;
/** Minimum output of one record among many, in characters. */
const LEAST_CHARS = 600;

export const read = tool({
  name: 'term_read',
  title: 'Read a terminal',
  description:
    'Reads any terminal, including those of people. last_n or since_seq: command records, oldest first, the running command last; with what background jobs printed in between. seq: one record; with from_line, only its output from that line on. lines: the last lines of scrollback and screen, for servers and logs. Without any of these: the newest record.',
  input: z.strictObject({
    name,
    last_n: z.int().min(1).optional().describe('Newest commands'),
    since_seq: z.int().min(0).optional().describe('All commands after this seq'),
    seq: z.int().min(1).optional().describe('Only the command with this seq'),
    from_line: z.int().min(1).optional().describe('With seq: first line of output'),
    lines: z.int().min(1).max(10_000).optional().describe('Number of last lines'),
    tail,
    max_chars: maxChars,
  }),
  output: z.object({
    records: z.array(recordSchema).optional(),
    printed_since: z.string().optional().describe('By background jobs, after the newest record'),
    more: z.boolean().optional().describe('true: there are more records; read on with since_seq'),
    lines: z.array(z.string()).optional(),
  }),
  hints: looks,
  async run({ agent }, args): Promise<Answer> {
    const { name: wanted, last_n, since_seq, from_line, lines, max_chars: limit = ANSWER_CHARS } = args;
    const found = await commandToRead(agent, wanted);
    if (!found.ok) return found;
    const { seq = found.seq } = args;
    if ([last_n, since_seq, seq, lines].filter((given) => given !== undefined).length > 1) {
      return no('give only one of last_n, since_seq, seq and lines');
    }
    if (from_line !== undefined && seq === undefined) return no('from_line needs seq');
    if (lines !== undefined) return lastText(agent, found.uri, lines, limit);
    if (seq !== undefined && from_line !== undefined) {
      return readFromLine(agent, { uri: found.uri, name: found.name, seq, from: from_line, limit });
    }
    const page = await readRecords(agent, {
      uri: found.uri,
      name: found.name,
      last_n,
      since_seq,
      seq,
      limit,
      tail: args.tail,
    });
    const { records, more } = page;
    if (records.length === 0 && seq !== undefined) return no(`${found.name}: there is no record #${seq}`);
    const { printed_since: printed } = page;
    const since = printed === undefined ? '' : `\n\nprinted in the background since then:\n${printed}`;
    if (records.length === 0)
      return { ok: true, text: `${noRecords(found.name, since_seq)}${since}`, data: page };
    const next = more ? `\n\n(more: term_read since_seq=${records.at(-1)?.seq})` : '';
    const text = records.map((record) => recordText(record, found.name)).join('\n\n');
    return { ok: true, text: `${text}${next}${since}`, data: page };
  },
});

type Page = {
  readonly records: ShownRecord[];
  readonly more: boolean;
  readonly printed_since?: string;
};

type Asked = {
  readonly uri: string;
  readonly name: string;
  readonly last_n?: number | undefined;
  readonly since_seq?: number | undefined;
  readonly seq?: number | undefined;
  readonly limit?: number;
  readonly tail?: number | undefined;
};

/** Reads records; the more there are, the less output each one shows. */
export async function readRecords(agent: Agent, asked: Asked): Promise<Page> {
  const { uri, name, last_n, since_seq, seq, limit = ANSWER_CHARS, tail: last } = asked;
  const answer = await agent.client.cotty.records(uri, {
    ...(since_seq === undefined ? {} : { sinceSeq: since_seq }),
    ...(seq === undefined ? {} : { seq }),
    ...(since_seq === undefined && seq === undefined ? { last: Math.min(last_n ?? 1, MAX_RECORDS) } : {}),
  });
  const shown = answer.records.slice(0, MAX_RECORDS);
  const share = Math.max(Math.min(limit, LEAST_CHARS), Math.floor(limit / Math.max(1, shown.length)));
  return {
    records: shown.map((record) => shownRecord(record, share, name, last)),
    more: answer.more || answer.records.length > shown.length,
    ...(answer.printedSince === undefined ? {} : { printed_since: printedText(answer.printedSince, limit) }),
  };
}

function noRecords(name: string, since: number | undefined): string {
  return since === undefined
    ? `${name}: no command is recorded. To see its text use term_read with lines, or term_screen`
    : `${name}: no command ran after #${since}`;
}

async function readFromLine(
  agent: Agent,
  { uri, name, seq, from, limit }: { uri: string; name: string; seq: number; from: number; limit: number },
): Promise<Answer> {
  const found = await agent.client.cotty
    .output(uri, { seq, fromLine: from, maxChars: READ_CHARS })
    .catch(noRecord);
  if (found === undefined) return no(`${name}: there is no record #${seq}`);
  const { text, total } = found;
  if (from > total.lines)
    return no(`${name} #${seq}: from_line=${from} is past the end; its output has ${total.lines} lines`);
  if (text === '') return no(`${name} #${seq}: the lines from ${from} on were not kept`);
  const lines = [...firstLines(numberedLines(text), limit)];
  return {
    ok: true,
    text: `${before(found, from)}${lines.join('\n')}${after(found, lines.length)}`,
    data: { lines },
  };
}

function before({ fromLine }: OutputResult, from: number): string {
  return fromLine > from ? `(lines ${from} to ${fromLine - 1} were not kept)\n` : '';
}

function after({ fromLine, total, cut }: OutputResult, shown: number): string {
  const next = fromLine + shown;
  if (next > total.lines) return '';
  const gap = cut?.fromLine === next ? `; ${cut.lines} lines from here were not kept` : '';
  return `\n(more: from_line=${next}, of ${total.lines} lines${gap})`;
}

function noRecord(error: unknown): undefined {
  if (isRefusal(error) && error.code === ErrorCode.NotFound) return undefined;
  throw error;
}

async function lastText(agent: Agent, uri: string, count: number, limit: number): Promise<Answer> {
  const { lines, leftOut } = await lastLinesOf(agent, uri, count, limit);
  const text = lines.length === 0 ? '(no text)' : lines.join('\n');
  const cut = leftOut === 0 ? '' : `(${leftOut} earlier lines do not fit in one answer)\n`;
  return { ok: true, text: `${cut}${text}`, data: { lines } };
}

/** Returns as many of the last `count` lines as fit in one answer; `leftOut` counts the others. */
export async function lastLinesOf(
  agent: Agent,
  uri: string,
  count: number,
  limit = ANSWER_CHARS,
): Promise<{ readonly lines: string[]; readonly leftOut: number }> {
  const report = await agent.client.cotty.screen(uri, count);
  const lines = [...lastLines(report.lines, limit)];
  return { lines, leftOut: report.lines.length - lines.length };
}
