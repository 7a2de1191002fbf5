import { describe, expect, it } from 'vitest';
import type { Query } from '../../src/shell/query.ts';
import { splitChunks } from '../support/split-stream.ts';

const emulator: Query = { kind: 'emulator' };
const color = (...indexes: number[]): Query => ({
  kind: 'color',
  targets: indexes.map((index) => ({ code: 4, index })),
  terminator: '\x07',
});

describe('queries', () => {
  it.each<[string, Query]>([
    ['\x1b[c', { kind: 'da1' }],
    ['\x1b[?1;1;0S', { kind: 'sixel', asked: 'colors' }],
    ['\x1b[?2;4S', { kind: 'sixel', asked: 'pixels' }],
    ['\x1b_Gi=31,s=1,v=1,a=q;AAAA\x1b\\', { kind: 'graphics' }],
    ['\x1b_Gm=0;AAAA\x1b\\', { kind: 'graphics' }],
    ['\x1b[0c', { kind: 'da1' }],
    ['\x1b[>c', emulator],
    ['\x1b[>0c', emulator],
    ['\x1b[=c', { kind: 'da3' }],
    ['\x1b[=0c', { kind: 'da3' }],
    ['\x1b[>q', { kind: 'xtversion' }],
    ['\x1b[>0q', { kind: 'xtversion' }],
    ['\x1b[5n', emulator],
    ['\x1b[6n', emulator],
    ['\x1b[?6n', emulator],
    ['\x1b[?996n', emulator],
    ['\x1b[?2026$p', emulator],
    ['\x1b[20$p', emulator],
    ['\x1bP$qm\x1b\\', emulator],
    ['\x1bP$q q\x1b\\', emulator],
    ['\x1bP+q544e;52\x1b\\', { kind: 'xtgettcap', names: ['TN', 'R'] }],
    ['\x1b[?u', emulator],
    ['\x1b[?4m', emulator],
    ['\x1b[14t', { kind: 'windowSize', report: 14 }],
    ['\x1b[14;2t', { kind: 'windowSize', report: 14 }],
    ['\x1b[16t', { kind: 'windowSize', report: 16 }],
    ['\x1b[18t', { kind: 'windowSize', report: 18 }],
    ['\x1b[19t', { kind: 'windowSize', report: 19 }],
    ['\x1b[20t', { kind: 'windowSize', report: 20 }],
    ['\x1b[21t', { kind: 'windowSize', report: 21 }],
    ['\x1b]10;?\x1b\\', { kind: 'color', targets: [{ code: 10 }], terminator: '\x1b\\' }],
    ['\x1b]11;?\x07', { kind: 'color', targets: [{ code: 11 }], terminator: '\x07' }],
    ['\x1b]12;?\x07', { kind: 'color', targets: [{ code: 12 }], terminator: '\x07' }],
    ['\x1b]10;?;?\x07', { kind: 'color', targets: [{ code: 10 }, { code: 11 }], terminator: '\x07' }],
    ['\x1b]4;1;?\x07', color(1)],
    ['\x1b]5;2;?\x07', { kind: 'color', targets: [{ code: 5, index: 2 }], terminator: '\x07' }],
    ['\x1b]17;?\x07', { kind: 'color', targets: [{ code: 17 }], terminator: '\x07' }],
    ['\x1b]19;?\x07', { kind: 'color', targets: [{ code: 19 }], terminator: '\x07' }],
    ['\x1b]4;1;?;255;?\x07', color(1, 255)],
  ])('takes %j out', (raw, query) => {
    expect(splitChunks([`a${raw}b`])).toEqual([
      { kind: 'text', text: 'a' },
      { kind: 'query', query, raw },
      { kind: 'text', text: 'b' },
    ]);
  });

  it.each([
    '\x1b]4;1;#ffffff\x07',
    '\x1b]10;rgb:ff/ff/ff\x1b\\',
    '\x1b]11;black;white\x07',
    '\x1b]104\x07',
    '\x1b]20;?\x07',
    '\x1b[22;0t',
    '\x1b[8;24;80t',
    '\x1b[t',
    '\x1b[1;5u',
    '\x1b[u',
    '\x1b[=1;1u',
    '\x1b[2 q',
    '\x1b[>4;1m',
    '\x1b[>4n',
    '\x1b[!p',
    '\x1b[62;1"p',
    '\x1b[?1;2c',
    '\x1b[3S',
    '\x1b_Ga=T,m=1;AAAA\x1b\\',
    '\x1b_Ga=T,q=2;AAAA\x1b\\',
    '\x1b_other\x1b\\',
    '\x1bPq#0\x1b\\',
    '\x1bP1$r0m\x1b\\',
  ])('leaves %j, which asks nothing, in the text', (raw) => {
    expect(splitChunks([`a${raw}b`])).toEqual([{ kind: 'text', text: `a${raw}b` }]);
  });

  it('parts a sequence that both sets and asks', () => {
    const raw = '\x1b]4;1;#fff;2;?\x07';
    expect(splitChunks([raw])).toEqual([
      { kind: 'text', text: '\x1b]4;1;#fff\x07' },
      { kind: 'query', query: color(2), raw },
    ]);
    const dynamic = '\x1b]10;red;?\x07';
    expect(splitChunks([dynamic])).toEqual([
      { kind: 'text', text: '\x1b]10;red\x07' },
      {
        kind: 'query',
        query: { kind: 'color', targets: [{ code: 11 }], terminator: '\x07' },
        raw: dynamic,
      },
    ]);
  });
});
