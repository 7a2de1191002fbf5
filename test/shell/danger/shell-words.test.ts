import { describe, expect, test } from 'vitest';
import { parseShell } from '../../../src/shell/danger/shell-words.ts';

/** Words of each command, by pipelines. */
function wordsOf(line: string): readonly (readonly (readonly string[])[])[] {
  return parseShell(line).pipelines.map((pipeline) => pipeline.map(({ words }) => words));
}

/** The first command of a line. */
function firstOf(line: string) {
  return parseShell(line).pipelines[0]?.[0];
}

describe('the words of a command', () => {
  test.each<[string, readonly string[]]>([
    [' a\tb  c ', ['a', 'b', 'c']],
    ['a\\ b c', ['a b', 'c']],
    ['a\\\nb c', ['ab', 'c']],
    ['a \\', ['a', '']],
    [`'a b'c d`, ['a bc', 'd']],
    [`x 'a\\' b`, ['x', 'a\\', 'b']],
    [`x 'open b`, ['x', 'open b']],
    ['x "a \\" b" c', ['x', 'a " b', 'c']],
    ['x "a | b; c" d', ['x', 'a | b; c', 'd']],
    ['x "open b', ['x', 'open b']],
    [`x "" ''`, ['x', '', '']],
    ['x "$y (" z', ['x', '$y (', 'z']],
    ['x "(a" "b`c`" d', ['x', '(a', 'b`c`', 'd']],
    ['a # b', ['a']],
    ['a#b c', ['a#b', 'c']],
    ['a < f b', ['a', 'f', 'b']],
    ['a <& 3', ['a', '3']],
    ['a <<< b c', ['a', 'b', 'c']],
    ['a 2>f', ['a']],
    ['ab&>f c', ['ab', 'c']],
    ['a 12>f', ['a', '12']],
    ['a x2>f', ['a', 'x2']],
    ['a 2x>f', ['a', '2x']],
    ['a$(b c)d e', ['a$(b c)d', 'e']],
    ['a `b c`d e', ['a', '`b c`d', 'e']],
    ['x "$(a b)" c', ['x', '$(a b)', 'c']],
  ])('%j', (line, words) => {
    expect(wordsOf(line)).toEqual([[words]]);
  });

  test.each<[string, readonly (readonly (readonly string[])[])[]]>([
    ['a | b c', [[['a'], ['b', 'c']]]],
    ['a|b', [[['a'], ['b']]]],
    ['a |& b', [[['a'], ['b']]]],
    ['a || b', [[['a']], [['b']]]],
    ['a && b', [[['a']], [['b']]]],
    ['a& b', [[['a']], [['b']]]],
    ['a;b', [[['a']], [['b']]]],
    ['(a) b', [[['a']], [['b']]]],
    ['a\nb', [[['a']], [['b']]]],
    ['# a; b\nc', [[['c']]]],
    [' ;; | a |', [[['a']]]],
    ['', []],
  ])('are parted into commands and pipelines: %j', (line, pipelines) => {
    expect(wordsOf(line)).toEqual(pipelines);
  });
});

describe('the files that a command writes', () => {
  test.each([
    'a > f b',
    'a>f b',
    'a >> f b',
    'a >| f b',
    'a &> f b',
    'a &>> f b',
    'a >& f b',
    'a 2> f b',
    'a 2>>f b',
    'a >"f" b',
  ])('%j', (line) => {
    expect(firstOf(line)).toEqual({ words: ['a', 'b'], writes: ['f'], input: '' });
  });

  test('may be all of it', () => {
    expect(parseShell('> f').pipelines).toEqual([[{ words: [], writes: ['f'], input: '' }]]);
  });
});

describe('the command lines inside a command', () => {
  test.each<[string, readonly string[]]>([
    ['a `b c` d', ['b c']],
    ['a `b (c` d', ['b (c']],
    ['a $(b (c) d) e', ['b (c) d']],
    ['a "$(b c) `d`"', ['b c', 'd']],
    ['a <(b) >(c)', ['b', 'c']],
    ['a $(open', ['open']],
    ['a `open', ['open']],
    [`a '$(b)' \\$x`, []],
    ['a x(b) $x', []],
    ['a "$x(b)" "\\$(c)"', []],
  ])('%j', (line, inner) => {
    expect(parseShell(line).inner).toEqual(inner);
  });
});

describe('a here-document', () => {
  test.each<[string, string]>([
    ['a <<E b\nx\ny\nE\nc', 'x\ny\n'],
    ['a <<E b\nE\nc', ''],
    [`a <<'E' b\nx\nE\nc`, 'x\n'],
    ['a <<-E b\n\tx\n\t\tE\nc', '\tx\n'],
    ['a <<E b\n\tE\nE\nc', '\tE\n'],
    ['a <<-E b\nx\tE\nE\nc', 'x\tE\n'],
    ['a <<E b <<F\nx\nE\ny\nF\nc', 'x\ny\n'],
  ])('is input of its command alone: %j', (line, input) => {
    expect(parseShell(line).pipelines).toEqual([
      [{ words: ['a', 'b'], writes: [], input }],
      [{ words: ['c'], writes: [], input: '' }],
    ]);
  });

  test('goes to the command that announced it, and ends with the text at the latest', () => {
    expect(parseShell('a <<E | b; c\nx\ny').pipelines).toEqual([
      [
        { words: ['a'], writes: [], input: 'x\ny\n' },
        { words: ['b'], writes: [], input: '' },
      ],
      [{ words: ['c'], writes: [], input: '' }],
    ]);
  });

  test('is read once: what comes after it is a command', () => {
    expect(wordsOf('a <<E\nx\nE\nb\nc')).toEqual([[['a']], [['b']], [['c']]]);
  });
});
