/**
 * Mode 2027: whether code points that make one character, as a flag or a family of emoji, take the cells of one. It is on, as
 * long as the outer terminal of whoever holds the terminal draws them so: the host switches it in the output, so that all
 * screens of the terminal count the same columns. A program may ask for it and set it.
 */
import { installWidths, joinClusters, joinsClusters } from './grapheme-width.ts';

type Terminal = Parameters<typeof installWidths>[0];

const MODE = 2027;

/** Returns the sequence that switches it. */
export function clusterSequence(joins: boolean): string {
  return `\x1b[?${MODE}${joins ? 'h' : 'l'}`;
}

/** Gives the terminal our widths, and lets it know the mode; `reply` gets what it answers when asked for it. */
export function installClusterWidths(terminal: Terminal, reply: (text: string) => void): void {
  installWidths(terminal);
  const { parser } = terminal;
  for (const final of ['h', 'l'])
    parser.registerCsiHandler({ prefix: '?', final }, (params) => {
      if (params.includes(MODE)) joinClusters(terminal, final === 'h');
      return false;
    });
  parser.registerCsiHandler({ prefix: '?', intermediates: '$', final: 'p' }, ([mode]) => {
    if (mode !== MODE) return false;
    reply(`\x1b[?${MODE};${joinsClusters(terminal) ? 1 : 2}$y`);
    return true;
  });
}
