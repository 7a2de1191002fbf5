/**
 * Begins the replay logs of terminals anew before they grow long: from a checkpoint the next host goes on as from all that was
 * told before.
 *
 * At a prompt little has to be told, so a replay log of some size begins anew there. In the middle of a command that prints
 * without end it does so at its limit.
 */

import { stackOf } from '../../protocol/common/reason-of.ts';
import type { ActionEnvelope } from '../../protocol/envelope.ts';
import type { Clock } from '../common/clock.ts';
import { DEFAULT_COLS, DEFAULT_ROWS } from '../common/screen-size.ts';
import { REPLAY_VERSION } from '../keep/replay-head.ts';
import type { Recorder } from '../record/recorder.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { checkpointOf } from './checkpoint.ts';

export type ReplayLimits = {
  /** Bytes of a replay log from which on it begins anew at a prompt: a host plays them in a millisecond. */
  readonly atPrompt: number;
  /** Bytes of a replay log at which it begins anew in the middle of a command: a host plays them in less than a second. */
  readonly most: number;
};

const REPLAY_LIMITS: ReplayLimits = { atPrompt: 128 * 1024, most: 32 * 1024 * 1024 };
/** Time without the end of a command before a replay log begins anew at a prompt: the lines above the screen take up to 0.1 s. */
const QUIET_MS = 2000;
/** Attempts at a new replay log after `cotty forget`, while commands begin and end. */
const TRIES = 5;

export type CheckpointsOptions = {
  readonly find: (uri: string) => Terminal | undefined;
  readonly recorder: Pick<Recorder, 'recordOf'>;
  readonly clock: Clock;
  readonly limits?: ReplayLimits | undefined;
  readonly log: (message: string) => void;
};

export class Checkpoints {
  readonly #options: CheckpointsOptions;
  readonly #limits: ReplayLimits;
  /** Terminals whose replay log is about to begin anew. */
  readonly #due = new Set<string>();
  /** Terminals that wait for quiet, each with what ends its waiting. */
  readonly #waiting = new Map<string, () => void>();

  constructor(options: CheckpointsOptions) {
    this.#options = options;
    this.#limits = options.limits ?? REPLAY_LIMITS;
  }

  /** Takes the store's envelopes. */
  take({ channel, action }: ActionEnvelope): void {
    const replayLog = this.#options.find(channel)?.options.replayLog;
    if (replayLog === undefined) return;
    const { atPrompt, most } = this.#limits;
    if (action.type === 'terminal/data') {
      if (replayLog.bytes > most) this.#soon(channel);
    } else if (action.type === 'terminal/commandFinished') {
      // A log that is not open was removed, for lack of space or after an error.
      if (replayLog.bytes > atPrompt || !replayLog.isOpen) this.#whenQuiet(channel);
    } else if (action.type === 'terminal/cleared') {
      // Cleared text must not come back with the next host.
      this.#soon(channel);
    }
  }

  #whenQuiet(uri: string): void {
    this.#waiting.get(uri)?.();
    const begin = () => {
      this.#waiting.delete(uri);
      this.#soon(uri);
    };
    this.#waiting.set(uri, this.#options.clock.after(QUIET_MS, begin));
  }

  #soon(uri: string): void {
    if (this.#due.has(uri)) return;
    this.#due.add(uri);
    this.#options.clock.after(0, () => {
      void this.#begin(uri)
        .catch((error: unknown) => this.#options.log(`${uri}: ${stackOf(error)}`))
        .finally(() => this.#due.delete(uri));
    });
  }

  /** Takes what was forgotten off the replay log; where that cannot be done now, there is none until the next command has ended. */
  async forget(uri: string): Promise<void> {
    if (!(await this.renew(uri))) this.#options.find(uri)?.options.replayLog?.remove();
  }

  /** Begins a replay log anew. Returns false where that cannot be done now: commands begin and end, or the disk is full. */
  async renew(uri: string): Promise<boolean> {
    for (let tries = 0; tries < TRIES; tries += 1) if (await this.#begin(uri)) return true;
    return false;
  }

  /** Begins a replay log anew. Returns false when what it would begin with has changed meanwhile: then it is left to the next time. */
  async #begin(uri: string): Promise<boolean> {
    const { find, recorder } = this.#options;
    const terminal = find(uri);
    const { ledger, text, commands } = recorder.recordOf(uri);
    if (terminal?.options.replayLog === undefined) return true;
    const { nextSeq, begun } = commands;
    await ledger?.written();
    const isCut = (await text?.cut()) ?? true;
    const isSame = commands.nextSeq === nextSeq && commands.begun?.commandId === begun?.commandId;
    if (find(uri) !== terminal || terminal.state.lifecycle.status === 'exited') return true;
    if (!isCut || !isSame) return false;
    const { replayLog, shell, program, integrationOff } = terminal.options;
    const { cols = DEFAULT_COLS, rows = DEFAULT_ROWS } = terminal.state;
    return replayLog.begin({
      version: REPLAY_VERSION,
      seq: (begun?.seq ?? nextSeq) - 1,
      shell,
      program,
      ...(integrationOff === undefined ? {} : { integrationOff }),
      cols,
      rows,
      checkpoint: checkpointOf(terminal.kept, commands),
    });
  }
}
