/** The last envelopes, for clients that reconnect: all that came after a number, or undefined when that is too long ago. */

import type { ActionEnvelope } from '../../protocol/envelope.ts';
import { sizeWithoutText } from '../ground/action-size.ts';

type Kept = { readonly envelope: ActionEnvelope; readonly bytes: number };

export class ReplayBuffer {
  readonly #maxEnvelopes: number;
  readonly #maxBytes: number;
  #kept: Kept[] = [];
  #first = 0;
  #bytes = 0;
  #forgotten = 0;

  /** At either limit the oldest envelopes go; clients that miss those get snapshots. Bytes are UTF-16 units of text. */
  constructor(limits: { readonly envelopes: number; readonly bytes: number }) {
    this.#maxEnvelopes = limits.envelopes;
    this.#maxBytes = limits.bytes;
  }

  add(envelope: ActionEnvelope): void {
    const bytes = sizeOf(envelope);
    this.#kept.push({ envelope, bytes });
    this.#bytes += bytes;
    while (this.#kept.length - this.#first > this.#maxEnvelopes || this.#bytes > this.#maxBytes)
      this.#forget();
    // Cutting the unused front off the array costs a copy, so it is done rarely.
    if (this.#first > this.#maxEnvelopes) {
      this.#kept = this.#kept.slice(this.#first);
      this.#first = 0;
    }
  }

  /** All envelopes after that number, ascending; undefined if some of them are gone. */
  since(serverSeq: number): readonly ActionEnvelope[] | undefined {
    if (serverSeq < this.#forgotten) return undefined;
    return this.#kept
      .slice(this.#first)
      .map(({ envelope }) => envelope)
      .filter((envelope) => envelope.serverSeq > serverSeq);
  }

  /** Forgets all envelopes, so that clients that reconnect get snapshots: some content must not be sent again. */
  clear(): void {
    while (this.#first < this.#kept.length) this.#forget();
  }

  #forget(): void {
    const oldest = this.#kept[this.#first];
    if (oldest === undefined) return;
    this.#forgotten = oldest.envelope.serverSeq;
    this.#bytes -= oldest.bytes;
    // Frees the text now, not when the array is cut.
    delete this.#kept[this.#first];
    this.#first += 1;
  }
}

/** Estimates the size of an envelope: its text, and a flat share for the rest. */
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
