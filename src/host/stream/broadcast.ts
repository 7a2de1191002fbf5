/**
 * The viewers of each channel, and how far each is behind.
 *
 * The pty of a terminal is paused only while every one of its viewers is behind, so one slow viewer never slows
 * the program for the others. A viewer that falls behind alone is disconnected and comes back for a snapshot. No viewer is
 * ever sent a stream with a piece left out.
 */

import type { ActionEnvelope } from '../../protocol/envelope.ts';
import type { Transport } from '../../rpc/transport.ts';
import type { Clock } from '../ground/clock.ts';
import { slowReader } from '../ground/host-close.ts';
import { framesOf } from './envelope-frame.ts';
import { FloodPacing, type PacingOptions } from './flood-pacing.ts';

export type Viewer = {
  readonly connection: Pick<Transport, 'send' | 'cork' | 'buffered'>;
  readonly version: string;
  /** Lines of scrollback of a viewer that takes floods paced. */
  readonly floodScrollback: number | undefined;
  /** Whether programs wait for this viewer. */
  readonly slowsPrograms: boolean;
  /** How long output may be held back for this viewer, in milliseconds; undefined when it has not said. */
  latency(channel: string): number | undefined;
  /** Whether the viewer is to be told of an accepted action. */
  wants(envelope: ActionEnvelope): boolean;
  disconnect(code: number, reason: string): void;
};

/** A viewer is behind when more bytes than this are on their way to it, until at most `LOW_WATER` are left. */
export const HIGH_WATER = 64 * 1024;
export const LOW_WATER = 16 * 1024;
/** Most envelopes that wait for the end of a turn; one more sends them all at once. */
const MOST_WAITING = 64;
/** A viewer that is behind and takes nothing for so long is disconnected, even if it is the only one. */
export const STALL_MS = 10_000;

type Progress = {
  readonly channels: Set<string>;
  behind: boolean;
  owed: number;
  /** Whether the viewer has taken something since the last check. */
  moved: boolean;
  /** Cancels the next check; absent unless the viewer was behind at the last one. */
  look?: (() => void) | undefined;
};

export type BroadcastOptions = {
  readonly clock: Clock;
  /** Bytes that are sent to a viewer that is behind before it is disconnected. */
  readonly pendingBytes: number;
} & Pick<PacingOptions<Viewer>, 'log' | 'floodStart' | 'grid' | 'framed'>;

export class Broadcast {
  readonly #pause: (channel: string, paused: boolean) => void;
  readonly #clock: Clock;
  readonly #pendingBytes: number;
  readonly #viewers = new Map<string, Set<Viewer>>();
  readonly #progress = new Map<Viewer, Progress>();
  readonly #paused = new Set<string>();
  readonly #pacing: FloodPacing<Viewer>;
  /** Envelopes of this turn of the event loop. They are sent at its end: a program gets its key before anybody is told of it. */
  #waiting: ActionEnvelope[] = [];
  #isPublishing = false;

  /** `pause` pauses and resumes the pty that feeds a channel. */
  constructor(
    pause: (channel: string, paused: boolean) => void,
    { clock, pendingBytes, ...pacing }: BroadcastOptions,
  ) {
    this.#pause = pause;
    this.#pacing = new FloodPacing({
      ...pacing,
      clock,
      send: (viewer, frame) => this.#send(viewer, frame),
    });
    this.#clock = clock;
    this.#pendingBytes = pendingBytes;
  }

  subscribe(channel: string, viewer: Viewer): void {
    this.flush();
    const viewers = this.#viewers.get(channel) ?? new Set();
    this.#viewers.set(channel, viewers.add(viewer));
    this.#pacing.add(channel, viewer);
    this.#progressOf(viewer).channels.add(channel);
    this.#weigh(channel);
  }

  unsubscribe(channel: string, viewer: Viewer): void {
    this.flush();
    this.#progress.get(viewer)?.channels.delete(channel);
    const viewers = this.#viewers.get(channel);
    viewers?.delete(viewer);
    this.#pacing.delete(channel, viewer);
    if (viewers?.size === 0) this.#viewers.delete(channel);
    this.#weigh(channel);
  }

  viewers(channel: string): readonly Viewer[] {
    return [...(this.#viewers.get(channel) ?? [])];
  }

  /** Number of channels the viewer has subscribed to. */
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

  /** Sends an envelope to every viewer of its channel, at the end of this turn. */
  take(envelope: ActionEnvelope): void {
    if (!this.#viewers.has(envelope.channel)) return;
    this.#waiting.push(envelope);
    if (this.#waiting.length === 1) queueMicrotask(() => this.flush());
    else if (this.#waiting.length > MOST_WAITING) this.flush();
  }

  /** Sends what waits. Must be called before anything else is sent to a viewer, and before viewers change. */
  flush(): void {
    // Sending may lead to further envelopes. They must follow: a viewer drops an envelope that comes after a later one.
    if (this.#isPublishing) return;
    this.#isPublishing = true;
    try {
      while (this.#waiting.length > 0) this.#publish(this.#waiting.splice(0));
    } finally {
      this.#isPublishing = false;
    }
  }

  /** Sends an envelope to one viewer alone, if it has subscribed to the channel. */
  sendTo(viewer: Viewer, envelope: ActionEnvelope): void {
    this.flush();
    const { channel } = envelope;
    if (!this.isSubscribed(channel, viewer)) return;
    // What waits for the viewer has lower numbers, and would be dropped after this one.
    this.#pacing.bringUpToDate(channel, viewer);
    this.#send(viewer, framesOf(envelope)(viewer.version));
  }

  /** Must be called when a viewer's `buffered` may have shrunk. */
  drained(viewer: Viewer): void {
    const progress = this.#progress.get(viewer);
    if (progress === undefined) return;
    progress.moved = true;
    if (viewer.connection.buffered > LOW_WATER) return;
    progress.owed = 0;
    if (!progress.behind) return;
    progress.behind = false;
    for (const channel of progress.channels) this.#weigh(channel);
  }

  /** Must be called when a paced viewer says how much of a terminal's output it has taken. */
  taken(channel: string, viewer: Viewer, chars: number): void {
    this.#pacing.taken(channel, viewer, chars);
  }

  #publish(envelopes: readonly ActionEnvelope[]): void {
    const corked = new Set<Viewer>();
    for (const envelope of envelopes) {
      const frameFor = framesOf(envelope);
      this.#pacing.take(envelope);
      for (const viewer of [...(this.#viewers.get(envelope.channel) ?? [])]) {
        if (!viewer.wants(envelope) || this.#pacing.isWaiting(envelope.channel, viewer)) continue;
        // A single frame is one write anyway.
        if (envelopes.length > 1 && !corked.has(viewer)) {
          viewer.connection.cork?.(true);
          corked.add(viewer);
        }
        this.#send(viewer, frameFor(viewer.version));
      }
    }
    for (const viewer of corked) viewer.connection.cork?.(false);
  }

  #send(viewer: Viewer, frame: string): void {
    const progress = this.#progressOf(viewer);
    viewer.connection.send(frame);
    progress.owed += frame.length;
    const { buffered } = viewer.connection;
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

  /** Checks later whether the viewer moves at all: programs must not wait for a stopped window or a sleeping machine. */
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
    const pacing = this.viewers(channel).filter(({ slowsPrograms }) => slowsPrograms);
    const paused = pacing.length > 0 && pacing.every((viewer) => this.#progress.get(viewer)?.behind === true);
    if (paused === this.#paused.has(channel)) return;
    if (paused) this.#paused.add(channel);
    else this.#paused.delete(channel);
    this.#pause(channel, paused);
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
