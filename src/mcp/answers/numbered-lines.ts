/** Lines of an output with true numbers: one plain line for each line as it was printed. */

import { PlainStream } from '../../screen/text/plain-stream.ts';

/**
 * Returns the plain text of each line. A line of which nothing is to be read, as inside of a full-screen program, is empty; the
 * line feeds that a form feed makes are blanks.
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
