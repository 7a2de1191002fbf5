import { describe, expect, test } from 'vitest';
import { sideText, unifiedText } from '../../../src/cli/history/diff-text.ts';
import { compare } from '../../../src/review/compare/compare.ts';
import type { Run } from '../../../src/review/run.ts';

const run = (seq: number, output: string): Run => ({
  terminal: 'build',
  uri: 'ahp-terminal:/build',
  seq,
  commandLine: 'make',
  startedAt: 0,
  finishedAt: 1000,
  exitCode: 0,
  output,
});

function compared(one: string, other: string) {
  const [before, after] = [run(1, one), run(2, other)];
  return { before, after, comparison: compare(before, after), context: 1 };
}

/** Without the three lines of the header. */
function body(text: string): readonly string[] {
  return text.split('\n').slice(3, -1);
}

describe('a comparison as text', () => {
  test('numbers its places as diff does', () => {
    expect(body(unifiedText(compared('a\nb\nc\nd\ne\nf\n', 'a\nb\nc\nd\nx\ny\nf\n'), false))).toEqual([
      '@@ -4,3 +4,4 @@',
      ' d',
      '-e',
      '+x',
      '+y',
      ' f',
    ]);
    expect(body(unifiedText(compared('', 'a\n'), false))).toEqual(['@@ -0,0 +1 @@', '+a']);
  });

  test('marks changed words only with colours', () => {
    const both = compared('a quick fox\n', 'a slow fox\n');
    expect(body(unifiedText(both, true)).slice(1)).toEqual([
      '\x1b[31m-a \x1b[7mquick\x1b[27m fox\x1b[0m',
      '\x1b[32m+a \x1b[7mslow\x1b[27m fox\x1b[0m',
    ]);
    expect(unifiedText(both, false)).not.toContain('\x1b');
  });

  test('side by side breaks long and wide lines at its width', () => {
    expect(
      body(sideText(compared('same\nthe old one 漢漢漢\n', 'same\nthe new one 漢漢漢\nmore\n'), false, 23)),
    ).toEqual(['same         same', 'the old on | the new on', 'e 漢漢漢   | e 漢漢漢', '           > more']);
  });

  test('has nothing but its header where nothing differs', () => {
    const same = compared('built in 3s\n', 'built in 4s\n');
    expect(unifiedText(same, false).split('\n').slice(3)).toEqual([
      '    masked: 1 duration (--unmasked shows them)',
      '',
    ]);
    expect(sideText(same, false, 80)).toBe(unifiedText(same, false));
  });

  test('lets no program draw: what reorders text is left out', () => {
    expect(unifiedText(compared('a\n', 'b\u202ec\n'), true)).not.toContain('\u202e');
  });
});
