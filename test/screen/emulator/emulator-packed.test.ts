import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { serialise } from '../../../src/screen/serialise/serialise.ts';
import { streams } from '../random-stream.ts';

const size = { cols: 14, rows: 6, scrollback: 20 };

/** Everything that can be seen of an emulator. */
function seen(emulator: Emulator) {
  const rows = Array.from({ length: emulator.length }, (_, line) => emulator.row(line));
  return { rows, cursor: emulator.cursor, screen: serialise(emulator, { scrollback: size.scrollback }) };
}

type Turn = { readonly text: string; readonly cols: number };

function play(emulator: Emulator, { text, cols }: Turn): void {
  emulator.write(text);
  if (cols !== emulator.cols) emulator.resize(cols, size.rows);
}

describe('an emulator that was packed', () => {
  it('shows what it showed, and goes on as if it had not been', () => {
    const turn = fc.record({ text: streams(8), cols: fc.constantFrom(14, 14, 14, 9, 30) });
    fc.assert(
      fc.property(fc.array(turn, { minLength: 1, maxLength: 8 }), fc.boolean(), (turns, looks) => {
        const [packed, plain] = [new Emulator(size), new Emulator(size)];
        for (const each of turns) {
          play(packed, each);
          play(plain, each);
          packed.pack();
          if (looks) expect(seen(packed)).toEqual(seen(plain));
        }
        expect(seen(packed)).toEqual(seen(plain));
        packed.close();
        plain.close();
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['lines of Latin-1', 'plain text äöü'],
    ['wide characters, clusters and half of a line', '\x1b[1;31mred\x1b[m 漢字 e\u0301 👩‍👩‍👧'],
    [
      'a colour of its own in each cell',
      Array.from({ length: 14 }, (_, n) => `\x1b[38;5;${n}m${n % 10}`).join(''),
    ],
    ['links and forms of underline', '\x1b]8;;http://a\x07\x1b[4:3;58;5;1mlink\x1b[m\x1b]8;;\x07'],
    ['lines erased in a colour', '\x1b[44m\x1b[Kx\x1b[m'],
  ])('has the same cells: %s', (_, line) => {
    const [packed, plain] = [new Emulator(size), new Emulator(size)];
    for (const emulator of [packed, plain]) emulator.write(`${line}\x1b[m\r\n`.repeat(40));
    const mark = packed.mark(3);
    packed.pack();
    expect(mark.line).toBe(3);
    expect(seen(packed)).toEqual(seen(plain));
    expect(packed.link(2, 1)).toBe(plain.link(2, 1));
  });

  it('holds the lines above the screen in a quarter of their memory and less', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    // What one collecting has found is given back in the next.
    const held = () => {
      collect();
      collect();
      return process.memoryUsage().arrayBuffers;
    };
    const before = held();
    const emulators = Array.from(
      { length: 5 },
      () => new Emulator({ cols: 200, rows: 50, scrollback: 2000 }),
    );
    for (const emulator of emulators) emulator.write(`${'x'.repeat(80)}\r\n`.repeat(2100));
    const unpacked = held() - before;
    for (const emulator of emulators) emulator.pack();
    expect(held() - before).toBeLessThan(unpacked / 4);
    expect(emulators.map((emulator) => emulator.row(7).chars.join('').trimEnd().length)).toEqual(
      emulators.map(() => 80),
    );
  });
});
