import { describe, expect, test } from 'vitest';
import { type Block, blocksOf } from '../../../../src/client/blocks/block.ts';
import { copyBoth, copyCommand, copyOutput } from '../../../../src/tui/blocks/list/search.ts';
import { OutputCache } from '../../../../src/tui/blocks/output/output-cache.ts';
import { command, ME, stateOf } from '../sample.ts';

const output = new OutputCache();
const blockOf = (commandLine: string, text: string): Block => {
  const part = command({ commandLine, output: text, meta: { cols: 10 } });
  return (blocksOf(stateOf([part]), ME) as [Block])[0];
};

describe('copying', () => {
  test('takes whole logical lines without padding, however narrow the terminal', () => {
    const block = blockOf('x', `${'0123456789'.repeat(3)}\r\n\r\n  two   \r\n\r\n`);
    expect(copyOutput(block, output)).toEqual({ text: `${'0123456789'.repeat(3)}\n\n  two`, lines: 3 });
  });

  test('takes what is on the screen, never control characters', () => {
    const block = blockOf(
      'printf "\x1b[2J\x07"',
      '\x1b[31mred\x1b[0m\x1b]52;c;aGk=\x07\x1b[5Gx\b\r\n\x9b31mq\r\n',
    );
    const { text } = copyBoth(block, output);
    expect(text).toBe('```console\n$ printf "[2J"\nred x\nq\n```');
    expect(copyCommand(block)).toEqual({ text: 'printf "[2J"', lines: 1 });
  });

  test('of both is Markdown with a prompt, further lines of the command with their own', () => {
    const block = blockOf('for i in 1\ndo\techo $i\ndone', '1\r\n');
    expect(copyBoth(block, output)).toEqual({
      text: '```console\n$ for i in 1\n> do\techo $i\n> done\n1\n```',
      lines: 4,
    });
  });

  test('fences longer than any fence inside', () => {
    const { text } = copyBoth(blockOf('cat x.md', '````\r\na\r\n````\r\n'), output);
    expect(text.split('\n')[0]).toBe('`````console');
    expect(text.split('\n').at(-1)).toBe('`````');
  });

  test('of nothing is nothing', () => {
    expect(copyOutput(blockOf('true', ''), output)).toEqual({ text: '', lines: 0 });
  });
});
