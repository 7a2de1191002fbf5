/** A command that a script has asked a host to run: what it prints, how it ends, and Ctrl+C for it and for no other. */

import type { Client, TerminalMirror } from '../../../client/client.ts';
import { LostRun } from '../../../client/run/lost-run.ts';
import { runInTurn } from '../../../client/run/run-in-turn.ts';
import { reasonOf } from '../../../protocol/common/reason-of.ts';
import type { Turn } from '../../../protocol/cotty/cotty-requests.ts';
import { type CommandOutcome, CommandOutput } from './command-output.ts';

export type RunRequest = {
  readonly title: string;
  readonly commandLine: string;
  /** Counted from the begin of the command where it waits its turn. */
  readonly timeoutMs: number | undefined;
  /** Whether it waits its turn in a busy terminal. */
  readonly queue: boolean;
  /** Under whose name the host records it. */
  readonly writer: string;
};

export type RunOutcome =
  | CommandOutcome
  /** The terminal was closed. */
  | { readonly kind: 'closed' }
  /** It still runs. */
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
  /** Called when Ctrl+C could not be typed. */
  readonly onUnheard: (why: string) => void;
};

const CTRL_C = '\x03';

export class FollowedRun {
  /** Never rejects. */
  readonly outcome: Promise<RunOutcome>;
  /** Resolves when it has begun, and when it never will. */
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

  /** Whether it is still to begin or to end. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /**
   * Sends Ctrl+C to the command once it has begun: what runs in the terminal before is not ours. A request that waits in the
   * queue is cancelled. Resolves when the host has got the key, or if there is nothing to interrupt.
   */
  async interrupt(): Promise<void> {
    if (this.#isOpen && this.#command === undefined) {
      this.#isInterrupted = true;
      if (this.#request.queue) this.#giveUp();
      // The command may begin at this moment: the answer says.
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

  /** Returns a function that gives the turn up. */
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
