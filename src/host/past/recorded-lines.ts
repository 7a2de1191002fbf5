/** The command lines in the records of all terminals, newest first. */

import { terminalFolders } from '../../ledger/files/ledger-files.ts';
import { readLedger } from '../../ledger/read/read-ledger.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import type { PastLine } from '../../protocol/cotty/past-line.ts';
import { type Pause, sortedInSlices } from './slices.ts';

/** Limit of recorded command lines, of each terminal and in all; older ones are left out. */
const MOST_OF_TERMINAL = 20_000;
const MOST = 100_000;

export async function recordedLines(state: string, pause: Pause): Promise<PastLine[]> {
  const found: PastLine[] = [];
  for (const folder of await terminalFolders(state)) {
    await collect(folder, found, pause);
  }
  const sorted = await sortedInSlices(found, (one, other) => (other.at ?? 0) - (one.at ?? 0), pause);
  return sorted.slice(0, MOST);
}

async function collect(folder: string, found: PastLine[], pause: Pause): Promise<void> {
  let room = MOST_OF_TERMINAL;
  for await (const entries of readLedger(folder, { withoutOutput: true, onSetAside: () => {} })) {
    for (const entry of entries) {
      const line = entry.kind === 'record' ? pastLine(entry.record) : undefined;
      if (line !== undefined && room-- > 0) found.push(line);
    }
    if (room <= 0) return;
    await pause();
  }
}

/** Returns what people can be offered of a record: not what an agent ran, and no line with something cut out of it. */
export function pastLine(record: LedgerRecord): PastLine | undefined {
  const { commandLine: line, startedAt: at, exitCode, cwd, writer } = record;
  const isWhole = record.forgotten !== true && record.commandCut === undefined;
  const isRedacted = record.redacted?.includes('cmd') === true;
  // Whoever hides a line from the history of the shell, by a blank, hides it from this one too.
  if (line.trim() === '' || line.startsWith(' ') || !isWhole || isRedacted) return undefined;
  if (writer?.startsWith('agent:') === true) return undefined;
  return {
    line: line.trimEnd(),
    at,
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(cwd === undefined ? {} : { cwd }),
  };
}
