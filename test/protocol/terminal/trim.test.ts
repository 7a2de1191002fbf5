import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newlinesIn } from '../../../src/protocol/terminal/newlines.ts';
import { omittedOf } from '../../../src/protocol/terminal/shorten.ts';
import type { ContentPart } from '../../../src/protocol/terminal/state.ts';
import { contentChars, MAX_PARTS, trimContent } from '../../../src/protocol/terminal/trim.ts';

const line = fc.constantFrom('one\r\n', 'a longer line of output\r\n', '\x1b[31mred\x1b[m\r\n', '漢字😀\r\n');
const text = fc
  .tuple(fc.array(line, { maxLength: 20 }), fc.integer({ min: 1, max: 40 }))
  .map(([lines, times]) => lines.join('').repeat(times));
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

const id = fc.constant('c');
/** The search for a line start may keep nothing of a line that is as long as this. */
const LINE_SIZE = 64;
const contentOf = (one: ContentPart) => (one.type === 'command' ? one.output : one.value);
const gap = (at: number, chars: number, lines: number) => ({ 'x-cotty': { omitted: { at, chars, lines } } });

/** Whether a part is what is left of another: its head up to the gap, and its tail after that. */
function expectRest(kept: ContentPart, before: ContentPart | undefined): void {
  if (kept.type !== 'command' || before?.type !== 'command') {
    expect(
      before?.type === 'unclassified' &&
        before.value.endsWith(kept.type === 'unclassified' ? kept.value : '?'),
    ).toBe(true);
    return;
  }
  const { at, chars, lines } = omittedOf(kept) ?? { at: 0, chars: 0, lines: 0 };
  expect(before.output.slice(0, at) + before.output.slice(at + chars)).toBe(kept.output);
  expect(before.output.length).toBe(kept.output.length + chars);
  expect(newlinesIn(before.output)).toBe(newlinesIn(kept.output) + lines);
  // Nothing was cut inside of a sequence, a pair or a line.
  expect(['', '\n']).toContain(kept.output.slice(0, at).slice(-1));
  expect(['', '\n']).toContain(before.output.slice(0, at + chars).slice(-1));
}

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

  it('keeps the number of characters, and never more than one gap in an output', () => {
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 12 }),
        fc.nat(20_000),
        fc.nat(20_000),
        (content, limit, room) => {
          const keep = Math.min(limit, room);
          const { content: kept } = trimContent(content, limit, keep);
          if (kept === content) return;
          expect(contentChars(kept)).toBeLessThanOrEqual(Math.max(keep, LINE_SIZE));
          const before = content.slice(content.length - kept.length);
          for (const [at, one] of kept.entries()) expectRest(one, before[at]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('changes nothing when it runs again', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.nat(60_000), (content, keep) => {
        const once = trimContent(content, keep, keep).content;
        expect(trimContent(once, keep, keep).content).toEqual(once);
      }),
      { numRuns: 300 },
    );
  });

  it('leaves the same rest whatever was trimmed on the way: a client that trims elsewhere agrees on what both have', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(id, text, fc.boolean()), { maxLength: 14 }),
        fc.nat(30_000),
        (runs, keep) => {
          const whole = new Map<string, string>();
          let host: readonly ContentPart[] = [];
          let client: readonly ContentPart[] = [];
          for (const [at, [, output]] of runs.entries()) {
            const own = { ...commandPart(output), commandId: `c${at}` };
            whole.set(own.commandId, output);
            host = trimContent([...host, own], keep, Math.floor(keep * 0.75)).content;
            client = trimContent([...client, own], 2 * keep, keep).content;
          }
          for (const one of [...host, ...client]) {
            if (one.type === 'command') expectRest(one, commandPart(whole.get(one.commandId) ?? ''));
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('shortens finished outputs to head and tail, oldest first, before it drops any command', () => {
    const long = (mark: string) =>
      commandPart(`first ${mark}\r\n${`${mark}\r\n`.repeat(9000)}last ${mark}\r\n`);
    const content = [long('a'), plainPart('$ '), long('b'), plainPart('$ '), long('c'), plainPart('$ ')];
    const { content: kept, cutTail } = trimContent(content, 60_000, 50_000);
    expect(cutTail).toBe(false);
    expect(kept).toHaveLength(content.length);
    const outputs = kept.flatMap((one) => (one.type === 'command' ? [one.output] : []));
    expect(outputs[0]?.length).toBeLessThan(8 * 1024);
    // Only as much is taken as is needed.
    expect(outputs[1]?.length).toBeGreaterThan(16 * 1024);
    expect(outputs[2]).toBe(contentOf(long('c')));
    expect(contentChars(kept)).toBeGreaterThan(49_900);
    expect(outputs[0]).toMatch(/^first a\r\n/);
    expect(outputs[0]).toMatch(/last a\r\n$/);
    const first = kept[0];
    if (first?.type !== 'command') throw new Error('no command');
    const gap = omittedOf(first);
    expect(gap?.lines).toBe(9002 - newlinesIn(first.output));
    expect(gap?.chars).toBe(contentChars([long('a')]) - first.output.length);
  });

  it('lets a growing part have half of the room before it drops the commands before it', () => {
    const finished = Array.from({ length: 10 }, (_, at) => ({
      ...commandPart(`${at}\r\n`),
      commandId: `c${at}`,
    }));
    const open = { ...commandPart('x\r\n'.repeat(30_000)), commandId: 'open', isComplete: false };
    const { content: kept, cutTail } = trimContent([...finished, open], 60_000, 40_000);
    expect(cutTail).toBe(true);
    expect(kept.slice(0, -1)).toEqual(finished);
    const last = kept.at(-1);
    if (last?.type !== 'command') throw new Error('no command');
    expect(omittedOf(last)).toEqual({
      at: 0,
      chars: 90_000 - last.output.length,
      lines: 30_000 - last.output.length / 3,
    });
    expect(last.output.length).toBeGreaterThan(19_000);
  });

  it('drops the oldest parts when short ones are too many', () => {
    const content = Array.from({ length: 40 }, (_, at) => commandPart(`${`${at}`.padEnd(998, 'x')}\r\n`));
    const { content: kept } = trimContent(content, 30_000, 20_000);
    expect(kept).toEqual(content.slice(-20));
  });

  it('adds up what a command lost over several cuts', () => {
    const open = { ...commandPart('one\ntwo\nthree\n'), isComplete: false };
    const first = trimContent([open], 12, 10).content;
    const second = trimContent(first, 9, 6).content;
    expect(second).toEqual([{ ...open, output: 'three\n', _meta: gap(0, 8, 2) }]);
  });

  it('cuts through a gap, not beside it', () => {
    const restored = {
      ...commandPart(`${'h\n'.repeat(5000)}${'t\n'.repeat(5000)}`),
      _meta: gap(10_000, 500, 50),
    };
    const [short] = trimContent([restored, plainPart('$ ')], 6147, 6147).content;
    expect(short?._meta).toEqual(gap(2048, 500 + 20_000 - 2048 - 4096, 50 + 10_000 - 1024 - 2048));
    const [cut] = trimContent([restored], 19_000, 19_000).content;
    expect(cut?._meta).toEqual(gap(0, 10_500, 5050));
  });

  it('says when the last part itself was cut', () => {
    expect(trimContent([plainPart('one\ntwo\nthree\n')], 10, 8)).toEqual({
      content: [plainPart('three\n')],
      cutTail: true,
    });
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
