import { describe, expect, it } from 'vitest';
import { rowText } from '../../../src/screen/cells/row.ts';
import { styleOf } from '../../../src/screen/cells/style.ts';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';

const open = (cols = 20, rows = 4, scrollback = 100) => new Emulator({ cols, rows, scrollback });

function fed(stream: string, cols?: number, rows?: number, scrollback?: number): Emulator {
  const emulator = open(cols, rows, scrollback);
  emulator.write(stream);
  return emulator;
}

describe('write', () => {
  it('has parsed everything when it returns', () => {
    const emulator = fed('hello');
    expect(rowText(emulator.row(0))).toBe('hello');
    expect(emulator.cursor).toMatchObject({ x: 5, y: 0 });
  });

  it('grows the version, as resizing does', () => {
    const emulator = open();
    const versions = [emulator.version];
    emulator.write('x');
    versions.push(emulator.version);
    emulator.resize(30, 5);
    versions.push(emulator.version);
    expect(new Set(versions).size).toBe(3);
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
  });

  it('takes a surrogate pair and an escape sequence in two pieces', () => {
    const emulator = open();
    for (const piece of ['a\ud83d', '\ude80b\x1b', '[3', '1mc']) emulator.write(piece);
    expect(rowText(emulator.row(0))).toBe('a🚀bc');
    expect(styleOf(emulator.row(0).styles[4] ?? 0).fg).toEqual({ kind: 'palette', index: 1 });
  });

  it('does nothing after close, which may be called twice', () => {
    const emulator = fed('x');
    emulator.close();
    emulator.close();
    emulator.write('y');
    emulator.resize(5, 5);
    expect(emulator.version).toBe(1);
  });
});

describe('row', () => {
  it('gives blank rows outside the buffer', () => {
    const emulator = open(5, 2);
    expect(emulator.row(-1).chars).toEqual([' ', ' ', ' ', ' ', ' ']);
    expect(emulator.row(99).chars).toHaveLength(5);
  });

  it('marks the right half of a wide cell and says which row continues another', () => {
    const emulator = fed('ab漢字', 5, 3);
    expect(emulator.row(0).chars).toEqual(['a', 'b', '漢', '', ' ']);
    expect(emulator.row(1)).toMatchObject({ chars: ['字', '', ' ', ' ', ' '], wrapped: true });
  });

  it('shows a wide cell torn by writing without wrapping as a blank', () => {
    const emulator = fed('\x1b[?7labc漢x漢', 5, 2);
    expect(emulator.row(0).chars.join('')).not.toContain('漢');
    expect(emulator.row(0).chars).toHaveLength(5);
  });
});

describe('cursor', () => {
  it('stays in the last column while a wrap is pending', () => {
    expect(fed('12345', 5, 2).cursor).toMatchObject({ x: 4, y: 0 });
  });

  it.each([
    ['\x1b[?25l', { visible: false }],
    ['\x1b[?25l\x1b[?25h', { visible: true }],
    ['\x1b[?25l\x1bc', { visible: true }],
    ['', { shape: 'default', blinking: false }],
    ['\x1b[1 q', { shape: 'block', blinking: true }],
    ['\x1b[4 q', { shape: 'underline', blinking: false }],
    ['\x1b[5 q', { shape: 'bar', blinking: true }],
    ['\x1b[6 q\x1b[0 q', { shape: 'default', blinking: false }],
    ['\x1b[?12h', { shape: 'block', blinking: true }],
    ['\x1b[?12h\x1b[?12l', { shape: 'default', blinking: false }],
    ['\x1b[?12h\x1bc', { blinking: false }],
  ])('after %j is %j', (stream, expected) => {
    expect(fed(stream).cursor).toMatchObject(expected);
  });
});

describe('modes', () => {
  it.each([
    ['\x1b[?1h', { applicationCursorKeys: true }],
    ['\x1b=', { applicationKeypad: true }],
    ['\x1b=\x1b>', { applicationKeypad: false }],
    ['\x1b[?2004h', { bracketedPaste: true }],
    ['\x1b[?1004h', { focusEvents: true }],
    ['\x1b[?2026h', { synchronizedOutput: true }],
    ['\x1b[?2026h\x1b[?2026l', { synchronizedOutput: false }],
    ['\x1b[?9h', { mouse: 'x10', mouseEncoding: 'default' }],
    ['\x1b[?1000h\x1b[?1006h', { mouse: 'vt200', mouseEncoding: 'sgr' }],
    ['\x1b[?1002h\x1b[?1016h', { mouse: 'drag', mouseEncoding: 'sgrPixels' }],
    ['\x1b[?1003h\x1b[?1006h\x1b[?1006l', { mouse: 'any', mouseEncoding: 'default' }],
    ['\x1b[?1000;1005h', { mouse: 'vt200', mouseEncoding: 'utf8' }],
    ['\x1b[?1003h\x1b[?1015h', { mouse: 'any', mouseEncoding: 'urxvt' }],
    ['\x1b[?1003h\x1b[?1015h\x1b[?1006h', { mouse: 'any', mouseEncoding: 'sgr' }],
    ['\x1b[?1003h\x1b[?1015h\x1b[?1015l', { mouse: 'any', mouseEncoding: 'default' }],
    ['\x1b[?1003h\x1b[?1005h\x1bc', { mouse: 'none', mouseEncoding: 'default' }],
    ['\x1b[?1003h\x1b[?1003l', { mouse: 'none' }],
    ['\x1b[20h', { newline: true }],
    ['\x1b[20h\x1bc', { newline: false }],
  ])('after %j are %j', (stream, expected) => {
    expect(fed(stream).modes).toMatchObject(expected);
  });
});

