import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rowText } from '../../../src/screen/cells/row.ts';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';

function open(): Emulator {
  return new Emulator({ cols: 10, rows: 3, scrollback: 10, holds: true });
}

function heldText({ held }: Emulator): string[] | undefined {
  return held?.rows.map(rowText);
}

describe('synchronised output', () => {
  test('is held only where somebody asks for it', () => {
    const emulator = new Emulator({ cols: 10, rows: 3, scrollback: 10 });
    emulator.write('one\x1b[?2026h\rtwo');
    expect([emulator.held, emulator.modes.synchronizedOutput]).toEqual([undefined, true]);
    expect(rowText(emulator.row(0))).toBe('two');
  });

  test('holds the screen as it was when the program began to draw, until it says that it has ended', () => {
    const emulator = open();
    emulator.write('one\x1b[?2026h\x1b[H\x1b[2Jtwo');
    expect(heldText(emulator)).toEqual(['one', '', '']);
    expect(emulator.held?.cursor).toMatchObject({ x: 3, y: 0 });
    emulator.write('\x1b[?2026l');
    expect(emulator.held).toBeUndefined();
    expect(rowText(emulator.row(0))).toBe('two');
  });

  test.each([
    ['\x1b[?2026;25h', '\x1b[?25;2026l'],
    ['\x1b[?25;2026h', '\x1b[?2026;25l'],
    ['\x1b[?2026h', '\x1bc'],
    ['\x1b[?2026h\x1b[?2026h', '\x1b[?2026l'],
  ])('knows %j and %j', (begin, end) => {
    const emulator = open();
    emulator.write(`one${begin}\rtwo`);
    expect(heldText(emulator)?.[0]).toBe('one');
    emulator.write(end);
    expect(emulator.held).toBeUndefined();
  });

  test('is not begun by other modes', () => {
    const emulator = open();
    emulator.write('one\x1b[?25l\x1b[?1049h\x1b[2026h');
    expect(emulator.held).toBeUndefined();
  });

  test('holds the last whole frame, wherever the output is cut', () => {
    const frames = [
      '\x1b[?2026hone\x1b[?2026l',
      '\x1b[?25l\x1b[?2026h\rtwo\x1b[?2026;25l',
      '\x1b[?2026h\rhalf',
    ];
    const text = frames.join('');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: text.length }), (cut) => {
        const emulator = open();
        emulator.write(text.slice(0, cut));
        emulator.write(text.slice(cut));
        expect(heldText(emulator)?.[0]).toBe('two');
      }),
    );
  });

  test('shows the screen as it is once it is dropped, and after a resize', () => {
    const emulator = open();
    emulator.write('\x1b[?2026hone');
    const { version } = emulator;
    emulator.endDrawing();
    expect(emulator.held).toBeUndefined();
    expect(emulator.version).toBeGreaterThan(version);
    expect(emulator.modes.synchronizedOutput).toBe(false);
    emulator.write('\x1b[?2026h\rtwo');
    expect(heldText(emulator)?.[0]).toBe('one');
    emulator.resize(20, 3);
    expect([emulator.held, emulator.drawing]).toEqual([undefined, false]);
  });

  test('is over when the command is, which may have been killed', () => {
    const emulator = open();
    emulator.write('one\x1b[?2026h\rtwo');
    emulator.commandEnded();
    expect([emulator.held, emulator.drawing]).toEqual([undefined, false]);
  });
});
