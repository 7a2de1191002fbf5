/**
 * The viewers of each channel, and how far each is behind.
 *
 * There are three levels of flow control. A viewer that acknowledges what it takes gets the host's screen instead of every byte
 * while it is behind (`screen-updates.ts`). The pty of a terminal is paused while every one of its viewers has much unsent, so one
 * slow viewer never slows the program for the others. A viewer that takes nothing for ten seconds, or leaves too much unsent, is
 * disconnected and comes back for a snapshot.
 */

import type { ActionEnvelope } from '../../protocol/envelope.ts';
import { actionFor } from '../../protocol/to-wire.ts';
import type { Transport } from '../../rpc/transport.ts';
import type { Clock } from '../common/clock.ts';
import { slowReader } from '../common/host-close.ts';
import type { TextLog } from '../text/text-log.ts';
import { type Redrawn, type ScreenSource, ScreenUpdates } from './screen-updates.ts';

export type Viewer = {
  readonly connection: Pick<Transport, 'send' | 'cork' | 'buffered'>;
  readonly version: string;
  /** Whether the viewer acknowledges what it takes. */
  readonly acks: boolean;
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
/** Most messages that wait for the end of a turn; one more sends them all at once. */
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
  /** All that a terminal prints; undefined when the channel is not a terminal. */
  readonly log: (channel: string) => TextLog | undefined;
  /** The host's screen of a terminal. */
  readonly screen: (channel: string) => ScreenSource | undefined;
};

/** What is to be sent: its text for a version of the protocol, and to whom. */
type Waiting = {
  readonly channel: string;
  readonly frame: (version: string) => string;
  readonly viewers: readonly Viewer[];
};

export class Broadcast {
  readonly #pause: (channel: string, paused: boolean) => void;
  readonly #options: BroadcastOptions;
  readonly #viewers = new Map<string, Set<Viewer>>();
  readonly #progress = new Map<Viewer, Progress>();
  readonly #paused = new Set<string>();
  readonly #updates = new Map<string, ScreenUpdates<Viewer>>();
  /** What this turn of the event loop sends. It is sent at its end: a program gets its key before anybody is told of it. */
  #waiting: Waiting[] = [];
  #isPublishing = false;

  /** `pause` pauses and resumes the pty that feeds a channel. */
  constructor(pause: (channel: string, paused: boolean) => void, options: BroadcastOptions) {
    this.#pause = pause;
    this.#options = options;
  }

  subscribe(channel: string, viewer: Viewer): void {
    this.flush();
    const viewers = this.#viewers.get(channel) ?? new Set();
    this.#viewers.set(channel, viewers.add(viewer));
    this.#acknowledge(channel, viewer);
    this.#progressOf(viewer).channels.add(channel);
    this.#weigh(channel);
  }

  unsubscribe(channel: string, viewer: Viewer): void {
    this.flush();
    this.#progress.get(viewer)?.channels.delete(channel);
    const viewers = this.#viewers.get(channel);
    viewers?.delete(viewer);
    const updates = this.#updates.get(channel);
    updates?.delete(viewer);
    if (updates?.isEmpty === true) this.#updates.delete(channel);
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
    const { channel } = envelope;
    const all = this.#viewers.get(channel);
    if (all === undefined) return;
    const viewers = this.#updates.get(channel)?.take(envelope, all) ?? [...all];
    const wanting = viewers.filter((viewer) => viewer.wants(envelope));
    if (wanting.length > 0) this.#enqueue({ channel, frame: framesOf(envelope), viewers: wanting });
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
    const { channel } = envelope;
    if (!this.isSubscribed(channel, viewer)) return;
    // What the viewer lacks has lower numbers, and would be dropped after this one.
    this.#updates.get(channel)?.bringUpToDate(viewer);
    this.#enqueue({ channel, frame: framesOf(envelope), viewers: [viewer] });
    this.flush();
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

  /** Must be called when a viewer acknowledges UTF-16 units of a terminal's output; see `ScreenUpdates.acked`. */
  acked(channel: string, viewer: Viewer, chars: number, whole: boolean): void {
    this.#updates.get(channel)?.acked(viewer, chars, whole);
  }

  /** Begins to count what a viewer acknowledges; one that subscribes again has just got a snapshot. */
  #acknowledge(channel: string, viewer: Viewer): void {
    if (!viewer.acks) return;
    const { clock, log: logOf, screen } = this.#options;
    const log = logOf(channel);
    if (log === undefined) return;
    const updates =
      this.#updates.get(channel) ??
      new ScreenUpdates<Viewer>({
        clock,
        channel,
        log,
        screen: () => screen(channel),
        send: (to, message) => this.#enqueue({ channel, frame: frameOf(message), viewers: [to] }),
        wants: (to, envelope) => to.wants(envelope),
      });
    updates.add(viewer);
    this.#updates.set(channel, updates);
  }

  #enqueue(waiting: Waiting): void {
    this.#waiting.push(waiting);
    if (this.#waiting.length === 1) queueMicrotask(() => this.flush());
    else if (this.#waiting.length > MOST_WAITING) this.flush();
  }

  #publish(waiting: readonly Waiting[]): void {
    const corked = new Set<Viewer>();
    for (const { channel, frame, viewers } of waiting) {
      for (const viewer of viewers) {
        // Whoever was given up meanwhile has no subscription.
        if (!this.isSubscribed(channel, viewer)) continue;
        // A single frame is one write anyway.
        if (waiting.length > 1 && !corked.has(viewer)) {
          viewer.connection.cork?.(true);
          corked.add(viewer);
        }
        this.#send(viewer, frame(viewer.version));
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
    } else if (progress.owed > this.#options.pendingBytes && buffered > this.#options.pendingBytes) {
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
    progress.look = this.#options.clock.after(STALL_MS, () => {
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

function frameOf(message: ActionEnvelope | Redrawn): (version: string) => string {
  if (!('redrawn' in message)) return framesOf(message);
  const frame = JSON.stringify({ jsonrpc: '2.0', method: 'x-cotty/redrawn', params: message.redrawn });
  return () => frame;
}

/** An envelope as the text of a frame, serialised once for all protocol versions in which it looks the same. */
function framesOf(envelope: ActionEnvelope): (version: string) => string {
  const written = new Map<unknown, string>();
  const byVersion = new Map<string, string>();
  return (version) => {
    const known = byVersion.get(version);
    if (known !== undefined) return known;
    // Most actions come back as the same object, so their frames are the same.
    const wire = wireEnvelope(version, envelope);
    const frame =
      written.get(wire.action) ?? JSON.stringify({ jsonrpc: '2.0', method: 'action', params: wire });
    written.set(wire.action, frame);
    byVersion.set(version, frame);
    return frame;
  };
}

/** A refused action goes back exactly as it came, malformed or not. */
export function wireEnvelope(version: string, envelope: ActionEnvelope): { readonly action: unknown } {
  if (envelope.rejectionReason !== undefined) return envelope;
  return { ...envelope, action: actionFor(version, envelope.action) };
}
