/** Runs one command at the host for `cotty run`: streams its output, reports how it ended, and sends Ctrl+C only to it. */

import type { Client, TerminalMirror } from '../../../client/client.ts';
import { LostRun } from '../../../client/run/lost-run.ts';
import { runInTurn } from '../../../client/run/run-in-turn.ts';
import { reasonOf } from '../../../protocol/common/reason-of.ts';
import type { Turn } from '../../../protocol/cotty/cotty-requests.ts';
import { type CommandOutcome, CommandOutput } from './command-output.ts';

export type RunRequest = {
  readonly title: string;
  readonly commandLine: string;
  /** With `queue` the time counts from the begin of the command, otherwise from the request. */
  readonly timeoutMs: number | undefined;
  /** Whether it waits its turn in a busy terminal. */
  readonly queue: boolean;
  /** The writer under which the host records it, such as `user:mara`. */
  readonly writer: string;
};

export type RunOutcome =
  | CommandOutcome
  /** The terminal was closed. */
  | { readonly kind: 'closed' }
  /** The timeout is over; the command may still run. */
  | { readonly kind: 'timed-out' }
  /** It never began: the host has refused it. */
  | { readonly kind: 'refused'; readonly error: unknown }
  /** It never began: its request was cancelled. */
  | { readonly kind: 'given-up' }
  /** The script no longer follows it; the command may still run. */
  | { readonly kind: 'left' }
  | { readonly kind: 'host-gone' };

export type RunListener = {
  readonly onText: (text: string) => void;
  /** Called when output was lost: the number of characters, or undefined if it is unknown. */
  readonly onGap: (chars: number | undefined) => void;
  readonly onTurn: (turn: Turn) => void;
  /** Called when the host did not accept Ctrl+C. */
  readonly onUnheard: (why: string) => void;
};

const CTRL_C = '\x03';

export class FollowedRun {
  /** Never rejects. */
  readonly outcome: Promise<RunOutcome>;
  /** Resolves when the command has begun, or when it is certain that it never will. */
  readonly settled: Promise<void>;
  readonly #client: Client;
  readonly #mirror: TerminalMirror;
  readonly #request: RunRequest;
  readonly #listener: RunListener;
  readonly #stops: (() => void)[] = [];
  readonly #giveUp: () => void;
  #resolve: (outcome: RunOutcome) => void = () => {};
  #settle: () => void = () => {};
  #command: CommandOutput | undefined;
  #seq: number | undefined;
  #isOpen = true;
  #isInterrupted = false;

  constructor(client: Client, mirror: TerminalMirror, request: RunRequest, listener: RunListener) {
    this.#client = client;
    this.#mirror = mirror;
    this.#request = request;
    this.#listener = listener;
    this.outcome = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.settled = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.#stops.push(
      mirror.onChange((state, cause) => this.#command?.see(state, cause)),
      mirror.onGone(() => this.#finish({ kind: 'closed' })),
    );
    if (!request.queue) this.#startTimeout();
    this.#giveUp = this.#begin();
  }

  /** Number of the command's record, once it has begun. */
  get seq(): number | undefined {
    return this.#seq;
  }

  /** True until the outcome is known. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /**
   * Sends Ctrl+C to the command, but not before it has begun: until then, Ctrl+C would hit another command of the terminal. A
   * request that waits in the queue is cancelled. Resolves when the host has accepted the key, or if nothing is to interrupt.
   */
  async interrupt(): Promise<void> {
    if (this.#isOpen && this.#command === undefined) {
      this.#isInterrupted = true;
      if (this.#request.queue) this.#giveUp();
      // The command may begin at this very moment; the response of the host tells.
      await this.settled;
    }
    if (this.#isOpen) await this.#typeCtrlC();
  }

  /** Stops following: a command that has begun still runs, and a waiting request is cancelled. */
  leave(): void {
    if (!this.#isOpen) return;
    const isWaiting = this.#request.queue && this.#command === undefined;
    if (isWaiting) this.#giveUp();
    this.#finish({ kind: isWaiting ? 'given-up' : 'left' });
  }

  /** Must be called when the host is gone for good. */
  lose(): void {
    this.#finish({ kind: 'host-gone' });
  }

  /** Sends the request. Returns a function that cancels it while it waits in the queue. */
  #begin(): () => void {
    const { commandLine, timeoutMs, queue, writer } = this.#request;
    const { uri } = this.#mirror;
    const lost = new LostRun(this.#client.cotty, uri, commandLine);
    const params = { commandLine, wait: false, ...(timeoutMs && { timeoutMs }) };
    const asked = queue
      ? runInTurn(this.#client, uri, params, (turn) => this.#listener.onTurn(turn))
      : { result: this.#client.cotty.run(uri, params), giveUp: () => {} };
    // The response names the record when the command begins, so output of earlier and later commands is left out.
    asked.result
      .then(
        ({ record }) => ({ seq: record.seq, commandId: record.command_id }),
        (error: unknown) => lost.find(error, writer),
      )
      .then(
        (record) => this.#hasBegun(record),
        (error: unknown) =>
          this.#finish(queue && this.#isInterrupted ? { kind: 'given-up' } : { kind: 'refused', error }),
      );
    return asked.giveUp;
  }

  #hasBegun({ seq, commandId }: { readonly seq: number; readonly commandId: string }): void {
    if (!this.#isOpen) return;
    const { onText, onGap } = this.#listener;
    const onEnd = (outcome: CommandOutcome): void => this.#finish(outcome);
    this.#seq = seq;
    this.#settle();
    this.#command = new CommandOutput(commandId, this.#mirror.state, { onText, onGap, onEnd });
    if (this.#request.queue) this.#startTimeout();
  }

  #startTimeout(): void {
    const { timeoutMs } = this.#request;
    if (timeoutMs === undefined) return;
    const timer = setTimeout(() => this.#finish({ kind: 'timed-out' }), timeoutMs);
    this.#stops.push(() => clearTimeout(timer));
  }

  #typeCtrlC(): Promise<void> {
    return this.#client.cotty
      .type(this.#mirror.uri, CTRL_C)
      .catch((error: unknown) => this.#listener.onUnheard(reasonOf(error)));
  }

  #finish(outcome: RunOutcome): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    for (const stop of this.#stops.splice(0)) stop();
    this.#settle();
    this.#resolve(outcome);
  }
}
