import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CharFinder } from '../../../src/protocol/sequences/char-finder.ts';
import { cpuTime } from '../../support/cpu-time.ts';

const finder = new CharFinder([0x1b, 0x9b, 0x07]);

it('finds the first wanted character, near or far', () => {
  const filler = fc.nat(3000).map((length) => 'xé'.repeat(length / 2));
  const text = fc.array(fc.oneof(filler, fc.constantFrom('\x1b', '\x9b', '\x07', '\u011b', '漢')), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(text, fc.nat(2000), fc.nat(4000), (pieces, from, size) => {
      const all = pieces.join('');
      const end = Math.min(all.length, from + size);
      const begin = Math.min(from, end);
      const expected = all.slice(begin, end).search(/[\x1b\x9b\x07]/);
      expect(finder.find(all, begin, end)).toBe(expected < 0 ? end : begin + expected);
    }),
  );
});

it.each([0, 1, 63, 64, 65, 511, 575, 576, 577, 1599, 1600, 1601, 4000])(
  'finds the first of all behind %d others, between where it begins and ends',
  (distance) => {
    for (const wanted of ['\x1b', '\x9b', '\x07']) {
      const text = `\x07\x1b${'x'.repeat(distance)}${wanted}x\x1b\x9b\x07`;
      const at = distance + 2;
      expect(finder.find(text, 2)).toBe(at);
      expect(finder.find(text, 2, at + 1)).toBe(at);
      expect(finder.find(text, 2, at)).toBe(at);
      expect(finder.find(text.slice(0, at), 2)).toBe(at);
      expect(finder.find(text, at + 1)).toBe(at + 2);
    }
  },
);

it('takes time with the distance, not with the length of the text', () => {
  const text = `${'x\x9b'.repeat(500_000)}\x1b`;
  const begun = cpuTime();
  let found = 0;
  for (let at = finder.find(text, 0); at < text.length; at = finder.find(text, at + 1)) found += 1;
  expect(found).toBe(500_001);
  expect(cpuTime() - begun).toBeLessThan(2000);
});
