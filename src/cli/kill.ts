/** `cotty kill NAME` — ends a terminal and what runs in it, at once and for good. */

import { ExitCode } from './exit-code.ts';
import { hostFlags } from './host-flags.ts';
import { complain, type Io } from './io.ts';
import { withClient } from './open-client.ts';
import { parseArgs } from './parse-args.ts';
import { resolveName } from './resolve-name.ts';
import { refuseArgs } from './usage-error.ts';

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags: hostFlags, positionals: ['NAME'], required: 1 });
  if (!parsed.ok) return refuseArgs(parsed, 'kill', io);
  const [name = ''] = parsed.input;
  return withClient({ ...parsed.flags, start: false }, io, async (client) => {
    const found = resolveName(client.root.state.terminals ?? [], name);
    if (!found.ok) {
      complain(io, found.error);
      return ExitCode.noTerminal;
    }
    await client.disposeTerminal(found.terminal.resource);
    return ExitCode.ok;
  });
}
