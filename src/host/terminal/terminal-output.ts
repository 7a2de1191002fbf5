/** What a pty says, taken apart in order: text to viewers and screen, marks to actions, queries to answers. */

import type { TerminalAction } from '../../protocol/terminal/actions.ts';
import type { Mark } from '../../shell/mark.ts';
import type { Query } from '../../shell/query.ts';
import type { Segment } from '../../shell/segment.ts';
import { drain, release, type SplitState, split, splitStart } from '../../shell/split.ts';
import { finishOpen, type TrackContext, type TrackState, track, trackStart } from '../../shell/track.ts';
import type { Clock } from '../ground/clock.ts';

export type OutputListeners = {
  readonly onText: (text: string) => void;
  readonly onAction: (action: TerminalAction) => void;
  /** The shell has said where it is; after what follows from it. */
  readonly onMark: (mark: Mark) => void;
  readonly onQuery: (query: Query, raw: string) => void;
};

/** A lone ESC at the end of a read that nothing follows was meant as it stands. */
const RELEASE_MS = 20;

export class Output {
  readonly #nonce: string;
  readonly #clock: Clock;
  readonly #listeners: OutputListeners;
  /** What the tracker has to know of the moment; the command's number is its own. */
  readonly #context: () => Pick<TrackContext, 'cols' | 'writer'>;
  #split: SplitState = splitStart;
  #track: TrackState = trackStart;
  #commands: number;
  #cancelRelease: (() => void) | undefined;

  constructor(
    nonce: string,
    commandsBefore: number,
    clock: Clock,
    context: () => Pick<TrackContext, 'cols' | 'writer'>,
    listeners: OutputListeners,
  ) {
    this.#nonce = nonce;
    this.#commands = commandsBefore;
    this.#clock = clock;
    this.#context = context;
    this.#listeners = listeners;
  }

  /** A command runs. */
  get running(): boolean {
    return this.#track.open !== undefined;
  }

  /** Where the shell is, as its last mark says. */
  get phase(): TrackState['phase'] {
    return this.#track.phase;
  }

  take(chunk: string): void {
    this.#cancelRelease?.();
    this.#cancelRelease = undefined;
    const { state, segments } = split(this.#split, chunk, this.#nonce);
    this.#split = state;
    for (const segment of segments) this.#pass(segment);
    if (state.held === '\x1b' && !state.released) this.#releaseLater();
  }

  /**
   * Nothing more will come: gives away what was held back and closes the command that still runs, with the code of
   * the shell if that ended by it.
   */
  end(exitCode?: number): void {
    this.#cancelRelease?.();
    const { state, text } = drain(this.#split);
    this.#split = state;
    if (text !== '') this.#listeners.onText(text);
    this.#act(finishOpen(this.#track, this.#clock.now(), exitCode));
  }

  /** The command that runs has ended without a mark, nobody knows how. */
  cutOff(): void {
    this.#act(finishOpen(this.#track, this.#clock.now()));
  }

  #pass(segment: Segment): void {
    switch (segment.kind) {
      case 'text':
        this.#listeners.onText(segment.text);
        break;
      case 'query':
        this.#listeners.onQuery(segment.query, segment.raw);
        break;
      case 'mark':
        this.#mark(segment.mark);
        break;
    }
  }

  #mark(mark: Mark): void {
    const id = () => {
      this.#commands += 1;
      return `cmd-${this.#commands}`;
    };
    this.#act(track(this.#track, mark, { ...this.#context(), now: this.#clock.now(), id }));
    this.#listeners.onMark(mark);
  }

  #act({
    state,
    actions,
  }: {
    readonly state: TrackState;
    readonly actions: readonly TerminalAction[];
  }): void {
    this.#track = state;
    for (const action of actions) this.#listeners.onAction(action);
  }

  #releaseLater(): void {
    this.#cancelRelease = this.#clock.after(RELEASE_MS, () => {
      const { state, text } = release(this.#split);
      this.#split = state;
      if (text !== '') this.#listeners.onText(text);
    });
  }
}
