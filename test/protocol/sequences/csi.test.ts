import { describe, expect, it } from 'vitest';
import { readCsi } from '../../../src/protocol/sequences/csi.ts';
import { switchOf } from '../../../src/protocol/sequences/screen-switch.ts';

const read = (text: string) => {
  const { prefix, parameters, intermediates, final } = readCsi(text, 0, text.length);
  return [prefix, parameters, intermediates, final];
};

describe('what a CSI sequence says', () => {
  it.each<[string, readonly unknown[]]>([
    ['\x1b[m', ['', [0], '', 'm']],
    ['\x9bm', ['', [0], '', 'm']],
    ['\x1b[1;22;333H', ['', [1, 22, 333], '', 'H']],
    ['\x1b[;5H', ['', [0, 5], '', 'H']],
    ['\x1b[5;H', ['', [5, 0], '', 'H']],
    ['\x1b[4:3;58:2:1m', ['', [4, 58], '', 'm']],
    ['\x1b[?1049h', ['?', [1049], '', 'h']],
    ['\x1b[>c', ['>', [0], '', 'c']],
    ['\x1b[<1;2M', ['<', [1, 2], '', 'M']],
    ['\x1b[?2026$p', ['?', [2026], '$', 'p']],
    ['\x1b[1 "q', ['', [1], ' "', 'q']],
    ['\x1b[1\r\x7f2m', ['', [12], '', 'm']],
    ['\x1b\r[12m', ['', [12], '', 'm']],
    ['\x1b[09m', ['', [9], '', 'm']],
    ['\x1b[2147483647m', ['', [0x7fff_ffff], '', 'm']],
    ['\x1b[99999999999m', ['', [0x7fff_ffff], '', 'm']],
    ['\x1b[1?2m', ['', [12], '', '']],
    ['\x1b[??1m', ['?', [1], '', '']],
    ['\x1b[$1m', ['', [1], '$', '']],
    ['\x1b[$?m', ['', [0], '$', '']],
  ])('%j', (text, said) => {
    expect(read(text)).toEqual(said);
  });

  it('is read where it stands', () => {
    expect(readCsi('ab\x1b[1;2Hcd', 2, 8)).toEqual({
      prefix: '',
      parameters: [1, 2],
      intermediates: '',
      final: 'H',
    });
  });

  it('has no more than 32 numbers', () => {
    const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
    expect(read(`\x1b[${numbers(32).join(';')}m`)[1]).toEqual(numbers(32));
    expect(read(`\x1b[${numbers(34).join(';')}m`)[1]).toEqual(numbers(32));
  });

  it.each([
    ['\x1b[?1049h', true],
    ['\x1b[?25;47l', false],
    ['\x1b[1049h', undefined],
    ['\x1b[?1049$h', undefined],
    ['\x1b[?1049s', undefined],
    ['\x1b[?1048h', undefined],
  ])('is a switch of the screen, or none: %j', (text, isOn) => {
    expect(switchOf(readCsi(text, 0, text.length))).toBe(isOn);
  });
});
