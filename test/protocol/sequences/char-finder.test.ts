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

it('takes time with the distance, not with the length of the text', () => {
  const text = `${'x\x9b'.repeat(500_000)}\x1b`;
  const begun = cpuTime();
  let found = 0;
  for (let at = finder.find(text, 0); at < text.length; at = finder.find(text, at + 1)) found += 1;
  expect(found).toBe(500_001);
  expect(cpuTime() - begun).toBeLessThan(2000);
});
