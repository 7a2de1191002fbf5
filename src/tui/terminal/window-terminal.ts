/** One terminal as this window mirrors it: its state, its screen and its blocks. */

import { type Block, blocksOf } from '../../client/blocks/block.ts';
import { FetchedOutputs } from '../../client/blocks/fetched-outputs.ts';
import { Memo } from '../../client/blocks/memo.ts';
import { type AskCommands, OlderCommands } from '../../client/blocks/older-commands.ts';
import type { Mirror } from '../../client/mirror.ts';
import { cottyMeta, META_KEY } from '../../protocol/common/meta.ts';
import { ACK_EVERY } from '../../protocol/cotty/ack.ts';
import type { AskOutput } from '../../protocol/cotty/command-output.ts';
import type { ScreenMeta, TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import { type Action, dataIn, type UnknownAction } from '../../protocol/envelope.ts';
import { type DataAction, isAnnotated } from '../../protocol/terminal/actions.ts';
import { annotationOf } from '../../protocol/terminal/annotation.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import type { TerminalInfo, TerminalState } from '../../protocol/terminal/state.ts';
import { charsPrinted, charsToAck, screenUpdateIn } from '../../protocol/validate/read-redrawn.ts';
import { OutputCache } from '../blocks/output/output-cache.ts';
import type { CursorRow, SeenTerminal } from '../model/view-state.ts';
import type { Pacer } from '../paint/pacer.ts';
import { type AskImage, FetchedImages } from './fetched-images.ts';
import { HeldActions } from './held-actions.ts';
import { LocalEcho } from './local-echo.ts';
import { readTail } from './older-lines.ts';
import type { ScreenView } from './screen-view.ts';
import { WindowScreen } from './window-screen.ts';

/** Least time between two copies by a program (OSC 52) that reach the clipboard (ms); of those in between, only the last does. */
const BETWEEN_COPIES_MS = 250;

/** Actions that only repeat what clients sent: keys, and output of a shared pty, which comes as `terminal/data` as well. */
const ECHOES: ReadonlySet<string> = new Set(['terminal/input', 'terminal/output']);

export type WindowTerminalOptions = {
  readonly scrollback: number;
  /** The person's writer label, shown as `you`. */
  readonly me: string;
  /** The home folder, shown as `~` in the folders of blocks. */
  readonly home: string | undefined;
  /** Asks the host for commands and outputs that the content lacks, and for images that were shown before. */
  readonly ask: { readonly commands: AskCommands; readonly output: AskOutput; readonly image: AskImage };
  /** Called when lines have been fetched that the user jumps to. */
  readonly onFetched: () => void;
  /** Called when this many older lines were added above the live part. */
  readonly onOlderLines: (lines: number) => void;
  /** Whether the terminal is closed: there are only its commands in the host's records. */
  readonly isClosed?: boolean;
  /** Gets a request for a frame when output or state has changed while the terminal is in view. */
  readonly pacer: Pick<Pacer, 'request' | 'printed'>;
  /** Called when a hidden terminal buffers too much: the mirror is to be closed, and opened again when it is shown. */
  readonly onOverfull: () => void;
};

export class WindowTerminal {
  readonly output: OutputCache;
  readonly older: OlderCommands;
  readonly fetched: FetchedOutputs;
  readonly images: FetchedImages;
  screen: WindowScreen;
  #mirror: Mirror<TerminalState>;
  #options: WindowTerminalOptions;
  #inView = true;
  readonly #echo = new LocalEcho();
  /** Whether the program reads a password: then nothing is guessed. */
  #hidesInput = false;
  /** Actions that came while the terminal was hidden. */
  readonly #held = new HeldActions();
  #copyTimer: NodeJS.Timeout | undefined;
  /** UTF-16 units of unacknowledged output, and whether it contains a screen of the host. */
  #unacked = 0;
  #printed = 0;
  #updated = false;
  #askedWhole = false;
  /** The mirror's state when the screen was last parsed. */
  #parsed: TerminalState;
  /** What is shown while the mouse button is down in this terminal. */
  #frozen: { readonly state: TerminalState; reading?: SeenTerminal } | undefined;
  /** Delays answers of the host that would move rows, until the terminal is no longer frozen. */
  #pause: { readonly over: Promise<void>; readonly end: () => void } | undefined;
  #unsubscribe: () => void;
  readonly #blocks = new Memo<readonly Block[]>();
  readonly #reading = new Memo<SeenTerminal>();

  constructor(mirror: Mirror<TerminalState>, options: WindowTerminalOptions) {
    this.#mirror = mirror;
    this.#parsed = mirror.state;
    this.#options = options;
    const changed = () => this.#inView && options.pacer.request();
    const { ask } = options;
    this.older = new OlderCommands(
      (page) => this.#afterPause(ask.commands(page)),
      changed,
      options.isClosed ? () => true : undefined,
    );
    this.fetched = new FetchedOutputs(
      (range) => this.#afterPause(ask.output(range)),
      changed,
      options.onFetched,
    );
    this.images = new FetchedImages(options.ask.image, changed);
    this.output = new OutputCache({ others: this.fetched, measures: () => this.screen.measures });
    this.screen = this.#newScreen();
    this.#unsubscribe = mirror.onChange((_state, cause) => {
      if (cause.kind === 'action') this.#take(cause.envelope.action);
      else this.#startOver();
    });
  }

  #take(action: Action | UnknownAction): void {
    this.#count(dataIn(action));
    if (action.type === 'terminal/cleared') this.older.clear();
    this.#annotate(action);
    if (ECHOES.has(action.type)) return;
    if (!this.#inView) this.#keep(action);
    else {
      this.screen.apply(action);
      if (action.type === 'terminal/data') this.#options.pacer.printed();
      else this.#options.pacer.request();
    }
  }

  #annotate(action: Action | UnknownAction): void {
    if (isAnnotated(action)) this.older.annotate(action.commandId, annotationOf(action));
  }

  /** Draws the host's screen with all its scrollback in place of this one. */
  redraw(screen: ScreenMeta): void {
    this.#unacked += screen.screen?.length ?? 0;
    this.#updated = true;
    const action: DataAction = {
      type: 'terminal/data',
      data: '',
      _meta: { [META_KEY]: { redrawn: screen } },
    };
    if (!this.#inView) this.#keep(action);
    else {
      const more = this.screen.redraw(screen);
      if (more > 0) this.#options.onOlderLines(more);
      this.#options.pacer.request();
    }
  }

  /**
   * Returns the UTF-16 units of shown output to acknowledge; 0 while they are few. While the user looks back, a screen update is
   * not acknowledged: the host then sends no further one, and the lines in view stay.
   */
  takeAck(looksBack: boolean): number {
    // Nothing new is shown while frozen: without acks the host stops at the end of its window.
    if (this.screen.frozen) return 0;
    if (this.#updated ? looksBack : this.#unacked < ACK_EVERY) return 0;
    const chars = this.#unacked;
    this.#unacked = 0;
    this.#updated = false;
    return chars;
  }

  /** Returns the UTF-16 units printed since the last call, those that were not sent to this window included. */
  takePrinted(): number {
    const chars = this.#printed;
    this.#printed = 0;
    return chars;
  }

  /** Whether lines are missing above the screen, for which the host is to be asked once. */
  get wantsWhole(): boolean {
    const wants = this.screen.hasGap && !this.#askedWhole;
    this.#askedWhole = this.screen.hasGap;
    return wants;
  }

  get state(): TerminalState {
    return this.#still?.state ?? this.#mirror.state;
  }

  /**
   * Freezes all that is shown of the terminal: screen, blocks and state. With `scrolled` a drag scrolls the view, and missing
   * lines may be added.
   */
  freeze(scrolled: boolean): void {
    if (this.#frozen === undefined) {
      this.#frozen = { state: this.#parsed };
      this.screen.freeze();
      this.#pause = pause();
    }
    if (scrolled) this.#pause?.end();
  }

  /** Shows what has come since it was frozen. */
  thaw(): void {
    if (this.#frozen === undefined) return;
    this.#frozen = undefined;
    this.screen.thaw();
    this.#pause?.end();
    this.#pause = undefined;
    this.#options.pacer.request();
  }

  /** The frozen state; undefined if nothing is frozen, or if the screen went on because too much output was waiting. */
  get #still(): { readonly state: TerminalState; reading?: SeenTerminal } | undefined {
    return this.#frozen !== undefined && this.screen.frozen ? this.#frozen : undefined;
  }

  get isClosed(): boolean {
    return this.#options.isClosed === true;
  }

  get blocks(): readonly Block[] {
    const { state } = this;
    const content = this.older.before(state.content);
    const { me, home } = this.#options;
    return this.#blocks.get([content, state.lifecycle], () => blocksOf({ ...state, content }, me, home));
  }

  /** Fetches older commands and lines; called while the user looks back. */
  lookBack(): void {
    this.older.fetch(this.state.content);
    const last = this.state.content.at(-1);
    const seq = last?.type === 'command' ? cottyMeta<CommandMeta>(last._meta).seq : undefined;
    if (seq !== undefined && this.screen.wantsOlder()) void this.#fetchOlderLines(seq);
  }

  hide(): void {
    this.thaw();
    this.#inView = false;
  }

  /** Shows the terminal: its screen applies the actions that were held. */
  show(): void {
    this.#inView = true;
    if (this.#held.isEmpty) return;
    for (const action of this.#held.take()) this.screen.apply(action);
    // A copy that a program made while the terminal was hidden must not reach the clipboard later.
    this.screen.forgetCopied();
  }

  /** Returns the same object as long as nothing in it has changed. */
  reading(info: TerminalInfo | undefined): SeenTerminal {
    const view = this.screen.parse();
    const frozen = this.#still;
    if (frozen !== undefined) {
      frozen.reading ??= this.#read(view, info);
      return frozen.reading;
    }
    const from = [view, view.emulator.version, this.state, info, this.older.before(this.state.content)];
    return this.#reading.get(from, () => this.#read(view, info));
  }

  /** Takes input that was sent to the program, to draw it before a far host has echoed it. Returns the number of its last key. */
  typed(data: string): number {
    const view = this.screen.parse();
    const { echoScreen } = view;
    const number = this.#echo.typed(data, this.#hidesInput ? { ...echoScreen, visible: false } : echoScreen);
    view.guess = this.#echo.guess;
    return number;
  }

  /** The keys up to this number have arrived, and their echo should have come; undefined if there is no connection. */
  arrived(number: number | undefined): void {
    if (!this.#echo.awaits) return;
    const view = this.screen.parse();
    const before = view.guess;
    if (number === undefined) this.#echo.clear();
    else this.#echo.arrived(number);
    view.guess = this.#echo.guess;
    if (view.guess !== before && this.#inView) this.#options.pacer.request();
  }

  /** Whether typed keys are drawn that the program has not echoed. */
  get isAhead(): boolean {
    return this.#echo.guess !== undefined;
  }

  /** Returns what the program has copied since the last call, some time after the last copy at the earliest. */
  takeCopied(): string | undefined {
    if (this.#copyTimer !== undefined) return undefined;
    const text = this.screen.takeCopied();
    if (text === undefined) return undefined;
    this.#copyTimer = setTimeout(() => {
      this.#copyTimer = undefined;
      this.#options.pacer.request();
    }, BETWEEN_COPIES_MS);
    return text;
  }

  close(): void {
    clearTimeout(this.#copyTimer);
    this.#pause?.end();
    this.#unsubscribe();
    this.screen.close();
    this.output.close();
    this.fetched.close();
  }

  async #fetchOlderLines(seq: number): Promise<void> {
    const { screen } = this;
    const { ask, scrollback, onOlderLines } = this.#options;
    // A host that does not keep outputs rejects: then there are no older lines.
    const output = await this.#afterPause(readTail(ask.output, seq, scrollback).catch(() => ''));
    const added = screen === this.screen ? screen.addOlder(output) : 0;
    if (added > 0) onOlderLines(added);
  }

  #read(view: ScreenView, info: TerminalInfo | undefined): SeenTerminal {
    const { emulator } = view;
    const meta = cottyMeta<TerminalMeta>(info?._meta);
    this.#hidesInput = meta.echoOff === true;
    if (this.#hidesInput) this.#clearEcho(view);
    return {
      running: this.#running(meta),
      fullScreen: view.fullScreen,
      modes: emulator.modes,
      colors: emulator.reports.colors.current,
      echoOff: meta.echoOff ?? false,
      lineEditing: meta.lineEditing ?? true,
      foreground: meta.foreground,
      within: meta.within,
      blocks: this.blocks,
      screen: { cols: emulator.cols, rows: emulator.rows, cell: emulator.images.cell },
      liveTop: view.start - view.base,
      cwd: this.state.cwd,
      cursorRow: () => cursorRow(view),
    };
  }

  #newScreen(): WindowScreen {
    const { scrollback, pacer } = this.#options;
    return new WindowScreen(this.state, {
      scrollback,
      onParsed: (view) => {
        this.#parsed = this.#mirror.state;
        if (!this.#echo.awaits) return;
        this.#echo.seen(view.echoScreen);
        view.guess = this.#echo.guess;
      },
      onHeldTooLong: () => this.#inView && pacer.request(),
      now: () => performance.now(),
      setTimer: setTimeout,
      clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
    });
  }

  async #afterPause<T>(answer: Promise<T>): Promise<T> {
    const told = await answer;
    await this.#pause?.over;
    return told;
  }

  #count(printed: DataAction | undefined): void {
    if (printed === undefined) return;
    this.#unacked += charsToAck(printed);
    this.#printed += charsPrinted(printed);
    this.#updated ||= screenUpdateIn(printed).omits;
  }

  #keep(action: Action | UnknownAction): void {
    this.#held.add(action);
    // A snapshot when the tab is shown again costs less than to keep a burst of output that nobody sees.
    if (this.#held.isOverfull) this.#options.onOverfull();
  }

  #startOver(): void {
    this.older.clear();
    this.thaw();
    this.#unacked = 0;
    this.#updated = false;
    this.#held.take();
    this.#echo.clear();
    this.screen.close();
    this.screen = this.#newScreen();
    if (this.#inView) this.#options.pacer.request();
  }

  #clearEcho(view: ScreenView): void {
    this.#echo.clear();
    view.guess = undefined;
  }

  #running(meta: Partial<TerminalMeta>): SeenTerminal['running'] {
    const tail = this.state.content.at(-1);
    if (tail?.type === 'command' && !tail.isComplete) {
      return { commandLine: tail.commandLine, since: tail.timestamp };
    }
    // `clear` removes the running command from the content; the host's list still has it.
    if (tail !== undefined || meta.running === undefined) return undefined;
    return { commandLine: meta.running.commandLine, since: meta.running.timestamp };
  }
}

function pause(): { readonly over: Promise<void>; readonly end: () => void } {
  let end = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { over, end };
}

function cursorRow(view: ScreenView): CursorRow {
  const { x, y } = view.cursor;
  const { chars } = view.row(y);
  // Only two cells are checked: a right prompt may follow further on.
  return { before: chars.slice(0, x).join(''), atEnd: chars.slice(x, x + 2).every((char) => char === ' ') };
}
