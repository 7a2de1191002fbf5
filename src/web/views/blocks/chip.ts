/** The exit chip of a command: a sign, words for who does not see it, and how loud it is. */

import type { BlockStatus } from '../../../client/blocks/exit-state.ts';

export type Chip = {
  readonly sign: string;
  readonly words: string;
  readonly tone: 'ok' | 'failed' | 'warning' | 'dim' | 'running';
};

export function chipOf(status: BlockStatus): Chip {
  switch (status.kind) {
    case 'running':
      return { sign: '●', words: 'running', tone: 'running' };
    case 'ok':
      return { sign: '✓', words: 'succeeded', tone: 'ok' };
    case 'failed':
      return { sign: `✗ ${status.code}`, words: `failed with exit code ${status.code}`, tone: 'failed' };
    case 'signal':
      return { sign: `✗ ${status.name}`, words: `was ended by ${status.name}`, tone: 'failed' };
    case 'interrupted':
      return { sign: '^C', words: 'was interrupted', tone: 'warning' };
    case 'suspended':
      return { sign: '^Z', words: 'was suspended', tone: 'dim' };
    case 'timeout':
      return { sign: '! timeout', words: 'timed out', tone: 'warning' };
    case 'restart':
      return { sign: '~ host restart', words: 'was cut off by a restart of the host', tone: 'dim' };
    case 'inside':
      return { sign: '↳ in', words: 'has entered another shell', tone: 'dim' };
    case 'between':
      return { sign: '·', words: 'no command', tone: 'dim' };
    case 'unknown':
      return { sign: '?', words: 'ended, how is unknown', tone: 'dim' };
  }
}
