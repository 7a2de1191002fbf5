/** `cotty read --seq N --lines A-B`: prints lines of one output, with as many requests as it takes. */

import type { Client } from '../../client/client.ts';
import type { OutputResult } from '../../protocol/cotty/command-output.ts';
import { PlainStream } from '../../screen/text/plain-stream.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { complain, sayJson, sayOutput } from '../common/print.ts';
import type { LineRange } from './read-what.ts';

export type AskedOutput = { readonly seq: number; readonly range: LineRange };

type How = { readonly title: string; readonly json: boolean; readonly raw: boolean };

type Printing = Pick<Io, 'stdout' | 'stderr'>;

export async function printOutput(
  client: Pick<Client, 'cotty'>,
  uri: string,
  { seq, range }: AskedOutput,
  { title, json, raw }: How,
  io: Printing,
): Promise<number> {
  const last = range.to ?? Number.MAX_SAFE_INTEGER;
  const readable = raw ? asPrinted : asLines();
  for (let next = range.from; ; ) {
    const found = await client.cotty.output(uri, { seq, fromLine: next, lines: last - next + 1 });
    const isEmpty = found.lines === 0;
    const isLast = isEmpty || !found.more;
    // The host has dropped lines that were asked for.
    const hasGap = !isEmpty && found.fromLine > next;
    if (hasGap) complain(io, notKept(next, found.fromLine - 1));
    const text = readable(found.text, { hasGap, isLast });
    if (json) sayJson(io, { terminal: title, seq, ...found, text });
    else sayOutput(io, text);
    if (isEmpty) return emptyEnd(found, { ...range, from: next }, next > range.from, io);
    next = found.fromLine + found.lines;
    if (isLast) return ExitCode.ok;
  }
}

type Readable = (text: string, at: { readonly hasGap: boolean; readonly isLast: boolean }) => string;

const asPrinted: Readable = (text) => text;

/** Returns plain lines: a sequence, or a full-screen program, may begin in one answer and end in the next. */
function asLines(): Readable {
  const plain = new PlainStream();
  return (text, { hasGap, isLast }) =>
    (hasGap ? plain.end() : '') + plain.add(text) + (isLast ? plain.end() : '');
}

/** Says why there is no output, and fails unless something was printed before. */
function emptyEnd(
  { total, cut }: OutputResult,
  { from, to = total.lines }: LineRange,
  wasPrinted: boolean,
  io: Printing,
): number {
  if (from <= total.lines && cut !== undefined) complain(io, notKept(from, Math.min(to, total.lines)));
  else if (!wasPrinted && from > total.lines) complain(io, `the output has ${total.lines} lines`);
  return wasPrinted ? ExitCode.ok : ExitCode.failure;
}

function notKept(from: number, to: number): string {
  return from === to ? `line ${from} was not kept` : `lines ${from} to ${to} were not kept`;
}
