/** `cotty forget` — erases a command line and its output, in memory and on disk; times and exit code stay. */

import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { hostFlags } from '../connect/host-flags.ts';
import { withTerminal } from '../connect/with-terminal.ts';

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags: hostFlags, positionals: ['NAME', 'SEQ'], required: 2 });
  if (!parsed.ok) return refuseArgs(parsed, 'forget', io);
  const [name = '', text = ''] = parsed.input;
  const seq = Number(text.replace(/^#/, ''));
  if (!Number.isSafeInteger(seq) || seq < 1) {
    const error = `SEQ "${text}" is not the number of a command; to see the numbers: cotty read ${name} --last 10`;
    return refuseUsage(error, 'forget', io);
  }
  return withTerminal(name, parsed.flags, io, async (client, { resource }) => {
    await client.cotty.forget(resource, seq);
    return ExitCode.ok;
  });
}
