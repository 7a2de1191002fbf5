import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContentPart } from '../../../src/protocol/terminal/state.ts';
import { contentChars, MAX_PARTS, trimContent } from '../../../src/protocol/terminal/trim.ts';

const line = fc.constantFrom('one\r\n', 'a longer line of output\r\n', '\x1b[31mred\x1b[m\r\n', '漢字😀\r\n');
const text = fc.array(line, { maxLength: 20 }).map((lines) => lines.join(''));
const part: fc.Arbitrary<ContentPart> = fc.oneof(
  text.map((value) => ({ type: 'unclassified' as const, value })),
  fc.tuple(text, fc.boolean()).map(([output, isComplete]) => ({
    type: 'command' as const,
    commandId: 'c',
    commandLine: 'ls',
    output,
    timestamp: 1,
    isComplete,
  })),
);

const stream = (content: readonly ContentPart[]) =>
  content.map((one) => (one.type === 'command' ? one.output : one.value)).join('');

const plainPart = (value: string): ContentPart => ({ type: 'unclassified', value });
const commandPart = (output: string): ContentPart => ({
  type: 'command',
  commandId: 'a',
  commandLine: '',
  output,
  timestamp: 1,
  isComplete: true,
});

describe('trimContent', () => {
  it('leaves content within the limit alone, as the same array', () => {
    const content = [plainPart('x'.repeat(100))];
    expect(trimContent(content, 100, 50)).toEqual({ content, cutTail: false });
    expect(trimContent(content, 100, 50).content).toBe(content);
  });

  it('keeps a suffix of the text, at most as long as asked, cut at the start of a line', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.nat(400), fc.nat(400), (content, limit, room) => {
        const keep = Math.min(limit, room);
        const before = stream(content);
        const { content: kept } = trimContent(content, limit, keep);
        const after = stream(kept);
        expect(before.endsWith(after)).toBe(true);
        if (kept === content) return;
        expect(contentChars(kept)).toBeLessThanOrEqual(keep + 'ls'.length);
        expect(['', '\n']).toContain(before.slice(0, before.length - after.length).slice(-1));
      }),
    );
  });

  it('drops whole parts from the front before it cuts one', () => {
    const content = [
      commandPart('1111\n'),
      commandPart('2222\n'),
      commandPart('3333\n4444\n'),
      plainPart('$ '),
    ];
    const { content: kept, cutTail } = trimContent(content, 15, 8);
    expect(kept).toEqual([
      { ...commandPart('4444\n'), _meta: { 'x-cotty': { droppedChars: 5 } } },
      plainPart('$ '),
    ]);
    expect(cutTail).toBe(false);
  });

  it('says when the last part itself was cut', () => {
    expect(trimContent([plainPart('one\ntwo\nthree\n')], 10, 8)).toEqual({
      content: [plainPart('three\n')],
      cutTail: true,
    });
  });

  it('adds up what a command lost over several cuts', () => {
    const first = trimContent([commandPart('one\ntwo\nthree\n')], 12, 10).content;
    const second = trimContent(first, 9, 6).content;
    expect(second).toEqual([{ ...commandPart('three\n'), _meta: { 'x-cotty': { droppedChars: 8 } } }]);
  });

  it('keeps the last part even if it is all there is room for', () => {
    const { content } = trimContent([plainPart('x\n'), plainPart('')], 0, 0);
    expect(content).toEqual([plainPart('')]);
  });

  it('bounds the number of parts, as commands without output cost memory too', () => {
    const content = Array.from({ length: MAX_PARTS + 1 }, () => commandPart(''));
    const { content: kept } = trimContent(content, 1_000_000, 500_000);
    expect(kept.length).toBeLessThan(MAX_PARTS);
    expect(kept.at(-1)).toBe(content.at(-1));
  });
});
