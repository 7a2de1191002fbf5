/**
 * The trial before a handoff: finds out whether this version can restore the terminals of a running host. It recovers their records
 * and replays their logs as a host does at its start, without the ptys. It writes nothing, and no program notices it.
 */

import type { Recovered } from '../ledger/read/recover.ts';
import { recoverAll } from '../ledger/read/recover-all.ts';
import { reasonOf } from '../protocol/common/reason-of.ts';
import type { HostOptions } from './host-options.ts';
import { keptTerminals } from './keep/keeper-record.ts';
import type { InheritPty } from './pty/pty-port.ts';
import { SilentPty } from './pty/silent-pty.ts';
import { RESTORED } from './record/recover-terminals.ts';
import { InheritedMasters } from './restore/inherited-masters.ts';
import { restoreByReplay } from './restore/restore-terminal.ts';
import type { Trial } from './restore/trial-answer.ts';
import { type Wiring, wire } from './wiring.ts';

/** The running host has the masters. */
const NO_MASTER = -1;

export type TrialOptions = Pick<HostOptions, 'env' | 'version' | 'limits'> & {
  /** The state folder. */
  readonly folder: string;
  /** URIs of the terminals to restore. */
  readonly uris: readonly string[];
};

/** Never throws: an error means that a terminal cannot be restored. */
export async function tryOut({ folder, uris, ...options }: TrialOptions): Promise<Trial> {
  const why: string[] = [];
  const log = (message: string): void => void why.push(message);
  const wiring = wire(
    { ...options, log },
    { deliveries: '', ownStatus: () => ({}), stop: () => {}, leave: () => {} },
  );
  const masters = uris.map((uri) => ({ uri, fd: NO_MASTER }));
  const inherited = new InheritedMasters(masters, keptTerminals(folder), undefined, wiring.clock.now);
  const taken: string[] = [];
  try {
    const found = await recoverAll(folder, {
      ...RESTORED,
      onTrouble: log,
      kept: inherited.kept,
      onlyKept: true,
    });
    for (const one of found.terminals) {
      const failed = await tryTerminal(one, inherited, wiring);
      if (failed === undefined) taken.push(one.terminal.uri);
      else log(`${one.terminal.uri}: ${failed}`);
    }
  } catch (error) {
    log(reasonOf(error));
  }
  await wiring.terminals.close();
  return { version: options.version, taken, why: why.join('; ') };
}

/** Returns why the terminal cannot be restored; undefined if it can. */
async function tryTerminal(
  recovered: Recovered,
  inherited: InheritedMasters,
  { terminals, recorder, clock }: Wiring,
): Promise<string | undefined> {
  const replayLog = inherited.replayLogIn(recovered.folder);
  if (replayLog === undefined) return 'its replay log cannot be read by this version';
  if (replayLog.damage.length > 0) return `its replay log is damaged: ${replayLog.damage[0]}`;
  const inherit: InheritPty = ({ pid }) => new SilentPty(pid);
  const restored = await restoreByReplay(
    recovered,
    { fd: NO_MASTER, replayLog },
    { terminals, recorder, clock, inherit },
  );
  return restored.ok ? undefined : restored.message.split('\n')[0];
}
