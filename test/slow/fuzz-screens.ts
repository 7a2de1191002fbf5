/** The same output on two ways: through a host to a window, and straight into a bare emulator. */

import { StringDecoder } from 'node:string_decoder';
import xterm, { type IBufferCell, type Terminal } from '@xterm/headless';
import type { Client } from '../../src/client/client.ts';
import { terminalUri } from '../../src/protocol/common/uri.ts';
import { installWidths } from '../../src/screen/cells/grapheme-width.ts';
import { type CellColor, styleOf } from '../../src/screen/cells/style.ts';
import { coreOf } from '../../src/screen/core/emulator-core.ts';
import type { Emulator } from '../../src/screen/emulator/emulator.ts';
import type { WindowTerminals } from '../../src/tui/terminal/window-terminals.ts';
import { MemoryHost, settled } from '../support/memory-host.ts';
import { windowClient, windowTerminals } from '../support/window-client.ts';

const COLS = 32;
const ROWS = 9;

/** What a person sees of a screen: a line for each cell that is not blank, and the cursor. */
export type Image = readonly string[];

/** Output as the kernel hands it over: in pieces, which end anywhere. */
export type Pieces = readonly Uint8Array[];

/** A host and a window of it, for one stream after another. */
export class Through {
  readonly #memory: MemoryHost;
  readonly #client: Client;
  readonly #terminals: WindowTerminals;
  #count = 0;

  private constructor(memory: MemoryHost, client: Client) {
    this.#memory = memory;
    this.#client = client;
    this.#terminals = windowTerminals(client);
  }

  static async start(): Promise<Through> {
    const memory = await MemoryHost.start();
    const { client } = await windowClient(memory, 'mara');
    return new Through(memory, client);
  }

  /** Prints the pieces in a new terminal; returns what the window shows, or what one shows that opens afterwards. */
  async show(pieces: Pieces, when: 'live' | 'late'): Promise<Image> {
    this.#count += 1;
    const uri = terminalUri(`t${this.#count}`);
    const claim = { kind: 'client', clientId: this.#client.clientId } as const;
    await this.#client.createTerminal({ channel: uri, claim, cols: COLS, rows: ROWS });
    await this.#terminals.show(uri);
    this.#terminals.get(uri)?.screen.follow(true);
    const decoder = new StringDecoder('utf8');
    for (const piece of pieces) {
      this.#memory.pty.print(decoder.write(Buffer.from(piece)));
      this.#memory.clock.pass(1);
      await settled();
      // A frame: what came is parsed, or its end alone in a flood.
      this.#terminals.get(uri)?.screen.parse();
    }
    this.#memory.pty.print(decoder.end());
    // Longer than any output is held back: a synchronised frame, or what a shell that is entered prints before its marks.
    this.#memory.clock.pass(4000);
    await settled();
    const image = when === 'live' ? this.#imageOf(this.#terminals, uri) : await this.#later(uri);
    this.#terminals.drop(uri);
    await this.#client.disposeTerminal(uri);
    await settled();
    // A hundred thousand terminals that are over do not fit into memory.
    this.#memory.ptys.splice(0);
    return image;
  }

  async #later(uri: string): Promise<Image> {
    const { client } = await windowClient(this.#memory, 'ada');
    const terminals = windowTerminals(client);
    await terminals.show(uri);
    await settled();
    const image = this.#imageOf(terminals, uri);
    terminals.close();
    client.close();
    return image;
  }

  #imageOf(terminals: WindowTerminals, uri: string): Image {
    const screen = terminals.get(uri)?.screen;
    if (screen === undefined) throw new Error(`no window shows ${uri}`);
    return imageOfOurs(screen.parse().emulator);
  }

  async close(): Promise<void> {
    this.#terminals.close();
    this.#client.close();
    await this.#memory.host.close();
  }
}

/**
 * The same in xterm alone. Bytes that are no UTF-8 become U+FFFD, as in every terminal; xterm's own reader leaves them out.
 * Undefined when xterm itself fails: erasing above the last column of the last row throws.
 */
export function bare(pieces: Pieces): Image | undefined {
  const terminal = new xterm.Terminal({
    cols: COLS,
    rows: ROWS,
    scrollback: 1000,
    allowProposedApi: true,
    logLevel: 'off',
  });
  installWidths(terminal);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(pieces));
  try {
    coreOf(terminal)._inputHandler.parse(text);
    return imageOfXterm(terminal);
  } catch {
    return undefined;
  } finally {
    terminal.dispose();
  }
}

function imageOfXterm(terminal: Terminal): Image {
  const { active } = terminal.buffer;
  const cells = Array.from({ length: ROWS }, (_, y) => {
    const line = active.getLine(active.baseY + y);
    return Array.from({ length: COLS }, (_, x) => {
      const cell = line?.getCell(x);
      // Torn off its left half (it happens when cells are inserted there) a right half is shown as a blank.
      const torn = cell?.getWidth() === 0 && line?.getCell(x - 1)?.getWidth() !== 2;
      const chars = cell?.getWidth() === 0 && !torn ? '' : cell?.getChars() || ' ';
      return told(y, x, chars, cell === undefined ? [] : styleWords(cell));
    });
  });
  const at = `cursor ${active.cursorY},${Math.min(active.cursorX, COLS - 1)}`;
  return [at, ...cells.flat().filter((each) => each !== '')];
}

const FLAGS = [
  'bold',
  'dim',
  'italic',
  'blink',
  'inverse',
  'invisible',
  'strikethrough',
  'overline',
] as const;

function styleWords(cell: IBufferCell): readonly string[] {
  const color = (rgb: boolean, palette: boolean, value: number) =>
    rgb ? `#${value.toString(16)}` : palette ? `p${value}` : '';
  const set = [
    cell.isBold(),
    cell.isDim(),
    cell.isItalic(),
    cell.isBlink(),
    cell.isInverse(),
    cell.isInvisible(),
    cell.isStrikethrough(),
    cell.isOverline(),
  ];
  return [
    color(cell.isFgRGB(), cell.isFgPalette(), cell.getFgColor()),
    color(cell.isBgRGB(), cell.isBgPalette(), cell.getBgColor()),
    ...FLAGS.filter((_, i) => set[i] !== 0),
  ];
}

function imageOfOurs(emulator: Emulator): Image {
  const color = (one: CellColor) =>
    one.kind === 'rgb' ? `#${one.value.toString(16)}` : one.kind === 'palette' ? `p${one.index}` : '';
  const cells = Array.from({ length: ROWS }, (_, y) => {
    const { chars, styles } = emulator.row(emulator.base + y);
    return Array.from({ length: COLS }, (_, x) => {
      const style = styleOf(styles[x] ?? 0);
      const set = FLAGS.filter((flag) => style[flag]);
      return told(y, x, chars[x] ?? ' ', [color(style.fg), color(style.bg), ...set]);
    });
  });
  return [`cursor ${emulator.cursor.y},${emulator.cursor.x}`, ...cells.flat().filter((each) => each !== '')];
}

/** A cell in words; empty for one that looks blank, whatever the pen was. */
function told(y: number, x: number, chars: string, style: readonly string[]): string {
  const words = style.filter((word) => word !== '');
  return chars === ' ' && words.length === 0 ? '' : `${y},${x} ${JSON.stringify(chars)} ${words.join(' ')}`;
}
