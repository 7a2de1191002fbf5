/** Reads a whole output from the host in pieces, as plain lines for the pager: never more than one piece is in memory. */

import type { AskOutput, OutputResult } from '../../../protocol/cotty/command-output.ts';
import { PlainStream, SCREEN_ROWS } from '../../../screen/text/plain-stream.ts';

/** UTF-16 units of one piece. */
const PIECE_CHARS = 512 * 1024;

/** Yields the lines, with a note where lines were not kept. `whatIsHere` is read from a host that knows no such request. */
export async function* wholeOutput(
  ask: AskOutput,
  seq: number,
  whatIsHere: () => string,
): AsyncGenerator<string, void> {
  const plain = new PlainStream(SCREEN_ROWS);
  let line = 1;
  for (;;) {
    const piece = await pieceFrom(ask, seq, line);
    if (piece === undefined) {
      yield line === 1 ? whatIsHere() : `${plain.end()}… the rest could not be read …\n`;
      return;
    }
    const skipped = piece.fromLine - line;
    if (skipped > 0) yield `${plain.end()}… ${skipped.toLocaleString('en')} lines were not kept …\n`;
    yield plain.add(piece.text);
    line = piece.fromLine + piece.lines;
    if (!piece.more || (piece.lines === 0 && skipped <= 0)) break;
  }
  yield plain.end();
}

async function pieceFrom(ask: AskOutput, seq: number, fromLine: number): Promise<OutputResult | undefined> {
  try {
    return await ask({ seq, fromLine, maxChars: PIECE_CHARS });
  } catch {
    return undefined;
  }
}
