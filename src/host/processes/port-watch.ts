/** Follows on which port the command in the foreground listens. Nothing tells of it, so it is looked at now and then. */

import type { Clock } from '../common/clock.ts';
import { listeningPort } from './listening-port.ts';

/** Times from one look to the next (ms), the last one again and again: most servers listen within seconds. */
const LOOKS_MS = [1_000, 1_000, 2_000, 4_000, 8_000, 15_000];

export type PortWatchOptions = {
  readonly clock: Clock;
  readonly onChange: () => void;
  readonly look?: (group: number) => Promise<number | undefined>;
};

export class PortWatch {
  readonly #clock: Clock;
  readonly #onChange: () => void;
  readonly #look: (group: number) => Promise<number | undefined>;
  #group: number | undefined;
  #port: number | undefined;
  #looks = 0;
  #cancel: (() => void) | undefined;

  constructor({ clock, onChange, look = listeningPort }: PortWatchOptions) {
    this.#clock = clock;
    this.#onChange = onChange;
    this.#look = look;
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
    this.#looks = 0;
    this.#set(undefined);
    if (group !== undefined) this.#lookLater(group);
  }

  #lookLater(group: number): void {
    const ms = LOOKS_MS[Math.min(this.#looks, LOOKS_MS.length - 1)] ?? 0;
    this.#looks += 1;
    this.#cancel = this.#clock.after(ms, () => {
      const seen = (port: number | undefined) => {
        if (group !== this.#group) return;
        this.#set(port);
        this.#lookLater(group);
      };
      this.#look(group).then(seen, () => seen(undefined));
    });
  }

  #set(port: number | undefined): void {
    if (port === this.#port) return;
    this.#port = port;
    this.#onChange();
  }
}
