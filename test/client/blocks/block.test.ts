import { describe, expect, test } from 'vitest';
import { type Block, blocksOf, finishedCount } from '../../../src/client/blocks/block.ts';
import type { CommandPart, ContentPart } from '../../../src/protocol/terminal/state.ts';
import { command, commands, ME, stateOf } from '../../tui/blocks/sample.ts';

const only = (blocks: readonly Block[]): Block => {
  const [block] = blocks;
  if (block === undefined || blocks.length !== 1) throw new Error(`${blocks.length} blocks`);
  return block;
};

/** The command `sh`, while that shell reads commands. */
function entered(output: string): CommandPart {
  const { exitCode: _code, ...part } = command({ commandId: 'sh', output, meta: { entered: 'inside' } });
  return part;
}

describe('blocksOf', () => {
  test('makes one block of each command part and none of other output', () => {
    const content: ContentPart[] = [
      { type: 'unclassified', value: '$ ' },
      command({ commandId: 'a' }),
      { type: 'unclassified', value: '$ ' },
      command({ commandId: 'b', exitCode: 2 }),
    ];
    const blocks = blocksOf(stateOf(content), ME);
    expect(blocks.map(({ id, status }) => [id, status.kind])).toEqual([
      ['a', 'ok'],
      ['b', 'failed'],
    ]);
  });

  test.each([
    ['user:mara', 'you', 'you'],
    ['agent:ada', '@ada', 'other'],
    ['user:tom', 'tom', 'other'],
    ['', '', 'none'],
  ])('calls the writer %s "%s"', (writer, label, kind) => {
    const state = stateOf([command({ meta: { writer } })]);
    expect(only(blocksOf(state, ME)).writer).toEqual({ label, kind });
  });

  test('takes a bare name for me as well', () => {
    expect(only(blocksOf(stateOf([command({ meta: { writer: 'user:mara' } })]), 'mara')).writer.label).toBe(
      'you',
    );
  });

  test('names the directory only where it changed, home as ~', () => {
    const places = [
      'file:///home/mara',
      'file:///home/mara/src',
      'file:///home/mara/src',
      'file://box/tmp/a%20b',
    ];
    const parts = places.map((cwd, index) => command({ commandId: `c${index}`, meta: { cwd } }));
    const blocks = blocksOf(stateOf(parts), ME, '/home/mara');
    expect(blocks.map(({ cwd }) => cwd)).toEqual([undefined, '~/src', undefined, '/tmp/a b']);
  });

  test('shows a directory that cannot be decoded as it is', () => {
    const state = stateOf([command({ meta: { cwd: 'file:///a%zz' } })]);
    expect(only(blocksOf(state, ME)).cwd).toBe('/a%zz');
  });

  test('leaves the prompt of a shell within to the live part, until something follows or the shell has ended', () => {
    const outputs = (content: readonly ContentPart[], status: 'running' | 'exited' = 'running') =>
      blocksOf({ ...stateOf(content), lifecycle: { status } }, ME).map(({ part }) => part.output);
    const part = entered('hello\n# ');
    expect(outputs([part])).toEqual(['hello\n']);
    expect(outputs([part, { type: 'unclassified', value: '# ' }])).toEqual(['hello\n']);
    expect(outputs([part, command({ commandId: 'next', output: 'a' })])).toEqual(['hello\n# ', 'a']);
    expect(outputs([part], 'exited')).toEqual(['hello\n# ']);
    expect(outputs([{ ...part, exitCode: 0 }])).toEqual(['hello\n# ']);
  });

  test('gives the same array while a shell within prints', () => {
    const part = entered('# ');
    const blocks = blocksOf(stateOf([part, { type: 'unclassified', value: 'l' }]), ME);
    expect(blocksOf(stateOf([part, { type: 'unclassified', value: 'ls' }]), ME)).toBe(blocks);
  });

  test('takes only the last unfinished command of a living terminal for running', () => {
    const [first, second] = [
      command({ commandId: 'a', isComplete: false }),
      command({ commandId: 'b', isComplete: false }),
    ];
    const kinds = (state: Parameters<typeof blocksOf>[0]) =>
      blocksOf(state, ME).map(({ status }) => status.kind);
    expect(kinds(stateOf([first, second]))).toEqual(['unknown', 'running']);
    expect(kinds(stateOf([first, second], { lifecycle: { status: 'exited' } }))).toEqual([
      'unknown',
      'unknown',
    ]);
  });

  test('reads a running command anew when the next one begins after it', () => {
    const lost = command({ commandId: 'a', isComplete: false });
    const before = blocksOf(stateOf([lost]), ME);
    expect(before.map(({ status }) => status.kind)).toEqual(['running']);
    expect(finishedCount(before)).toBe(0);
    const after = blocksOf(stateOf([lost, command({ commandId: 'b' })]), ME);
    expect(after.map(({ status }) => status.kind)).toEqual(['unknown', 'ok']);
    expect(finishedCount(after)).toBe(2);
  });

  test('gives the same array while only output between commands grows', () => {
    const parts = commands(['a', 'b']);
    const before = blocksOf(stateOf([...parts, { type: 'unclassified', value: '$' }]), ME);
    const after = blocksOf(stateOf([...parts, { type: 'unclassified', value: '$ ls' }]), ME);
    expect(after).toBe(before);
  });

  test('keeps the blocks of parts that did not change', () => {
    const parts = commands(['a', 'b', 'c']);
    const before = blocksOf(stateOf(parts), ME);
    const after = blocksOf(stateOf([...parts, command({ commandId: 'new' })]), ME);
    expect(after).toHaveLength(4);
    before.forEach((block, index) => {
      expect(after[index]).toBe(block);
    });
  });

  test('reads only what changed of ten thousand parts', () => {
    const parts = commands(Array.from({ length: 10_000 }, () => ''));
    blocksOf(stateOf(parts), ME);
    let reads = 0;
    const fresh = new Proxy(command({ commandId: 'new' }), {
      get(target, key) {
        reads++;
        return Reflect.get(target, key);
      },
    });
    const untouched = parts.map((part) => part.commandLine);
    const blocks = blocksOf(stateOf([...parts, fresh]), ME);
    expect(blocks).toHaveLength(10_001);
    expect(blocks.slice(0, -1).map(({ commandLine }) => commandLine)).toEqual(untouched);
    expect(reads).toBeGreaterThan(0);
    expect(blocks[0]).toBe(blocksOf(stateOf(parts), ME)[0]);
  });

  test('follows when the head of the content is trimmed away', () => {
    const parts = commands(['a', 'b', 'c']);
    blocksOf(stateOf(parts), ME);
    const trimmed = [command({ commandId: 'c1', output: 'short' }), ...parts.slice(2)];
    expect(blocksOf(stateOf(trimmed), ME).map(({ id }) => id)).toEqual(['c1', 'c2']);
    expect(blocksOf(stateOf([]), ME)).toEqual([]);
  });

  test('does not mix up two windows of different people', () => {
    const state = stateOf([command({ meta: { writer: 'user:mara' } })]);
    expect(only(blocksOf(state, ME)).writer.label).toBe('you');
    expect(only(blocksOf(state, 'user:tom')).writer.label).toBe('mara');
  });
});
