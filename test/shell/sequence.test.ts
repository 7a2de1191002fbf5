import { describe, expect, it } from 'vitest';
import { nextOther, readSequence } from '../../src/shell/sequence.ts';

const read = (stream: string, searched = 0, at = 0) => readSequence(stream, at, { nonce: 'n', searched });
const text = (end: number) => ({ kind: 'text', end });
const incomplete = (searched: number) => ({ kind: 'incomplete', searched });

describe('a sequence', () => {
  it.each([
    ['\x1b', incomplete(0)],
    ['\x1bM', text(1)],
    ['\x1b[', incomplete(0)],
    ['\x1b[12', incomplete(0)],
    ['\x1b[12H', text(4)],
    ['\x1b[12x', text(4)],
    ['\x1b[12m', text(4)],
    [`\x1b[${'1'.repeat(32)}`, incomplete(0)],
    [`\x1b[${'1'.repeat(33)}`, text(35)],
    ['\x1b]', incomplete(0)],
    ['\x1b]1', incomplete(0)],
    ['\x1b]7', incomplete(0)],
    ['\x1b]7;file://a\x07', text(3)],
    ['\x1b]9', incomplete(0)],
    ['\x1b]9;done\x07', text(3)],
    ['\x1b]99;i=1;done\x07', text(4)],
    ['\x1b]99;i=1:p=?\x07', text(4)],
    ['\x1b]99;i=a/b:p=?;\x07', text(4)],
    [`\x1b]99;i=${'a'.repeat(129)}:p=?;\x07`, text(4)],
    ['\x1b]75011;?\x07', text(6)],
    ['\x1b]20', text(4)],
    ['\x1b]6', incomplete(0)],
    ['\x1b]633', incomplete(0)],
    ['\x1b]6334', text(6)],
    ['\x1b]633;A', incomplete(7)],
    ['\x1b]633;A\x1b', incomplete(7)],
    ['\x1b]11;x\x07', text(4)],
    ['\x1b]11x\x07', text(4)],
    ['\x1b]11x?\x07', text(4)],
    ['\x1b]133xA\x07', text(5)],
    ['\x1b]11;?\x18', text(4)],
    ['\x1b]133;Z\x07', text(5)],
    ['\x1bP', incomplete(0)],
    ['\x1bP$', incomplete(0)],
    ['\x1bP+', incomplete(0)],
    ['\x1bP1', text(2)],
    ['\x1bP$x', text(2)],
    ['\x1bP$q', incomplete(4)],
    ['\x1bP$qm', incomplete(5)],
    ['\x1bP$qm\x18', text(2)],
    ['\x1bP$q\x1b[', text(2)],
    ['\x1b_', incomplete(0)],
    ['\x1b_x', text(2)],
    ['\x1b_G', incomplete(3)],
    ['\x1b_Ga', incomplete(4)],
    ['\x1b_Ga\x18', text(3)],
    ['\x1b_Ga=T,q=2;AAAA\x1b\\', text(3)],
  ])('is read as far as it goes: %.20j', (stream, found) => {
    expect(read(stream)).toEqual(found);
    expect(read(`${stream}`.padStart(stream.length + 3, 'a'), 0, 3)).toEqual(
      'end' in found ? { ...found, end: found.end + 3 } : found,
    );
  });

  it.each<readonly [string, readonly object[]]>([
    ['\x1b[6n', [{ kind: 'query', query: { kind: 'emulator' }, raw: '\x1b[6n' }]],
    [
      '\x1b_Ga=q,i=1;AAAA\x1b\\',
      [{ kind: 'query', query: { kind: 'graphics' }, raw: '\x1b_Ga=q,i=1;AAAA\x1b\\' }],
    ],
    ['\x1b]633;A;n\x07', [{ kind: 'mark', mark: { kind: 'promptStart' } }]],
    ['\x1b]633;A;n\x1b\\', [{ kind: 'mark', mark: { kind: 'promptStart' } }]],
    ['\x1b]633A;n\x07', []],
    ...['\x07', '\x1b\\'].flatMap((end) => {
      const raw = `\x1b]7501;?${end}`;
      const notices = `\x1b]99;i=a-1:p=?;${end}`;
      return [
        [raw, [{ kind: 'query', query: { kind: 'status' }, raw }]],
        [notices, [{ kind: 'query', query: { kind: 'notices', id: 'a-1', terminator: end }, raw: notices }]],
        [`\x1b]7501;state=idle${end}`, [{ kind: 'status', report: { state: 'idle', id: '' } }]],
      ] as const;
    }),
    [
      '\x1b]99;p=?;\x07',
      [{ kind: 'query', query: { kind: 'notices', id: '0', terminator: '\x07' }, raw: '\x1b]99;p=?;\x07' }],
    ],
    // Only the exact query is one, and what asks is no report.
    ['\x1b]7501;?:state=working\x07', []],
    ['\x1b]7501; ?\x07', []],
    ['\x1b]7501;\x07', []],
    ['\x1b]633;A;n\x18', []],
  ])('is taken with its end: %j', (stream, segments) => {
    const end = stream.endsWith('\x18') ? stream.length - 1 : stream.length;
    expect(read(`${stream}rest`)).toEqual({ kind: 'taken', end, segments });
  });

  it('is not searched again where it was searched in vain', () => {
    expect(read('\x1b]633;A;n\x07B;n\x07', 11)).toMatchObject({ kind: 'taken', end: 14 });
    expect(read('\x1bP$qm\x1b\\x\x1b\\', 7)).toMatchObject({ end: 10 });
    expect(read('\x1b_Ga=q\x1b\\x\x1b\\', 9)).toMatchObject({ end: 11 });
  });

  it('is text beyond its limit', () => {
    const mark = (count: number) => `\x1b]633;${'x'.repeat(count - 1)}`;
    expect(read(mark(256 * 1024))).toMatchObject({ kind: 'incomplete' });
    expect(read(mark(256 * 1024 + 1))).toEqual(text(5));
    const color = (count: number) => `\x1b]11;${'x'.repeat(count - 1)}`;
    expect(read(color(4096))).toMatchObject({ kind: 'incomplete' });
    expect(read(color(4097))).toEqual(text(4));
    const graphics = (count: number) => `\x1b_G${'x'.repeat(count)}`;
    expect(read(graphics(8192))).toMatchObject({ kind: 'incomplete' });
    expect(read(graphics(8193))).toEqual(text(3));
  });
});

describe('colours', () => {
  const after = (stream: string) => nextOther(stream, stream.indexOf('\x1b'));

  it.each([
    ['plain', -1],
    ['\x1b[31mred\x1b[m', -1],
    ['\x1b[31mred\x1b[H', 8],
    [`\x1b[31m${'x'.repeat(40)}\x1b[1m${'y'.repeat(40)}\x1b[6n`, 89],
    [`\x1b[31m${'x'.repeat(14)}\x1b[6n`, 19],
    [`\x1b[31m${'x'.repeat(15)}\x1b[6n`, 20],
    [`\x1b[31m${'x'.repeat(16)}\x1b[6n`, 21],
    ['\x1b]0m', 0],
    ['\x1b[3', 0],
    ['\x1b[>4m', 0],
    [`\x1b[${'1'.repeat(32)}m`, -1],
    [`\x1b[${'1'.repeat(33)}m`, -1],
    [`\x1b[${'1'.repeat(33)}`, 0],
  ])('are skipped: %.20j', (stream, at) => {
    expect(after(stream)).toBe(at);
  });
});
