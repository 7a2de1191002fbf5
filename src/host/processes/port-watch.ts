/** Finds the port on which the command in the foreground listens. There is no notification of it, so it is polled. */

import type { Clock } from '../common/clock.ts';
import { listeningPort } from './listening-port.ts';

/** Milliseconds between polls; the last value is repeated. Most servers listen within seconds. */
const CHECKS_MS = [1_000, 1_000, 2_000, 4_000, 8_000, 15_000];

export type PortWatchOptions = {
  readonly clock: Clock;
  readonly onChange: () => void;
  readonly check?: (group: number) => Promise<number | undefined>;
};

export class PortWatch {
  readonly #clock: Clock;
  readonly #onChange: () => void;
  readonly #check: (group: number) => Promise<number | undefined>;
  #group: number | undefined;
  #port: number | undefined;
  #checks = 0;
  #cancel: (() => void) | undefined;

  constructor({ clock, onChange, check = listeningPort }: PortWatchOptions) {
    this.#clock = clock;
    this.#onChange = onChange;
    this.#check = check;
  }

  get port(): number | undefined {
    return this.#port;
  }

  /** Must be called with each change of the process group in the foreground; undefined at the shell's prompt. */
  follow(group: number | undefined): void {
    if (group === this.#group) return;
    this.#cancel?.();
    this.#cancel = undefined;
    this.#group = group;
    this.#checks = 0;
    this.#set(undefined);
    if (group !== undefined) this.#checkLater(group);
  }

  #checkLater(group: number): void {
    const ms = CHECKS_MS[Math.min(this.#checks, CHECKS_MS.length - 1)] ?? 0;
    this.#checks += 1;
    this.#cancel = this.#clock.after(ms, () => {
      const seen = (port: number | undefined) => {
        if (group !== this.#group) return;
        this.#set(port);
        this.#checkLater(group);
      };
      this.#check(group).then(seen, () => seen(undefined));
    });
  }

  #set(port: number | undefined): void {
    if (port === this.#port) return;
    this.#port = port;
    this.#onChange();
  }
}
