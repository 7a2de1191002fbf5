/** Brings back the terminals of an earlier host: those with their programs that a keeper has handed over, others anew. */

import { closeSync } from 'node:fs';
import type { Recovered } from '../../ledger/read/recover.ts';
import { type Adopting, adoptTerminal } from './adopt-terminal.ts';
import type { HandedTerminal, HandedTerminals } from './handed-terminals.ts';
import { takeLastScreen } from './last-screen.ts';

export type BringingBack = Adopting & {
  readonly handed: HandedTerminals;
  readonly log: (message: string) => void;
};

/** Returns the records of the terminals. */
export function bringBack(recovered: readonly Recovered[], means: BringingBack): readonly Recovered[] {
  const { handed, terminals, log } = means;
  const back = recovered.map((one) => {
    const { uri, state } = one.terminal;
    const left = handed.take(uri);
    const adopted = left && adoptOr(one, left, means);
    if (adopted === undefined) {
      const lastScreen = takeLastScreen(one.folder);
      const resumed = terminals.resume(lastScreen === undefined ? one : { ...one, lastScreen });
      if (!resumed.ok) log(`${uri} is not brought back: ${resumed.message}`);
      return one;
    }
    if (state === 'parked') terminals.park(uri);
    return adopted;
  });
  handed.close();
  return back;
}

/** Returns undefined when a terminal cannot be taken over, which must not keep the others from it. */
function adoptOr(recovered: Recovered, left: HandedTerminal, means: BringingBack): Recovered | undefined {
  const { uri } = recovered.terminal;
  try {
    const adopted = adoptTerminal(recovered, left, means);
    if (adopted.ok) return adopted.recovered;
    means.log(`${uri} is not taken over: ${adopted.message}`);
  } catch (error) {
    means.log(`${uri} is not taken over: ${error instanceof Error ? error.stack : String(error)}`);
  }
  closeSync(left.fd);
  return undefined;
}
