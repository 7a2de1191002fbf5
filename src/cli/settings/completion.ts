/** `cotty completion` — prints the completion script of a shell; with `names` or `machines`, the names of terminals or machines, for that script. */

import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { printable } from '../common/plain-text.ts';
import { say } from '../common/print.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { withClient } from '../connect/open-client.ts';
import { completionScript, completionShells } from './completion-scripts.ts';

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags: {}, positionals: ['bash, zsh or fish'], required: 1 });
  if (!parsed.ok) return refuseArgs(parsed, 'completion', io);
  const [asked] = parsed.input;
  if (asked === 'names') return printNames(io);
  if (asked === 'machines') {
    const { readMachines } = await import('../connect/machines.ts');
    for (const { name } of readMachines(io.env).machines) say(io, `${name}\n`);
    return ExitCode.ok;
  }
  const shell = completionShells.find((known) => known === asked);
  if (shell === undefined) {
    const error = `there is no completion for "${asked}", only for ${completionShells.join(', ')}`;
    return refuseUsage(error, 'completion', io);
  }
  say(io, completionScript(shell));
  return ExitCode.ok;
}

/** One name a line; none when no host runs. */
function printNames(io: Io): Promise<number> {
  return withClient({ start: false }, io, async ({ root }) => {
    for (const { title } of root.state.terminals ?? []) say(io, `${printable(title)}\n`);
    return ExitCode.ok;
  });
}
