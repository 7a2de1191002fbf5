/** `cotty host limits` — prints every limit of a host: its name, its value and what happens at it. */

import { limitNames, limitTable } from '../../host/common/limits.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { say, sayJson } from '../common/print.ts';

export function hostLimits({ json }: { readonly json: boolean }, io: Io): number {
  if (json) {
    sayJson(io, limitTable, 2);
    return ExitCode.ok;
  }
  const width = Math.max(...limitNames.map((name) => name.length));
  for (const name of limitNames) {
    const { value, unit, rule } = limitTable[name];
    say(io, `${name.padEnd(width)}  ${String(value).padStart(8)}  ${unit}: ${rule}\n`);
  }
  return ExitCode.ok;
}