describe('alternate', () => {
  it('tells which buffer is in front and keeps the other', () => {
    const emulator = fed('shell\x1b[?1049h\x1b[Hfull');
    expect(emulator.alternate).toBe(true);
    expect(rowText(emulator.row(0))).toBe('full');
    emulator.write('\x1b[?1049l');
    expect(emulator.alternate).toBe(false);
    expect(rowText(emulator.row(0))).toBe('shell');
  });
});

describe('title', () => {
  it('is the last one set, by OSC 0 or 2', () => {
    expect(fed('\x1b]0;one\x07\x1b]2;two\x1b\\\x1b]1;icon\x07').reports.title).toBe('two');
  });

  it('has no control and no direction characters and is cut at 256', () => {
    expect(fed('\x1b]2;a\u202eb\u200fc\x07').reports.title).toBe('a b c');
    expect(fed(`\x1b]2;${'🚀'.repeat(5000)}\x07`).reports.title).toBe('🚀'.repeat(256));
  });
});

describe('bells', () => {
  it('are counted; the end of a title is none', () => {
    expect(fed('\x07a\x07\x1b]2;t\x07').bells).toBe(2);
  });
});

describe('onReply', () => {
  it('hears the answers to queries in order until it is taken off', () => {
    const emulator = open();
    const heard: string[] = [];
    const off = emulator.onReply((text) => heard.push(text));
    emulator.write('ab\x1b[6n\x1b[5n\x1b[?2026$p\x1bP$qr\x1b\\\x1bP$qx\x18');
    off();
    emulator.write('\x1b[6n');
    expect(heard).toEqual(['\x1b[1;3R', '\x1b[0n', '\x1b[?2026;2$y', '\x1bP1$r1;4r\x1b\\']);
  });

  it('hears nothing about window size, title or colours', () => {
    const emulator = open();
    const heard: string[] = [];
    emulator.onReply((text) => heard.push(text));
    emulator.write('\x1b[14t\x1b[18t\x1b[21t\x1b]10;?\x07\x1b]4;1;?\x07');
    expect(heard).toEqual([]);
  });
});

describe('link', () => {
  it('gives the address behind a cell, also of an underlined one, and none elsewhere', () => {
    const emulator = fed('a\x1b]8;id=1;https://example.com/?a=1;b\x1b\\l\x1b[4mi\x1b[0mn\x1b]8;;\x1b\\z');
    const links = [0, 1, 2, 3, 4, -1, 99].map((x) => emulator.link(0, x));
    const address = 'https://example.com/?a=1;b';
    expect(links).toEqual([undefined, address, address, address, undefined, undefined, undefined]);
    expect(styleOf(emulator.row(0).styles[1] ?? 0).underline).toBe(0);
    expect(styleOf(emulator.row(0).styles[2] ?? 0).underline).toBe(1);
  });

  it('ends with the attributes of a restored cursor only when the program ends it', () => {
    const emulator = fed('\x1b7\x1b]8;;http://a.example/\x07x\x1b8y\x1b]8;;\x07z');
    expect([0, 1].map((x) => emulator.link(0, x))).toEqual(['http://a.example/', undefined]);
  });

  it('forgets the oldest of very many', () => {
    const emulator = fed('\x1b]8;;http://old.example/\x07o\x1b]8;;\x07');
    for (let n = 0; n < 5000; n++) emulator.write(`\r\x1b[3C\x1b]8;;http://${n}.example/\x07n`);
    expect(emulator.link(0, 0)).toBeUndefined();
    expect(emulator.link(0, 3)).toBe('http://4999.example/');
  });
});

describe('resize', () => {
  it('reflows wrapped lines', () => {
    const emulator = fed('abcdefgh\r\n$ ', 4, 4);
    emulator.resize(8, 4);
    expect(rowText(emulator.row(0))).toBe('abcdefgh');
    emulator.resize(4, 4);
    expect(emulator.row(1)).toMatchObject({ chars: ['e', 'f', 'g', 'h'], wrapped: true });
  });

  it.each([
    [1, 1, 2, 1],
    [0, -5, 2, 1],
    [Number.NaN, Number.POSITIVE_INFINITY, 2, 1000],
    [1e9, 1e9, 2000, 1000],
    [7.9, 3.2, 7, 3],
  ])('brings %d × %d inside the limits', (cols, rows, gotCols, gotRows) => {
    const emulator = fed('some text 漢字 that wraps around\r\n'.repeat(5), 10, 5);
    emulator.resize(cols, rows);
    emulator.write('漢字\x1b[5;5Hx\x1b[2J');
    expect([emulator.cols, emulator.rows]).toEqual([gotCols, gotRows]);
    expect(emulator.row(emulator.base).chars).toHaveLength(gotCols);
    expect(emulator.faults).toBe(0);
  });
});
