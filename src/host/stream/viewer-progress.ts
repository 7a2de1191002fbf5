/** How far a paced viewer is, when it may be shown more, and the action that brings what it lacks. */

import { META_KEY } from '../../protocol/common/meta.ts';
import type { DataAction } from '../../protocol/terminal/actions.ts';
import type { DataMeta } from '../../protocol/terminal/command-meta.ts';
import type { Clock } from '../ground/clock.ts';
import type { DrawnText } from './drawn-text.ts';
import type { FloodPlace, FloodRest, FloodText } from './flood-text.ts';

/** What waits for viewers: lines, or what a full-screen program draws. */
export type Flood = FloodText | DrawnText;

export class ViewerProgress {
  /** Lines above the screen that the viewer keeps. */
  readonly scrollback: number;
  /** UTF-16 units sent and not taken. */
  ahead = 0;
  /** Whether a preview was sent last: then the viewer tells when it has taken all. */
  previewed = false;
  /** The place in the flood from which on the viewer lacks it; undefined while it gets everything. */
  place: FloodPlace | undefined;
  /** The end of the last frame that it was sent. */
  framedTo = -1;
  /** When it was last shown what waits, in Unix milliseconds. */
  shownAt = Number.NEGATIVE_INFINITY;

  constructor(scrollback: number) {
    this.scrollback = scrollback;
  }

  sent(chars: number): void {
    this.ahead += chars;
    this.previewed = false;
  }

  taken(chars: number): void {
    this.ahead = Math.max(0, this.ahead - chars);
  }
}

/** So many viewers are shown a flood as fast as they take it. */
const FREE_VIEWERS = 4;
/** Milliseconds that each further viewer adds to the least time between two screenfuls. */
const SHARE_MS = 10;
/** Milliseconds after a key in which its echo is expected. */
const ECHO_MS = 50;

/**
 * When the viewers of a flood may be shown more. Many share the machine with the program, which would wait for all their
 * frames; but somebody who types waits for an echo.
 */
export class Shares {
  readonly #clock: Clock;
  #typedAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  typed(): void {
    this.#typedAt = this.#clock.now();
  }

  shown(progress: ViewerProgress, chars: number): void {
    progress.sent(chars);
    progress.shownAt = this.#clock.now();
  }

  isDue({ shownAt }: ViewerProgress, viewers: number): boolean {
    if (viewers <= FREE_VIEWERS) return true;
    const now = this.#clock.now();
    // Times are ahead of now when the clock was set back.
    if (now < shownAt || now - shownAt >= (viewers - FREE_VIEWERS) * SHARE_MS) return true;
    return now >= this.#typedAt && now - this.#typedAt < ECHO_MS;
  }
}

export function dataAction({ text: data, chars, lines }: FloodRest): DataAction {
  if (chars === 0) return { type: 'terminal/data', data };
  const meta: DataMeta = { omitted: { chars, lines } };
  return { type: 'terminal/data', data, _meta: { [META_KEY]: meta } };
}
