import { expect, test } from 'vitest';
import { type Block, blocksOf } from '../../../src/client/blocks/block.ts';
import { comparedRun, recordedRun, whyNoLine, whyNoNote } from '../../../src/client/blocks/recorded-run.ts';
import { META_KEY } from '../../../src/protocol/common/meta.ts';
import type { CommandPart, TerminalState } from '../../../src/protocol/terminal/state.ts';

function block(meta: object, part: Partial<CommandPart> = {}): Block {
  const command: CommandPart = {
    type: 'command',
    commandId: 'c1',
    commandLine: 'make',
    output: '',
    timestamp: 0,
    isComplete: true,
    exitCode: 0,
    durationMs: 5,
    _meta: { [META_KEY]: meta },
    ...part,
  };
  const state = { content: [command], lifecycle: { status: 'running' } } as unknown as TerminalState;
  const [found] = blocksOf(state, 'user:ada');
  if (found === undefined) throw new Error('a command is a block');
  return found;
}

test('a finished command with a record can be compared, annotated and run again', () => {
  const made = block({ seq: 4 });
  expect([comparedRun('t', made), recordedRun('t', made)]).toEqual([
    { uri: 't', seq: 4 },
    { uri: 't', seq: 4 },
  ]);
  expect([whyNoLine(made), whyNoNote(made)]).toEqual([undefined, undefined]);
});

test('each refusal has its reason', () => {
  expect(comparedRun('t', block({ seq: 4 }, { isComplete: false }))).toContain('still runs');
  expect(comparedRun('t', block({ seq: 4, unrecorded: true }))).toContain('not recorded');
  expect(comparedRun('t', block({}))).toContain('not recorded');
  expect(whyNoNote(block({}))).toBe('the host keeps no record of this command');
  expect(whyNoLine(block({ seq: 4 }, { commandLine: '' }))).toContain('did not report the command line');
  const between: Block = { ...block({ seq: 4 }), status: { kind: 'between' } };
  for (const why of [whyNoLine(between), whyNoNote(between), comparedRun('t', between)])
    expect(why).toBe('this was printed in the background: no command belongs to it');
});
