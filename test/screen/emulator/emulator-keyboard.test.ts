import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { serialise } from '../../../src/screen/serialise/serialise.ts';

function fed(...writes: readonly string[]): Emulator {
  const emulator = new Emulator({ cols: 20, rows: 4, scrollback: 10 });
  for (const text of writes) emulator.write(text);
  return emulator;
}

const flagsAfter = (stream: string) => fed(stream).modes.kittyKeyboard;

describe('flags of the kitty protocol', () => {
  it.each([
    ['', 0],
    ['\x1b[>5u', 5],
    ['\x1b[>u', 0],
    ['\x1b[>1u\x1b[>31u', 31],
    ['\x1b[>1u\x1b[>31u\x1b[<u', 1],
    ['\x1b[>1u\x1b[>31u\x1b[<2u', 0],
    ['\x1b[>1u\x1b[<99u', 0],
    ['\x1b[=9u', 9],
    ['\x1b[=9;1u', 9],
    ['\x1b[=9u\x1b[=6;2u', 15],
    ['\x1b[=15u\x1b[=6;3u', 9],
    ['\x1b[=15u\x1b[=6;4u', 15],
    ['\x1b[>1u\x1b[=8u\x1b[<u', 0],
    ['\x1b[>127u', 31],
    ['\x1b[>7u\x1bc', 0],
    ['\x1b[>7u\x1b[!p', 0],
    ['\x1b[>7u\x1b[s\x1b[u', 7],
  ])('after %j are %j', (stream, flags) => {
    expect(flagsAfter(stream)).toBe(flags);
  });

  it('have a stack for each screen', () => {
    const emulator = fed('\x1b[>1u\x1b[?1049h');
    expect(emulator.modes.kittyKeyboard).toBe(0);
    emulator.write('\x1b[>6u');
    expect(emulator.modes.kittyKeyboard).toBe(6);
    emulator.write('\x1b[?1049l');
    expect(emulator.modes.kittyKeyboard).toBe(1);
  });

  it('are forgotten from the bottom when more than eight are stacked', () => {
    const emulator = fed(...Array.from({ length: 20 }, (_, at) => `\x1b[>${at}u`));
    const seen = Array.from({ length: 9 }, () => {
      const { kittyKeyboard } = emulator.modes;
      emulator.write('\x1b[<u');
      return kittyKeyboard;
    });
    expect(seen).toEqual([19, 18, 17, 16, 15, 14, 13, 12, 0]);
  });
});

describe('modifyOtherKeys', () => {
  it.each([
    ['\x1b[>4;1m', 1],
    ['\x1b[>4;2m', 2],
    ['\x1b[>4;3m', 2],
    ['\x1b[>4;2m\x1b[>4;0m', 0],
    ['\x1b[>4;2m\x1b[>4m', 0],
    ['\x1b[>4;2m\x1b[>m', 0],
    ['\x1b[>4;2m\x1b[>1;0m', 2],
    ['\x1b[>4;2m\x1b[m\x1b[4;2m', 2],
    ['\x1b[>4;2m\x1bc', 0],
    ['\x1b[>4;2m\x1b[!p', 0],
  ])('after %j is %j, and no attribute', (stream, level) => {
    expect(fed(stream).modes.modifyOtherKeys).toBe(level);
  });
});

describe('both protocols', () => {
  const stream = '\x1b[>3u\x1b[>4;2m\x1b[=8;2u\x1b[?u\x1b[?1049h\x1b[>21u\x1b[?4m\x1b[?u';

  it('are the same at every split of the stream', () => {
    for (let at = 0; at <= stream.length; at++) {
      const emulator = fed(stream.slice(0, at));
      emulator.write(stream.slice(at));
      expect(emulator.state().keyboard).toEqual({ normal: [0, 11], alternate: [0, 21], modifyOtherKeys: 2 });
    }
  });

  it('answer their queries to whoever listens', () => {
    const emulator = fed('');
    let replies = '';
    emulator.onReply((text) => {
      replies += text;
    });
    emulator.write(stream);
    expect(replies).toBe('\x1b[?11u\x1b[>4;2m\x1b[?21u');
  });

  it('end with the command that set them', () => {
    const emulator = fed(stream);
    emulator.commandEnded();
    expect(emulator.modes).toMatchObject({ kittyKeyboard: 0, modifyOtherKeys: 0 });
  });

  it('are in the serialised screen, on whichever screen they were set', () => {
    const number = fc.nat(40);
    const change = fc.oneof(
      number.map((flags) => `\x1b[>${flags}u`),
      number.map((count) => `\x1b[<${count % 4}u`),
      fc.tuple(number, fc.nat(4)).map(([flags, mode]) => `\x1b[=${flags};${mode}u`),
      fc.nat(3).map((level) => `\x1b[>4;${level}m`),
      fc.constantFrom('\x1b[?1049h', '\x1b[?1049l', 'text\r\n'),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        const emulator = fed(...changes);
        const copy = fed(serialise(emulator, { scrollback: 10 }));
        expect(copy.state().keyboard).toEqual(emulator.state().keyboard);
        expect(copy.modes).toEqual(emulator.modes);
      }),
      { numRuns: 100 },
    );
  });
});
