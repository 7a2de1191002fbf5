/**
 * Gives input to the program that reads next, and never to the shell: what is written ahead of a program that does not read it
 * would come into the line of the shell as keys.
 */

import { ErrorCode, TURN_GIVEN_UP } from '../../protocol/common/error-codes.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { TerminalReader } from '../processes/line-reader.ts';
import type { TtyModes } from '../pty/modes/tty-modes.ts';
import type { Turn } from './turns.ts';
import type { Waiters } from './waiters.ts';

/** Milliseconds until it is looked again whether a program reads: first, and at most. */
const FIRST_LOOK_MS = 20;
const LOOK_MS = 160;
/** Looks in a row, over 140 ms, that must see the same wait of the shell. */
const LOOKS_OF_SHELL = 4;

export type NextReaderOptions = {
  readonly waiters: Waiters;
  /** Returns why nothing reads any more. */
  readonly over: () => string | undefined;
  /** Whether the shell waits for a command. */
  readonly atPrompt: () => boolean;
  /** Whether that shell fetches commands; lines of any other are typed. */
  readonly takesText: () => boolean;
  /** Whether a program may read: a command runs, or the shell does not report its commands. */
  readonly runs: () => boolean;
  /** Process id of the shell whose sequences report commands. */
  readonly shell: () => number | undefined;
  readonly askModes: (answer: (modes: TtyModes | undefined) => void) => void;
  /** Returns undefined if it cannot be known. */
  readonly readers: (group: number) => readonly TerminalReader[] | undefined;
};

export type Reader = 'program' | 'shell';

export class NextReader {
  readonly #options: NextReaderOptions;
  /** The waits for input that have got some. */
  #served: ReadonlySet<string> = new Set();

  constructor(options: NextReaderOptions) {
    this.#options = options;
  }

  /**
   * Calls `take` as soon as a program waits for input, once for each of its waits; at once while a command runs where the system
   * does not report who reads. `take` returns whether it has given input. The result is `shell` if the shell comes to its prompt
   * first; it rejects with a refusal if nothing will read any more.
   */
  next(take: () => boolean): Turn<Reader> {
    let isGivenUp = false;
    const over = () => (isGivenUp ? TURN_GIVEN_UP : this.#options.over());
    return {
      result: this.#next(take, over),
      giveUp: () => {
        isGivenUp = true;
        this.#options.waiters.check();
      },
    };
  }

  async #next(take: () => boolean, over: () => string | undefined): Promise<Reader> {
    const { waiters, atPrompt, takesText } = this.#options;
    let seen: ReadonlyMap<string, number> = new Map();
    for (let ms = FIRST_LOOK_MS; ; ms = Math.min(2 * ms, LOOK_MS)) {
      const readers = await this.#fresh();
      seen = new Map(readers?.map(({ id }) => [id, (seen.get(id) ?? 0) + 1]));
      const reason = over();
      if (reason !== undefined) throw new RpcError(ErrorCode.Conflict, reason);
      if (atPrompt() && takesText()) return 'shell';
      if (atPrompt() || this.#isRead(readers, seen)) {
        if (take()) this.#served = new Set([...this.#served, ...(readers ?? []).map(({ id }) => id)]);
        return 'program';
      }
      await waiters.waitFor(ms, () => (over() !== undefined || atPrompt() ? true : undefined));
    }
  }

  /**
   * `readers` is undefined if they cannot be known. The shell may read the next command already, and its sequences were not read
   * from the pty yet, which takes long on a busy machine: it counts when it was seen often enough.
   */
  #isRead(readers: readonly TerminalReader[] | undefined, seen: ReadonlyMap<string, number>): boolean {
    if (!this.#options.runs()) return false;
    const shell = this.#options.shell();
    if (readers === undefined) return true;
    return readers.some(({ id, pid }) => pid !== shell || (seen.get(id) ?? 0) >= LOOKS_OF_SHELL);
  }

  /** Returns who waits for input and has got none yet; undefined if it cannot be known. */
  async #fresh(): Promise<readonly TerminalReader[] | undefined> {
    if (!this.#options.runs()) return [];
    const modes = await new Promise<TtyModes | undefined>((resolve) => this.#options.askModes(resolve));
    const readers = modes?.foreground === undefined ? undefined : this.#options.readers(modes.foreground);
    if (readers === undefined) return undefined;
    const now = new Set(readers.map(({ id }) => id));
    this.#served = new Set([...this.#served].filter((id) => now.has(id)));
    return readers.filter(({ id }) => !this.#served.has(id));
  }
}
