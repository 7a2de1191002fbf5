/** What a terminal begins with that an earlier host has opened: its pty, and its state when its tape began. */

import type { TerminalFacts } from '../../ledger/files/meta-file.ts';
import type { Recovered } from '../../ledger/read/recover.ts';
import { asCommandPart } from '../../ledger/records/command-part.ts';
import type { TerminalState } from '../../protocol/terminal/state.ts';
import type { Checkpoint, TapeHead } from '../keep/tape-head.ts';
import type { AdoptedPty, AdoptPty } from '../pty/pty-port.ts';
import type { NewTerminal } from './new-terminal.ts';
import { withRestoredContent } from './restored-terminal.ts';

export type AdoptedTerminal = NewTerminal & { readonly pty: AdoptedPty };

/** Returns why the terminal cannot be taken over. */
export function adoptedTerminal(
  recovered: Recovered,
  head: TapeHead,
  fd: number,
  adopt: AdoptPty,
): AdoptedTerminal | { readonly ok: false; readonly message: string } {
  const { terminal: recorded } = recovered;
  const { process, held } = recorded;
  if (process === undefined || held === undefined) return { ok: false, message: 'its process is not known' };
  const { shell, integrationOff, cols, rows, checkpoint } = head;
  const restored = withRestoredContent(stateOf(recorded, head), recovered);
  return {
    ok: true,
    pty: adopt({ fd, ...process, path: held.path }),
    state: checkpoint === undefined ? restored : withCheckpoint(restored, recovered, checkpoint),
    shell,
    integrationOff,
    size: { cols, rows },
    nonce: held.nonce,
    recorded,
  };
}

/** The record as it was when the tape began: the tape tells the rest. */
export function recordedBefore(recovered: Recovered, head: TapeHead): Recovered {
  const open = head.checkpoint?.command?.record.seq;
  const records = recovered.records.filter(({ seq }) => seq <= head.seq && seq !== open);
  return { ...recovered, records, lastSeq: head.seq };
}

function stateOf({ name, cwd, claim }: TerminalFacts, { shell, cols, rows }: TapeHead): TerminalState {
  return {
    title: name || shell,
    ...(cwd === undefined ? {} : { cwd }),
    cols,
    rows,
    content: [],
    lifecycle: { status: 'running' },
    claim,
    isPty: true,
  };
}

function withCheckpoint(
  state: TerminalState,
  { records }: Recovered,
  { title, cwd, claim, detected, content }: Checkpoint,
): TerminalState {
  return {
    ...state,
    title,
    ...(cwd === undefined ? {} : { cwd }),
    claim,
    ...(detected ? { supportsCommandDetection: true } : {}),
    content: [...records.map(asCommandPart), ...content],
  };
}
