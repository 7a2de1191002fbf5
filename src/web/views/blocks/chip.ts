/** The exit chip of a command: a sign, its words for screen readers, and its emphasis. */

import { BETWEEN, type Block } from '../../../client/blocks/block.ts';
import type { BlockStatus } from '../../../client/blocks/exit-state.ts';
import { firstLine } from '../../model/terminal-rows.ts';

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

// A command as it is said: what ran, how it ended, and how long it took.

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Returns `npm test, exit code 1, 3.1 s`. */
export function blockLabel({
  commandLine,
  status,
  durationMs,
}: Pick<Block, 'commandLine' | 'status' | 'durationMs'>): string {
  if (status.kind === 'between') return BETWEEN;
  const said = [firstLine(commandLine), endOf(status)];
  if (durationMs !== undefined && durationMs >= SECOND) said.push(spokenDuration(durationMs));
  return said.join(', ');
}

function endOf(status: BlockStatus): string {
  if (status.kind === 'ok') return 'exit code 0';
  return status.kind === 'failed' ? `exit code ${status.code}` : chipOf(status).words;
}

function spokenDuration(ms: number): string {
  if (ms < MINUTE) return `${(ms / SECOND).toFixed(1)} s`;
  return `${Math.floor(ms / MINUTE)} min ${Math.floor((ms % MINUTE) / SECOND)} s`;
}
