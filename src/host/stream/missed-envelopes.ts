/**
 * The newest envelopes of one channel, for a client that reconnects or a reader that is behind.
 *
 * Output is not stored here: an envelope has its place in the terminal's text log, and the log keeps the text from the oldest
 * envelope on.
 */

import { type ActionEnvelope, dataIn } from '../../protocol/envelope.ts';
import { sizeWithoutText } from '../common/action-size.ts';
import type { Cursor, TextLog } from '../text/text-log.ts';

type Entry = {
  readonly seq: number;
  readonly size: number;
  /** The place in the log up to which the reader has the text. */
  readonly at: number;
  /** UTF-16 units of text from there on that belong to the envelope. */
  readonly chars: number;
  /** The envelope if it is not just text. */
  readonly envelope: ActionEnvelope | undefined;
};

export type MissedOptions = {
  readonly channel: string;
  /** The output of the terminal. The text of an envelope must have been appended to it right before the envelope is added. */
  readonly log?: TextLog | undefined;
  /** Limit, as `sizeOf` counts. The oldest envelopes are dropped first. */
  readonly most: number;
  /** Number of the newest envelope that is not here. */
  readonly forgotten?: number;
};

export class MissedEnvelopes {
  readonly #options: MissedOptions;
  readonly #cursor: Cursor | undefined;
  readonly #entries: Entry[] = [];
  #size = 0;
  #forgotten: number;

  constructor(options: MissedOptions) {
    this.#options = options;
    this.#forgotten = options.forgotten ?? 0;
    // The limit applies to envelopes, so that none loses a part of its text.
    this.#cursor = options.log?.cursor(Number.POSITIVE_INFINITY);
  }

  get size(): number {
    return this.#size;
  }

  get length(): number {
    return this.#entries.length;
  }

  /** Number of the newest envelope that was dropped. */
  get forgotten(): number {
    return this.#forgotten;
  }

  add(envelope: ActionEnvelope): void {
    const entry = this.#entryOf(envelope);
    this.#entries.push(entry);
    this.#size += entry.size;
    while (this.#size > this.#options.most && this.forgetOldest());
  }

  /** All envelopes after that number, ascending; undefined if some of them were dropped. */
  since(serverSeq: number): readonly ActionEnvelope[] | undefined {
    if (serverSeq < this.#forgotten) return undefined;
    const first = this.#entries.findLastIndex(({ seq }) => seq <= serverSeq) + 1;
    return this.#entries.slice(first).map((entry) => this.#whole(entry));
  }

  /** Drops the oldest envelope. Returns false if there is none. */
  forgetOldest(): boolean {
    const oldest = this.#entries.shift();
    if (oldest === undefined) return false;
    this.#forgotten = oldest.seq;
    this.#size -= oldest.size;
    const { log } = this.#options;
    if (log !== undefined) this.#cursor?.moveTo(this.#entries[0]?.at ?? log.end);
    return true;
  }

  /** Drops all envelopes, and lets the log drop their text. */
  close(): void {
    this.#forgotten = this.#entries.at(-1)?.seq ?? this.#forgotten;
    this.#entries.length = 0;
    this.#size = 0;
    this.#cursor?.close();
  }

  #entryOf(envelope: ActionEnvelope): Entry {
    const { serverSeq: seq, action, origin, rejectionReason } = envelope;
    const size = sizeOf(envelope);
    const { log } = this.#options;
    const printed = log === undefined || rejectionReason !== undefined ? undefined : dataIn(action);
    if (log === undefined || printed === undefined)
      return { seq, size, at: log?.end ?? 0, chars: 0, envelope };
    const chars = printed.data.length;
    const isBare = origin === undefined && printed._meta === undefined;
    const beside = isBare ? undefined : { ...envelope, action: { ...printed, data: '' } };
    return { seq, size, at: log.end - chars, chars, envelope: beside };
  }

  #whole({ seq, at, chars, envelope }: Entry): ActionEnvelope {
    const { channel, log } = this.#options;
    if (envelope !== undefined && chars === 0) return envelope;
    const data = log?.read(at, at + chars) ?? '';
    if (envelope === undefined) return { channel, action: { type: 'terminal/data', data }, serverSeq: seq };
    return { ...envelope, action: { ...envelope.action, data } as ActionEnvelope['action'] };
  }
}

/** Estimates the size of an envelope in UTF-16 units: its text, and a fixed amount for the rest. */
export function sizeOf({ action, origin }: ActionEnvelope): number {
  const flat = 200;
  // Clients may put anything into an action, and a refused one may be malformed.
  const beside = origin === undefined ? 0 : sizeWithoutText(action);
  return flat + beside + textOf(action);
}

function textOf(action: ActionEnvelope['action']): number {
  if ('data' in action && typeof action.data === 'string') return action.data.length;
  if ('terminals' in action && Array.isArray(action.terminals)) return 500 * action.terminals.length;
  return 'commandLine' in action && typeof action.commandLine === 'string' ? action.commandLine.length : 0;
}
