/** The last line of a text that a program has printed. */

import { PlainStream, SCREEN_ROWS } from './plain-stream.ts';

/** UTF-16 units at the end of the text in which the line is looked for, and of the longest line. */
const [TAIL, LONGEST] = [4096, 256];

/** Returns the last line that is not blank, without sequences; '' where the end of the text has none. */
export function lastLine(output: string): string {
  const stream = new PlainStream(SCREEN_ROWS);
  const lines = `${stream.add(tailOf(output))}${stream.end()}`.split('\n');
  return (
    lines
      .findLast((line) => line.trim() !== '')
      ?.trim()
      .slice(0, LONGEST) ?? ''
  );
}

/** Cuts the tail at a line start if it has one, so that no sequence is cut in two. */
function tailOf(output: string): string {
  if (output.length <= TAIL) return output;
  const from = output.length - TAIL;
  const feed = output.indexOf('\n', from);
  return output.slice(feed === -1 || feed === output.length - 1 ? from : feed + 1);
}
