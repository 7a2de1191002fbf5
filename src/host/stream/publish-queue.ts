/**
 * Envelopes on their way to viewers: what one turn of the event loop publishes is sent at its end.
 *
 * The effect of an action goes first, so that a program has its key before anybody is told of it.
 */

import type { ActionEnvelope } from '../../protocol/envelope.ts';

/** Most envelopes that wait; one more sends them all at once. */
const LIMIT = 64;

export class PublishQueue {
  readonly #send: (envelopes: readonly ActionEnvelope[]) => void;
  #waiting: ActionEnvelope[] = [];
  #isSending = false;

  constructor(send: (envelopes: readonly ActionEnvelope[]) => void) {
    this.#send = send;
  }

  add(envelope: ActionEnvelope): void {
    this.#waiting.push(envelope);
    if (this.#waiting.length === 1) queueMicrotask(() => this.flush());
    else if (this.#waiting.length > LIMIT) this.flush();
  }

  /** Must be called before anything else is sent to a viewer, and before the viewers of a channel change. */
  flush(): void {
    // What is published because of what is sent follows it: a viewer drops an envelope that comes after a later one.
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      while (this.#waiting.length > 0) {
        const envelopes = this.#waiting;
        this.#waiting = [];
        this.#send(envelopes);
      }
    } finally {
      this.#isSending = false;
    }
  }
}
