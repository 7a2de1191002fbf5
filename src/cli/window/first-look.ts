/**
 * What stands on the terminal until a window has loaded its code and its host has answered: the place of its tabs, and in
 * the bar what is waited for. It is there before most of the program is read, and gives the terminal back on every way out.
 */

import { harmless } from '../../protocol/common/harmless-text.ts';
import { layout } from '../../tui/model/window-layout.ts';
import { type Capabilities, capabilitiesOf } from '../../tui/outer/capabilities.ts';
import { beginning, ending } from '../../tui/outer/outer-modes.ts';
import { type ExitProcess, restoreOnExit } from '../../tui/outer/restore-on-exit.ts';
import { errorText } from '../common/error-text.ts';
import type { Io } from '../common/io.ts';

type Stop = { kill(pid: number, signal: 'SIGSTOP'): unknown; readonly pid: number };

export class FirstLook {
  /** The streams of the subcommand. What it has to say stands on the person's own screen, so the terminal is given back first. */
  readonly io: Io;
  readonly #stdout: Io['stdout'];
  readonly #outer: Capabilities;
  #end: (() => void) | undefined;

  /** Takes the terminal and shows `waitsFor`. The terminal's modes of input stay as they are: keys wait for the window. */
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
    stdout.write(`${beginning(this.#outer)}${frame(stdout, waitsFor, dim)}`);
    this.#end = this.#watch(owner);
  }

  /** Gives the terminal back, if it still has it. */
  leave(): void {
    if (!this.handOver()) return;
    this.#stdout.write(ending(this.#outer));
  }

  /** Leaves the terminal to the window as it is; returns false if it was given back before. */
  handOver(): boolean {
    const end = this.#end;
    this.#end = undefined;
    end?.();
    return end !== undefined;
  }

  /** Gives the terminal back on signals and errors; returns what ends that. */
  #watch(owner: ExitProcess & Stop): () => void {
    const leave = () => this.leave();
    const stopWatching = restoreOnExit({
      outer: { leave, leaveNow: leave, onLost: () => {}, foregroundProgram: undefined },
      process: owner,
      end: (_why, code) => owner.exit(code),
      report: (error) => this.io.stderr.write(`cotty: ${errorText(error, this.io.env)}\n`),
    });
    // Ctrl+Z: the shell gets its own screen. The window takes the terminal when the process goes on.
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

/** Runs what opens a window behind a first look; the terminal is given back at its end whatever happens. */
export async function withFirstLook(
  io: Io,
  waitsFor: string,
  run: (look: FirstLook) => Promise<number>,
): Promise<number> {
  const look = new FirstLook(io, waitsFor);
  try {
    return await run(look);
  } finally {
    look.leave();
  }
}

/** The tab bar's sign for a new tab and the bar's text, each where the window draws it; the cursor stands between them. */
function frame({ columns, rows }: Io['stdout'], waitsFor: string, dim: string): string {
  const { size, tabs, body, bar } = layout({ cols: columns || 80, rows: rows || 24 });
  const text = harmless(` ${waitsFor}`).slice(0, size.cols - 1);
  const place = (row: number) => `\x1b[${row + 1}H`;
  const drawnTabs = tabs.height === 0 ? '' : `${place(tabs.y)} +`;
  return `\x1b[0m\x1b[2J${dim}${drawnTabs}${place(bar.y)}${text}\x1b[0m${place(body.y)}`;
}
