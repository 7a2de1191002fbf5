/** Debian's tmux as the outer terminal: a second judge of what cotty writes, and the place where many people run it. */

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { programPath } from './programs.ts';

type TmuxOptions = {
  readonly folder: string;
  readonly env: Record<string, string>;
  readonly cwd: string;
  readonly cols?: number;
  readonly rows?: number;
};

const POLL_MS = 40;
/** Generous: only a failing test waits that long. */
const DEFAULT_WAIT_MS = 40_000;

export class TmuxWindow {
  private readonly socket: string;
  private readonly options: TmuxOptions;

  private constructor(options: TmuxOptions) {
    this.options = options;
    this.socket = join(options.folder, 'tmux.sock');
  }

  /** A private server with one session that runs `command`. */
  static async open(command: string, options: TmuxOptions): Promise<TmuxWindow> {
    const window = new TmuxWindow(options);
    const { cols = 100, rows = 30 } = options;
    await window.tmux('new-session', '-d', '-s', 'main', '-x', String(cols), '-y', String(rows), command);
    // Without it tmux keeps the last screen of a dead program from nobody.
    await window.tmux('set-option', '-g', 'remain-on-exit', 'on');
    return window;
  }

  /** Keys by tmux's names, `Enter`, `C-k`, `F2`. */
  async press(...names: readonly string[]): Promise<void> {
    await this.tmux('send-keys', '-t', 'main', ...names);
  }

  async type(text: string): Promise<void> {
    await this.tmux('send-keys', '-t', 'main', '-l', text);
  }

  capture(): Promise<string> {
    return this.tmux('capture-pane', '-t', 'main', '-p');
  }

  /** With SGR sequences, as tmux understood them. */
  captureStyled(): Promise<string> {
    return this.tmux('capture-pane', '-t', 'main', '-p', '-e');
  }

  /** As `waitForText`, in a capture with SGR sequences. */
  waitForStyled(text: RegExp, withinMs?: number): Promise<string> {
    return this.poll(
      `${text}`,
      () => this.captureStyled(),
      (screen) => text.test(screen),
      withinMs,
    );
  }

  async resize(cols: number, rows: number): Promise<void> {
    await this.tmux('resize-window', '-t', 'main', '-x', String(cols), '-y', String(rows));
  }

  waitForText(text: string | RegExp, withinMs?: number): Promise<string> {
    const seen = (screen: string): boolean =>
      typeof text === 'string' ? screen.includes(text) : text.test(screen);
    return this.waitFor(String(text), seen, withinMs);
  }

  /** tmux has no event for "the screen changed", so this one polls. */
  waitFor(what: string, seen: (screen: string) => boolean, withinMs?: number): Promise<string> {
    return this.poll(what, () => this.capture(), seen, withinMs);
  }

  async close(): Promise<void> {
    await this.tmux('kill-server').catch(() => {
      // The server ends with its last session; then there is nothing to kill.
    });
  }

  private async poll(
    what: string,
    capture: () => Promise<string>,
    seen: (screen: string) => boolean,
    withinMs: number = DEFAULT_WAIT_MS,
  ): Promise<string> {
    const deadline = Date.now() + withinMs;
    for (;;) {
      const screen = await capture();
      if (seen(screen)) return screen;
      if (Date.now() > deadline)
        throw new Error(`not seen in tmux within ${withinMs} ms: ${what}\n${screen}`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  private tmux(...args: readonly string[]): Promise<string> {
    const { cwd, env } = this.options;
    return new Promise((resolve, reject) => {
      execFile(
        programPath('tmux'),
        ['-S', this.socket, '-f', '/dev/null', '-u', ...args],
        { cwd, env },
        (error, stdout, stderr) => {
          if (error === null) resolve(stdout);
          else reject(new Error(`tmux ${args[0]}: ${stderr.trim() || error.message}`));
        },
      );
    });
  }
}
