/**
 * Watches the modes of a pty (termios) while a command runs: whether the program reads a secret, or reads single keys.
 *
 * There is no notification of a change of modes, so they are read at every output, and once more when output and keys have
 * settled. They are not read at the prompt, where the shell's line editor reads keys.
 */

import type { Clock } from '../common/clock.ts';
import { childrenOf, groupExists, groupProgram } from '../processes/foreground.ts';
import { type Listener, listenersOf } from '../processes/listeners.ts';
import { PortWatch } from '../processes/port-watch.ts';
import type { TtyModes } from '../pty/modes/tty-modes.ts';
import type { Pty } from '../pty/pty-port.ts';

/** Milliseconds after the last output or key until the modes are read again: programs may set them after they print. */
const SETTLE_MS = 40;
/**
 * Milliseconds after that until the foreground is read again, until two looks have seen the same program: the next one of a line may
 * print nothing, and right after a fork it still has the name of the shell.
 */
const LATER_MS: readonly number[] = [160, 640, 2560];

export type TtyWatchOptions = {
  readonly clock: Clock;
  /** Whether a program was started instead of a shell. */
  readonly program: boolean;
  /** Called when a value of this class has changed; users wait to see it. */
  readonly onInfo: (now: boolean) => void;
  readonly output: {
    /** `process` is the process group of the shell, whose own line editor does not count as a program that reads keys. */
    readonly shells: { readonly process: number | undefined };
    /** Called when output and keys have settled. `readsKeys`: a program other than the shell reads single keys. */
    readonly settled: (readsKeys: boolean) => void;
  };
};

/** Queries to the system about process groups. */
type Groups = {
  readonly exists: (group: number) => boolean;
  readonly program: (group: number, shell: number | undefined) => string | undefined;
};

export class TtyWatch {
  readonly #pty: Pick<Pty, 'pid' | 'askModes'>;
  readonly #clock: Clock;
  readonly #onInfo: (now: boolean) => void;
  readonly #groups: Groups;
  /** Undefined without a shell. */
  readonly #shell: () => number | undefined;
  readonly #onSettled: () => void;
  readonly #ports: PortWatch;
  #echoOff = false;
  /** The process group that has switched line editing off. REPLs switch it on again for moments, between their reads. */
  #keyReader: number | 'unknown' | undefined;
  #shellReadsKeys = false;
  /** The process group in the foreground and the name of its program, if that is not the shell. */
  #front: { readonly group: number; readonly program: string | undefined } | undefined;
  /** Whether the last two looks have seen the same program in front. */
  #isFrontSure = false;
  #asking = false;
  /** Set if the modes must be read again after the current query. `settled`: output and keys had settled then. */
  #askAgain: { readonly settled: boolean } | undefined;
  /** Counts commands. The answer to a query of an earlier command is ignored. */
  #round = 0;
  #touchedAt = 0;
  #cancelSettle: (() => void) | undefined;
  #cancelLater: (() => void) | undefined;
  #closed = false;

