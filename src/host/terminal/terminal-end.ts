/** The end of a terminal: its program exits, or it is closed. The first of the two is announced, once. */

import type { ActionOrigin } from '../../protocol/envelope.ts';
import { type Ending, type ExitStatus, exitStatus } from '../pty/exit-status.ts';
import type { PtyExit } from '../pty/pty-port.ts';
import type { TerminalInput } from '../run/terminal-input.ts';
import type { TabStatus } from './tab-status.ts';
import type { TerminalOptions } from './terminal-options.ts';
import type { TerminalOutput } from './terminal-output.ts';
import type { TtyWatch } from './tty-watch.ts';

export type TerminalEndOptions = Pick<TerminalOptions, 'replayLog' | 'onExit' | 'onInfo'> & {
  readonly output: TerminalOutput;
  readonly status: TabStatus;
  readonly tty: TtyWatch;
  readonly input: TerminalInput;
};

export class TerminalEnd {
  readonly #options: TerminalEndOptions;
  #closed = false;

  constructor(options: TerminalEndOptions) {
    this.#options = options;
  }

  get closed(): boolean {
    return this.#closed;
  }

  exited(exit: PtyExit, origin?: ActionOrigin): void {
    this.#options.replayLog?.releaseBuffer();
    // The program of an earlier host may be seen to exit only after its terminal was closed and forgotten.
    if (this.#closed) return;
    const { output, status, input } = this.#options;
    status.exited(exit, output.state.supportsCommandDetection === true || input.used);
    this.#finish(exitStatus(exit), origin, exit);
  }

  /** Ends the terminal. Returns false if it has ended already. */
  close(ending: Ending): boolean {
    if (this.#closed) return false;
    if (ending !== 'unsaid') this.#finish(ending);
    this.#closed = true;
    return true;
  }

  /** `seen`: how the program has exited; undefined if the host ends it. */
  #finish(exit: ExitStatus, origin?: ActionOrigin, seen?: PtyExit): void {
    const { output, status, tty, replayLog, input, onExit, onInfo } = this.#options;
    if (this.#closed || output.state.lifecycle.status === 'exited') return;
    // The running command has ended the shell, as `exit 3` does, unless a signal has.
    output.end(seen !== undefined && 'code' in seen ? seen.code : undefined);
    status.close();
    tty.close();
    replayLog?.remove();
    output.apply({ type: 'terminal/exited', ...exit }, origin);
    onExit(seen);
    input.printed();
    onInfo(true);
  }
}
