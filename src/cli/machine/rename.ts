/** `cotty machine rename` — gives a machine another name. */

import { withRenamed } from '../../tui/config/edit-config.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { complain, say } from '../common/print.ts';
import { refuseArgs } from '../common/usage-error.ts';
import { changeMachines, knownMachines, namedMachine, wrongName } from './machine-file.ts';

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags: {}, positionals: ['NAME', 'the new name'], required: 2 });
  if (!parsed.ok) return refuseArgs(parsed, 'machine', io);
  const [name = '', next = ''] = parsed.input;
  const machine = namedMachine(name, io);
  if (machine === undefined) return ExitCode.failure;
  const wrong = wrongName(next, knownMachines(io));
  if (wrong !== undefined) {
    complain(io, wrong);
    return ExitCode.failure;
  }
  if (!changeMachines(io, (text) => withRenamed(text, name, next))) return ExitCode.failure;
  say(io, `${machine.reach.address} is called ${next}\n`);
  return ExitCode.ok;
}
