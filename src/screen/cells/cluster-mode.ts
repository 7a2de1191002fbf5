/**
 * Mode 2027: whether a grapheme cluster, such as a flag or a family emoji, takes the cells of one character. The host switches it
 * on by a sequence in the output if the holder's outer terminal draws clusters so; then all screens of the terminal count the
 * same columns. Programs may query and set it.
 */
import { installWidths, joinClusters, joinsClusters } from './grapheme-width.ts';

type Terminal = Parameters<typeof installWidths>[0];

const MODE = 2027;

/** Returns the sequence that switches it. */
export function clusterSequence(joins: boolean): string {
  return `\x1b[?${MODE}${joins ? 'h' : 'l'}`;
}

/** Installs our widths and the mode in a terminal; `reply` gets the answer to a query of the mode. */
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
