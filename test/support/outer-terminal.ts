/** A real pty with an emulator on the other side: what a terminal window is to the program that runs in it. */

import { type IPty, spawn } from 'node-pty';
import { OuterScreen } from './outer-screen.ts';
import { PtyWriter } from './pty-writer.ts';

export type OuterOptions = {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Record<string, string>;
  readonly cols?: number;
  readonly rows?: number;
  /** Of another user, whom only root can make it run as. */
  readonly uid?: number;
  readonly gid?: number;
  /** Whether it joins code points that make one character; true unless said. */
  readonly clusters?: boolean;
  /** The protocol by which it says that it shows images, in cells of 10 by 20 pixels. */
  readonly images?: 'kitty' | 'sixel';
  /** Whether the kernel tells the pixels of cells, and the terminal does not. */
  readonly silentCells?: boolean;
};

/** Ends a frame that is shown as a whole (DEC 2026). */
const END_OF_FRAME = '\x1b[?2026l';

/** A character, or a sequence that one key sends. */
const KEY = /\x1b+(?:\[[\d;?<]*[ -/]*[@-~]|O[@-~]|[^\x1b[O])?|./gsu;

type Waiter = { readonly check: () => boolean };

/** Generous: only a failing test waits that long. */
const DEFAULT_WAIT_MS = 40_000;
const LOOK_MS = 50;
const HANG_UP_AGAIN_MS = 5000;
/** Enough for every test's own output; a flood keeps its end. */
const RAW_LIMIT = 8 * 1024 * 1024;

export class OuterTerminal {
  readonly screen: OuterScreen;
  /** Resolves when the program has ended and the last of its output is on the screen. */
  readonly exited: Promise<{ readonly exitCode: number; readonly signal: number | undefined }>;
  private readonly pty: IPty;
  private readonly writer: PtyWriter;
  private readonly waiters = new Set<Waiter>();
  private readonly images: OuterOptions['images'];
  private readonly frameListeners = new Set<(screen: OuterScreen) => void>();
  private readonly unwritten: { readonly data: string; readonly then: () => void }[] = [];
  private written = '';
  private isWriting = false;
  private over = false;

  constructor(options: OuterOptions) {
    const { cols = 100, rows = 30, uid, gid, clusters, images, silentCells = false } = options;
    this.images = images;
    this.pty = spawn(options.file, [...options.args], {
      name: 'xterm-256color',
      cwd: options.cwd,
      env: options.env,
      cols,
      rows,
      ...(uid === undefined ? {} : { uid }),
      ...(gid === undefined ? {} : { gid }),
    });
    this.writer = new PtyWriter(this.pty);
    if (silentCells) this.pty.resize(cols, rows, { width: 10 * cols + 4, height: 20 * rows + 4 });
    this.screen = new OuterScreen(cols, rows, (data) => this.send(data), clusters);
    if (images !== undefined) {
      this.screen.showImages(images, (data) => this.send(data), !silentCells);
    }
    this.pty.onData((data) => this.show(data));
    this.exited = new Promise((resolve) => {
      this.pty.onExit(({ exitCode, signal }) => {
        this.over = true;
        // An empty write is queued behind all earlier output.
        this.write('', () => resolve({ exitCode, signal }));
      });
    });
  }

  get pid(): number {
    return this.pty.pid;
  }

  /** Every byte the program wrote, newest 8 MiB. */
  get raw(): string {
    return this.written;
  }

  send(...keys: readonly string[]): void {
    this.writer.write(keys.join(''));
  }

  /**
   * Types as a person does, one write a key, so that nothing is taken for a paste. The sequence of a key is sent as a whole, as
   * terminals send it: of a part of it that is read alone, ESC is the Escape key.
   */
  type(text: string): void {
    for (const [typed] of text.matchAll(KEY)) this.send(typed);
  }

  screenText(): string {
    return this.screen.text();
  }

  /** Resolves as soon as `seen` holds; looked at after each piece of output, and now and then for what is not on screen. */
  waitFor(
    what: string,
    seen: (screen: OuterScreen) => boolean,
    withinMs: number = DEFAULT_WAIT_MS,
  ): Promise<OuterScreen> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(deadline);
        clearInterval(now);
        this.waiters.delete(waiter);
      };
      const waiter: Waiter = {
        check: () => {
          if (this.isHeldBack() || !seen(this.screen)) return false;
          settle();
          resolve(this.screen);
          return true;
        },
      };
      const deadline = setTimeout(() => {
        settle();
        reject(new Error(`not seen within ${withinMs} ms: ${what}\n${this.framed()}`));
      }, withinMs);
      const now = setInterval(waiter.check, LOOK_MS);
      this.waiters.add(waiter);
      waiter.check();
    });
  }

  waitForText(text: string | RegExp, withinMs?: number): Promise<OuterScreen> {
    const seen = (screen: OuterScreen): boolean =>
      typeof text === 'string' ? screen.text().includes(text) : text.test(screen.text());
    return this.waitFor(String(text), seen, withinMs);
  }

  /** Calls back after each frame that the program has asked to be shown as a whole. Returns what ends that. */
  onFrame(listener: (screen: OuterScreen) => void): () => void {
    this.frameListeners.add(listener);
    return () => this.frameListeners.delete(listener);
  }

  /** A terminal that is busy elsewhere, or a line that hangs: nothing is read until it goes on. */
  stopReading(): void {
    this.pty.pause();
  }

  readOn(): void {
    this.pty.resume();
  }

  resize(cols: number, rows: number): void {
    this.screen.terminal.resize(cols, rows);
    this.pty.resize(cols, rows);
  }

  kill(signal: NodeJS.Signals = 'SIGTERM'): void {
    if (!this.over) this.pty.kill(signal);
  }

  /** As when the window is closed: the pty goes away and the program gets SIGHUP. */
  async close(): Promise<void> {
    const hangUp = (): void => {
      if (!this.over) this.pty.kill('SIGHUP');
    };
    hangUp();
    // bash sleeps through one that comes as it begins to wait for a key; of a real window its read would end, too.
    const again = setInterval(hangUp, HANG_UP_AGAIN_MS);
    await this.exited;
    clearInterval(again);
    this.screen.terminal.dispose();
  }

  private show(data: string): void {
    this.written = (this.written + data).slice(-RAW_LIMIT);
    if (this.images === 'kitty' && data.includes('\x1b_Gi=31')) this.send('\x1b_Gi=31;OK\x1b\\');
    if (this.frameListeners.size > 0) this.showByFrames(data);
    else this.write(data);
  }

  /**
   * After each piece the waiters look. When one has seen what it waits for, the next piece comes in a later turn of the event
   * loop: a test reads the screen that its waiter has seen, and not half of the next frame.
   */
  private write(data: string, then: () => void = () => {}): void {
    this.unwritten.push({ data, then });
    if (!this.isWriting) this.writeNext();
  }

  private writeNext(): void {
    const next = this.unwritten.shift();
    this.isWriting = next !== undefined;
    if (next === undefined) return;
    this.screen.terminal.write(next.data, () => {
      next.then();
      // Until then it counts as writing: a piece that comes meanwhile waits its turn.
      if (this.checkWaiters()) setImmediate(() => this.writeNext());
      else this.writeNext();
    });
  }

  private showByFrames(data: string): void {
    const pieces = data.split(END_OF_FRAME);
    pieces.forEach((piece, index) => {
      const ends = index < pieces.length - 1;
      this.write(ends ? piece + END_OF_FRAME : piece, () => {
        if (ends) for (const listener of this.frameListeners) listener(this.screen);
      });
    });
  }

  /** In the middle of a frame that the program has asked to be shown as a whole. */
  private isHeldBack(): boolean {
    return this.screen.terminal.modes.synchronizedOutputMode && !this.over;
  }

  /** Returns whether one has seen what it waits for. */
  private checkWaiters(): boolean {
    return [...this.waiters].map((waiter) => waiter.check()).includes(true);
  }

  private framed(): string {
    const { cols, cursor } = this.screen;
    const edge = '─'.repeat(cols);
    const state = this.over ? 'the program has ended' : 'the program is running';
    return `┌${edge}┐\n${this.screen
      .lines()
      .map((line) => `│${line}`)
      .join('\n')}\n└${edge}┘\ncursor ${cursor.x},${cursor.y}; ${state}`;
  }
}
