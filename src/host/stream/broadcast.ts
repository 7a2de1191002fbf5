/**
 * Who watches which channel, and how far behind they are.
 *
 * A terminal is held back (its pty paused) while every one of its viewers is behind; so one slow viewer never slows
 * the program for the others. One that falls behind alone is disconnected: it comes back for a snapshot. No viewer is
 * ever sent a stream with a piece left out.
 */

import type { ActionEnvelope } from '../../protocol/envelope.ts';
import type { Clock } from '../ground/clock.ts';
import { slowReader } from '../ground/host-close.ts';
import { framesOf } from './envelope-frame.ts';

export type Viewer = {
  readonly version: string;
  /** A program waits for it. */
  readonly paces: boolean;
  /** How long it lets output be held back, where it says. */
  latency(channel: string): number | undefined;
  /** Bytes on their way to it. */
  readonly buffered: number;
  send(frame: string): void;
  disconnect(code: number, reason: string): void;
};

/** In bytes. More is on its way only if a single answer is larger. */
export const HIGH_WATER = 64 * 1024;
export const LOW_WATER = 16 * 1024;
/** A viewer that stays behind for this long without taking anything is given up, also if it is the only one. */
export const STALL_MS = 10_000;

type Progress = {
  readonly channels: Set<string>;
  behind: boolean;
  owed: number;
  /** It has taken something since it was looked at last. */
  moved: boolean;
  /** Calls off the next look; absent: it is not behind, or was not when it was looked at. */
  look?: (() => void) | undefined;
};

export type BroadcastOptions = {
  readonly clock: Clock;
  /** What is sent to a viewer that stays behind, before it is given up. */
  readonly pendingBytes: number;
};

export class Broadcast {
  readonly #hold: (channel: string, held: boolean) => void;
  readonly #clock: Clock;
  readonly #pendingBytes: number;
  readonly #viewers = new Map<string, Set<Viewer>>();
  readonly #progress = new Map<Viewer, Progress>();
  readonly #held = new Set<string>();

  /** `hold` pauses and resumes what feeds a channel. */
  constructor(hold: (channel: string, held: boolean) => void, { clock, pendingBytes }: BroadcastOptions) {
    this.#hold = hold;
    this.#clock = clock;
    this.#pendingBytes = pendingBytes;
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
    this.#progress.get(viewer)?.look?.();
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
    if (progress === undefined) return;
    progress.moved = true;
    if (viewer.buffered > LOW_WATER) return;
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
    } else if (progress.owed > this.#pendingBytes && buffered > this.#pendingBytes) {
      this.#giveUp(viewer);
    } else if (buffered > HIGH_WATER && !progress.behind) {
      progress.behind = true;
      for (const channel of progress.channels) this.#weigh(channel);
      if (progress.look === undefined) this.#watch(viewer, progress);
    }
  }

  /** Programs do not wait for a window that was stopped, or for a machine that sleeps. */
  #watch(viewer: Viewer, progress: Progress): void {
    progress.moved = false;
    progress.look = this.#clock.after(STALL_MS, () => {
      progress.look = undefined;
      if (!progress.behind) return;
      if (progress.moved) this.#watch(viewer, progress);
      else this.#giveUp(viewer);
    });
  }

  #giveUp(viewer: Viewer): void {
    this.leave(viewer);
    viewer.disconnect(slowReader.code, slowReader.reason);
  }

  #weigh(channel: string): void {
    const pacing = this.viewers(channel).filter(({ paces }) => paces);
    const held = pacing.length > 0 && pacing.every((viewer) => this.#progress.get(viewer)?.behind === true);
    if (held === this.#held.has(channel)) return;
    if (held) this.#held.add(channel);
    else this.#held.delete(channel);
    this.#hold(channel, held);
  }

  #progressOf(viewer: Viewer): Progress {
    const progress = this.#progress.get(viewer) ?? {
      channels: new Set<string>(),
      behind: false,
      owed: 0,
      moved: false,
    };
    this.#progress.set(viewer, progress);
    return progress;
  }
}
