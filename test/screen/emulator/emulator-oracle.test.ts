import xterm, { type IBufferCell, type Terminal } from '@xterm/headless';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { installWidths } from '../../../src/screen/cells/grapheme-width.ts';
import { type CellColor, type CellStyle, styleOf } from '../../../src/screen/cells/style.ts';
import { coreOf } from '../../../src/screen/core/emulator-core.ts';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { effort } from '../../support/effort.ts';
import { streams } from '../random-stream.ts';

const COLS = 14;
const ROWS = 6;

function plainXterm(): Terminal {
  const terminal = new xterm.Terminal({
    cols: COLS,
    rows: ROWS,
    scrollback: 50,
    allowProposedApi: true,
    logLevel: 'off',
  });
  installWidths(terminal);
  return terminal;
}

const written = (terminal: Terminal, data: string) => new Promise<void>((done) => terminal.write(data, done));

/** A cell as xterm's public interface tells it, in our words. */
function publicStyle(cell: IBufferCell): Partial<CellStyle> {
  const color = (rgb: boolean, palette: boolean, value: number): CellColor => {
    if (rgb) return { kind: 'rgb', value };
    return palette ? { kind: 'palette', index: value } : { kind: 'default' };
  };
  return {
    fg: color(cell.isFgRGB(), cell.isFgPalette(), cell.getFgColor()),
    bg: color(cell.isBgRGB(), cell.isBgPalette(), cell.getBgColor()),
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
    italic: cell.isItalic() !== 0,
    blink: cell.isBlink() !== 0,
    inverse: cell.isInverse() !== 0,
    invisible: cell.isInvisible() !== 0,
    strikethrough: cell.isStrikethrough() !== 0,
    overline: cell.isOverline() !== 0,
  };
}

function oracle(terminal: Terminal) {
  const { active } = terminal.buffer;
  return Array.from({ length: active.length }, (_, y) => {
    const line = active.getLine(y);
    const cells = Array.from({ length: COLS }, (_, x) => line?.getCell(x));
    return {
      wrapped: line?.isWrapped,
      chars: cells.map((cell, x) => {
        // Torn off its left half (it happens when cells are inserted there) a right half is shown as a blank.
        if (cell?.getWidth() === 0) return cells[x - 1]?.getWidth() === 2 ? '' : ' ';
        return cell?.getChars() || ' ';
      }),
      styles: cells.map((cell) => (cell === undefined ? {} : publicStyle(cell))),
    };
  });
}

function ours(emulator: Emulator) {
  return Array.from({ length: emulator.length }, (_, line) => {
    const { wrapped, chars, styles } = emulator.row(line);
    const plain = styles.map(styleOf).map(({ underline: _, underlineColor: __, ...style }) => style);
    return { wrapped, chars, styles: plain };
  });
}

/** Hyperlinks look underlined in xterm's public interface, and CSI 1 J at the edge is mended here: both stay out. */
const comparable = streams(30).map((stream) =>
  stream.replaceAll(/\x1b\[\??1J|\x1b\]8;.*?(\x07|\x1b\\)/g, ''),
);

describe('the emulator', () => {
  it('shows what xterm shows by its public interface', async () => {
    await fc.assert(
      fc.asyncProperty(comparable, async (stream) => {
        const terminal = plainXterm();
        const emulator = new Emulator({ cols: COLS, rows: ROWS, scrollback: 50 });
        emulator.write(stream);
        await written(terminal, stream);
        expect(ours(emulator)).toEqual(oracle(terminal));
        const { cursorX, cursorY, baseY } = terminal.buffer.active;
        expect(emulator.base).toBe(baseY);
        expect(emulator.cursor).toMatchObject({ x: Math.min(cursorX, COLS - 1), y: cursorY });
        terminal.dispose();
        emulator.close();
      }),
      effort(400),
    );
  });

  it('tells the same whether a stream comes whole or in pieces', () => {
    fc.assert(
      fc.property(streams(30), fc.array(fc.nat({ max: 12 }), { minLength: 1 }), (stream, lengths) => {
        const whole = new Emulator({ cols: COLS, rows: ROWS, scrollback: 50 });
        const pieces = new Emulator({ cols: COLS, rows: ROWS, scrollback: 50 });
        whole.write(stream);
        for (let at = 0, turn = 0; at < stream.length; turn++) {
          const length = (lengths[turn % lengths.length] ?? 0) + 1;
          pieces.write(stream.slice(at, at + length));
          at += length;
        }
        expect(ours(pieces)).toEqual(ours(whole));
        expect(pieces.cursor).toEqual(whole.cursor);
        whole.close();
        pieces.close();
      }),
      { seed: 1, numRuns: 400 },
    );
  });
});

describe('the inner terminal', () => {
  it('has the expected shape in the installed xterm', () => {
    const terminal = plainXterm();
    expect(() => coreOf(terminal)).not.toThrow();
    terminal.dispose();
  });

  it.each([
    { path: '_inputHandler.parse', core: {} },
    { path: '_inputHandler.parse', core: { _inputHandler: { parse: 1 } } },
    { path: '_inputHandler._restrictCursor', core: { _inputHandler: { parse: () => {} } } },
  ])('is refused without $path, by an error that names the pinned version', ({ path, core }) => {
    const pinned = `@xterm/headless ${packageJson.dependencies['@xterm/headless']}`;
    const read = () => coreOf({ _core: core } as unknown as Terminal);
    expect(read).toThrow(`cotty needs ${pinned}, but "${path}"`);
  });

  it('is refused when its lines have another layout', () => {
    const terminal = plainXterm();
    const { lines } = coreOf(terminal).buffers.normal;
    Object.assign(lines.get(0) ?? {}, { _data: new Uint32Array(1) });
    expect(() => coreOf(terminal)).toThrow('"buffers.normal.lines.get(0)"');
    terminal.dispose();
  });
});
