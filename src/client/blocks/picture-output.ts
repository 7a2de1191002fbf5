/**
 * Outputs with a picture near their beginning or among their last lines are fetched whole, up to a limit: a picture is one
 * line, as a rule longer than an answer of the host, and a part of one is none.
 */

import type { AskOutput, OutputResult } from '../../protocol/cotty/command-output.ts';
import { linesIn, newlinesIn } from '../../protocol/terminal/newlines.ts';

/** Limit in UTF-16 units of an output that is fetched for its picture; of longer ones the lines with pictures are left out. */
export const PICTURE_OUTPUT = 8 * 1024 * 1024;
/** UTF-16 units of one answer, as many as a host gives. */
const ANSWER_CHARS = 1024 * 1024;

/** Beginnings of pictures by kitty graphics and iTerm2's sequence, and of other strings (DCS), of which sixel is one. */
const [KITTY, ITERM, DCS] = ['\x1b_G', '\x1b]1337;File=', '\x1bP'];

/** UTF-16 units of a line in which a picture begins, if it has one. */
const LOOK_CHARS = 64 * 1024;

/**
 * Returns all of an output of which `piece` was asked for with `maxChars`, if that or the line behind it has a picture;
 * undefined otherwise. Lines in which none was found are kept in `looked`.
 */
export async function pictureOutput(
  ask: AskOutput,
  seq: number,
  piece: OutputResult,
  maxChars: number,
  looked: Set<number> = new Set(),
): Promise<OutputResult | undefined> {
  if (piece.total.chars > PICTURE_OUTPUT) return undefined;
  if (!hasPicture(piece.text)) {
    const line = piece.fromLine + piece.lines;
    // The next line is not in the piece because it is long.
    if (piece.text.length > maxChars / 2 || looked.has(line)) return undefined;
    looked.add(line);
    const next = await ask({ seq, fromLine: line, lines: 1, maxChars: LOOK_CHARS });
    if (!hasPicture(next.text)) return undefined;
  }
  return everything(ask, seq, piece);
}

async function everything(ask: AskOutput, seq: number, piece: OutputResult): Promise<OutputResult> {
  let text = '';
  let [line, char] = [1, 0];
  while (text.length < Math.min(piece.total.chars, PICTURE_OUTPUT)) {
    const answer = await ask({ seq, fromLine: line, fromChar: char, maxChars: ANSWER_CHARS });
    // What follows was not kept.
    if (answer.text === '' || answer.fromLine !== line) break;
    text += answer.text;
    const newlines = newlinesIn(answer.text);
    char =
      newlines === 0 ? char + answer.text.length : answer.text.length - answer.text.lastIndexOf('\n') - 1;
    line += newlines;
  }
  return { ...piece, text, fromLine: 1, lines: linesIn(text) };
}

function hasPicture(text: string): boolean {
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
