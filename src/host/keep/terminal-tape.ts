/** Keeps what happens to one terminal on its tape, each thing with its time. */

import type { TerminalAction } from '../../protocol/terminal/actions.ts';
import type { TrackState } from '../../shell/track-state.ts';
import type { Clock } from '../ground/clock.ts';
import type { Tape } from './tape.ts';
import type { TapeHead } from './tape-head.ts';

export class TerminalTape {
  readonly #tape: Tape<TapeHead>;
  readonly #clock: Pick<Clock, 'now'>;
  #writer: string | undefined;

  constructor(tape: Tape<TapeHead>, clock: Pick<Clock, 'now'>) {
    this.#tape = tape;
    this.#clock = clock;
  }

  get bytes(): number {
    return this.#tape.bytes;
  }

  get isOpen(): boolean {
    return this.#tape.isOpen;
  }

  /** Returns false when it cannot begin anew: it goes on as it was. */
  begin(head: TapeHead): boolean {
    this.#writer = undefined;
    return this.#tape.begin(head);
  }

  goOn(end: number): void {
    this.#tape.goOn(end);
  }

  /** The pty was read. */
  read(bytes: Uint8Array): void {
    this.#tape.add({ kind: 'read', at: this.#clock.now(), bytes });
  }

  /** Somebody acted on the terminal. Of input only who has typed it is kept. */
  acted(action: TerminalAction, writer: string | undefined): void {
    if (action.type !== 'terminal/input') this.#tape.add({ kind: 'act', at: this.#clock.now(), action });
    else if (writer !== this.#writer) {
      this.#writer = writer;
      this.#tape.add({ kind: 'writer', ...(writer === undefined ? {} : { writer }) });
    }
  }

  /** Something else than a mark has told where the shells are. */
  shells(track: TrackState, actions: readonly TerminalAction[]): void {
    this.#tape.add({ kind: 'shells', at: this.#clock.now(), track, actions });
  }

  /** Lets go of the file, which stays for the next host. */
  close(): void {
    this.#tape.close();
  }

  remove(): void {
    this.#tape.remove();
  }
}
