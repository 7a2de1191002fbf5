/**
 * Dispatched actions that wait for their echo. An action is a notification without a response, so the echo has the outcome (AHP
 * §4).
 */

import type { ActionEnvelope } from '../protocol/envelope.ts';

export type ActionOutcome =
  | { readonly ok: true; readonly envelope: ActionEnvelope }
  | { readonly ok: false; readonly reason: string };

/** Limit: actions waiting at once; more would be a leak. Beyond it an action fails at once. */
const MAX_PENDING = 1024;

type PendingAction = {
  readonly resolve: (outcome: ActionOutcome) => void;
  readonly timer: ReturnType<typeof setTimeout>;
};

export class PendingActions {
  /** Pending actions by clientSeq. */
  readonly #pending = new Map<number, PendingAction>();

  /** Resolves with the outcome of an action that has just been dispatched. */
  outcome(clientSeq: number, timeoutMs: number): Promise<ActionOutcome> {
    if (this.#pending.size >= MAX_PENDING) {
      return Promise.resolve({ ok: false, reason: 'too many actions are waiting for the host' });
    }
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#pending.delete(clientSeq);
        resolve({ ok: false, reason: `the host did not confirm the action within ${timeoutMs} ms` });
      }, timeoutMs);
      this.#pending.set(clientSeq, { resolve, timer });
    });
  }

  /** Settles an action by its echo, live or replayed. */
  settle(clientSeq: number, envelope: ActionEnvelope): void {
    const action = this.#pending.get(clientSeq);
    if (action === undefined) return;
    this.#pending.delete(clientSeq);
    clearTimeout(action.timer);
    const reason = envelope.rejectionReason;
    action.resolve(reason === undefined ? { ok: true, envelope } : { ok: false, reason });
  }

  /** Fails all pending actions: after a reconnect, an action that the replay did not echo never will be echoed. */
  clear(reason: string): void {
    for (const { resolve, timer } of this.#pending.values()) {
      clearTimeout(timer);
      resolve({ ok: false, reason });
    }
    this.#pending.clear();
  }
}
