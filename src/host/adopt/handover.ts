/**
 * Hands the terminals of this host over to a host of another version, programs and all. That version is tried first; this host
 * goes on where it cannot take over everything, and comes back by its own command where it cannot be started.
 */

import { execFile } from 'node:child_process';
import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { Keeper } from '../keep/keeper.ts';
import { handedArgs } from '../keep/masters.ts';
import type { Terminals } from '../terminal/terminals.ts';
import { parseTrial, type Trial } from './trial-answer.ts';

export type HandoverOptions = {
  readonly terminals: Pick<Terminals, 'masters' | 'find'>;
  /** Undefined when programs end with this host. */
  readonly keeper: Pick<Keeper, 'handOver'> | undefined;
  /** Arguments with which the next host is started. */
  readonly args: readonly string[];
};

/** Time limit of a trial: a host starts in half a second, and plays up to 32 MiB of each terminal. */
const TRIAL_MS = 60_000;
/** Most bytes of an answer that are read; it has some 60 for each terminal. */
const ANSWER_BYTES = 1024 * 1024;
/** Most characters of an error that are passed on. */
const WHY_CHARS = 500;

export class Handover {
  readonly #options: HandoverOptions;
  #isUnderWay = false;

  constructor(options: HandoverOptions) {
    this.#options = options;
  }

  /**
   * Returns when `program` is sure to take over: from then on this host must end. Throws an `RpcError` with the reason when
   * this host goes on.
   */
  async to(program: readonly string[]): Promise<Pick<Trial, 'version'>> {
    const { keeper, terminals, args } = this.#options;
    if (keeper === undefined) throw refused('it has no keeper, so its programs would end with it');
    if (this.#isUnderWay) throw refused('it is being restarted');
    this.#isUnderWay = true;
    try {
      const held = terminals.masters;
      const untold = held.find(({ uri }) => terminals.find(uri)?.options.tape?.isOpen !== true);
      if (untold !== undefined)
        throw refused(`${untold.uri} cannot be handed over: the disk had no room for what it showed`);
      const trial = await tried([...program, ...args, '--trial', ...handedArgs(held)]);
      const lost = held.find(({ uri }) => !trial.taken.includes(uri));
      if (lost !== undefined)
        throw refused(`version ${trial.version} cannot take over ${lost.uri}: ${trial.why || 'it is gone'}`);
      keeper.handOver([...program, ...args], terminals.masters);
      return trial;
    } finally {
      this.#isUnderWay = false;
    }
  }
}

function tried([file = '', ...args]: readonly string[]): Promise<Trial> {
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
