/** What we ask the outer terminal at start, in one write; the answers come as report tokens whenever they come. */

import { type Capabilities, probeRow } from './capabilities.ts';

/** Its width is ambiguous (UAX 11), and it is in our frame. */
const probeGlyph = '●';

/** For a cleared screen, before the first frame. The last question is DA1: every terminal answers it, so it is the fence. */
export function questions({ bareConsole }: Capabilities): string {
  // The console prints some of these instead of ignoring them.
  if (bareConsole) return '';
  return [
    '\x1b[?2026$p',
    '\x1b[?u',
    '\x1b[>0q',
    '\x1b]10;?\x1b\\',
    '\x1b]11;?\x1b\\',
    `\x1b[${probeRow};1H${probeGlyph}\x1b[6n\x1b[${probeRow};1H\x1b[K\x1b[H`,
    '\x1b[c',
  ].join('');
}
