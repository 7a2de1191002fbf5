import { describe, expect, test } from 'vitest';
import { PrefixedLines, prefixesOf } from '../../../../src/cli/scripts/group/group-output.ts';

describe('lines of several commands', () => {
  test('stand behind names of one width, cut and cleaned', () => {
    expect(prefixesOf(['a', 'build', 'x\x1b[2J'], false)).toEqual(['a     | ', 'build | ', 'x[2J  | ']);
    const [long] = prefixesOf(['n'.repeat(80)], false);
    expect(long).toBe(`${'n'.repeat(23)}… | `);
  });

  test('have coloured names where they are shown', () => {
    const [one, two] = prefixesOf(['a', 'b'], true);
    expect(one).toBe('\x1b[36ma |\x1b[0m ');
    expect(two).not.toBe(one?.replace('a', 'b'));
  });

  test('are whole, plain, and as they are at last', () => {
    let printed = '';
    const lines = new PrefixedLines('a | ', (text) => {
      printed += text;
    });
    lines.write('\x1b[31mre');
    expect(printed).toBe('');
    lines.write('d\x1b[m\r\n\r\n10%\r20%\r');
    // They may be drawn again.
    expect(printed).toBe('');
    lines.write('done\n\x1b]0;title\x07open');
    lines.end();
    expect(printed).toBe('a | red\na | \na | done\na | open\n');
  });

  test('that never end come in pieces, each a line', () => {
    let printed = '';
    const lines = new PrefixedLines('a | ', (text) => {
      printed += text;
    });
    for (let at = 0; at < 10; at += 1) lines.write('x'.repeat(1000));
    lines.end();
    expect(
      printed
        .split('\n')
        .slice(0, -1)
        .every((line) => /^a \| x+$/.test(line)),
    ).toBe(true);
    expect(printed.replaceAll(/[^x]/g, '').length).toBe(10_000);
  });
});
