import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Mark, parseForeignMark, parseMark } from '../../src/shell/mark.ts';

const ours = (payload: string) => parseMark(`${payload};key`, 'key');

describe('parseMark', () => {
  it.each<[string, Mark]>([
    ['A', { kind: 'promptStart' }],
    ['B', { kind: 'promptEnd' }],
    ['C', { kind: 'executed' }],
    ['D', { kind: 'finished' }],
    ['D;0', { kind: 'finished', exitCode: 0 }],
    ['D;130', { kind: 'finished', exitCode: 130 }],
    ['D;', { kind: 'finished' }],
    ['D;x', { kind: 'finished' }],
    ['E;', { kind: 'commandLine', line: '' }],
    ['E;ls -l', { kind: 'commandLine', line: 'ls -l' }],
    ['E;a\\x3b b\\x0ac\\\\d\\\\x41', { kind: 'commandLine', line: 'a; b\nc\\d\\x41' }],
    ['P;Cwd=/a=b\\x3bc', { kind: 'property', key: 'Cwd', value: '/a=b;c' }],
  ])('reads %s', (payload, mark) => {
    expect(ours(payload)).toEqual(mark);
  });

  it.each(['', 'Z', 'AA', 'P', 'P;Cwd', 'P;=x'])('makes nothing of %j', (payload) => {
    expect(ours(payload)).toBeUndefined();
  });

  it('believes only the nonce, at the end, and never an empty one', () => {
    const unverified = { kind: 'executed', unverified: true };
    expect(parseMark('C;key', 'key')).toEqual({ kind: 'executed' });
    expect(parseMark('C', 'key')).toEqual(unverified);
    expect(parseMark('C;', 'key')).toEqual(unverified);
    expect(parseMark('C;KEY', 'key')).toEqual(unverified);
    expect(parseMark('C;', '')).toEqual(unverified);
    expect(parseMark('key', 'key')).toBeUndefined();
    expect(parseMark('E;x;key;y', 'key')).toEqual({ kind: 'commandLine', line: 'x', unverified: true });
  });

  it('reads the name of a shell inside, and takes no other word for one', () => {
    expect(parseMark('D;1;~12ab34', 'key')).toEqual({ kind: 'finished', exitCode: 1, shell: '~12ab34' });
    for (const name of ['~', '~12ab', '~12 ab34', `~${'1'.repeat(41)}`, '12ab34'])
      expect(parseMark(`C;${name}`, 'key')).toEqual({ kind: 'executed', unverified: true });
  });

  it('gives back any command line that was escaped as the scripts do', () => {
    const escaped = (line: string) =>
      line
        .replaceAll('\\', '\\\\')
        .replaceAll(/[;\x01-\x1f\x7f]/g, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`);
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('\\', 'x', '3', 'b', ';', '\n', '\t', 'é', '🙂') }),
        (line) => {
          expect(ours(`E;${escaped(line)}`)).toEqual({ kind: 'commandLine', line });
        },
      ),
    );
  });
});

describe('parseForeignMark', () => {
  it.each<[string, Mark]>([
    ['A', { kind: 'promptStart', unverified: true }],
    ['A;aid=7;cl=m', { kind: 'promptStart', unverified: true }],
    ['B', { kind: 'promptEnd', unverified: true }],
    ['C', { kind: 'executed', unverified: true }],
    ['C;cmdline_url=ls%20%22a%22', { kind: 'executed', unverified: true, line: 'ls "a"' }],
    ['C;cmdline_url=100%', { kind: 'executed', unverified: true, line: '100%' }],
    ['D', { kind: 'finished', unverified: true }],
    ['D;2;aid=7', { kind: 'finished', exitCode: 2, unverified: true }],
  ])('reads %s', (payload, mark) => {
    expect(parseForeignMark(payload)).toEqual(mark);
  });

  it.each(['', 'L', 'P;k=i', 'E;ls'])('makes nothing of %j', (payload) => {
    expect(parseForeignMark(payload)).toBeUndefined();
  });
});
