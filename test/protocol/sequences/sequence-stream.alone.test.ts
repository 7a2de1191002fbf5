import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SequenceStream } from '../../../src/protocol/sequences/sequence-stream.ts';
import { cpuTime } from '../../support/cpu-time.ts';
import { hostileText } from './hostile-text.ts';

type Piece = readonly [kind: string, text: string];

function read(chunks: readonly string[]): Piece[] {
  const pieces: Piece[] = [];
  const add = (kind: string, text: string) => {
    const last = pieces.at(-1);
    if (kind === 'text' && last?.[0] === 'text') pieces[pieces.length - 1] = ['text', last[1] + text];
    else pieces.push([kind, text]);
  };
  const stream = new SequenceStream({
    text: (text) => add('text', text),
    sequence: (raw, kind) => add(kind, raw),
  });
  for (const chunk of chunks) stream.add(chunk);
  return pieces;
}

describe('a stream of sequences', () => {
  it('has text, whole sequences, and no control strings', () => {
    expect(read(['a\x1b[1mb\x1b]0;t\x07c\x1bPq\x1b\\d\x1b7\x9b2Ke\x1b[3\x1b[4mf\x1b]0;cut off'])).toEqual([
      ['text', 'a'],
      ['csi', '\x1b[1m'],
      ['text', 'bcd'],
      ['escape', '\x1b7'],
      ['csi', '\x9b2K'],
      ['text', 'e'],
      ['escape', '\x1b[3'],
      ['csi', '\x1b[4m'],
      ['text', 'f'],
    ]);
  });

  it.each<[readonly string[], readonly Piece[]]>([
    [['\x1b]0;t\x1b', '', '\\a'], [['text', 'a']]],
    [
      ['\x1b]0;t\x1b', '\x1b', '7a'],
      [
        ['escape', '\x1b'],
        ['escape', '\x1b7'],
        ['text', 'a'],
      ],
    ],
    [
      ['\x1b]0;t\x9b', '1ma'],
      [
        ['csi', '\x9b1m'],
        ['text', 'a'],
      ],
    ],
    [
      ['\x1b]0;t\x1b', '\x9b1ma'],
      [
        ['escape', '\x1b'],
        ['csi', '\x9b1m'],
        ['text', 'a'],
      ],
    ],
    [
      ['\x1b[1', '', '2', 'ma'],
      [
        ['csi', '\x1b[12m'],
        ['text', 'a'],
      ],
    ],
    [['\x1b', '[', '1'], []],
    [['\x1bPq', 'a', 'b\x9c', 'c'], [['text', 'c']]],
    [['\x1b_a', '\x18b'], [['text', 'b']]],
    [
      ['\x1b(', 'Ba'],
      [
        ['escape', '\x1b(B'],
        ['text', 'a'],
      ],
    ],
    [
      ['\x1b[1\x18a'],
      [
        ['csi', '\x1b[1\x18'],
        ['text', 'a'],
      ],
    ],
  ])('goes on with what was begun: %j', (chunks, pieces) => {
    expect(read(chunks)).toEqual(pieces);
  });

  it('has sequences of 4,096 characters at most, in however many pieces they come', () => {
    const sequence = (length: number) => `\x1b[${'1'.repeat(length - 3)}m`;
    const pieces = (text: string, size: number) => text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? [];
    for (const size of [1, 1000, 4095, 4096, 5000]) {
      expect(read(pieces(sequence(4096), size))).toEqual([['csi', sequence(4096)]]);
      expect(read([...pieces(sequence(4097), size), 'a'])).toEqual([['text', 'a']]);
      expect(read([...pieces(sequence(9000), size), 'a'])).toEqual([['text', 'a']]);
    }
  });

  it('is the same wherever it is cut', () => {
    const all = 'a\x1b[1mb\x1b]0;t\x07c\x1bPq\x1b\\d\x1b7\x9b2Ke\x1b[3\x1b[4mf\x1b]0;cut\x1b[5mg';
    for (let cut = 0; cut <= all.length; cut += 1) {
      expect(read([all.slice(0, cut), all.slice(cut)])).toEqual(read([all]));
    }
    fc.assert(
      fc.property(hostileText, fc.nat(60), (text, cut) => {
        expect(read([text.slice(0, cut), text.slice(cut)])).toEqual(read([text]));
        expect(read(text.split(''))).toEqual(read([text]));
      }),
      { numRuns: 1000 },
    );
  });

  it('drops a sequence that is too long, and costs no more than its length', () => {
    const begun = cpuTime();
    for (const unit of ['\x1b', '\x9d', '\x1b[4;', '\x1b]0;', '\x90\x1b', '47;']) {
      const text = `\x1b[?${unit.repeat(131_072 / unit.length)}`;
      read([text]);
      read(text.match(/.{1,7}/gs) ?? []);
    }
    expect(read([`\x1b[${'4;'.repeat(4096)}m`, 'after'])).toEqual([['text', 'after']]);
    expect(cpuTime() - begun).toBeLessThan(3000);
  });
});
