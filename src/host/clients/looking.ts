/**
 * What people look at: the terminals that are in sight in their windows and pages, and the one of each that has the focus.
 * Windows and pages tell it by `x-cotty/looking`; what a client has told ends with its connection.
 */

import type { Look } from '../../protocol/cotty/program.ts';
import type { Clock } from '../common/clock.ts';
import type { Peer } from './peer.ts';

const NOTHING: Look = { inView: [] };

/** Milliseconds in which windows come back to a host that was killed. */
const RETURN_MS = 5_000;

export class Looking {
  readonly #looks = new Map<Peer, Look>();
  readonly #onFocus: (uri: string, focused: boolean) => void;
  #cancelReturn: (() => void) | undefined;

  /** `onFocus` is called when a terminal has got the focus of the first client, or has lost that of the last one. */
  constructor(onFocus: (uri: string, focused: boolean) => void) {
    this.#onFocus = onFocus;
  }

  /** Whether a terminal is in sight of a person: in view in a window or page that is itself in front. */
  isLookedAt(uri: string): boolean {
    return this.#all.some(({ inView }) => inView.includes(uri));
  }

  /** Whether a terminal has the focus in a window or page: the keys go there. */
  hasFocus(uri: string): boolean {
    return this.#all.some(({ focus }) => focus === uri);
  }

  /** Takes what a client shows now. A terminal that loses the focus learns it before the one that gets it. */
  take(peer: Peer, look: Look): void {
    const lost = this.#looks.get(peer)?.focus;
    const { focus } = look;
    const wasFocused = focus !== undefined && this.hasFocus(focus);
    if (look.inView.length === 0 && focus === undefined) this.#looks.delete(peer);
    else this.#looks.set(peer, look);
    if (lost !== undefined && !this.hasFocus(lost)) this.#onFocus(lost, false);
    if (focus !== undefined && !wasFocused) this.#onFocus(focus, true);
  }

  /** Must be called when a client has disconnected. */
  leave(peer: Peer): void {
    this.take(peer, NOTHING);
  }

  /**
   * Must be called with the terminals whose programs have survived an earlier host. Such a program may believe that somebody is
   * there still: where no window has come back for it, it is told.
   */
  resumed(uris: readonly string[], clock: Clock): void {
    if (uris.length === 0) return;
    this.#cancelReturn = clock.after(RETURN_MS, () => {
      for (const uri of uris) if (!this.hasFocus(uri)) this.#onFocus(uri, false);
    });
  }

  close(): void {
    this.#cancelReturn?.();
  }

  get #all(): readonly Look[] {
    return [...this.#looks.values()];
  }
}
