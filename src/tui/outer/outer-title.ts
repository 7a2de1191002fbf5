/** The title of the outer terminal's window, as bytes. */

import { oneLine } from './one-line.ts';

/** Longest title in characters; no terminal shows more. */
const titleLimit = 200;

export function titleBytes(title: string): string {
  return `\x1b]2;${oneLine(title, titleLimit)}\x1b\\`;
}
