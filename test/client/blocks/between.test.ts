/** Blocks of what was printed while no command ran: before the next command, and the same object while that prints. */

import { expect, test } from 'vitest';
import { blocksOf, finishedCount } from '../../../src/client/blocks/block.ts';
import { META_KEY } from '../../../src/protocol/common/meta.ts';
import { terminalReducer } from '../../../src/protocol/terminal/reducer.ts';
import type { CommandPart, ContentPart, TerminalState } from '../../../src/protocol/terminal/state.ts';
import { trimContent } from '../../../src/protocol/terminal/trim.ts';

const state = (content: readonly ContentPart[]): TerminalState => ({
  title: 'work',
  content,
  lifecycle: { status: 'running' },
  claim: { kind: 'client', clientId: 'c' },
});

const command = (id: number, before?: string, isComplete = true): CommandPart => ({
  type: 'command',
  commandId: `cmd-${id}`,
  commandLine: `echo ${id}`,
  output: `${id}\r\n`,
  timestamp: id,
  isComplete,
  ...(isComplete ? { exitCode: 0 } : {}),
  _meta: { [META_KEY]: { seq: id, ...(before === undefined ? {} : { before }) } },
});

test('A block stands before the command that followed, whatever runs', () => {
  const blocks = blocksOf(state([command(1), command(2, 'late\r\n', false)]), 'user:mara');
  expect(blocks.map(({ id, commandLine, status }) => [id, commandLine, status.kind])).toEqual([
    ['cmd-1', 'echo 1', 'ok'],
    ['cmd-2:before', '', 'between'],
    ['cmd-2', 'echo 2', 'running'],
  ]);
  expect(blocks[1]?.part.output).toBe('late\r\n');
  expect(finishedCount(blocks)).toBe(2);
});

test('It is the same object while the command prints, and stays when that ends', () => {
  let now = state([command(1), command(2, 'late\r\n', false)]);
  const first = blocksOf(now, 'user:mara')[1];
  for (const action of [
    { type: 'terminal/data', data: 'more' },
    { type: 'terminal/commandFinished', commandId: 'cmd-2', exitCode: 1 },
  ] as const) {
    now = terminalReducer(now, action);
    const blocks = blocksOf(now, 'user:mara');
    expect(blocks).toHaveLength(3);
    expect(blocks[1]?.part.output).toBe('late\r\n');
    if (action.type === 'terminal/data') expect(blocks[1]).toBe(first);
  }
});

test('It counts into the limit of a content, so that many of them do not add up', () => {
  const content = Array.from({ length: 50 }, (_, at) => command(at + 1, 'x'.repeat(1000)));
  const { content: kept } = trimContent(content, 20_000, 10_000);
  expect(kept.length).toBeLessThan(12);
});

test('A host that sends something else in its place makes no block', () => {
  const odd = { ...command(1), _meta: { [META_KEY]: { before: 7 } } } as unknown as ContentPart;
  expect(blocksOf(state([odd]), 'user:mara')).toHaveLength(1);
});

test('After the last command of a terminal that has ended it stands alone, and no command is shown behind it', () => {
  const meta = { seq: 2, before: 'late\r\n', noCommand: true };
  const last: CommandPart = { ...command(2), commandLine: '', output: '', _meta: { [META_KEY]: meta } };
  const blocks = blocksOf(state([command(1), last]), 'user:mara');
  expect(blocks.map(({ id, status }) => [id, status.kind])).toEqual([
    ['cmd-1', 'ok'],
    ['cmd-2:before', 'between'],
  ]);
  expect(blocksOf(state([command(1), last, command(3)]), 'user:mara').map(({ id }) => id)).toEqual([
    'cmd-1',
    'cmd-2:before',
    'cmd-3',
  ]);
});
