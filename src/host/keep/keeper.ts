/**
 * Sees to it that a keeper holds the master of every terminal: a sleeping shell (`keeper.sh`) that starts the next host when
 * this one is gone. A process cannot be given descriptors later, so each change of the terminals takes a new keeper; the one
 * before lets go when the new one is there.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { shellWord } from '../../protocol/common/shell-quote.ts';
import type { Clock } from '../common/clock.ts';
import { forgetKeeper, recordKeeper } from './keeper-record.ts';
import { FIRST, type Held, handedArgs } from './masters.ts';

export type KeeperOptions = {
  /** The state folder. */
  readonly folder: string;
  /** Program and arguments that start a host; what it takes over is added. */
  readonly command: readonly string[];
  /** Process id of the keeper that has started this host. */
  readonly before?: number;
  /** The highest descriptor of a master in this process, of terminals that have ended too. */
  readonly highest: () => number;
  readonly clock: Clock;
  readonly log: (message: string) => void;
};

/** Delay before a keeper that cannot be started, or has ended, is replaced. */
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
  /** The keeper of the earlier host, until this one has its own. */
  #before: number | undefined;

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.#before = options.before;
    this.#begun = options.before === undefined;
  }

  /**
   * Sets what is held, for the first time: the host has taken over what it was given. Until then the keeper of the earlier host
   * stays the only one, so that a host which ends meanwhile loses nothing, and is started again after a pause.
   */
  begin(held: readonly Held[]): void {
    this.#begun = true;
    this.hold(held);
  }

  /** Sets what is held. Changes of one turn take one keeper. */
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
   * Has the next host started by a keeper that tries another command first, and this host's own one when that fails. From now
   * on nothing else is held: this host must end. Throws when there is no such keeper, and goes on as before.
   */
  handOver(first: readonly string[], held: readonly Held[]): void {
    this.#held = held;
    const before = this.#child;
    this.#child = this.#start([first, this.#options.command]);
    this.#closed = true;
    this.#cancelRetry?.();
    this.#endBefore();
    letGo(before);
  }

  /** Lets go of everything: the host ends its terminals itself, or another host has taken them over. */
  close(): void {
    this.#closed = true;
    this.#cancelRetry?.();
    this.#endBefore();
    const child = this.#child;
    this.#child = undefined;
    letGo(child);
    forgetKeeper(this.#options.folder);
  }

  /** The keeper before lets go only when the new one is there and on record; else it goes on holding what it holds. */
  #exchange(): void {
    this.#cancelRetry?.();
    const before = this.#child;
    try {
      this.#child = this.#held.length > 0 ? this.#start([this.#options.command]) : undefined;
    } catch (error) {
      this.#tell(error instanceof Error ? error.message : String(error));
      this.#retryLater();
      return;
    }
    if (this.#child === undefined) forgetKeeper(this.#options.folder);
    this.#endBefore();
    letGo(before);
    this.#tell('');
  }

  /** Throws when the keeper cannot be started, or not be put on record. */
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
      letGo(child);
      throw error;
    }
  }

  /** It waits for the end of this host, to start another one. */
  #endBefore(): void {
    const pid = this.#before;
    this.#before = undefined;
    if (pid !== undefined && process.ppid === pid) process.kill(pid);
  }

  #spawn(commands: readonly (readonly string[])[], nothing: number): ChildProcess {
    const held = this.#held;
    const lines = commands.map((command) => [...command, ...handedArgs(held)].map(shellWord).join(' '));
    return spawn('/bin/sh', ['-c', this.#script, 'cotty-keeper', ...lines], {
      // A session of its own: it outlives the terminal and the login from which the host was started.
      detached: true,
      cwd: '/',
      stdio: ['ignore', 'inherit', 'inherit', 'pipe', ...held.map(({ fd }) => fd), ...this.#covers(nothing)],
    });
  }

  /**
   * Where masters cannot be kept from other processes, the keeper inherits every one, and would hold those of ended
   * terminals too: their programs would wait for a hangup. Something else is put in their places.
   */
  #covers(nothing: number): readonly number[] {
    const first = FIRST + this.#held.length;
    return Array.from<number>({ length: Math.max(0, this.#options.highest() + 1 - first) }).fill(nothing);
  }

  /** A keeper that is killed is replaced: until then nothing holds the programs but this process. */
  #lost(child: ChildProcess, why: string): void {
    if (this.#child !== child || this.#closed) return;
    this.#child = undefined;
    this.#tell(why);
    this.#retryLater();
  }

  #retryLater(): void {
    this.#cancelRetry = this.#options.clock.after(RETRY_MS, () => this.#exchange());
  }

  #tell(trouble: string): void {
    if (trouble === this.#trouble) return;
    this.#trouble = trouble;
    this.#options.log(trouble === '' ? 'programs are kept again' : `programs are not kept: ${trouble}`);
  }
}

/** Returns undefined for a host whose programs end with it, or that has no folder to leave word in. */
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

/** Only the line that lets go, or the end of this process, is ever on it. */
function unrefPipe(child: ChildProcess): void {
  const pipe = child.stdio[3];
  pipe?.on('error', () => {});
  if (pipe instanceof Socket) pipe.unref();
}

/** Tells a keeper that another one holds what it holds. */
function letGo(child: ChildProcess | undefined): void {
  const pipe = child?.stdio[3];
  if (pipe instanceof Socket) pipe.write('\n');
}
