/**
 * Tries whether this version can take over the terminals of a host that runs: plays their tapes as they are at this moment.
 * It writes nothing, and no program notices it.
 */

import { terminalFolders } from '../ledger/files/ledger-files.ts';
import { readMeta } from '../ledger/files/meta-file.ts';
import { recover } from '../ledger/read/recover.ts';
import { adoptTerminal } from './adopt/adopt-terminal.ts';
import type { Trial } from './adopt/trial-answer.ts';
import type { HostOptions } from './host-options.ts';
import { readTape } from './keep/tape.ts';
import { TAPE_VERSION, type TapeHead } from './keep/tape-head.ts';
import type { AdoptPty } from './pty/pty-port.ts';
import { SilentPty } from './pty/silent-pty.ts';
import { RESTORED } from './record/recover-terminals.ts';
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
  const wanted = new Set(uris);
  const taken: string[] = [];
  for (const each of await terminalFolders(folder)) {
    const uri = await tryTerminal(each, wanted, wiring).catch((error: unknown) => {
      log(`${each}: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    });
    if (uri !== undefined) taken.push(uri);
  }
  await wiring.terminals.close();
  return { version: options.version, taken, why: why.join('; ') };
}

/** Returns the URI of the terminal, if it is wanted and can be taken over. */
async function tryTerminal(
  folder: string,
  wanted: ReadonlySet<string>,
  { terminals, recorder, clock, log }: Wiring,
): Promise<string | undefined> {
  const meta = await readMeta(folder);
  if (!meta.ok) throw new Error(meta.why);
  const { uri } = meta.terminal;
  if (!wanted.has(uri)) return undefined;
  const tape = readTape<TapeHead>(folder, TAPE_VERSION);
  if (tape === undefined) throw new Error('its tape cannot be read by this version');
  const recovered = await recover(folder, meta.terminal, {
    ...RESTORED,
    onTrouble: log,
    isKept: () => true,
  });
  if (recovered === undefined) throw new Error('it has ended');
  const adopt: AdoptPty = ({ pid }) => new SilentPty(pid);
  const adopted = adoptTerminal(recovered, { fd: NOWHERE, tape }, { terminals, recorder, clock, adopt });
  if (!adopted.ok) throw new Error(adopted.message);
  return uri;
}
