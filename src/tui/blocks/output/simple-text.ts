/** Reads the lines of simple output without rendering it, so that search can go through ten thousand blocks. */

import { CharFinder, codes } from '../../../protocol/sequences/char-finder.ts';
import { withoutBlankEnd } from '../../../screen/text/blank-end.ts';
import { knownSequence } from './known-sequence.ts';

/** All control characters but CR and LF. */
const CONTROLS = new CharFinder([
  ...codes(0x00, 0x09),
  0x0b,
  0x0c,
  ...codes(0x0e, 0x1f),
  ...codes(0x7f, 0x9f),
]);

/**
 * Returns the lines without trailing blanks and blank lines at the end; undefined when the output must be rendered: when
 * a control character or a sequence in it could move the cursor.
 */
export function linesOfSimpleText(output: string): readonly string[] | undefined {
  const text = withoutSilent(output);
  if (text === undefined || !hasSimpleLines(text)) return undefined;
  return withoutBlankEnd(text.split('\n').map(withoutEnd));
}

/** Removes what neither prints nor moves the cursor. Returns undefined when there is something else. */
function withoutSilent(output: string): string | undefined {
  let text = '';
  let from = 0;
  for (let at = CONTROLS.find(output, 0); at < output.length; at = CONTROLS.find(output, from)) {
    text += output.slice(from, at);
    const end = silentEnd(output, at);
    if (end === undefined) return undefined;
    from = end;
  }
  return text + output.slice(from);
}

function silentEnd(output: string, at: number): number | undefined {
  const code = output.charCodeAt(at);
  // Zero and bell.
  if (code === 0x00 || code === 0x07) return at + 1;
  const sequence = code === 0x1b ? knownSequence(output, at) : undefined;
  return sequence?.kind === 'silent' ? sequence.end : undefined;
}

/** Whether there is a CR before each line feed, and none elsewhere. */
function hasSimpleLines(text: string): boolean {
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    if (text[at - 1] !== '\r') return false;
  }
  for (let at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1)) {
    if (text[at + 1] !== '\r' && text[at + 1] !== '\n') return false;
  }
  return true;
}

/** Removes the carriage returns, and the blanks before them. */
function withoutEnd(line: string): string {
  let end = line.length;
  while (line[end - 1] === '\r') end -= 1;
  while (line[end - 1] === ' ') end -= 1;
  return line.slice(0, end);
}
