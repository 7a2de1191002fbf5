/**
 * Rewrites replay logs before they grow long: a checkpoint takes the place of all rows before it.
 *
 * At a prompt a checkpoint is small, so a log is rewritten there once it has some size. In the middle of a command that prints
 * without end it is rewritten when it reaches its limit.
 */

import type { RecentCommands } from '../../ledger/records/recent-commands.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import { stackOf } from '../../protocol/common/reason-of.ts';
import type { ActionEnvelope } from '../../protocol/envelope.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import { safeCut } from '../../protocol/terminal/safe-cut.ts';
import type { ContentPart } from '../../protocol/terminal/state.ts';
import { serialise } from '../../screen/serialise/serialise.ts';
import type { Clock } from '../common/clock.ts';
import { DEFAULT_COLS, DEFAULT_ROWS } from '../common/screen-size.ts';
import { type Checkpoint, REPLAY_VERSION } from '../keep/replay-head.ts';
import type { Recorder } from '../record/recorder.ts';
import type { Kept } from '../terminal/snapshot.ts';
import type { Terminal } from '../terminal/terminal.ts';

export type ReplayLimits = {
  /** Bytes from which on a log is rewritten at the next prompt. A host replays them in a millisecond. */
  readonly atPrompt: number;
  /** Bytes at which a log is rewritten in the middle of a command. A host replays them in less than a second. */
  readonly most: number;
};

const REPLAY_LIMITS: ReplayLimits = { atPrompt: 128 * 1024, most: 32 * 1024 * 1024 };
/**
 * Time (ms) for which no command must have ended before a log is rewritten at a prompt: serialising the scrollback takes up to
 * 0.1 s.
 */
const QUIET_MS = 2000;
/** Attempts after `cotty forget`. One fails if a command begins or ends meanwhile. */
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
  /** Terminals whose replay log is about to be rewritten. */
  readonly #due = new Set<string>();
  /** Terminals that wait for quiet, with the function that cancels the wait. */
  readonly #waiting = new Map<string, () => void>();

  constructor(options: CheckpointsOptions) {
    this.#options = options;
    this.#limits = options.limits ?? REPLAY_LIMITS;
  }

  /** Must be called with each envelope of the store. */
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
      void this.#rewriteOnce(uri)
        .catch((error: unknown) => this.#options.log(`${uri}: ${stackOf(error)}`))
        .finally(() => this.#due.delete(uri));
    });
  }

  /**
   * Removes forgotten output from the replay log. If it cannot be rewritten now, it is deleted until the next command has ended.
   */
  async forget(uri: string): Promise<void> {
    if (!(await this.rewrite(uri))) this.#options.find(uri)?.options.replayLog?.remove();
  }

  /** Rewrites a replay log. Returns false if that fails because commands begin and end all the time, or the disk is full. */
  async rewrite(uri: string): Promise<boolean> {
    for (let tries = 0; tries < TRIES; tries += 1) if (await this.#rewriteOnce(uri)) return true;
    return false;
  }

  /** Rewrites a replay log. Returns false if a command began or ended while the record was written. */
  async #rewriteOnce(uri: string): Promise<boolean> {
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

/** Limit in UTF-16 units of a part. What is cut off at its beginning is in the record. */
const PART_KEPT = 256 * 1024;
/** Limit of the scrollback in lines. Earlier output is in the blocks. */
const LINES_KEPT = 1000;

/** Makes a checkpoint: the state of a terminal that the head of its replay log holds. */
function checkpointOf({ output, screen, status }: Kept, commands: RecentCommands): Checkpoint {
  const kept = output.kept;
  const { state } = output;
  const { title, cwd, claim } = state;
  const behind = state.content.slice(state.content.findLastIndex(isRecorded) + 1);
  const content = behind.map(shortened);
  const isCut = content.at(-1) !== behind.at(-1);
  const command = commands.keep();
  return {
    ...kept,
    ...status.kept,
    tail: isCut ? { ...kept.tail, cut: true } : kept.tail,
    detected: state.supportsCommandDetection === true,
    title,
    ...(cwd === undefined ? {} : { cwd }),
    claim,
    content,
    screen: serialise(screen.read(), { scrollback: Math.min(LINES_KEPT, screen.scrollback) }),
    ...screen.liveStart(),
    ...(command === undefined ? {} : { command }),
    entered: commands.entered,
  };
}

function isRecorded(part: ContentPart): boolean {
  return part.type === 'command' && part.isComplete && cottyMeta<CommandMeta>(part._meta).seq !== undefined;
}

function shortened(part: ContentPart): ContentPart {
  if (part.type === 'command') {
    const { output } = part;
    if (output.length <= PART_KEPT) return part;
    return { ...part, output: output.slice(safeCut(output, output.length - PART_KEPT)) };
  }
  const { value } = part;
  if (value.length <= PART_KEPT) return part;
  return { ...part, value: value.slice(safeCut(value, value.length - PART_KEPT)) };
}
