/**
 * Begins the tapes of terminals anew before they grow long: from a checkpoint the next host goes on as from all that was
 * told before.
 *
 * At a prompt little has to be told, so a tape of some size begins anew there. In the middle of a command that prints
 * without end it does so at its limit.
 */

import type { ActionEnvelope } from '../../protocol/envelope.ts';
import type { Clock } from '../ground/clock.ts';
import { TAPE_VERSION } from '../keep/tape-head.ts';
import type { Recorder } from '../record/recorder.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { checkpointOf } from './checkpoint.ts';

export type TapeLimits = {
  /** Bytes of a tape from which on it begins anew at a prompt: a host plays them in a millisecond. */
  readonly atPrompt: number;
  /** Bytes of a tape at which it begins anew in the middle of a command: a host plays them in less than a second. */
  readonly most: number;
};

const TAPE_LIMITS: TapeLimits = { atPrompt: 128 * 1024, most: 32 * 1024 * 1024 };
/** Quiet before a tape begins anew at a prompt. */
const QUIET_MS = 200;

export type CheckpointsOptions = {
  readonly find: (uri: string) => Terminal | undefined;
  readonly recorder: Pick<Recorder, 'recordOf'>;
  readonly clock: Clock;
  readonly limits?: TapeLimits | undefined;
  readonly log: (message: string) => void;
};

export class Checkpoints {
  readonly #options: CheckpointsOptions;
  /** Terminals whose tape is about to begin anew. */
  readonly #due = new Set<string>();

  constructor(options: CheckpointsOptions) {
    this.#options = options;
  }

  /** Takes the store's envelopes. */
  take({ channel, action }: ActionEnvelope): void {
    const { atPrompt, most } = this.#options.limits ?? TAPE_LIMITS;
    if (action.type === 'terminal/data') {
      if (this.#bytes(channel) > most) this.#soon(channel, 0);
    } else if (action.type === 'terminal/commandFinished') {
      if (this.#bytes(channel) > atPrompt) this.#soon(channel, QUIET_MS);
    } else if (action.type === 'terminal/cleared') {
      // What was cleared must not come back with the next host.
      this.#soon(channel, 0);
    }
  }

  #bytes(uri: string): number {
    return this.#options.find(uri)?.options.tape?.bytes ?? 0;
  }

  #soon(uri: string, ms: number): void {
    if (this.#due.has(uri)) return;
    this.#due.add(uri);
    this.#options.clock.after(ms, () => {
      void this.begin(uri)
        .catch((error: unknown) =>
          this.#options.log(`${uri}: ${error instanceof Error ? error.stack : String(error)}`),
        )
        .finally(() => this.#due.delete(uri));
    });
  }

  /** Begins a tape anew, unless what it would begin with changes while it is written; then it is left to the next time. */
  async begin(uri: string): Promise<void> {
    const { find, recorder } = this.#options;
    const terminal = find(uri);
    const { ledger, text, commands } = recorder.recordOf(uri);
    if (terminal === undefined) return;
    const { nextSeq, begun } = commands;
    await ledger?.written();
    const isCut = (await text?.cut()) ?? true;
    const isSame = commands.nextSeq === nextSeq && commands.begun?.commandId === begun?.commandId;
    if (!isCut || !isSame || find(uri) !== terminal || terminal.state.lifecycle.status === 'exited') return;
    const { tape, shell, program, integrationOff } = terminal.options;
    const { cols = 80, rows = 24 } = terminal.state;
    tape?.begin({
      version: TAPE_VERSION,
      seq: begun === undefined ? nextSeq - 1 : begun.seq,
      shell,
      program,
      ...(integrationOff === undefined ? {} : { integrationOff }),
      cols,
      rows,
      checkpoint: checkpointOf(terminal.kept, commands),
    });
  }
}
