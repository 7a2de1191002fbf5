/** The terminals that an earlier host has left with their programs: the masters of their ptys, and their tapes. */

import { closeSync } from 'node:fs';
import type { Held } from '../keep/masters.ts';
import { type LeftTape, readTape } from '../keep/tape.ts';
import { TAPE_VERSION, type TapeHead } from '../keep/tape-head.ts';

export type HandedTerminal = { readonly fd: number; readonly tape: LeftTape<TapeHead> };

export class HandedTerminals {
  readonly #fds: Map<string, number>;
  readonly #known = new Map<string, HandedTerminal>();

  constructor(handed: readonly Held[]) {
    this.#fds = new Map(handed.map(({ uri, fd }) => [uri, fd]));
  }

  /** Whether the programs of a terminal live, and it is known what it showed; its tape is read for that, once. */
  readonly has = (uri: string, folder: string): boolean => {
    const fd = this.#fds.get(uri);
    const tape =
      fd === undefined || this.#known.has(uri) ? undefined : readTape<TapeHead>(folder, TAPE_VERSION);
    if (fd !== undefined && tape !== undefined) this.#known.set(uri, { fd, tape });
    return this.#known.has(uri);
  };

  /** Returns a terminal for which `has` was true, and lets go of it. */
  take(uri: string): HandedTerminal | undefined {
    const terminal = this.#known.get(uri);
    this.#known.delete(uri);
    if (terminal !== undefined) this.#fds.delete(uri);
    return terminal;
  }

  /** Closes what was not taken: nobody reads it any more, and what still runs there gets its hangup. */
  close(): void {
    for (const fd of this.#fds.values()) closeSync(fd);
    this.#fds.clear();
    this.#known.clear();
  }
}
