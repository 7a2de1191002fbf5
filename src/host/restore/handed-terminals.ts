/**
 * The masters of ptys that an earlier host has left with their programs. A master stays in this list until a terminal reads it,
 * or until the terminal is known to have ended: this host gives what is left to its own keeper, and closes nothing else.
 */

import { closeSync } from 'node:fs';
import { basename } from 'node:path';
import type { TerminalFacts } from '../../ledger/files/meta-file.ts';
import type { Landings } from '../keep/landing.ts';
import type { Held } from '../keep/masters.ts';
import { type ReplayHead, readTerminalReplayLog } from '../keep/replay-head.ts';
import type { LeftReplayLog } from '../keep/replay-log.ts';

export class HandedTerminals {
  readonly #held: Map<string, Held>;
  readonly #landings: Landings | undefined;
  readonly #now: () => number;

  /** `known`: what the earlier host has told of the terminals beside their records. */
  constructor(
    handed: readonly Held[],
    known: ReadonlyMap<string, TerminalFacts>,
    landings: Landings | undefined,
    now: () => number,
  ) {
    this.#landings = landings;
    this.#now = now;
    this.#held = new Map(handed.map(({ uri, fd }) => [uri, { uri, fd, facts: known.get(uri) }]));
  }

  /** Those that no terminal has taken over. */
  get left(): readonly Held[] {
    return [...this.#held.values()];
  }

  /** The terminals, each with what is known of it beside its record. */
  get kept(): ReadonlyMap<string, TerminalFacts | undefined> {
    return new Map(this.left.map(({ uri, facts }) => [uri, facts]));
  }

  find(uri: string): Held | undefined {
    return this.#held.get(uri);
  }

  /** Reads the replay log of a terminal, with what the earlier host has read and not written; undefined when it cannot be played. */
  replayLogIn(folder: string): LeftReplayLog<ReplayHead> | undefined {
    const replayLog = readTerminalReplayLog(folder);
    if (replayLog === undefined) return undefined;
    const bytes = this.#landings?.left(basename(folder), replayLog.end);
    if (bytes === undefined) return replayLog;
    const landed = { kind: 'read', at: this.#now(), bytes } as const;
    return { ...replayLog, rows: [...replayLog.rows, landed], landed };
  }

  /** A terminal has taken over its master, or there is none behind the descriptor. */
  taken(uri: string): void {
    this.#held.delete(uri);
  }

  /** Closes the master of a terminal that has ended: what still runs there gets its hangup. */
  close(uri: string): void {
    const held = this.#held.get(uri);
    this.#held.delete(uri);
    if (held !== undefined) closeSync(held.fd);
  }
}
