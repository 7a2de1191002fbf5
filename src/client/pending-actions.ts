/** What became of dispatched actions: a notification has no answer, its echo is the answer (AHP §4). */

import type { ActionEnvelope } from '../protocol/envelope.ts';

export type ActionOutcome =
  | { readonly ok: true; readonly envelope: ActionEnvelope }
  | { readonly ok: false; readonly reason: string };

/** Waiting for more echoes than this at once is a leak: the next one is not waited for. */
const MAX_WAITING = 1024;

type Waiting = { readonly settle: (outcome: ActionOutcome) => void; readonly timer: NodeJS.Timeout };

export class PendingActions {
  readonly #waiting = new Map<number, Waiting>();

  of(clientSeq: number, timeoutMs: number): Promise<ActionOutcome> {
    if (this.#waiting.size >= MAX_WAITING) {
      return Promise.resolve({ ok: false, reason: 'too many actions wait for their echo' });
    }
    return new Promise((settle) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(clientSeq);
        settle({ ok: false, reason: `the host did not echo the action within ${timeoutMs} ms` });
      }, timeoutMs);
      this.#waiting.set(clientSeq, { settle, timer });
    });
  }

  /** An echo of ours, live or replayed. */
  take(clientSeq: number, envelope: ActionEnvelope): void {
    const waiting = this.#waiting.get(clientSeq);
    if (waiting === undefined) return;
    this.#waiting.delete(clientSeq);
    clearTimeout(waiting.timer);
    const reason = envelope.rejectionReason;
    waiting.settle(reason === undefined ? { ok: true, envelope } : { ok: false, reason });
  }

  /** After a reconnect, what was not echoed in the replay never will be. */
  clear(reason: string): void {
    for (const { settle, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      settle({ ok: false, reason });
    }
    this.#waiting.clear();
  }
}
