/**
 * Tries whether this version can take over the terminals of a host that runs: recovers their records and plays their replay logs, as
 * they are at this moment, on the way that a host goes at its start. It writes nothing, and no program notices it.
 */

import type { Recovered } from '../ledger/read/recover.ts';
import { recoverAll } from '../ledger/read/recover-all.ts';
import { reasonOf } from '../protocol/common/reason-of.ts';
import type { HostOptions } from './host-options.ts';
import { keptTerminals } from './keep/keeper-record.ts';
import type { AdoptPty } from './pty/pty-port.ts';
import { SilentPty } from './pty/silent-pty.ts';
import { RESTORED } from './record/recover-terminals.ts';
import { adoptByReplay } from './restore/adopt-terminal.ts';
import { HandedTerminals } from './restore/handed-terminals.ts';
import type { Trial } from './restore/trial-answer.ts';
import { type Wiring, wire } from './wiring.ts';

/** The host that runs has the masters. */
const NOWHERE = -1;

export type TrialOptions = Pick<HostOptions, 'env' | 'version' | 'limits'> & {
  /** The state folder. */
  readonly folder: string;
  /** URIs of the terminals that are to be taken over. */
  readonly uris: readonly string[];
};

/** Never throws: what cannot be read is a terminal that cannot be taken over. */
export async function tryOut({ folder, uris, ...options }: TrialOptions): Promise<Trial> {
  const why: string[] = [];
  const log = (message: string): void => void why.push(message);
  const wiring = wire(
    { ...options, log },
    { deliveries: '', address: () => ({}), stop: () => {}, leave: () => {} },
  );
  const masters = uris.map((uri) => ({ uri, fd: NOWHERE }));
  const handed = new HandedTerminals(masters, keptTerminals(folder), undefined, wiring.clock.now);
  const taken: string[] = [];
  try {
    const found = await recoverAll(folder, {
      ...RESTORED,
      onTrouble: log,
      kept: handed.kept,
      onlyKept: true,
    });
    for (const one of found.terminals) {
      const failed = await tryTerminal(one, handed, wiring);
      if (failed === undefined) taken.push(one.terminal.uri);
      else log(`${one.terminal.uri}: ${failed}`);
    }
  } catch (error) {
    log(reasonOf(error));
  }
  await wiring.terminals.close();
  return { version: options.version, taken, why: why.join('; ') };
}

/** Returns why the terminal cannot be taken over as it is; undefined when it can. */
async function tryTerminal(
  recovered: Recovered,
  handed: HandedTerminals,
  { terminals, recorder, clock }: Wiring,
): Promise<string | undefined> {
  const replayLog = handed.replayLogIn(recovered.folder);
  if (replayLog === undefined) return 'its replay log cannot be read by this version';
  if (replayLog.damage.length > 0) return `its replay log is damaged: ${replayLog.damage[0]}`;
  const adopt: AdoptPty = ({ pid }) => new SilentPty(pid);
  const adopted = await adoptByReplay(
    recovered,
    { fd: NOWHERE, replayLog },
    { terminals, recorder, clock, adopt },
  );
  return adopted.ok ? undefined : adopted.message.split('\n')[0];
}
