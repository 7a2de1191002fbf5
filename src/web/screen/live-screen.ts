/** The live screen of one terminal: an emulator that takes what the host sends, in order, and knows which part of it is live. */

import { SearchAddon } from '@xterm/addon-search';
import type { IBufferRange, Terminal } from '@xterm/xterm';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { ScreenMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { Action, UnknownAction } from '../../protocol/envelope.ts';
import type { DataAction } from '../../protocol/terminal/actions.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import type { ContentPart, TerminalState } from '../../protocol/terminal/state.ts';
import { charsToAck, screenUpdateIn } from '../../protocol/validate/read-redrawn.ts';
import { Acknowledged } from './acknowledged.ts';
import { addressLinks } from './address-links.ts';
import { KittyImages } from './kitty-images.ts';
import { LiveMark, type LivePart } from './live-part.ts';
import type { ScreenLook } from './palette.ts';
import { cellPixels, quietTerminal } from './quiet-terminal.ts';

/** Sizes that AHP assumes when a state names none. */
const DEFAULT_COLS = 80;
const DEFAULT_ROWS = 24;
/** Lines above the screen of which a running command's output can be scrolled back to; all of it is read in its block. */
const SCROLLBACK = 1000;

/** What the host does to its own screen when it is cleared; a full-screen program keeps what it drew. */
const WIPE = '\x1b[H\x1b[2J\x1b[3J';
const WIPE_SCROLLBACK = '\x1b[3J';
/** Ends an unfinished sequence; with a reset behind it, a screen can be drawn as on a fresh terminal. */
const CANCEL = '\x18';
const RESET = `${CANCEL}\x1bc`;
/** Limit: matches of a search that are marked. */
const MOST_MARKS = 500;

const MARKS = {
  matchBackground: '#6b5613',
  activeMatchBackground: '#a3821c',
  matchOverviewRuler: '#a3821c',
  activeMatchColorOverviewRuler: '#a3821c',
};

export type LiveScreenOptions = {
  readonly look: ScreenLook;
  /** Called with what is typed. Of `bytes`, each character is one byte. */
  readonly onInput: (data: string, bytes: boolean) => void;
  /** Called after each change that has been parsed. */
  readonly onChange: () => void;
  /** Called when a person wants to open a hyperlink of a program (OSC 8), with what is shown of it. */
  readonly onHyperlink: (address: string, text: string) => void;
  /** Acknowledges so many UTF-16 units of output. */
  readonly ack: (chars: number) => void;
};

export class LiveScreen {
  readonly terminal: Terminal;
  /** The size that fits the page; a terminal that is made gets it from the beginning. */
  fitted: { readonly cols: number; readonly rows: number } | undefined;
  readonly #options: LiveScreenOptions;
  readonly #mark: LiveMark;
  readonly #acknowledged: Acknowledged;
  readonly #images: KittyImages;
  readonly #search = new SearchAddon({ highlightLimit: MOST_MARKS });
  /** Ends of commands that are not parsed yet: what the screen shows of these stands in their blocks already. */
  #ends = 0;
  #isClosed = false;

  constructor(options: LiveScreenOptions) {
    this.#options = options;
    this.#acknowledged = new Acknowledged(options.ack);
    this.terminal = quietTerminal({
      ...options.look,
      scrollback: SCROLLBACK,
      cols: DEFAULT_COLS,
      rows: DEFAULT_ROWS,
    });
    this.#images = new KittyImages(() => cellPixels(this.terminal));
    this.#mark = new LiveMark(this.terminal);
    this.terminal.loadAddon(this.#search);
    // The visible text of an address in plain text is the address itself.
    this.terminal.registerLinkProvider(addressLinks(this.terminal));
    this.terminal.options.linkHandler = {
      activate: (_event, address, range) => options.onHyperlink(address, this.#textOf(range)),
      hover: (_event, address) => this.terminal.element?.setAttribute('title', address),
      leave: () => this.terminal.element?.removeAttribute('title'),
    };
    this.terminal.onData((data) => options.onInput(data, false));
    this.terminal.onBinary((data) => options.onInput(data, true));
    this.terminal.onWriteParsed(() => options.onChange());
    this.terminal.onScroll(() => options.onChange());
    this.terminal.onResize(() => options.onChange());
  }

  set look(look: ScreenLook) {
    Object.assign(this.terminal.options, look);
  }

  get part(): LivePart {
    return this.#mark.part;
  }

  /** Lines of the live part above the viewport at its end. */
  get hiddenLines(): number {
    const { active } = this.terminal.buffer;
    return active.type === 'alternate' ? 0 : Math.max(0, active.baseY - this.#mark.line);
  }

  /** Whether a program has begun a line and has not ended it. */
  get isInLine(): boolean {
    const { active } = this.terminal.buffer;
    return active.type === 'normal' && active.cursorX > 0;
  }

  /** Shows the end of the live part. Does nothing after the end of this screen, of which a view may hear a moment later. */
  toEnd(): void {
    if (!this.#isClosed) this.terminal.scrollToBottom();
  }

  /** Calls when output was parsed, until the returned function is called. */
  onParsed(then: () => void): () => void {
    const listening = this.terminal.onWriteParsed(then);
    return () => listening.dispose();
  }

  /** Whether a turn of the wheel moves the live part; else it moves the blocks. */
  scrollsBy(lines: number): boolean {
    if (this.#ends > 0) return false;
    const { active } = this.terminal.buffer;
    if (active.type === 'alternate' || this.terminal.modes.mouseTrackingMode !== 'none') return true;
    return lines < 0 ? active.viewportY > this.#mark.line : active.viewportY < active.baseY;
  }

  /** Shows a snapshot in place of all that was there. */
  begin(state: TerminalState): void {
    const drawn = cottyMeta<ScreenMeta>(state._meta);
    this.#acknowledged.clear();
    this.#then(() => {
      this.terminal.reset();
      this.terminal.resize(state.cols ?? DEFAULT_COLS, state.rows ?? DEFAULT_ROWS);
    });
    if (drawn.screen === undefined) {
      this.#replay(state.content);
      return;
    }
    this.terminal.write(drawn.screen);
    const last = state.content.at(-1);
    const runs = last?.type === 'command' && !last.isComplete;
    // Of a running command that has printed more than the host's screen keeps, all that is kept is live.
    this.#then(() => this.#mark.beginAt(runs ? drawn : { liveFromEnd: this.terminal.rows - 1, ...drawn }));
    this.#then(this.#options.onChange);
  }

  /** Takes one accepted action of the terminal, in stream order. */
  apply(action: Action | UnknownAction): void {
    switch (action.type) {
      case 'terminal/data':
        this.#print(action);
        break;
      case 'terminal/resized':
        this.#then(() => this.terminal.resize(action.cols, action.rows));
        break;
      case 'terminal/cleared':
        // Written at once and not when all before it is parsed: what the shell draws next must find the screen wiped.
        this.terminal.write(this.part.fullScreen ? WIPE_SCROLLBACK : WIPE);
        break;
      case 'terminal/commandExecuted':
        this.#then(() => this.#mark.begin());
        break;
      case 'terminal/commandFinished':
        // A forgotten command is reported again while another one runs.
        if (cottyMeta<CommandMeta>(action._meta).forgotten !== true) this.#end();
        break;
      default:
    }
  }

  /** Draws the host's screen with all its scrollback, after output that this page did not get whole. */
  redraw(screen: ScreenMeta): void {
    this.#draw(screen);
    this.#then(() => {
      this.#acknowledged.add(screen.screen?.length ?? 0, true);
      this.#options.onChange();
    });
  }

  /** Marks a text that is searched for; an empty one marks nothing. */
  mark(text: string): void {
    if (this.#isClosed) return;
    if (text === '') this.#search.clearDecorations();
    else this.#search.findPrevious(text, { decorations: MARKS });
  }

  close(): void {
    this.#isClosed = true;
    this.terminal.dispose();
  }

  /** Returns the text of a range of cells, which count from 1; the end is the last of them. */
  #textOf({ start, end }: IBufferRange): string {
    const { active } = this.terminal.buffer;
    let text = '';
    for (let y = start.y; y <= end.y; y += 1) {
      const from = y === start.y ? start.x - 1 : 0;
      text += active.getLine(y - 1)?.translateToString(true, from, y === end.y ? end.x : undefined) ?? '';
    }
    return text;
  }

  #end(): void {
    this.#ends += 1;
    this.#then(() => {
      this.#ends -= 1;
      this.#mark.begin();
      // Somebody may have scrolled in what has ended.
      this.toEnd();
    });
  }

  /** Does something when all text before it has been parsed. */
  #then(act: () => void): void {
    this.#write('', act);
  }

  /** The emulator goes on parsing after its end, when it has no renderer any more: `parsed` is not called then. */
  #write(data: string, parsed: () => void): void {
    this.terminal.write(data, () => {
      if (!this.#isClosed) parsed();
    });
  }

  #print(action: DataAction): void {
    const { omits, redrawn } = screenUpdateIn(action);
    const chars = charsToAck(action);
    if (redrawn !== undefined) this.#draw(redrawn);
    // The output that was left out may have ended a sequence whose beginning this screen has.
    const data = this.#images.read(action.data);
    this.#write(omits && redrawn === undefined ? CANCEL + data : data, () =>
      this.#acknowledged.add(chars, omits),
    );
  }

  /** Draws the host's screen in place of this one. */
  #draw({ screen = '', ...start }: ScreenMeta): void {
    this.terminal.write(RESET + screen);
    this.#then(() => this.#mark.beginAt(start));
  }

  /** Replays the content of a host that sends no screen: it is the output stream, from wherever it was trimmed. */
  #replay(content: readonly ContentPart[]): void {
    for (const part of content) {
      this.terminal.write(this.#images.read(part.type === 'command' ? part.output : part.value));
      if (part.type === 'command' && part.isComplete) this.#then(() => this.#mark.begin());
    }
    this.#then(this.#options.onChange);
  }
}
