import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cursor, TextLog } from '../../../src/host/text/text-log.ts';

const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('\n', 'line\r\n', '\x1b[1mbold\x1b[0m', '\x1b[', '3', '1m', '\x1b[H', '\x1b]2;t\x07'),
);

describe('TextLog', () => {
  it('gives every reader the same text, whatever the pace of each', () => {
    const step = fc.record({ text: texts, reader: fc.nat(3), chars: fc.nat(40) });
    fc.assert(
      fc.property(fc.nat(50), fc.array(step, { maxLength: 60 }), (before, steps) => {
        const log = new TextLog(before);
        const readers = [0, 1, 2].map(() => ({ cursor: log.cursor(Number.POSITIVE_INFINITY), read: '' }));
        let all = '';
        for (const { text, reader, chars } of steps) {
          log.append(text);
          all += text;
          const one = readers[reader];
          if (one === undefined) continue;
          one.read += one.cursor.readTo(Math.min(log.end, one.cursor.at + chars));
          expect(one.read).toBe(all.slice(0, one.cursor.at - before));
          expect(one.cursor.gap).toBeUndefined();
        }
        for (const { cursor, read } of readers) expect(read + cursor.readTo(log.end)).toBe(all);
        expect(log.end).toBe(before + all.length);
      }),
    );
  });

  it('reads and counts between any two places', () => {
    const places = fc.tuple(fc.nat(200), fc.nat(200)).map((pair) => pair.sort((a, b) => a - b));
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 30 }), places, (printed, [from = 0, to = 0]) => {
        const log = new TextLog();
        log.cursor(Number.POSITIVE_INFINITY);
        for (const text of printed) log.append(text);
        const all = printed.join('');
        const part = all.slice(from, to);
        expect(log.read(from, to)).toBe(part);
        expect(log.lineAt(to) - log.lineAt(from)).toBe(part.split('\n').length - 1);
        if (log.isPlain(from, to)) expect(part).not.toContain('\x1b');
      }),
    );
  });

  it('reads and counts the same where text has become bytes, and rooms are used again', () => {
    const long = fc
      .tuple(fc.constantFrom('ab\n', 'é\n', '漢', '\x1b[1m\n', '\ud83d'), fc.integer({ min: 1, max: 16_384 }))
      .map(([unit, size]) => unit.repeat(Math.ceil(size / unit.length)));
    const moves = fc.record({ text: fc.oneof(long, texts), reads: fc.nat(30_000) });
    fc.assert(
      fc.property(fc.array(moves, { minLength: 90, maxLength: 140 }), (steps) => {
        const log = new TextLog();
        const slow = log.cursor(1024 * 1024);
        let all = '';
        for (const { text, reads } of steps) {
          log.append(text);
          all += text;
          const from = Math.max(slow.at, log.begin);
          const to = Math.min(log.end, from + reads);
          const part = all.slice(from, to);
          expect(log.lineAt(to) - log.lineAt(from)).toBe(part.split('\n').length - 1);
          expect(slow.readTo(to) === part).toBe(true);
        }
        expect(log.read(log.begin) === all.slice(log.begin)).toBe(true);
      }),
      { numRuns: 10 },
    );
  });

  it('holds what a reader has not read, and tells it of a gap at its limit', () => {
    const log = new TextLog();
    const quick = log.cursor(1000);
    const slow = log.cursor(10);
    log.append('12345');
    log.append('67890');
    expect(log.begin).toBe(0);
    expect(slow.gap).toBeUndefined();
    quick.moveTo(log.end);
    log.append('abcde');
    expect(log.begin).toBe(5);
    expect(slow.gap).toEqual({ from: 0, to: 5 });
    expect(slow.waiting).toBe(15);
    expect(slow.readTo(log.end)).toBe('67890abcde');
    expect(slow.gap).toBeUndefined();
  });

  it('appends as fast with 128 KiB held as with little', () => {
    const piece = 'abcdefghij\r\n';
    const spent = (held: number): number => {
      const log = new TextLog();
      log.cursor(held);
      for (let at = 0; at < held; at += piece.length) log.append(piece);
      const before = process.cpuUsage();
      for (let count = 0; count < 20_000; count += 1) log.append(piece);
      const { user } = process.cpuUsage(before);
      expect(log.end - log.begin).toBeLessThan(held + piece.length);
      return user;
    };
    spent(1024);
    expect(spent(128 * 1024)).toBeLessThan(20 * spent(1024) + 100_000);
  });

  it('holds nothing that nobody reads any more', () => {
    const log = new TextLog();
    log.append('nobody reads this');
    expect(log.begin).toBe(log.end);
    const first = log.cursor(1000);
    const second: Cursor = log.cursor(1000);
    log.append('one');
    log.append('two');
    first.moveTo(log.end);
    expect(log.read(0)).toBe('onetwo');
    second.close();
    expect(log.begin).toBe(log.end);
  });

  it.each([
    ['lines', ['a\r\nb', '\x1b[1', 'mc\r\n'], 0],
    ['a cursor key', ['a\r\n', '\x1b[A', 'b'], 6],
    ['a title cut in two', ['a\x1b', ']2;t\x07', 'b'], 7],
  ])('knows from where on nothing but lines was printed: %s', (_what, printed, place) => {
    const log = new TextLog();
    for (const text of printed) log.append(text);
    expect(log.mixedUntil).toBe(place);
  });
});
