/** Brings back the terminals of an earlier host: those with their programs that a keeper has handed over, others anew. */

import { closeSync } from 'node:fs';
import type { Recovered } from '../../ledger/read/recover.ts';
import type { Held } from '../keep/masters.ts';
import { hasTape } from '../keep/tape.ts';
import { TAPE_VERSION } from '../keep/tape-head.ts';
import { type Adopting, adoptTerminal } from './adopt-terminal.ts';

export type BringingBack = Adopting & {
  readonly handed: readonly Held[];
  readonly log: (message: string) => void;
};

/** Whether the programs of a terminal live, and it is known what it showed. */
export function canAdopt(handed: readonly Held[]): (uri: string, folder: string) => boolean {
  return (uri, folder) => handed.some((held) => held.uri === uri) && hasTape(folder, TAPE_VERSION);
}

/** Returns the records of the terminals. */
export function bringBack(recovered: readonly Recovered[], means: BringingBack): readonly Recovered[] {
  const { handed, terminals, log } = means;
  const fds = new Map(handed.map(({ uri, fd }) => [uri, fd]));
  const back = recovered.map((one) => {
    const { uri, state } = one.terminal;
    const fd = one.written === undefined ? undefined : fds.get(uri);
    const adopted = fd === undefined ? undefined : adoptOr(one, fd, means);
    if (adopted === undefined) {
      const resumed = terminals.resume(one);
      if (!resumed.ok) log(`${uri} is not brought back: ${resumed.message}`);
      return one;
    }
    fds.delete(uri);
    if (state === 'parked') terminals.park(uri);
    return adopted;
  });
  // Nobody reads these any more: what still runs there gets its hangup.
  for (const fd of fds.values()) closeSync(fd);
  return back;
}

/** Returns undefined when a terminal cannot be taken over, which must not keep the others from it. */
function adoptOr(recovered: Recovered, fd: number, means: BringingBack): Recovered | undefined {
  const { uri } = recovered.terminal;
  try {
    const adopted = adoptTerminal(recovered, fd, means);
    if (adopted.ok) return adopted.recovered;
    means.log(`${uri} is not taken over: ${adopted.message}`);
  } catch (error) {
    means.log(`${uri} is not taken over: ${error instanceof Error ? error.stack : String(error)}`);
  }
  return undefined;
}
