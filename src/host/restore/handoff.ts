/**
 * Hands the terminals of this host, with their running programs, to a host of another version. That version first runs a trial.
 * If the trial cannot restore every terminal, this host stays. If the other version does not start after all, the fd holder
 * starts this version again.
 */

import { execFile } from 'node:child_process';
import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { Keeper } from '../keep/keeper.ts';
import { type Held, inheritArgs } from '../keep/masters.ts';
import type { Terminals } from '../terminal/terminals.ts';
import { parseTrial, type Trial } from './trial-answer.ts';

export type HandoffOptions = {
  readonly terminals: Pick<Terminals, 'masters' | 'find'>;
  /** All masters that the next host inherits: those of open terminals, and those that this host could not restore. */
  readonly held: () => readonly Held[];
  /** Rewrites the replay log of a terminal from a checkpoint. Returns false if that failed. */
  readonly rewrite: (uri: string) => Promise<boolean>;
  /** Undefined when programs end with this host. */
  readonly keeper: Pick<Keeper, 'handOff'> | undefined;
  /** Arguments of the next host. */
  readonly args: readonly string[];
  readonly tried?: (command: readonly string[]) => Promise<Trial>;
};

/** Time limit of a trial: a host starts in half a second, and replays up to 32 MiB for each terminal. */
const TRIAL_MS = 60_000;
/**
 * Most trials of one handoff. Each one after the first has only the terminals that were opened during the trial before, and
 * those whose replay log was rewritten.
 */
const MOST_TRIALS = 5;
/** Limit in bytes of the answer to a trial, which takes about 60 bytes for each terminal. */
const ANSWER_BYTES = 1024 * 1024;
/** Limit in characters of the error that is passed on. */
const WHY_CHARS = 500;

export class Handoff {
  readonly #options: HandoffOptions;
  #isUnderWay = false;
  #isOver = false;

  constructor(options: HandoffOptions) {
    this.#options = options;
  }

  /** Whether the next host is about to start: it would not know a terminal that is opened here from now on. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * Resolves when the fd holder is ready to start `program`: this host must end then. Throws an `RpcError` with the reason if
   * this host stays.
   */
  async to(program: readonly string[]): Promise<Pick<Trial, 'version'>> {
    const { keeper, held, args } = this.#options;
    if (keeper === undefined) throw refused('it has no fd holder, so its programs would end with it');
    if (this.#isUnderWay) throw refused('it is being restarted already');
    this.#isUnderWay = true;
    try {
      const trial = await this.#allTried([...program, ...args]);
      keeper.handOff([...program, ...args], held());
      this.#isOver = true;
      return trial;
    } finally {
      this.#isUnderWay = false;
    }
  }

  /** Repeats the trial until all open terminals have passed. No terminal may be opened between that and the end of this host. */
  async #allTried(command: readonly string[]): Promise<Trial> {
    const { terminals, tried = triedBy } = this.#options;
    const hasPassed = new WeakSet<object>();
    const isRewritten = new Set<string>();
    for (let trials = 0; trials < MOST_TRIALS; trials += 1) {
      const held = this.#untried(hasPassed);
      const before = held.map(({ uri }) => ({ uri, terminal: terminals.find(uri) }));
      const trial = await tried([...command, '--trial', ...inheritArgs(held)]);
      const still = new Set(terminals.masters.map(({ uri }) => uri));
      for (const { uri, terminal } of before) {
        if (trial.taken.includes(uri) && terminal !== undefined) hasPassed.add(terminal);
        else if (still.has(uri)) await this.#rewriteOnce(uri, isRewritten, trial);
      }
      if (this.#untried(hasPassed).length === 0) return trial;
    }
    throw refused('terminals were opened during each trial of the other version');
  }

  /** Rewrites a replay log that the other version could not replay, from the state of this host, for one more trial. */
  async #rewriteOnce(uri: string, isRewritten: Set<string>, { version, why }: Trial): Promise<void> {
    const again = !isRewritten.has(uri) && (await this.#options.rewrite(uri));
    if (!again) throw refused(`version ${version} cannot restore ${uri}: ${why || 'it is gone'}`);
    isRewritten.add(uri);
  }

  /** The open terminals that have not passed a trial. */
  #untried(hasPassed: WeakSet<object>): readonly Held[] {
    const { terminals } = this.#options;
    return terminals.masters.filter(({ uri }) => {
      const terminal = terminals.find(uri);
      if (terminal === undefined || hasPassed.has(terminal)) return false;
      if (terminal.options.replayLog?.isOpen === true) return true;
      throw refused(`${uri} has no replay log, probably because the disk is full`);
    });
  }
}

function triedBy([file = '', ...args]: readonly string[]): Promise<Trial> {
  return new Promise((resolve, reject) => {
    const means = { cwd: '/', timeout: TRIAL_MS, killSignal: 'SIGKILL', maxBuffer: ANSWER_BYTES } as const;
    execFile(file, args, means, (error, stdout, stderr) => {
      const trial = error === null ? parseTrial(stdout) : undefined;
      if (trial !== undefined) resolve(trial);
      else reject(refused(`the other version does not start: ${whyOf(error, stderr)}`));
    });
  });
}

function whyOf(error: Error | null, stderr: string): string {
  const said = stderr.trim() || error?.message || 'it is not cotty';
  return said.slice(0, WHY_CHARS);
}

function refused(why: string): RpcError {
  return new RpcError(ErrorCode.InvalidParams, `restart refused: ${why}`);
}
