/**
 * The newest envelopes of one channel, for a reader that was away or behind.
 *
 * The text of output is not kept here: an envelope knows its place in the terminal's log, and the log holds the text from the
 * oldest of them on.
 */

import type { ActionEnvelope } from '../../protocol/envelope.ts';
import { dataIn } from '../../protocol/envelope.ts';
import { sizeWithoutText } from '../common/action-size.ts';
import type { Cursor, TextLog } from '../text/text-log.ts';

type Entry = {
  readonly seq: number;
  readonly size: number;
  /** The place in the log up to which its reader has the text. */
  readonly at: number;
  /** UTF-16 units of text from that place on that belong to the envelope. */
  readonly chars: number;
  /** What there is beside the text; undefined when there is nothing else. */
  readonly envelope: ActionEnvelope | undefined;
};

export type MissedOptions = {
  readonly channel: string;
  /** What the terminal prints; every envelope of output that is added must just have been appended to it. */
  readonly log?: TextLog | undefined;
  /** Most that is kept, as `sizeOf` counts; the oldest goes first. */
  readonly most: number;
  /** Number of the newest envelope that is not known. */
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
    // The size is limited here, so that an envelope never loses a part of its text.
    this.#cursor = options.log?.cursor(Number.POSITIVE_INFINITY);
  }

  get size(): number {
    return this.#size;
  }

  get length(): number {
    return this.#entries.length;
  }

  /** Number of the newest envelope that is not kept any more. */
  get forgotten(): number {
    return this.#forgotten;
  }

  add(envelope: ActionEnvelope): void {
    const entry = this.#entryOf(envelope);
    this.#entries.push(entry);
    this.#size += entry.size;
    while (this.#size > this.#options.most && this.forgetOldest());
  }

  /** All envelopes after that number, ascending; undefined if some of them are gone. */
  since(serverSeq: number): readonly ActionEnvelope[] | undefined {
    if (serverSeq < this.#forgotten) return undefined;
    const first = this.#entries.findLastIndex(({ seq }) => seq <= serverSeq) + 1;
    return this.#entries.slice(first).map((entry) => this.#whole(entry));
  }

  /** Returns whether there was one. */
  forgetOldest(): boolean {
    const oldest = this.#entries.shift();
    if (oldest === undefined) return false;
    this.#forgotten = oldest.seq;
    this.#size -= oldest.size;
    const { log } = this.#options;
    if (log !== undefined) this.#cursor?.moveTo(this.#entries[0]?.at ?? log.end);
    return true;
  }

  /** Forgets all envelopes, and lets the log drop their text. */
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

/** Estimates the size of an envelope in UTF-16 units: its text, and a flat share for the rest. */
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
