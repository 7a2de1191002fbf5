import { describe, expect, test } from 'vitest';
import { UnparsedOutput } from '../../../src/host/screen/unparsed-output.ts';
import { TextLog } from '../../../src/host/text/text-log.ts';

type Event = { readonly kind: 'size' | 'finished'; readonly n: number };

describe('output that is not parsed yet', () => {
  test('counts an event as 4 Ki characters, so that a turn takes few of them', () => {
    const { output, taken } = setUp();
    for (let n = 0; n < 40; n += 1) output.add({ kind: 'size', n });
    expect(output.take(64 * 1024, taken.push)).toBe(64 * 1024);
    expect(taken.all).toHaveLength(16);
    expect(output.events).toBe(24);
    output.take(Number.POSITIVE_INFINITY, taken.push);
    expect(taken.all.map((event) => (event as Event).n)).toEqual(Array.from({ length: 40 }, (_, n) => n));
  });

  test('keeps the last of the events that would be too many, where nothing was printed between', () => {
    const { output, log, taken } = setUp();
    for (let n = 0; n < 1000; n += 1) output.add({ kind: 'size', n });
    expect(output.events).toBe(256);
    output.add({ kind: 'finished', n: 1000 });
    log.append('$ ');
    output.add({ kind: 'size', n: 1001 });
    output.add({ kind: 'size', n: 1002 });
    output.take(Number.POSITIVE_INFINITY, taken.push);
    const [last, text, finished, before, ...earlier] = taken.all.toReversed();
    expect([last, text, finished, before]).toEqual([
      { kind: 'size', n: 1002 },
      '$ ',
      { kind: 'finished', n: 1000 },
      { kind: 'size', n: 999 },
    ]);
    expect(earlier).toHaveLength(255);
    expect(earlier.at(-1)).toEqual({ kind: 'size', n: 0 });
  });
});

function setUp() {
  const log = new TextLog();
  const output = new UnparsedOutput<Event>(log, { keep: undefined });
  const all: (string | Event)[] = [];
  return { log, output, taken: { all, push: (step: string | Event) => void all.push(step) } };
}
