/** Blocks for tests of the page. */

import { type Block, blocksOf } from '../../src/client/blocks/block.ts';
import { META_KEY } from '../../src/protocol/common/meta.ts';
import type { CommandPart } from '../../src/protocol/terminal/state.ts';

/** Finished commands with these exit codes, numbered from 1: `c1` ran `make 1`. */
export function finishedBlocks(exitCodes: readonly number[]): readonly Block[] {
  return blocksOfParts(
    exitCodes.map((exitCode, index) => ({ ...part(index + 1), isComplete: true, exitCode })),
  );
}

export function runningBlock(output: string): Block {
  const [block] = blocksOfParts([{ ...part(99), output, isComplete: false }]);
  return block as Block;
}

function part(seq: number): CommandPart {
  return {
    type: 'command',
    commandId: `c${seq}`,
    commandLine: `make ${seq}`,
    output: 'one\ntwo\n',
    timestamp: seq,
    isComplete: false,
    _meta: { [META_KEY]: { seq } },
  };
}

function blocksOfParts(content: readonly CommandPart[]): readonly Block[] {
  const claim = { kind: 'client', clientId: 'page' } as const;
  return blocksOf({ title: 'a', claim, lifecycle: { status: 'running' }, content }, 'user:mara');
}
