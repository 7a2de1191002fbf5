/** Splits what a pty gives at the shell's marks and the queries; a lone ESC at the end of a read is text when nothing follows. */

import type { Segment } from '../../shell/segment.ts';
import { drain, release, type SplitState, split, splitStart } from '../../shell/split.ts';
import type { Clock } from '../ground/clock.ts';

/** Time after which nothing follows any more. */
const RELEASE_MS = 20;

export type SegmentReaderOptions = {
  /** Carried by the marks of a shell that cotty has started. */
  readonly nonce: string;
  readonly clock: Clock;
  /** What an earlier host has read and not passed on. */
  readonly earlier?: { readonly segments: SplitState };
};

export class SegmentReader {
  readonly #nonce: string;
  readonly #clock: Clock;
  readonly #onText: (text: string) => void;
  #state: SplitState;
  #cancelRelease: (() => void) | undefined;

  /** `onText` is called with what was held back. */
  constructor({ nonce, clock, earlier }: SegmentReaderOptions, onText: (text: string) => void) {
    this.#state = earlier?.segments ?? splitStart;
    this.#nonce = nonce;
    this.#clock = clock;
    this.#onText = onText;
  }

  /** What was read and not passed on. */
  get state(): SplitState {
    return this.#state;
  }

  read(chunk: string): readonly Segment[] {
    this.#cancelRelease?.();
    this.#cancelRelease = undefined;
    const { state, segments } = split(this.#state, chunk, this.#nonce);
    this.#state = state;
    if (state.held === '\x1b' && !state.released) this.#releaseLater();
    return segments;
  }

  /** Ends the reading: what was held back is text. */
  end(): void {
    this.#cancelRelease?.();
    this.#pass(drain(this.#state));
  }

  #releaseLater(): void {
    this.#cancelRelease = this.#clock.after(RELEASE_MS, () => this.#pass(release(this.#state)));
  }

  #pass({ state, text }: { readonly state: SplitState; readonly text: string }): void {
    this.#state = state;
    if (text !== '') this.#onText(text);
  }
}
