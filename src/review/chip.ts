/** The exit chip of a command: a sign, its words for those who do not see it, and its emphasis. */

import type { BlockStatus } from './exit-state.ts';

export type Chip = {
  /** A glyph with a number or word, readable without its colour. */
  readonly sign: string;
  /** How the command ended, as part of a sentence. */
  readonly words: string;
  readonly tone: 'ok' | 'failed' | 'warning' | 'dim' | 'running';
};

/** Returns the chip of a status. `ascii` is for terminals that draw ✓ and ✗ two cells wide or not at all. */
export function chipOf(status: BlockStatus, ascii = false): Chip {
  const cross = ascii ? 'x' : '✗';
  switch (status.kind) {
    case 'running':
      return { sign: ascii ? '*' : '●', words: 'running', tone: 'running' };
    case 'ok':
      return { sign: ascii ? '+' : '✓', words: 'succeeded', tone: 'ok' };
    case 'failed':
      return {
        sign: `${cross} ${status.code}`,
        words: `failed with exit code ${status.code}`,
        tone: 'failed',
      };
    case 'signal':
      return { sign: `${cross} ${status.name}`, words: `was ended by ${status.name}`, tone: 'failed' };
    case 'interrupted':
      return { sign: '^C', words: 'was interrupted', tone: 'warning' };
    case 'suspended':
      return { sign: '^Z suspended', words: 'was suspended', tone: 'dim' };
    case 'timeout':
      return { sign: '! timeout', words: 'timed out', tone: 'warning' };
    case 'restart':
      return { sign: '~ host restart', words: 'was cut off by a restart of the host', tone: 'warning' };
    case 'inside':
      return { sign: ascii ? '> in' : '↳ in', words: 'has entered another shell', tone: 'dim' };
    case 'between':
      return { sign: ascii ? '-' : '·', words: 'no command', tone: 'dim' };
    case 'unknown':
      return { sign: '? unknown', words: 'ended, how is unknown', tone: 'dim' };
  }
}
