/** Ctrl+Z for the whole window: gives the terminal back to the shell, and takes it over again on `fg`. */

import type { ForegroundProgram, OuterTerminal } from './outer-terminal.ts';

export type StopProcess = {
  on(event: 'SIGTSTP' | 'SIGCONT', listener: () => void): unknown;
  off(event: 'SIGTSTP' | 'SIGCONT', listener: () => void): unknown;
  kill(pid: number, signal: string): unknown;
  readonly pid: number;
};

export type SuspensionOptions = {
  readonly outer: Pick<OuterTerminal, 'enter' | 'leaveNow' | 'foregroundProgram'>;
  readonly process: StopProcess;
  /** Called right before the terminal is given back. */
  readonly suspending: () => void;
  /** Called when the terminal is ours again and shows something else: paint everything. */
  readonly resumed: () => void;
  readonly now: () => number;
  readonly setTimer: (run: () => void, ms: number) => unknown;
};

/** If the process still runs after this time (ms), it takes the terminal back: an orphaned process group is not stopped. */
const stillAwakeMs = 200;

export class Suspension {
  readonly #options: SuspensionOptions;
  #suspended = false;
  #closed = false;

  constructor(options: SuspensionOptions) {
    this.#options = options;
    options.process.on('SIGTSTP', this.#onStop);
    options.process.on('SIGCONT', this.#onContinue);
  }

  /** Stops the process group, as Ctrl+Z at a shell does: a launcher between the shell and us stops too. */
  suspend(): void {
    if (this.#closed || this.#suspended) return;
    this.#suspended = true;
    const { outer, process, suspending } = this.#options;
    suspending();
    outer.leaveNow();
    // A signal with a listener does not stop the process.
    process.off('SIGTSTP', this.#onStop);
    process.kill(0, 'SIGTSTP');
    this.#watchStillAwake();
  }

  close(): void {
    this.#closed = true;
    this.#options.process.off('SIGTSTP', this.#onStop);
    this.#options.process.off('SIGCONT', this.#onContinue);
  }

  /** Takes the terminal back if the process was not stopped. A late timer means that it was: then SIGCONT does that. */
  #watchStillAwake(): void {
    const { now, setTimer } = this.#options;
    const from = now();
    setTimer(() => {
      if (!this.#suspended) return;
      if (now() - from < 2 * stillAwakeMs) this.#onContinue();
      else this.#watchStillAwake();
    }, stillAwakeMs);
  }

  readonly #onStop = (): void => {
    const { foregroundProgram } = this.#options.outer;
    if (foregroundProgram === undefined) this.suspend();
    else void this.#stopBehind(foregroundProgram);
  };

  /** Stops only after the foreground program has: the shell takes the terminal back as soon as this process stops. */
  async #stopBehind(foregroundProgram: ForegroundProgram): Promise<void> {
    if (!(await foregroundProgram.stopped()) || this.#closed || this.#suspended) return;
    this.#suspended = true;
    const { process } = this.#options;
    process.off('SIGTSTP', this.#onStop);
    process.kill(process.pid, 'SIGTSTP');
    this.#watchStillAwake();
  }

  /** Takes the terminal over again, also after a SIGSTOP, which comes without notice: the shell has changed its modes. */
  readonly #onContinue = (): void => {
    if (this.#closed) return;
    const { outer, process, resumed } = this.#options;
    if (this.#suspended) process.on('SIGTSTP', this.#onStop);
    this.#suspended = false;
    if (outer.foregroundProgram !== undefined) return;
    outer.leaveNow();
    outer.enter();
    resumed();
  };
}
