import { expect, test } from 'vitest';
import { blocksOf } from '../../../src/client/blocks/block.ts';
import type { CottyCalls } from '../../../src/client/cotty-calls.ts';
import { exportablePast, exportedRuns, runOfBlock } from '../../../src/client/run/exported-runs.ts';
import type { HistoryCommand } from '../../../src/protocol/cotty/history.ts';
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

/** A host that has one finished command. */
const host = {
  history: () => Promise.reject(new Error('the history is not asked')),
  commands: (_uri: string, { beforeSeq }: { beforeSeq?: number } = {}) =>
    Promise.resolve({
      commands: [
        {
          ...{ seq: 7, commandId: 'id-7', commandLine: 'make', timestamp: 5, isComplete: true, exitCode: 2 },
          cols: 120,
        },
      ].filter(({ seq }) => seq < (beforeSeq ?? Number.POSITIVE_INFINITY)),
      more: false,
    }),
  output: () =>
    Promise.resolve({ text: 'kept\n', fromLine: 1, lines: 1, more: false, total: { lines: 1, chars: 5 } }),
  times: () => Promise.resolve([[0, 5]]),
} as unknown as CottyCalls;

function past(seq: number, more: Partial<HistoryCommand> = {}): HistoryCommand {
  const terminal = 'ahp-terminal:/gone';
  const place = { terminal, name: 'gone', open: false, seq, commandId: `id-${seq}` };
  return { ...place, commandLine: 'make', startedAt: seq, finishedAt: seq + 1, ...more };
}

test('a command of the history is read with its output, its width, its note and its bookmark', async () => {
  const commands = [{ past: past(7, { note: 'slow', bookmarked: true }) }];
  const [run] = await exportedRuns(host, commands, { times: false });
  expect(run).toMatchObject({
    ...{ terminal: 'gone', uri: 'ahp-terminal:/gone', seq: 7, exitCode: 2, cols: 120, output: 'kept\n' },
    ...{ note: 'slow', bookmarked: true },
  });
  expect(run?.times).toBeUndefined();
  expect((await exportedRuns(host, commands, { times: true }))[0]?.times).toEqual([[0, 5]]);
});

test('a command that is no longer on record is named', async () => {
  await expect(exportedRuns(host, [{ past: past(8) }], { times: false })).rejects.toThrow(
    'gone has no finished command #8',
  );
});

test('of a list what has ended is exported, the oldest first and not more than the limit', () => {
  const { finishedAt: _end, ...running } = past(9, { open: true });
  const commands = [running, past(3), past(5), past(1), past(4, { commandLine: '' })];
  expect(exportablePast(commands, 2)).toEqual([{ past: past(3) }, { past: past(5) }]);
});
