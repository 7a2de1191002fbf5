/**
 * Who watches which channel, and how far behind they are.
 *
 * A terminal is held back (its pty paused) while every one of its viewers is behind; so one slow viewer never slows
 * the program for the others. One that falls behind alone is disconnected: it comes back for a snapshot. No viewer is
 * ever sent a stream with a piece left out.
 */

import type { ActionEnvelope } from '../protocol/envelope.ts';
import { slowReader } from './close-codes.ts';
import { framesOf } from './frame.ts';

export type Viewer = {
  readonly version: string;
  /** How long it lets output be held back, where it says. */
  latency(channel: string): number | undefined;
  /** Bytes on their way to it. */
  readonly buffered: number;
  send(frame: string): void;
  disconnect(code: number, reason: string): void;
};

/** In bytes. More is on its way only if a single answer is larger. */
export const HIGH_WATER = 256 * 1024;
export const LOW_WATER = 64 * 1024;
/** What is sent to a viewer that stays behind, before it is given up. */
export const HARD_LIMIT = 4 * 1024 * 1024;

type Progress = { readonly channels: Set<string>; behind: boolean; owed: number };

export class Broadcast {
  readonly #hold: (channel: string, held: boolean) => void;
  readonly #viewers = new Map<string, Set<Viewer>>();
  readonly #progress = new Map<Viewer, Progress>();
  readonly #held = new Set<string>();

  /** `hold` pauses and resumes what feeds a channel. */
  constructor(hold: (channel: string, held: boolean) => void) {
    this.#hold = hold;
  }

  subscribe(channel: string, viewer: Viewer): void {
    const viewers = this.#viewers.get(channel) ?? new Set();
    this.#viewers.set(channel, viewers.add(viewer));
    this.#progressOf(viewer).channels.add(channel);
    this.#weigh(channel);
  }

  unsubscribe(channel: string, viewer: Viewer): void {
    this.#progress.get(viewer)?.channels.delete(channel);
    const viewers = this.#viewers.get(channel);
    viewers?.delete(viewer);
    if (viewers?.size === 0) this.#viewers.delete(channel);
    this.#weigh(channel);
  }

  viewers(channel: string): readonly Viewer[] {
    return [...(this.#viewers.get(channel) ?? [])];
  }

  /** How many it watches. */
  channelsOf(viewer: Viewer): number {
    return this.#progress.get(viewer)?.channels.size ?? 0;
  }

  isSubscribed(channel: string, viewer: Viewer): boolean {
    return this.#viewers.get(channel)?.has(viewer) === true;
  }

  leave(viewer: Viewer): void {
    for (const channel of [...(this.#progress.get(viewer)?.channels ?? [])])
      this.unsubscribe(channel, viewer);
    this.#progress.delete(viewer);
  }

  publish(envelope: ActionEnvelope): void {
    const viewers = this.#viewers.get(envelope.channel);
    if (viewers === undefined) return;
    const frameFor = framesOf(envelope);
    for (const viewer of [...viewers]) this.#send(viewer, frameFor(viewer.version));
  }

  /** To one viewer alone, if it watches that channel. */
  sendTo(viewer: Viewer, envelope: ActionEnvelope): void {
    if (this.isSubscribed(envelope.channel, viewer)) this.#send(viewer, framesOf(envelope)(viewer.version));
  }

  /** To be called when a viewer's `buffered` may have shrunk. */
  drained(viewer: Viewer): void {
    const progress = this.#progress.get(viewer);
    if (progress === undefined || viewer.buffered > LOW_WATER) return;
    progress.owed = 0;
    if (!progress.behind) return;
    progress.behind = false;
    for (const channel of progress.channels) this.#weigh(channel);
  }

  #send(viewer: Viewer, frame: string): void {
    const progress = this.#progressOf(viewer);
    viewer.send(frame);
    progress.owed += frame.length;
    const { buffered } = viewer;
    if (buffered <= LOW_WATER) {
      this.drained(viewer);
    } else if (progress.owed > HARD_LIMIT && buffered > HARD_LIMIT) {
      this.leave(viewer);
      viewer.disconnect(slowReader.code, slowReader.reason);
    } else if (buffered > HIGH_WATER && !progress.behind) {
      progress.behind = true;
      for (const channel of progress.channels) this.#weigh(channel);
    }
  }

  #weigh(channel: string): void {
    const viewers = this.viewers(channel);
    const held = viewers.length > 0 && viewers.every((viewer) => this.#progress.get(viewer)?.behind === true);
    if (held === this.#held.has(channel)) return;
    if (held) this.#held.add(channel);
    else this.#held.delete(channel);
    this.#hold(channel, held);
  }

  #progressOf(viewer: Viewer): Progress {
    const progress = this.#progress.get(viewer) ?? { channels: new Set(), behind: false, owed: 0 };
    this.#progress.set(viewer, progress);
    return progress;
  }
}
