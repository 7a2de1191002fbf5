/**
 * Finds the command of a run request whose answer was lost with the connection: the command still runs at the host, or at its
 * successor, with the same number.
 */

import type { CommandSummary } from '../../protocol/cotty/command-output.ts';
import { ClosedError } from '../../rpc/errors.ts';
import type { Client } from '../client.ts';

type Asks = Pick<Client['cotty'], 'commands'>;

/** Number of newest commands to search: others may have run in the terminal meanwhile. */
const MOST = 50;
/** Interval (ms) and number of searches: the line may have been typed just before the host ended, and run only afterwards. */
const LOOK_MS = 100;
const LOOKS = 20;

export class LostRun {
  readonly #cotty: Asks;
  readonly #uri: string;
  readonly #commandLine: string;
  /** Number of the last command before; undefined if it did not arrive in time. */
  readonly #before: Promise<number | undefined>;

  /** Must be constructed right before the command is run: earlier commands are ruled out. */
  constructor(cotty: Asks, uri: string, commandLine: string) {
    this.#cotty = cotty;
    this.#uri = uri;
    this.#commandLine = commandLine;
    this.#before = cotty.commands(uri, { limit: 1 }).then(
      ({ commands }) => commands.at(-1)?.seq ?? 0,
      () => undefined,
    );
  }

  /**
   * Resolves to the command once there is a host again. Rejects with `error` if that is no lost connection, or if the command
   * did not begin.
   */
  async find(error: unknown, writer: string): Promise<CommandSummary> {
    const before = error instanceof ClosedError ? await this.#before : undefined;
    if (before === undefined) throw error;
    for (let look = 0; look < LOOKS; look += 1) {
      const found = this.#among(await this.#newest(), before, writer);
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    throw error;
  }

  /** Waits for a host; empty when it is lost again meanwhile. */
  async #newest(): Promise<readonly CommandSummary[]> {
    try {
      return (await this.#cotty.commands(this.#uri, { limit: MOST })).commands;
    } catch (error) {
      if (error instanceof ClosedError) return [];
      throw error;
    }
  }

  #among(commands: readonly CommandSummary[], before: number, writer: string): CommandSummary | undefined {
    const mine = commands.filter(({ seq, writer: by }) => seq > before && by === writer);
    const [only] = mine;
    // The recorded line may differ: a shell may have joined several lines.
    return (
      mine.find(({ commandLine }) => commandLine === this.#commandLine) ??
      (mine.length === 1 ? only : undefined)
    );
  }
}
