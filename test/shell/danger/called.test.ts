import { describe, expect, test } from 'vitest';
import { called } from '../../../src/shell/danger/called.ts';

function calledBy(line: string, input = '') {
  const words = line === '' ? [] : line.split(' ');
  return called({ words, writes: [], input });
}

describe('the program that a command calls', () => {
  test.each([
    'rm x',
    '/usr/bin/rm x',
    'A=1 B_2+=3 rm x',
    'if ! rm x',
    'while A=1 rm x',
    'env -i rm x',
    'env -u A B=1 rm x',
    'nice -n 5 rm x',
    'nice -5 rm x',
    'ionice -c 3 rm x',
    'timeout 5 rm x',
    'timeout -k 5 -v -s KILL 10 rm x',
    'nohup rm x',
    'setsid -f rm x',
    'time -f %e -p rm x',
    'exec -a name rm x',
    'command -- rm x',
    'builtin rm x',
    'xargs -n 1 -0 rm x',
    'nice env A=1 nohup rm x',
  ])('%j', (line) => {
    expect(calledBy(line)).toEqual({
      program: 'rm',
      args: ['x'],
      asRoot: false,
      writes: [],
      input: '',
      lines: [],
    });
  });

  test.each([
    'sudo rm x',
    '/usr/bin/sudo -u ada -E rm x',
    'doas -u ada -n rm x',
    'sudo nice rm x',
    'nice sudo rm x',
  ])('as root: %j', (line) => {
    expect(calledBy(line)).toMatchObject({ program: 'rm', args: ['x'], asRoot: true });
  });

  test.each([
    ['=x y', '=x'],
    ['a-b=1 y', 'a-b=1'],
    ['x A=1', 'x'],
    ['', ''],
    ['sudo', ''],
    ['A=1', ''],
  ])('is the first word that is no assignment: %j', (line, program) => {
    expect(calledBy(line).program).toBe(program);
  });

  test('keeps what it writes and reads', () => {
    const { writes, input } = called({ words: ['tee'], writes: ['a'], input: 'b' });
    expect({ writes, input }).toEqual({ writes: ['a'], input: 'b' });
  });
});

describe('the command lines that a program is given', () => {
  test.each<[string, readonly string[]]>([
    ['eval a b', ['a b']],
    ['bash', ['IN']],
    ['bash -x', ['IN']],
    ['bash -lc a b', ['a', 'IN']],
    ['sh -c', ['', 'IN']],
    ['sh -x -c a', ['a', 'IN']],
    ['sh x-c a', ['IN']],
    ['sh -cx a', ['IN']],
    ['ssh host a b', ['a b', 'IN']],
    ['ssh -t -p 22 -v host a b', ['a b', 'IN']],
    ['ssh -xp 22 a', ['a', 'IN']],
    ['ssh --p 22 a', ['a', 'IN']],
    ['ssh host', ['', 'IN']],
    ['ssh', ['', 'IN']],
    ['mysh -c a', []],
    ['python -c a', []],
  ])('%j', (line, lines) => {
    expect(calledBy(line, 'IN').lines).toEqual(lines);
  });
});
