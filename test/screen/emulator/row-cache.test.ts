import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/screen/cells/row.ts';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { streams } from '../random-stream.ts';

const size = { cols: 14, rows: 6, scrollback: 20 };

function rowsOf(emulator: Emulator): Row[] {
  return Array.from({ length: emulator.length }, (_, line) => emulator.row(line));
}

describe('rows that are read again', () => {
  it('equal those of an emulator that was never read before', () => {
    fc.assert(
      fc.property(fc.array(streams(8), { minLength: 1, maxLength: 8 }), (pieces) => {
        const watched = new Emulator(size);
        for (const piece of pieces) {
          watched.write(piece);
          rowsOf(watched);
        }
        const fresh = new Emulator(size);
        for (const piece of pieces) fresh.write(piece);
        expect(rowsOf(watched)).toEqual(rowsOf(fresh));
        watched.close();
        fresh.close();
      }),
      { numRuns: 300 },
    );
  });

  it('are the same objects where nothing has changed, also when they have scrolled', () => {
    const emulator = new Emulator(size);
    emulator.write('one\r\ntwo\r\n\x1b[31mthree');
    const before = rowsOf(emulator);
    emulator.write('\r\nfour');
    const after = rowsOf(emulator);
    expect(after[0]).toBe(before[0]);
    expect(after[2]).toBe(before[2]);
    expect(after[3]).not.toBe(before[3]);
    emulator.write('\r\n'.repeat(10));
    expect(emulator.row(2)).toBe(before[2]);
  });

  it('follow characters of several code points and forms of underline, which stand beside the cells', () => {
    const emulator = new Emulator(size);
    emulator.write('e\u0301');
    expect(emulator.row(0).chars[0]).toBe('e\u0301');
    emulator.write('\re\u0300');
    expect(emulator.row(0).chars[0]).toBe('e\u0300');
    emulator.write('\r\x1b[4:3;58;5;1mx');
    const curly = emulator.row(0).styles[0];
    emulator.write('\r\x1b[4:3;58;5;2mx');
    expect(emulator.row(0).styles[0]).not.toBe(curly);
  });

  it('show what a program had drawn when it began a frame, also the second one of a write', () => {
    const emulator = new Emulator({ ...size, holds: true });
    emulator.write('old');
    rowsOf(emulator);
    emulator.write('\r\x1b[?2026hone\x1b[?2026l\r\x1b[?2026htwo');
    expect(emulator.held?.rows[0]?.chars.join('').trim()).toBe('one');
    emulator.endDrawing();
    expect(emulator.row(0).chars.join('').trim()).toBe('two');
  });

  it('have the new width after a resize', () => {
    const emulator = new Emulator(size);
    emulator.write('abc');
    emulator.row(0);
    emulator.resize(20, 6);
    expect(emulator.row(0).chars).toHaveLength(20);
    emulator.resize(8, 6);
    expect(emulator.row(0).chars).toHaveLength(8);
  });
});
