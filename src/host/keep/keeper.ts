/**
 * Runs the fd holder: a sleeping shell (`keeper.sh`) that holds the master of every pty and starts the next host when this one
 * has ended. A running process cannot be given more descriptors, so a new fd holder is started whenever a terminal opens or
 * closes; the old one exits once the new one runs.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { shellWord } from '../../protocol/common/shell-quote.ts';
import type { Clock } from '../common/clock.ts';
import { forgetKeeper, recordKeeper } from './keeper-record.ts';
import { FIRST, type Held, inheritArgs } from './masters.ts';

export type KeeperOptions = {
  /** The state folder. */
  readonly folder: string;
  /** Program and arguments that start a host. The argument that lists the inherited masters is added. */
  readonly command: readonly string[];
  /** Process id of the fd holder that started this host. */
  readonly before?: number;
  /** The highest descriptor of a master in this process, including terminals that have ended. */
  readonly highest: () => number;
  readonly clock: Clock;
  readonly log: (message: string) => void;
};

/** Delay before an fd holder that did not start, or was killed, is replaced. */
const RETRY_MS = 1000;

export class Keeper {
  readonly #options: KeeperOptions;
  readonly #script = readFileSync(fileURLToPath(new URL('./keeper.sh', import.meta.url)), 'utf8');
  #held: readonly Held[] = [];
  #begun: boolean;
  #child: ChildProcess | undefined;
  #isDue = false;
  #cancelRetry: (() => void) | undefined;
  #closed = false;
  #trouble = '';
  /** The fd holder of the earlier host, until this one has its own. */
  #before: number | undefined;

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.#before = options.before;
    this.#begun = options.before === undefined;
  }

  /**
   * Starts the first fd holder, when the host has restored its terminals. Until then the fd holder of the earlier host stays in
   * charge: if this host dies while it restores them, nothing is lost and that fd holder starts another host.
   */
  begin(held: readonly Held[]): void {
    this.#begun = true;
    this.hold(held);
  }

  /** Sets the masters to hold. All changes of one event-loop turn lead to one new fd holder. */
  hold(held: readonly Held[]): void {
    this.#held = held;
    if (!this.#begun || this.#isDue || this.#closed) return;
    this.#isDue = true;
    this.#options.clock.soon(() => {
      this.#isDue = false;
      if (!this.#closed) this.#exchange();
    });
  }

  /**
   * Hands off to another version: starts an fd holder that tries the command `first`, and the command of this host if that fails.
   * This host must end then. Throws if the fd holder cannot be started; in this case nothing changes.
   */
  handOff(first: readonly string[], held: readonly Held[]): void {
    this.#held = held;
    const before = this.#child;
    this.#child = this.#start([first, this.#options.command]);
    this.#closed = true;
    this.#cancelRetry?.();
    this.#endBefore();
    dismiss(before);
  }

  /** Ends the fd holder: the host ends its terminals itself, or another host has taken them over. */
  close(): void {
    this.#closed = true;
    this.#cancelRetry?.();
    this.#endBefore();
    const child = this.#child;
    this.#child = undefined;
    dismiss(child);
    forgetKeeper(this.#options.folder);
  }

  /** Replaces the fd holder. The old one exits only when the new one runs and is recorded; if that fails, it stays. */
  #exchange(): void {
    this.#cancelRetry?.();
    const before = this.#child;
    try {
      this.#child = this.#held.length > 0 ? this.#start([this.#options.command]) : undefined;
    } catch (error) {
      this.#report(error instanceof Error ? error.message : String(error));
      this.#retryLater();
      return;
    }
    if (this.#child === undefined) forgetKeeper(this.#options.folder);
    this.#endBefore();
    dismiss(before);
    this.#report('');
  }

  /** Throws if the fd holder cannot be started or recorded. */
  #start(commands: readonly (readonly string[])[]): ChildProcess {
    const nothing = openSync('/dev/null', 'r');
    try {
      const child = this.#spawn(commands, nothing);
      child.once('error', (error) => this.#lost(child, error.message));
      child.once('exit', (code, signal) => this.#lost(child, `it ended with ${signal ?? code}`));
      child.unref();
      this.#record(child);
      unrefPipe(child);
      return child;
    } finally {
      closeSync(nothing);
    }
  }

  #record(child: ChildProcess): void {
    if (child.pid === undefined) throw new Error('it cannot be started');
    try {
      const facts = this.#held.flatMap((one) => one.facts ?? []);
      recordKeeper(this.#options.folder, child.pid, facts);
    } catch (error) {
      dismiss(child);
      throw error;
    }
  }

  /** Ends the fd holder of the earlier host, which would start another host after this one. */
  #endBefore(): void {
    const pid = this.#before;
    this.#before = undefined;
    if (pid !== undefined && process.ppid === pid) process.kill(pid);
  }

  #spawn(commands: readonly (readonly string[])[], nothing: number): ChildProcess {
    const held = this.#held;
    const lines = commands.map((command) => [...command, ...inheritArgs(held)].map(shellWord).join(' '));
    return spawn('/bin/sh', ['-c', this.#script, 'cotty-keeper', ...lines], {
      // In a session of its own the fd holder survives the terminal and the login in which the host was started.
      detached: true,
      cwd: '/',
      stdio: ['ignore', 'inherit', 'inherit', 'pipe', ...held.map(({ fd }) => fd), ...this.#covers(nothing)],
    });
  }

  /**
   * Returns descriptors of /dev/null for all places of masters that the fd holder must not have. On systems where masters cannot
   * be marked close-on-exec, it would inherit those of ended terminals, too, and their programs would never get SIGHUP.
   */
  #covers(nothing: number): readonly number[] {
    const first = FIRST + this.#held.length;
    return Array.from<number>({ length: Math.max(0, this.#options.highest() + 1 - first) }).fill(nothing);
  }

  /** Replaces an fd holder that was killed. Until then only this process holds the masters. */
  #lost(child: ChildProcess, why: string): void {
    if (this.#child !== child || this.#closed) return;
    this.#child = undefined;
    this.#report(why);
    this.#retryLater();
  }

  #retryLater(): void {
    this.#cancelRetry = this.#options.clock.after(RETRY_MS, () => this.#exchange());
  }

  #report(trouble: string): void {
    if (trouble === this.#trouble) return;
    this.#trouble = trouble;
    this.#options.log(
      trouble === '' ? 'programs survive the host again' : `programs would end with the host: ${trouble}`,
    );
  }
}

/** Returns undefined for a host whose programs end with it, or that has no state folder. */
export function keeperOf(
  keep:
    | { readonly program: readonly string[]; readonly args: readonly string[]; readonly keeper?: number }
    | undefined,
  folder: string | undefined,
  means: Pick<KeeperOptions, 'highest' | 'clock' | 'log'>,
): Keeper | undefined {
  if (keep === undefined || folder === undefined) return undefined;
  const { program, args, keeper: before } = keep;
  return new Keeper({
    ...means,
    folder,
    command: [...program, ...args],
    ...(before === undefined ? {} : { before }),
  });
}

/** Keeps the pipe from holding the event loop open. Only the line that ends the fd holder is ever written to it. */
function unrefPipe(child: ChildProcess): void {
  const pipe = child.stdio[3];
  pipe?.on('error', () => {});
  if (pipe instanceof Socket) pipe.unref();
}

/** Makes an fd holder exit without starting a host. */
function dismiss(child: ChildProcess | undefined): void {
  const pipe = child?.stdio[3];
  if (pipe instanceof Socket) pipe.write('\n');
}
