/** The terminals that an earlier host has left with their programs: the masters of their ptys, and their tapes. */

import { closeSync } from 'node:fs';
import { basename } from 'node:path';
import type { Landings } from '../keep/landing.ts';
import type { Held } from '../keep/masters.ts';
import { type LeftTape, readTape } from '../keep/tape.ts';
import { TAPE_VERSION, type TapeHead } from '../keep/tape-head.ts';

export type HandedTerminal = { readonly fd: number; readonly tape: LeftTape<TapeHead> };

export class HandedTerminals {
  readonly #fds: Map<string, number>;
  readonly #known = new Map<string, HandedTerminal>();

  readonly #landings: Landings | undefined;
  readonly #now: () => number;

  constructor(handed: readonly Held[], landings: Landings | undefined, now: () => number) {
    this.#landings = landings;
    this.#now = now;
    this.#fds = new Map(handed.map(({ uri, fd }) => [uri, fd]));
  }

  /** Whether the programs of a terminal live, and it is known what it showed; its tape is read for that, once. */
  readonly has = (uri: string, folder: string): boolean => {
    const fd = this.#fds.get(uri);
    const tape = fd === undefined || this.#known.has(uri) ? undefined : this.#read(folder);
    if (fd !== undefined && tape !== undefined) this.#known.set(uri, { fd, tape });
    return this.#known.has(uri);
  };

  /** Reads a tape, with what the earlier host has read and not written. */
  #read(folder: string): LeftTape<TapeHead> | undefined {
    const tape = readTape<TapeHead>(folder, TAPE_VERSION);
    if (tape === undefined) return undefined;
    const bytes = this.#landings?.left(basename(folder), tape.end);
    if (bytes === undefined) return tape;
    const landed = { kind: 'read', at: this.#now(), bytes } as const;
    return { ...tape, rows: [...tape.rows, landed], landed };
  }

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
