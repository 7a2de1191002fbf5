/** The replay log of a terminal, told of what happens to it; each row has its time. */

import type { TerminalAction } from '../../protocol/terminal/actions.ts';
import type { TrackState } from '../../shell/track-state.ts';
import type { Clock } from '../common/clock.ts';
import type { Pty } from '../pty/pty-port.ts';
import type { ReplayHead } from './replay-head.ts';
import { ReplayLog, type ReplayLogOptions } from './replay-log.ts';

export class TerminalReplayLog extends ReplayLog<ReplayHead> {
  readonly #clock: Pick<Clock, 'now'>;
  #writer: string | undefined;

  constructor(options: ReplayLogOptions, clock: Pick<Clock, 'now'>) {
    super(options);
    this.#clock = clock;
  }

  override begin(head: ReplayHead): boolean {
    this.#writer = undefined;
    return super.begin(head);
  }

  /** Writes what is read of the pty. */
  follow(pty: Pick<Pty, 'onRead'>): void {
    pty.onRead?.(
      (bytes) => this.add({ kind: 'read', at: this.#clock.now(), bytes }),
      () => this.room,
    );
  }

  /** Somebody acted on the terminal. Of input only who has typed it is kept. */
  acted(action: TerminalAction, writer: string | undefined): void {
    if (action.type === 'terminal/input') this.writes(writer);
    else this.add({ kind: 'act', at: this.#clock.now(), action });
  }

  /** Input comes from `writer`. It must be called before the shell can react to that input. */
  writes(writer: string | undefined): void {
    if (writer === this.#writer) return;
    this.#writer = writer;
    this.add({ kind: 'writer', ...(writer === undefined ? {} : { writer }) });
  }

  /** Something else than a mark has told where the shells are. */
  shells(track: TrackState, actions: readonly TerminalAction[]): void {
    this.add({ kind: 'shells', at: this.#clock.now(), track, actions });
  }
}
