/** The outer window's title, as bytes. */

import { oneLine } from './one-line.ts';

/** Longer titles are cut; no terminal shows more. */
const titleLimit = 200;

export function titleBytes(title: string): string {
  return `\x1b]2;${oneLine(title, titleLimit)}\x1b\\`;
}
