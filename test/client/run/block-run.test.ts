import { expect, test } from 'vitest';
import { blocksOf } from '../../../src/client/blocks/block.ts';
import { runOfBlock } from '../../../src/client/run/block-run.ts';
import type { CommandMeta } from '../../../src/protocol/terminal/command-meta.ts';
import { command, stateOf } from '../../tui/blocks/sample.ts';

const calls = {
  output: () => Promise.reject(new Error('the block has its whole output')),
};

async function runWith(meta: CommandMeta) {
  const [block] = blocksOf(stateOf([command({ commandLine: 'make', output: 'done\n', meta })]), 'user:me');
  if (block === undefined) throw new Error('there is no block');
  return runOfBlock(calls, block, { terminal: 'build', uri: 'ahp-terminal:/build' });
}

test('the run of a block has its note and its bookmark', async () => {
  const note = { text: 'this is the failure I mean', at: 5, by: 'user:me' };
  expect(await runWith({ seq: 3, note, bookmarked: true })).toMatchObject({
    seq: 3,
    output: 'done\n',
    note: 'this is the failure I mean',
    bookmarked: true,
  });
});

test('the run of a block without them has neither', async () => {
  const run = await runWith({ seq: 3 });
  expect([Object.hasOwn(run, 'note'), Object.hasOwn(run, 'bookmarked')]).toEqual([false, false]);
});
