import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstScreenSwitch } from '../../../src/protocol/sequences/screen-switch.ts';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { cpuTime } from '../../support/cpu-time.ts';

describe('the first switch of the screen', () => {
  it.each([
    ['a\x1b[?1049hb', { at: 1, on: true }],
    ['\x1b[31m\x1b[?47lx', { at: 5, on: false }],
    ['\x1b[?25;1047;7h', { at: 0, on: true }],
    ['\x9b?1049l', { at: 0, on: false }],
    ['\x1b[?1049l \x9b?47h', { at: 0, on: false }],
    ['\x9b?47h\x1b[?1049l', { at: 0, on: true }],
    ['\x1b]0;title\x1b[?047h', { at: 9, on: true }],
    ['\x1b[?10\n49h', { at: 0, on: true }],
    ['\x1b[?4747h\x1b[47h\x1b[>47h\x1b[?47m\x1b[?47$h\x1b[?1049', undefined],
    ['\x1b[?25\x1b[?1049h', { at: 5, on: true }],
    ['\x9b?25\x9b?47h', { at: 4, on: true }],
    ['\x1b[?1049\x1b[?25h', undefined],
    ['\x1b[?1049\x18h', undefined],
    ['plain text', undefined],
  ])('in %j is %j', (text, expected) => {
    expect(firstScreenSwitch(text)).toEqual(expected);
  });

  it('is the one that xterm.js follows', () => {
    const piece = fc.constantFrom(
      ...[
        '\x1b[',
        '\x9b',
        '?',
        '47',
        '1047',
        '1049',
        '25',
        ';',
        ':',
        '0',
        'h',
        'l',
        'm',
        'x',
        '\x1b',
        '\x18',
        '\n',
      ],
      ...['\x1b[?', '\x1b[?1049', '\x1b[?47;', '\x1b]2;t', '\x07'],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const text = pieces.join('').replaceAll(/[\x1b\x9b]\[?[\n]+/g, '');
        const emulator = new Emulator({ cols: 10, rows: 2, scrollback: 0 });
        let first: boolean | undefined;
        for (const char of text) {
          emulator.write(char);
          if (first === undefined && emulator.alternate) first = true;
        }
        emulator.close();
        const found = firstScreenSwitch(text);
        // A switch back from a screen that is not on shows nothing.
        if (found?.on !== false) expect(found?.on).toBe(first);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['numbers without an end', `\x1b[?${'47;'.repeat(45_000)}`],
    ['numbers with a wrong end', `\x1b[?${'47;'.repeat(45_000)}m`.repeat(2)],
    ['introducers', '\x1b[?'.repeat(45_000)],
    ['8-bit introducers', '\x9b?47;'.repeat(25_000)],
    ['digits', `\x1b[?${'4'.repeat(131_072)}`],
  ])('is looked for in linear time in %s', (_what, text) => {
    const begun = cpuTime();
    expect(firstScreenSwitch(text)).toBeUndefined();
    expect(cpuTime() - begun).toBeLessThan(500);
  });
});
