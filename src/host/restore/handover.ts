/**
 * Hands the terminals of this host over to a host of another version, programs and all. That version is tried first; this host
 * goes on where it cannot take over everything, and comes back by its own command where it cannot be started.
 */

import { execFile } from 'node:child_process';
import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { Keeper } from '../keep/keeper.ts';
import { type Held, handedArgs } from '../keep/masters.ts';
import type { Terminals } from '../terminal/terminals.ts';
import { parseTrial, type Trial } from './trial-answer.ts';

export type HandoverOptions = {
  readonly terminals: Pick<Terminals, 'masters' | 'find'>;
  /** Everything that the next host is given: the masters of the terminals, and those that no terminal has taken over. */
  readonly held: () => readonly Held[];
  /** Begins the replay log of a terminal anew. Returns whether it did, or there is no need to. */
  readonly renew: (uri: string) => Promise<boolean>;
  /** Undefined when programs end with this host. */
  readonly keeper: Pick<Keeper, 'handOver'> | undefined;
  /** Arguments with which the next host is started. */
  readonly args: readonly string[];
  readonly tried?: (command: readonly string[]) => Promise<Trial>;
};

/** Time limit of a trial: a host starts in half a second, and plays up to 32 MiB of each terminal. */
const TRIAL_MS = 60_000;
/**
 * Trials of one handover. Each tries only what no earlier one has found to be taken over: terminals that were opened meanwhile,
 * and those whose replay log was begun anew.
 */
const MOST_TRIALS = 5;
/** Most bytes of an answer that are read; it has some 60 for each terminal. */
const ANSWER_BYTES = 1024 * 1024;
/** Most characters of an error that are passed on. */
const WHY_CHARS = 500;

export class Handover {
  readonly #options: HandoverOptions;
  #isUnderWay = false;
  #isOver = false;

  constructor(options: HandoverOptions) {
    this.#options = options;
  }

  /** Whether the next host has everything: nothing that begins in this one from now on would be known to it. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * Returns when `program` is sure to take over: from then on this host must end. Throws an `RpcError` with the reason when
   * this host goes on.
   */
  async to(program: readonly string[]): Promise<Pick<Trial, 'version'>> {
    const { keeper, held, args } = this.#options;
    if (keeper === undefined) throw refused('it has no keeper, so its programs would end with it');
    if (this.#isUnderWay) throw refused('it is being restarted');
    this.#isUnderWay = true;
    try {
      const trial = await this.#allTried([...program, ...args]);
      keeper.handOver([...program, ...args], held());
      this.#isOver = true;
      return trial;
    } finally {
      this.#isUnderWay = false;
    }
  }

  /** Tries the other version until it has taken over each terminal that there is; nothing may be opened between that and the end. */
  async #allTried(command: readonly string[]): Promise<Trial> {
    const { terminals, tried = triedBy } = this.#options;
    const isTaken = new WeakSet<object>();
    const isRenewed = new Set<string>();
    for (let trials = 0; trials < MOST_TRIALS; trials += 1) {
      const held = this.#untaken(isTaken);
      const before = held.map(({ uri }) => ({ uri, terminal: terminals.find(uri) }));
      const trial = await tried([...command, '--trial', ...handedArgs(held)]);
      const still = new Set(terminals.masters.map(({ uri }) => uri));
      for (const { uri, terminal } of before) {
        if (trial.taken.includes(uri) && terminal !== undefined) isTaken.add(terminal);
        else if (still.has(uri)) await this.#renewOnce(uri, isRenewed, trial);
      }
      if (this.#untaken(isTaken).length === 0) return trial;
    }
    throw refused('terminals were opened again and again while the other version was tried');
  }

  /** A replay log that cannot be played is begun anew, from what this host knows, and tried once more. */
  async #renewOnce(uri: string, isRenewed: Set<string>, { version, why }: Trial): Promise<void> {
    const isNew = !isRenewed.has(uri) && (await this.#options.renew(uri));
    if (!isNew) throw refused(`version ${version} cannot take over ${uri}: ${why || 'it is gone'}`);
    isRenewed.add(uri);
  }

  /** The terminals that no trial has taken over. */
  #untaken(isTaken: WeakSet<object>): readonly Held[] {
    const { terminals } = this.#options;
    return terminals.masters.filter(({ uri }) => {
      const terminal = terminals.find(uri);
      if (terminal === undefined || isTaken.has(terminal)) return false;
      if (terminal.options.replayLog?.isOpen === true) return true;
      throw refused(`${uri} cannot be handed over: the disk had no room for what it showed`);
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
  const said = stderr.trim() || error?.message || 'it is no cotty';
  return said.slice(0, WHY_CHARS);
}

function refused(why: string): RpcError {
  return new RpcError(ErrorCode.InvalidParams, `this host goes on: ${why}`);
}
