/** A command as it is said: what ran, how it ended, and how long it took. */

import { BETWEEN, type Block } from '../../../client/blocks/block.ts';
import { chipOf } from '../../../review/chip.ts';
import type { BlockStatus } from '../../../review/exit-state.ts';
import { firstLine } from '../../model/terminal-rows.ts';

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
