/** Questions to the outer terminal at start, in one write; the answers arrive as report tokens at any time. */

import { type Capabilities, clusterRow, probeRow } from './capabilities.ts';

/** A glyph of ambiguous width (UAX 11) that our frames use. */
const probeGlyph = '●';
/** A family, of four code points. Old terminals draw each of them in one cell, so fewer would not tell. */
const probeCluster = '👨\u200d👩\u200d👧\u200d👦';

/** A picture of one pixel in kitty graphics, to be looked at and not to be shown. */
const graphicsQuestion = '\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\';

/** Asks for the pixels of a cell. */
export const CELL_QUESTION = '\x1b[16t';

/**
 * Returns the questions, to be written to a cleared screen before the first frame. The last one is DA1, which every
 * terminal answers: when its answer comes, no other one follows.
 */
export function questions({ bareConsole, tmux, screen, program }: Capabilities): string {
  // The console prints some of these instead of ignoring them.
  if (bareConsole) return '';
  return [
    '\x1b[?2026$p',
    '\x1b[?u',
    '\x1b[>0q',
    '\x1b]10;?\x1b\\',
    '\x1b]11;?\x1b\\',
    CELL_QUESTION,
    `\x1b[${probeRow};1H${probeGlyph}\x1b[6n\x1b[${probeRow};1H\x1b[K`,
    `\x1b[${clusterRow};1H${probeCluster}\x1b[6n\x1b[${clusterRow};1H\x1b[K\x1b[H`,
    // tmux takes every APC for a title, others print it.
    tmux || screen || program === 'Apple_Terminal' ? '' : graphicsQuestion,
    '\x1b[c',
  ].join('');
}
