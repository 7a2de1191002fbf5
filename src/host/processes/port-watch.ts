/** Watches the ports on which programs of a terminal listen. There is no notification of them, so they are polled. */

import type { Clock } from '../common/clock.ts';
import { groupExists } from './foreground.ts';
import type { Listener } from './listeners.ts';

/** Milliseconds between looks; the last value is repeated. Most servers listen within seconds. */
const LOOKS_MS = [1_000, 1_000, 2_000, 4_000, 8_000, 15_000];

export type PortWatchOptions = {
  readonly clock: Clock;
  readonly onChange: () => void;
  readonly look: () => Promise<readonly Listener[]>;
  /** Whether the shell has any processes below it. Without one, and without a listener, it is not looked for ever at a prompt. */
  readonly hasJobs: () => boolean;
  readonly exists?: (group: number) => boolean;
};

export class PortWatch {
  readonly #options: PortWatchOptions;
  readonly #exists: (group: number) => boolean;
  #group: number | undefined;
  #listeners: readonly Listener[] = [];
  #looks = 0;
  /** Counts the reasons to look anew: what was asked before does not go on. */
  #round = 0;
  #cancel: (() => void) | undefined;

  constructor(options: PortWatchOptions) {
    this.#options = options;
    this.#exists = options.exists ?? groupExists;
  }

  /** All of the terminal, by port. */
  get listeners(): readonly Listener[] {
    return this.#listeners;
  }

  /** The lowest port on which the process group in the foreground listens. */
  get port(): number | undefined {
    return this.#group === undefined
      ? undefined
      : this.#listeners.find(({ group }) => group === this.#group)?.port;
  }

  /** Must be called with each change of the process group in the foreground; undefined at the shell's prompt. */
  follow(group: number | undefined): void {
    if (group === this.#group) return;
    this.#group = group;
    this.#lookAnew();
  }

  /** Must be called at each prompt: the command may have started a job. */
  atPrompt(): void {
    this.#group = undefined;
    this.#lookAnew();
  }

  close(): void {
    this.#round += 1;
    this.#cancel?.();
  }

  #lookAnew(): void {
    this.close();
    this.#looks = 0;
    // A server that has ended with its command is not shown until the next look.
    this.#set(this.#listeners.filter((listener) => this.#exists(listener.group)));
    this.#lookLater();
  }

  #lookLater(): void {
    const { clock, look, hasJobs } = this.#options;
    const isLast = this.#looks >= LOOKS_MS.length;
    if (isLast && this.#group === undefined && this.#listeners.length === 0 && !hasJobs()) return;
    const ms = LOOKS_MS[Math.min(this.#looks, LOOKS_MS.length - 1)] ?? 0;
    const round = this.#round;
    this.#looks += 1;
    this.#cancel = clock.after(ms, () => {
      const seen = (listeners: readonly Listener[]) => {
        if (round !== this.#round) return;
        this.#set(listeners);
        this.#lookLater();
      };
      look().then(seen, () => seen([]));
    });
  }

  #set(listeners: readonly Listener[]): void {
    const before = this.#listeners;
    this.#listeners = listeners;
    const isSame =
      listeners.length === before.length &&
      listeners.every(({ port, group }, at) => before[at]?.port === port && before[at].group === group);
    if (!isSame) this.#options.onChange();
  }
}
