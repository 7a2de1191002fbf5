/** Which command lines of records are offered again in a line editor. */

import type { PastLine } from '../../protocol/cotty/past-line.ts';
import type { LedgerRecord } from './record.ts';

/** Returns the line of a record if it may be offered to users: not if an agent ran it, nor if a part was redacted. */
export function pastLine(record: LedgerRecord): PastLine | undefined {
  const { commandLine: line, startedAt: at, exitCode, cwd, writer } = record;
  const isWhole = record.forgotten !== true && record.commandCut === undefined;
  const isRedacted = record.redacted?.includes('cmd') === true;
  // A line that begins with a blank, to hide it from the shell's history, is not offered either.
  if (line.trim() === '' || line.startsWith(' ') || !isWhole || isRedacted) return undefined;
  if (writer?.startsWith('agent:') === true) return undefined;
  return {
    line: line.trimEnd(),
    at,
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(cwd === undefined ? {} : { cwd }),
  };
}
