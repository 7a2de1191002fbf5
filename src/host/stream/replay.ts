/** The newest envelopes of all channels, for clients that reconnect. */

import type { ActionEnvelope } from '../../protocol/envelope.ts';
import type { TextLog } from '../text/text-log.ts';
import { MissedEnvelopes } from './missed-envelopes.ts';

/** Limit for one channel, as a share of all text: a burst in one terminal must not drop the envelopes of all others. */
const SHARE = 1 / 2;

type Added = { readonly channel: MissedEnvelopes; readonly uri: string; readonly seq: number };

export class Replay {
  readonly #maxEnvelopes: number;
  readonly #maxChars: number;
  readonly #channels = new Map<string, MissedEnvelopes>();
  /** Channels of terminals that are gone. They stay until their last envelope is dropped. */
  readonly #dropped = new Set<MissedEnvelopes>();
  /** All envelopes in order. Their channels may have dropped some of them already. */
  #order: Added[] = [];
  #count = 0;
  #chars = 0;
  /** Number of the newest envelope of a channel that is not here any more. */
  #forgotten = 0;

  /** Beyond a limit the oldest envelopes are dropped; clients that miss those get snapshots. */
  constructor(limits: { readonly envelopes: number; readonly chars: number }) {
    this.#maxEnvelopes = limits.envelopes;
    this.#maxChars = limits.chars;
  }

  /** Begins a channel, or begins it again. `log` has the text of its output. */
  open(uri: string, log: TextLog): void {
    this.#remove(uri);
    this.#channels.set(uri, new MissedEnvelopes({ channel: uri, log, most: this.#maxChars * SHARE }));
  }

  /** Ends a channel. Its envelopes stay until they are dropped. */
  drop(uri: string): void {
    const channel = this.#channels.get(uri);
    if (channel === undefined) return;
    this.#dropped.add(channel);
    if (channel.length === 0) this.#remove(uri);
  }

  add(envelope: ActionEnvelope): void {
    const { channel: uri, serverSeq: seq } = envelope;
    const channel = this.#channels.get(uri) ?? this.#begin(uri);
    this.#order.push({ channel, uri, seq });
    this.#change(channel, () => channel.add(envelope));
    while (this.#count > this.#maxEnvelopes || this.#chars > this.#maxChars) this.#forgetOldest();
    if (this.#order.length > 2 * this.#maxEnvelopes)
      this.#order = this.#order.filter((added) => added.channel.forgotten < added.seq);
  }

  /** All envelopes of a channel after that number, ascending; undefined if some of them are gone. */
  since(uri: string, serverSeq: number): readonly ActionEnvelope[] | undefined {
    const channel = this.#channels.get(uri);
    if (channel !== undefined) return channel.since(serverSeq);
    return serverSeq < this.#forgotten ? undefined : [];
  }

  /** Drops all envelopes, so that clients that reconnect get snapshots: some content must not be sent again. */
  clear(): void {
    while (this.#count > 0) this.#forgetOldest();
  }

  #begin(uri: string): MissedEnvelopes {
    const most = this.#maxChars * SHARE;
    const channel = new MissedEnvelopes({ channel: uri, most, forgotten: this.#forgotten });
    this.#channels.set(uri, channel);
    return channel;
  }

  #forgetOldest(): void {
    const oldest = this.#order.shift();
    if (oldest === undefined || oldest.channel.forgotten >= oldest.seq) return;
    const { channel, uri } = oldest;
    this.#change(channel, () => channel.forgetOldest());
    if (channel.length === 0 && this.#dropped.has(channel)) this.#remove(uri);
  }

  /** Removes a channel with its envelopes. */
  #remove(uri: string): void {
    const channel = this.#channels.get(uri);
    if (channel === undefined) return;
    this.#change(channel, () => channel.close());
    this.#forgotten = Math.max(this.#forgotten, channel.forgotten);
    this.#dropped.delete(channel);
    this.#channels.delete(uri);
  }

  #change(channel: MissedEnvelopes, change: () => void): void {
    const { length, size } = channel;
    change();
    this.#count += channel.length - length;
    this.#chars += channel.size - size;
  }
}
