/**
 * A placeholder for the window until its code is loaded and the host has answered: an empty tab bar, and a status bar that says
 * what is being waited for. It needs little code, so it appears at once, and it restores the terminal on signals and errors.
 */

import { harmless } from '../../protocol/common/harmless-text.ts';
import { layout } from '../../tui/model/window-layout.ts';
import { type Capabilities, capabilitiesOf } from '../../tui/outer/capabilities.ts';
import { beginning, ending } from '../../tui/outer/outer-modes.ts';
import { type ExitProcess, restoreOnExit } from '../../tui/outer/restore-on-exit.ts';
import { errorText } from '../common/error-text.ts';
import type { Io } from '../common/io.ts';

/** What is waited for where no other host is named. */
export const waitsForHost = 'joining your host, or starting it';

type Stop = { kill(pid: number, signal: 'SIGSTOP'): unknown; readonly pid: number };

export class StartupScreen {
  /**
   * The streams for the subcommand. Its messages belong on the main screen, so the first write to stderr restores the terminal.
   */
  readonly io: Io;
  readonly #stdout: Io['stdout'];
  readonly #outer: Capabilities;
  #end: (() => void) | undefined;

  /** Switches to the alternate screen and shows `waitsFor`. The input modes stay as they are: keys wait for the window. */
  constructor(
    io: Io,
    waitsFor: string,
    owner: ExitProcess & Stop = process as unknown as ExitProcess & Stop,
  ) {
    const { stdout, stderr, env } = io;
    const write = (text: string) => {
      this.leave();
      return stderr.write(text);
    };
    this.io = { ...io, stderr: { write } };
    this.#stdout = stdout;
    this.#outer = capabilitiesOf(env);
    const dim = this.#outer.colors === 'none' ? '' : '\x1b[90m';
    // Listens before it draws, because the user may press Ctrl+C as soon as the screen appears.
    this.#end = this.#watch(owner);
    stdout.write(`${beginning(this.#outer)}${frame(stdout, waitsFor, dim)}`);
  }

  /** Restores the terminal, unless that was done or the window has it. */
  leave(): void {
    if (!this.giveToWindow()) return;
    this.#stdout.write(ending(this.#outer));
  }

  /** Gives the terminal to the window as it is. Returns false if it was restored before. */
  giveToWindow(): boolean {
    const end = this.#end;
    this.#end = undefined;
    end?.();
    return end !== undefined;
  }

  /** Restores the terminal on signals and errors. Returns a function that stops watching for them. */
  #watch(owner: ExitProcess & Stop): () => void {
    const leave = () => this.leave();
    const stopWatching = restoreOnExit({
      outer: { leave, leaveNow: leave, onLost: () => {}, foregroundProgram: undefined },
      process: owner,
      end: (_why, code) => owner.exit(code),
      report: (error) => this.io.stderr.write(`cotty: ${errorText(error, this.io.env)}\n`),
    });
    // Ctrl+Z: the shell gets its own screen. The window takes the terminal when the process is continued.
    const onStop = () => {
      leave();
      owner.kill(owner.pid, 'SIGSTOP');
    };
    owner.on('SIGTSTP', onStop);
    return () => {
      stopWatching();
      owner.off('SIGTSTP', onStop);
    };
  }
}

/** The screen that is shown already, until a window asks for one. */
let shown: StartupScreen | undefined;

/** Has the next window take this screen in place of one of its own: it was shown before the code of the window was read. */
export function takeShown(startup: StartupScreen | undefined): void {
  shown = startup;
}

/** Shows a startup screen while `run` opens a window, and restores the terminal afterwards unless the window has taken it. */
export async function withStartupScreen(
  io: Io,
  waitsFor: string,
  run: (startup: StartupScreen) => Promise<number>,
): Promise<number> {
  const startup = shown ?? new StartupScreen(io, waitsFor);
  shown = undefined;
  try {
    return await run(startup);
  } finally {
    startup.leave();
  }
}

/** The sign for a new tab and the text of the bar, each where the window will draw it, with the cursor in between. */
function frame({ columns, rows }: Io['stdout'], waitsFor: string, dim: string): string {
  const { size, tabs, body, bar } = layout({ cols: columns || 80, rows: rows || 24 });
  const text = harmless(` ${waitsFor}`).slice(0, size.cols - 1);
  const place = (row: number) => `\x1b[${row + 1}H`;
  const drawnTabs = tabs.height === 0 ? '' : `${place(tabs.y)} +`;
  return `\x1b[0m\x1b[2J${dim}${drawnTabs}${place(bar.y)}${text}\x1b[0m${place(body.y)}`;
}