  constructor(
    pty: Pick<Pty, 'pid' | 'askModes'>,
    { clock, program, onInfo, output }: TtyWatchOptions,
    groups: Groups = { exists: groupExists, program: groupProgram },
  ) {
    this.#pty = pty;
    this.#clock = clock;
    this.#onInfo = onInfo;
    this.#groups = groups;
    this.#shell = () => (program ? undefined : output.shells.process);
    this.#onSettled = () => output.settled(!this.lineEditing);
    this.#ports = new PortWatch({
      clock,
      onChange: () => onInfo(false),
      look: listenersOf(() => pty.pid),
      hasJobs: () => childrenOf(pty.pid).some((pid) => pid > 0),
    });
  }

  /** Whether the echo is off although the terminal is in line mode, as at a password prompt. */
  get echoOff(): boolean {
    return this.#echoOff;
  }

  /** Whether the terminal is in line mode. False if a program other than the shell reads single keys. */
  get lineEditing(): boolean {
    return this.#keyReader === undefined;
  }

  /** Whether the shell itself reads single keys while its command runs, as `read -e` and fish's `read` do. */
  get shellReadsKeys(): boolean {
    return this.#shellReadsKeys;
  }

  /** The name of the foreground program, if it is not the shell and has run for a moment. */
  get foreground(): string | undefined {
    return this.#front?.program;
  }

  /** The process group in the foreground, with that name. */
  get front(): { readonly group: number; readonly program: string | undefined } | undefined {
    return this.#front;
  }

  /** The port on which the foreground program listens. */
  get port(): number | undefined {
    return this.#ports.port;
  }

  /** All ports on which programs of the terminal listen. */
  get listeners(): readonly Listener[] {
    return this.#ports.listeners;
  }

  /** Must be called with each output while a command runs. */
  check(): void {
    this.#ask();
    this.checkSoon();
  }

  /** Must be called with each key while a command runs, and with output that may be the shell's own. */
  checkSoon(): void {
    if (this.#closed) return;
    this.#touchedAt = this.#clock.now();
    this.#cancelSettle ??= this.#clock.after(SETTLE_MS, () => this.#settled());
  }

  /** Must be called when the shell is at its prompt. */
  atPrompt(): void {
    this.#round += 1;
    this.#cancelSettle?.();
    this.#cancelSettle = undefined;
    this.#cancelLater?.();
    this.#shellReadsKeys = false;
    this.#set(false, undefined);
    this.#setFront(undefined);
    this.#ports.atPrompt();
  }

  close(): void {
    this.#closed = true;
    this.#ports.close();
    this.#cancelSettle?.();
    this.#cancelLater?.();
  }

  #settled(): void {
    this.#cancelSettle = undefined;
    const rest = this.#touchedAt + SETTLE_MS - this.#clock.now();
    if (rest > 0) this.#cancelSettle = this.#clock.after(rest, () => this.#settled());
    else {
      this.#ask(true);
      this.#lookLater(LATER_MS);
    }
  }

  #lookLater([ms, ...rest]: readonly number[]): void {
    this.#cancelLater?.();
    this.#cancelLater =
      ms === undefined
        ? undefined
        : this.#clock.after(ms, () => {
            this.#lookLater(rest);
            this.#askFront();
          });
  }

  #askFront(): void {
    if (this.#closed || this.#asking || this.#isFrontSure) return;
    const round = this.#round;
    this.#pty.askModes((modes) => {
      if (!this.#closed && round === this.#round) this.#setFront(modes?.foreground);
    });
  }

  #ask(settled = false): void {
    if (this.#closed) return;
    if (this.#asking) {
      this.#askAgain = { settled: settled || this.#askAgain?.settled === true };
      return;
    }
    this.#asking = true;
    const round = this.#round;
    this.#pty.askModes((modes) => {
      this.#asking = false;
      if (this.#closed) return;
      if (round === this.#round) this.#seen(modes, settled);
      const again = this.#askAgain;
      this.#askAgain = undefined;
      if (again !== undefined) this.#ask(again.settled);
    });
  }

  #seen(modes: TtyModes | undefined, settled: boolean): void {
    const editing = modes?.lineEditing ?? true;
    this.#shellReadsKeys = !editing && modes?.foreground !== undefined && modes.foreground === this.#shell();
    // The name is read only if the program runs for a moment: a loop of short commands reports none.
    if (settled || (!editing && modes?.foreground !== this.#front?.group)) this.#setFront(modes?.foreground);
    this.#set(modes !== undefined && editing && !modes.echo, this.#readerNow(modes));
    if (settled) this.#onSettled();
  }

  #readerNow(modes: TtyModes | undefined): number | 'unknown' | undefined {
    if (modes === undefined) return undefined;
    const { lineEditing, foreground = 'unknown' } = modes;
    if (!lineEditing && foreground !== this.#shell()) return foreground;
    const reader = this.#keyReader;
    return typeof reader === 'number' && this.#groups.exists(reader) ? reader : undefined;
  }

  #set(echoOff: boolean, keyReader: number | 'unknown' | undefined): void {
    const changed = echoOff !== this.#echoOff || (keyReader === undefined) !== this.lineEditing;
    this.#echoOff = echoOff;
    this.#keyReader = keyReader;
    if (changed) this.#onInfo(true);
  }

  #setFront(group: number | undefined): void {
    const before = this.#front;
    const shell = this.#shell();
    // The program of a group can change its name, or make room for another one (`exec`).
    this.#front =
      group === undefined || group === shell
        ? undefined
        : { group, program: this.#groups.program(group, shell) };
    const { program } = this.#front ?? {};
    this.#isFrontSure = program !== undefined && group === before?.group && program === before?.program;
    this.#ports.follow(this.#front?.group);
    if (program !== before?.program) this.#onInfo(false);
  }
}
