/**
 * Sends envelopes to the viewers of each channel, with flow control on three levels. A viewer that acknowledges output gets the
 * host's screen instead of every byte while it is behind (`screen-updates.ts`). The pty of a terminal is paused while all its
 * viewers have more than `HIGH_WATER` bytes unsent, so one slow viewer never slows the program for the others. A viewer that
 * reads nothing for ten seconds, or has too much unsent, is disconnected; it reconnects and gets a snapshot.
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
  /** Whether the viewer acknowledges the output that it has shown. */
  readonly acks: boolean;
  /** Whether ptys are paused for this viewer. */
  readonly slowsPrograms: boolean;
  /** How long output may be held back for this viewer, in milliseconds; undefined when it has not said. */
  latency(channel: string): number | undefined;
  /** Whether the viewer gets an accepted action. */
  wants(envelope: ActionEnvelope): boolean;
  disconnect(code: number, reason: string): void;
};

/** A viewer is behind while more bytes than this are unsent, until no more than `LOW_WATER` are left. */
export const HIGH_WATER = 64 * 1024;
export const LOW_WATER = 16 * 1024;
/** Most messages that are held until the end of a turn of the event loop. One more sends all of them. */
const MOST_WAITING = 64;
/** Milliseconds after which a viewer that is behind and reads nothing is disconnected, even if it is the only one. */
export const STALL_MS = 10_000;

type Progress = {
  readonly channels: Set<string>;
  behind: boolean;
  /** UTF-16 units that were sent since the viewer last had little unsent. */
  unsent: number;
  /** Whether the viewer has read something since the last check. */
  moved: boolean;
  /** Cancels the next check. Absent unless the viewer was behind at the last one. */
  cancelCheck?: (() => void) | undefined;
};

export type BroadcastOptions = {
  readonly clock: Clock;
  /** A viewer with more bytes unsent is disconnected. */
  readonly pendingBytes: number;
  /** All that a terminal prints; undefined when the channel is not a terminal. */
  readonly log: (channel: string) => TextLog | undefined;
  /** The host's screen of a terminal. */
  readonly screen: (channel: string) => ScreenSource | undefined;
};

/** A message to send: its text for each version of the protocol, and its receivers. */
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
  /**
   * Messages of this turn of the event loop. They are sent at its end, so that a program gets its key before any viewer is told.
   */
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
    this.#updatePause(channel);
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
    this.#updatePause(channel);
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
    this.#progress.get(viewer)?.cancelCheck?.();
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

  /** Sends the waiting messages. Must be called before anything else is sent to a viewer, and before viewers change. */
  flush(): void {
    // Sending may lead to further envelopes. They must be sent last: a viewer drops an envelope that comes after a later one.
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
    // Output that was held back has lower numbers: the viewer would drop it after this envelope.
    this.#updates.get(channel)?.bringUpToDate(viewer);
    this.#enqueue({ channel, frame: framesOf(envelope), viewers: [viewer] });
    this.flush();
  }

  /** Must be called when a viewer's `buffered` may have become smaller. */
  drained(viewer: Viewer): void {
    const progress = this.#progress.get(viewer);
    if (progress === undefined) return;
    progress.moved = true;
    if (viewer.connection.buffered > LOW_WATER) return;
    progress.unsent = 0;
    if (!progress.behind) return;
    progress.behind = false;
    for (const channel of progress.channels) this.#updatePause(channel);
  }

  /** Must be called when a viewer acknowledges UTF-16 units of a terminal's output; see `ScreenUpdates.acked`. */
  acked(channel: string, viewer: Viewer, chars: number, whole: boolean): void {
    this.#updates.get(channel)?.acked(viewer, chars, whole);
  }

  /** Begins flow control by acks for a viewer, which has just got a snapshot. */
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
        // The viewer may have been disconnected meanwhile.
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
    progress.unsent += frame.length;
    const { buffered } = viewer.connection;
    if (buffered <= LOW_WATER) {
      this.drained(viewer);
    } else if (progress.unsent > this.#options.pendingBytes && buffered > this.#options.pendingBytes) {
      this.#disconnect(viewer);
    } else if (buffered > HIGH_WATER && !progress.behind) {
      progress.behind = true;
      for (const channel of progress.channels) this.#updatePause(channel);
      if (progress.cancelCheck === undefined) this.#watch(viewer, progress);
    }
  }

  /** Checks later whether the viewer reads at all: a stopped window or a sleeping machine must not block programs. */
  #watch(viewer: Viewer, progress: Progress): void {
    progress.moved = false;
    progress.cancelCheck = this.#options.clock.after(STALL_MS, () => {
      progress.cancelCheck = undefined;
      if (!progress.behind) return;
      if (progress.moved) this.#watch(viewer, progress);
      else this.#disconnect(viewer);
    });
  }

  #disconnect(viewer: Viewer): void {
    this.leave(viewer);
    viewer.disconnect(slowReader.code, slowReader.reason);
  }

  #updatePause(channel: string): void {
    const slowing = this.viewers(channel).filter(({ slowsPrograms }) => slowsPrograms);
    const paused =
      slowing.length > 0 && slowing.every((viewer) => this.#progress.get(viewer)?.behind === true);
    if (paused === this.#paused.has(channel)) return;
    if (paused) this.#paused.add(channel);
    else this.#paused.delete(channel);
    this.#pause(channel, paused);
  }

  #progressOf(viewer: Viewer): Progress {
    const progress = this.#progress.get(viewer) ?? {
      channels: new Set<string>(),
      behind: false,
      unsent: 0,
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
