/** Reads lines of an output from the host, however long they are: one answer of the host may have less than is asked for. */

import type { AskOutput } from '../../protocol/cotty/command-output.ts';
import { linesIn, newlinesIn } from '../../protocol/terminal/newlines.ts';

/** UTF-16 units of one answer, as many as a host gives. */
const ANSWER_CHARS = 1024 * 1024;

export type WantedLines = {
  readonly seq: number;
  /** Number of the first line, from 1. */
  readonly fromLine: number;
  /** Number of lines; without it, all that follow. */
  readonly lines?: number;
};

export type ReadLines = {
  readonly text: string;
  /** Number of lines in the text; the last one may be cut. */
  readonly lines: number;
  /** Whether the limit was reached, or the host has not kept the rest. */
  readonly cut: boolean;
};

/** Returns lines of an output. `most` limits the UTF-16 units: the rest is left out, also in the middle of a line. */
export async function readOutputLines(ask: AskOutput, wanted: WantedLines, most: number): Promise<ReadLines> {
  let text = '';
  for await (const piece of outputPieces(ask, wanted)) {
    text += piece;
    if (text.length >= most) return { text, lines: linesIn(text), cut: true };
  }
  const lines = linesIn(text);
  return { text, lines, cut: wanted.lines !== undefined && lines < wanted.lines };
}

/** Yields an output, or lines of it, in pieces that follow each other without a gap. */
export async function* outputPieces(ask: AskOutput, wanted: WantedLines): AsyncGenerator<string, void, void> {
  const { seq, lines } = wanted;
  const end = lines === undefined ? undefined : wanted.fromLine + lines;
  let [line, char] = [wanted.fromLine, 0];
  while (end === undefined || line < end) {
    const answer = await ask({
      seq,
      fromLine: line,
      fromChar: char,
      ...(end !== undefined && { lines: end - line }),
      maxChars: ANSWER_CHARS,
    });
    // What follows was not kept, or there is no more.
    if (answer.text === '' || answer.fromLine !== line) return;
    yield answer.text;
    // A last line that is cut may be a unit shorter: half of a character is left out.
    if (!answer.more && answer.text.length < ANSWER_CHARS - 1) return;
    const newlines = newlinesIn(answer.text);
    char =
      newlines === 0 ? char + answer.text.length : answer.text.length - answer.text.lastIndexOf('\n') - 1;
    line += newlines;
  }
}
