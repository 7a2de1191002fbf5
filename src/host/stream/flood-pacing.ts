/** The viewers that take floods paced, by channel; see `paced-channel.ts`. */

import type { ActionEnvelope } from '../../protocol/envelope.ts';
import type { Grid } from '../../screen/skim/read-drawn.ts';
import type { Clock } from '../ground/clock.ts';
import type { TextLog } from '../text/text-log.ts';
import { framesOf } from './envelope-frame.ts';
import type { FloodStart } from './flood-text.ts';
import { PacedChannel } from './paced-channel.ts';

export type PacingOptions<V> = {
  readonly clock: Clock;
  /** All that a terminal prints; undefined when the channel is not a terminal. */
  readonly log: (channel: string) => TextLog | undefined;
  /** The screen of a terminal from which on lines may be left out; undefined while that could change what is shown. */
  readonly floodStart: (channel: string) => FloodStart | undefined;
  /** The screen and its cursor, from which on frames drawn over may be left out. */
  readonly grid: (channel: string) => Grid | undefined;
  /** Called with a text that draws the same as all between two places of the log. */
  readonly framed: (channel: string, from: number, to: number, text: string) => void;
  readonly send: (viewer: V, frame: string) => void;
};

type Paced = {
  readonly floodScrollback: number | undefined;
  readonly version: string;
  wants(envelope: ActionEnvelope): boolean;
};

export class FloodPacing<V extends Paced> {
  readonly #options: PacingOptions<V>;
  readonly #channels = new Map<string, PacedChannel<V>>();

  constructor(options: PacingOptions<V>) {
    this.#options = options;
  }

  /** Begins to pace a viewer that asked for it; one that subscribes again begins anew. */
  add(channel: string, viewer: V): void {
    if (viewer.floodScrollback === undefined) return;
    const log = this.#options.log(channel);
    const paced = this.#channels.get(channel) ?? (log && this.#newChannel(channel, log));
    if (paced === undefined) return;
    paced.add(viewer, viewer.floodScrollback);
    this.#channels.set(channel, paced);
  }

  delete(channel: string, viewer: V): void {
    const paced = this.#channels.get(channel);
    paced?.delete(viewer);
    if (paced?.isEmpty === true) this.#channels.delete(channel);
  }

  /** Must be called with each envelope before it is sent: `isWaiting` then tells for which viewers it waits. */
  take(envelope: ActionEnvelope): void {
    this.#channels.get(envelope.channel)?.take(envelope);
  }

  /** Whether the last envelope taken waits for a viewer. */
  isWaiting(channel: string, viewer: V): boolean {
    return this.#channels.get(channel)?.isWaiting(viewer) === true;
  }

  /** Sends a viewer what waits for it, before something else of the channel is sent to it alone. */
  bringUpToDate(channel: string, viewer: V): void {
    this.#channels.get(channel)?.bringUpToDate(viewer);
  }

  taken(channel: string, viewer: V, chars: number): void {
    this.#channels.get(channel)?.taken(viewer, chars);
  }

  #newChannel(channel: string, log: TextLog): PacedChannel<V> {
    const { clock, floodStart, grid, framed, send } = this.#options;
    return new PacedChannel<V>({
      clock,
      log,
      start: () => floodStart(channel),
      grid: () => grid(channel),
      framed: (from, to, text) => framed(channel, from, to, text),
      send: (viewer, envelope) => send(viewer, framesOf(envelope)(viewer.version)),
      wants: (viewer, envelope) => viewer.wants(envelope),
      preview: (viewer, screenful) => send(viewer, previewFrame(channel, screenful)),
    });
  }
}

function previewFrame(channel: string, text: string): string {
  return JSON.stringify({ jsonrpc: '2.0', method: 'x-cotty/preview', params: { channel, text } });
}
