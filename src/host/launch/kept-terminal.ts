/** Makes a terminal whose program was kept: from its inherited pty and the state at the beginning of its replay log. */

import type { Recovered } from '../../ledger/read/recover.ts';
import { asCommandPart } from '../../ledger/records/command-part.ts';
import type { TerminalState } from '../../protocol/terminal/state.ts';
import type { ReplayHead } from '../keep/replay-head.ts';
import type { InheritedPty, InheritPty } from '../pty/pty-port.ts';
import type { NewTerminal } from './new-terminal.ts';
import { withRestoredContent } from './restored-terminal.ts';
import { runningState } from './running-state.ts';

export type KeptTerminal = NewTerminal & { readonly pty: InheritedPty };

/** Throws a `NoTerminalError` if the descriptor is not a terminal. */
export function keptTerminal(
  recovered: Recovered,
  head: ReplayHead,
  fd: number,
  inherit: InheritPty,
): KeptTerminal | { readonly ok: false; readonly message: string } {
  const { terminal: recorded } = recovered;
  const { process, held } = recorded;
  if (process === undefined || held === undefined) return { ok: false, message: 'its process is not known' };
  const { shell, integrationOff, cols, rows } = head;
  return {
    ok: true,
    pty: inherit({ fd, ...process, path: held.path }),
    state: stateOf(recovered, head),
    shell,
    integrationOff,
    size: { cols, rows },
    nonce: held.nonce,
    recorded,
  };
}

/** Returns the record as it was when the replay log began: the rows of the log have the rest. */
export function recordedBefore(recovered: Recovered, head: ReplayHead): Recovered {
  const records = recovered.records.filter(({ seq }) => seq <= head.seq);
  return { ...recovered, records, lastSeq: head.seq };
}

function stateOf(recovered: Recovered, { cols, rows, checkpoint }: ReplayHead): TerminalState {
  const { records, terminal } = recovered;
  const size = { cols, rows };
  if (checkpoint === undefined) {
    const { cwd, claim } = terminal;
    return withRestoredContent(runningState({ ...size, cwd, claim }), recovered);
  }
  const { cwd, claim, detected, content } = checkpoint;
  return {
    ...runningState({ ...size, cwd: cwd ?? terminal.cwd, claim }),
    ...(detected ? { supportsCommandDetection: true } : {}),
    content: [...records.map(asCommandPart), ...content],
  };
}
