/** The replay log of a terminal, with a method for each kind of event. Adds the time and who types. */

import type { TerminalAction } from '../../protocol/terminal/actions.ts';
import type { TrackState } from '../../shell/track-state.ts';
import type { KeptStatus } from '../agents/program-status.ts';
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

  /** Writes whatever is read from the pty. Must be called in the event-loop turn in which the pty was opened. */
  follow(pty: Pick<Pty, 'onRead'>): void {
    pty.onRead?.(
      (bytes) => this.add({ kind: 'read', at: this.#clock.now(), bytes }),
      () => this.buffer,
    );
  }

  /** Must be called with every action on the terminal. Input itself is not written, only who typed it. */
  acted(action: TerminalAction, writer: string | undefined): void {
    if (action.type === 'terminal/input') this.writes(writer);
    else this.add({ kind: 'act', at: this.#clock.now(), action });
  }

  /** Notes who types. Must be called before the shell can react to the input. */
  writes(writer: string | undefined): void {
    if (writer === this.#writer) return;
    this.#writer = writer;
    this.add({ kind: 'writer', ...(writer === undefined ? {} : { writer }) });
  }

  /** Must be called when the state of the shells has changed without a shell-integration sequence. */
  shells(track: TrackState, actions: readonly TerminalAction[]): void {
    this.add({ kind: 'shells', at: this.#clock.now(), track, actions });
  }

  /**
   * Must be called when the status of the program has changed by something that it has not printed. `track` is that of now:
   * versions that do not know the status take the row for one of the shells.
   */
  status(track: TrackState, program: KeptStatus = { reports: [] }): void {
    this.add({ kind: 'shells', at: this.#clock.now(), track, actions: [], program });
  }
}
