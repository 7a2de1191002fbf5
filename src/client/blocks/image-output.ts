/**
 * Outputs with an image near the beginning or among the last lines are fetched as a whole, up to a limit: an image is one line,
 * usually longer than an answer of the host, and cannot be shown in part.
 */

import type { AskOutput, OutputResult } from '../../protocol/cotty/command-output.ts';
import { readOutputLines } from './output-lines.ts';

/** Limit in UTF-16 units of an output that is fetched for its image; of longer ones the lines with images are left out. */
export const IMAGE_OUTPUT = 8 * 1024 * 1024;
/** Beginnings of images by kitty graphics and by iTerm2's sequence, and of other strings (DCS), such as sixel. */
const [KITTY, ITERM, DCS] = ['\x1b_G', '\x1b]1337;File=', '\x1bP'];

/** UTF-16 units of a line in which an image begins, if it has one. */
const LOOK_CHARS = 64 * 1024;

/**
 * Returns all of an output of which `piece` was requested with `maxChars`, if that or the next line has an image; undefined
 * otherwise. Lines in which none was found are added to `looked`.
 */
export async function imageOutput(
  ask: AskOutput,
  seq: number,
  piece: OutputResult,
  maxChars: number,
  looked: Set<number> = new Set(),
): Promise<OutputResult | undefined> {
  if (piece.total.chars > IMAGE_OUTPUT) return undefined;
  if (!hasImage(piece.text)) {
    const line = piece.fromLine + piece.lines;
    // The next line is not in the piece because it is long.
    if (piece.text.length > maxChars / 2 || looked.has(line)) return undefined;
    looked.add(line);
    const next = await ask({ seq, fromLine: line, lines: 1, maxChars: LOOK_CHARS });
    if (!hasImage(next.text)) return undefined;
  }
  return everything(ask, seq, piece);
}

async function everything(ask: AskOutput, seq: number, piece: OutputResult): Promise<OutputResult> {
  const { text, lines } = await readOutputLines(ask, { seq, fromLine: 1 }, IMAGE_OUTPUT);
  return { ...piece, text, fromLine: 1, lines };
}

/** Whether an image begins in a text. */
export function hasImage(text: string): boolean {
  if (text.includes(KITTY) || text.includes(ITERM)) return true;
  for (let at = text.indexOf(DCS); at >= 0; at = text.indexOf(DCS, at + 1)) {
    let final = at + DCS.length;
    while (isParameter(text.charCodeAt(final))) final += 1;
    if (text[final] === 'q') return true;
  }
  return false;
}

/** Whether it is a digit or a semicolon. */
function isParameter(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x3b;
}
