/** The screen of the outer terminal in a test, as a person would see it: text, cells, cursor, modes. */

import headless from '@xterm/headless';

// The add-on reads its tables from the start of their ArrayBuffer, so they must not share a pooled one.
const { poolSize } = Buffer;
Buffer.poolSize = 0;
const { default: graphemesPackage } = await import('@xterm/addon-unicode-graphemes');
Buffer.poolSize = poolSize;

export type Cell = {
  readonly text: string;
  readonly width: number;
  readonly fg: string;
  readonly bg: string;
  /** Names of the attributes that are on, in a fixed order; underlines with their style and colour. */
  readonly attributes: string;
};

/** What it says its colours are. */
export const OUTER_COLORS = { foreground: [0xd0, 0xd0, 0xd0], background: [0x10, 0x10, 0x10] } as const;

/** Returns a colour as answers to OSC 10 and 11 have it. */
function xcolor(color: readonly number[]): string {
  return `rgb:${color.map((part) => part.toString(16).repeat(2)).join('/')}`;
}

/** Signs of the scrollbar: what is in view and what is not, a failure, a match. */
const SCROLLBAR: ReadonlySet<string> = new Set(['█', '│', '✗', '★', '•']);

type Terminal = InstanceType<typeof headless.Terminal>;
type BufferCell = NonNullable<
  ReturnType<NonNullable<ReturnType<Terminal['buffer']['active']['getLine']>>['getCell']>
>;
/** Not in the public typings, but what the renderer of xterm reads for curly underlines. */
type WithExtended = {
  readonly extended?: { readonly underlineStyle: number; readonly underlineColor: number };
};

type WithModes = {
  readonly _core: {
    readonly coreService: {
      readonly isCursorHidden: boolean;
      readonly decPrivateModes: { readonly cursorStyle?: string | undefined };
    };
  };
};

export class OuterScreen {
  readonly terminal: Terminal;
  /** What programs put on the clipboard through OSC 52, newest last. */
  readonly clipboard: string[] = [];
  title = '';

  /** Without `clusters` it draws each code point on its own, as xterm.js does unless it is given an add-on. */
  constructor(cols: number, rows: number, reply: (data: string) => void, clusters = true) {
    this.terminal = new headless.Terminal({ cols, rows, scrollback: 1000, allowProposedApi: true });
    if (clusters) this.terminal.loadAddon(new graphemesPackage.UnicodeGraphemesAddon());
    this.terminal.onData(reply);
    this.terminal.onBinary(reply);
    this.terminal.onTitleChange((title) => {
      this.title = title;
    });
    this.answer(10, xcolor(OUTER_COLORS.foreground), reply);
    this.answer(11, xcolor(OUTER_COLORS.background), reply);
    this.terminal.parser.registerOscHandler(52, (data) => {
      const [, payload = ''] = data.split(';');
      if (payload !== '?') this.clipboard.push(Buffer.from(payload, 'base64').toString());
      return true;
    });
  }

  /** Answers as a terminal that shows images; it draws none. */
  showImages(protocol: 'kitty' | 'sixel', reply: (data: string) => void, tellsCells: boolean): void {
    const { options, parser } = this.terminal;
    options.windowOptions = { getCellSizePixels: tellsCells };
    parser.registerCsiHandler({ final: 'c' }, () => {
      reply(protocol === 'sixel' ? '\x1b[?62;4c' : '\x1b[?62c');
      return true;
    });
    parser.registerCsiHandler({ final: 't' }, ([what]) => {
      if (what === 16 && tellsCells) reply('\x1b[6;20;10t');
      return what === 16;
    });
  }

  /** Colour queries are answered by xterm's browser half, which is not here. */
  private answer(code: number, colour: string, reply: (data: string) => void): void {
    this.terminal.parser.registerOscHandler(code, (data) => {
      if (data === '?') reply(`\x1b]${code};${colour}\x1b\\`);
      return true;
    });
  }

  get cols(): number {
    return this.terminal.cols;
  }

  get rows(): number {
    return this.terminal.rows;
  }

  /** Shape that programs have set; undefined for that of the user. */
  get cursorShape(): string | undefined {
    const { _core } = this.terminal as unknown as WithModes;
    return _core.coreService.decPrivateModes.cursorStyle;
  }

  get showsCursor(): boolean {
    const { _core } = this.terminal as unknown as WithModes;
    return !_core.coreService.isCursorHidden;
  }

  get cursor(): { readonly x: number; readonly y: number } {
    const { cursorX, cursorY } = this.terminal.buffer.active;
    return { x: cursorX, y: cursorY };
  }

  get alternate(): boolean {
    return this.terminal.buffer.active.type === 'alternate';
  }

  /**
   * Row `y` of what is on screen, without trailing blanks, and without the scrollbar in the last column of a body: it comes and
   * goes as somebody looks back. xterm keeps cells beyond the edge of a screen that shrank.
   */
  line(y: number): string {
    const { active } = this.terminal.buffer;
    const row = active.getLine(active.baseY + y)?.translateToString(true, 0, this.cols) ?? '';
    const isInBody = y > 0 && y < this.rows - 1;
    const last = active.getLine(active.baseY + y)?.getCell(this.cols - 1);
    // The last column may have the frame of a dialog as well.
    const isFrame = row.endsWith('│') && row.indexOf('│') < row.length - 1;
    const hasBar = isInBody && !isFrame && SCROLLBAR.has(last?.getChars() ?? '');
    if (hasBar) return row.slice(0, -1).trimEnd();
    // Where the scrollbar was, blanks were written up to the edge.
    return isInBody && last?.getChars() === ' ' ? row.trimEnd() : row;
  }

  lines(): string[] {
    return Array.from({ length: this.rows }, (_, y) => this.line(y));
  }

  text(): string {
    return this.lines().join('\n');
  }

  cells(y: number, from = 0, to = this.cols): Cell[] {
    const { active } = this.terminal.buffer;
    const line = active.getLine(active.baseY + y);
    const cells: Cell[] = [];
    for (let x = from; x < to; x += 1) {
      const cell = line?.getCell(x);
      if (cell !== undefined) cells.push(readCell(cell));
    }
    return cells;
  }
}

function readCell(cell: BufferCell & WithExtended): Cell {
  const attributes = [
    cell.isBold() ? 'bold' : '',
    cell.isDim() ? 'dim' : '',
    cell.isItalic() ? 'italic' : '',
    cell.isUnderline()
      ? `underline${cell.extended?.underlineStyle ?? 1}/${cell.extended?.underlineColor ?? -1}`
      : '',
    cell.isBlink() ? 'blink' : '',
    cell.isInverse() ? 'inverse' : '',
    cell.isInvisible() ? 'invisible' : '',
    cell.isStrikethrough() ? 'strike' : '',
    cell.isOverline() ? 'overline' : '',
  ];
  return {
    // An empty cell and a blank look the same.
    text: cell.getChars() || (cell.getWidth() === 0 ? '' : ' '),
    width: cell.getWidth(),
    fg: `${cell.getFgColorMode()}:${cell.getFgColor()}`,
    bg: `${cell.getBgColorMode()}:${cell.getBgColor()}`,
    attributes: attributes.filter(Boolean).join(' '),
  };
}
