/** Prints lines of one output by their true numbers, in as many requests as it takes. */

import type { Client } from '../../client/client.ts';
import type { OutputResult } from '../../protocol/cotty/command-output.ts';
import { plainText } from '../../screen/text/plain-stream.ts';
import { ExitCode } from '../ground/exit-code.ts';
import type { Io } from '../ground/io.ts';
import { complain, sayJson, sayOutput } from '../ground/print.ts';
import type { LineRange } from './read-what.ts';

export type AskedOutput = { readonly seq: number; readonly range: LineRange };

type How = { readonly title: string; readonly json: boolean; readonly raw: boolean };

export async function printOutput(
  client: Client,
  uri: string,
  { seq, range }: AskedOutput,
  { title, json, raw }: How,
  io: Io,
): Promise<number> {
  const last = range.to ?? Number.MAX_SAFE_INTEGER;
  for (let next = range.from; ; ) {
    const found = await client.cotty.output(uri, { seq, fromLine: next, lines: last - next + 1 });
    const isEmpty = found.lines === 0;
    // What was skipped was asked for.
    if (!isEmpty && found.fromLine > next) complain(io, notKept(next, found.fromLine - 1));
    const text = raw ? found.text : plainText(found.text);
    if (json) sayJson(io, { terminal: title, seq, ...found, text });
    else sayOutput(io, text);
    if (isEmpty) return emptyEnd(found, range, io);
    next = found.fromLine + found.lines;
    if (!found.more) return ExitCode.ok;
  }
}

function emptyEnd({ total, cut }: OutputResult, { from, to = total.lines }: LineRange, io: Io): number {
  if (from > total.lines) complain(io, `the output has ${total.lines} lines`);
  else if (cut !== undefined) complain(io, notKept(from, Math.min(to, total.lines)));
  return ExitCode.failure;
}

function notKept(from: number, to: number): string {
  return from === to ? `line ${from} was not kept` : `lines ${from} to ${to} were not kept`;
}
