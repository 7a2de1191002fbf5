/** The command of a block as a run on record, and the reasons why something cannot be done with a block. */

import { cottyMeta } from '../../protocol/common/meta.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import type { Block } from './block.ts';

/** A finished command, by its terminal and its number there. */
export type RunPlace = { readonly uri: string; readonly seq: number };

export function isSameRun(one: RunPlace | undefined, other: RunPlace): boolean {
  return one?.uri === other.uri && one.seq === other.seq;
}

/** Returns the number of a block's command in its terminal; undefined if the host gives none. */
export function seqOf({ part }: Block): number | undefined {
  return cottyMeta<CommandMeta>(part._meta).seq;
}

/** Returns where the record of a block is; undefined if it has none. */
export function recordedRun(uri: string, block: Block): RunPlace | undefined {
  const seq = seqOf(block);
  return seq === undefined || block.unrecorded ? undefined : { uri, seq };
}

/** Whether it is of a command, not of what was printed between two. */
export function hasCommand({ status }: Block): boolean {
  return status.kind !== 'between';
}

const NO_COMMAND = 'this was printed in the background: no command belongs to it';

/** Returns why a block has no command to run, to edit or to copy; undefined when it has one. */
export function whyNoLine(block: Block): string | undefined {
  if (!hasCommand(block)) return NO_COMMAND;
  return block.commandLine === '' ? 'the shell did not report the command line of this block' : undefined;
}

/** Returns why a block can have neither note nor bookmark; undefined when it can. */
export function whyNoNote(block: Block): string | undefined {
  if (!hasCommand(block)) return NO_COMMAND;
  return seqOf(block) === undefined ? 'the host keeps no record of this command' : undefined;
}

/** Returns the run of a block to compare or to replay, or the reason why there is none. */
export function comparedRun(uri: string, block: Block): RunPlace | string {
  if (block.status.kind === 'running') return 'it still runs: that is possible when it has ended';
  if (!hasCommand(block)) return NO_COMMAND;
  return recordedRun(uri, block) ?? 'this command is not recorded: it can be neither compared nor replayed';
}
