/**
 * The pty masters that this host has got from an earlier one, with their programs. A master stays in this list until a terminal
 * reads it or is known to have ended. The fd holder of this host holds whatever is left in the list; only masters of ended
 * terminals are closed.
 */

import { closeSync } from 'node:fs';
import { basename } from 'node:path';
import type { TerminalFacts } from '../../ledger/files/meta-file.ts';
import type { Held } from '../keep/masters.ts';
import type { ReadBuffers } from '../keep/read-buffer.ts';
import { type ReplayHead, readTerminalReplayLog } from '../keep/replay-head.ts';
import type { LeftReplayLog } from '../keep/replay-log.ts';

export class InheritedMasters {
  readonly #held: Map<string, Held>;
  readonly #readBuffers: ReadBuffers | undefined;
  readonly #now: () => number;

  /** `known`: the descriptions of the terminals that the earlier host wrote for its fd holder. */
  constructor(
    inherited: readonly Held[],
    known: ReadonlyMap<string, TerminalFacts>,
    readBuffers: ReadBuffers | undefined,
    now: () => number,
  ) {
    this.#readBuffers = readBuffers;
    this.#now = now;
    this.#held = new Map(inherited.map(({ uri, fd }) => [uri, { uri, fd, facts: known.get(uri) }]));
  }

  /** The masters that no terminal has taken yet. */
  get left(): readonly Held[] {
    return [...this.#held.values()];
  }

  /** The terminals of those masters, each with its description for the fd holder, if there is one. */
  get kept(): ReadonlyMap<string, TerminalFacts | undefined> {
    return new Map(this.left.map(({ uri, facts }) => [uri, facts]));
  }

  find(uri: string): Held | undefined {
    return this.#held.get(uri);
  }

  /**
   * Reads the replay log of a terminal, and the last read if the earlier host did not write it. Undefined if it cannot be
   * replayed.
   */
  replayLogIn(folder: string): LeftReplayLog<ReplayHead> | undefined {
    const replayLog = readTerminalReplayLog(folder);
    if (replayLog === undefined) return undefined;
    const bytes = this.#readBuffers?.unwritten(basename(folder), replayLog.end);
    if (bytes === undefined) return replayLog;
    const unwritten = { kind: 'read', at: this.#now(), bytes } as const;
    return { ...replayLog, rows: [...replayLog.rows, unwritten], unwritten };
  }

  /** Removes a master from the list: a terminal has it now, or the descriptor is not one of a terminal. */
  remove(uri: string): void {
    this.#held.delete(uri);
  }

  /** Closes the master of a terminal that has ended: processes that still run there get SIGHUP. */
  close(uri: string): void {
    const held = this.#held.get(uri);
    this.#held.delete(uri);
    if (held !== undefined) closeSync(held.fd);
  }
}
