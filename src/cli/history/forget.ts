/**
 * `cotty forget` — erases a command line and its output, in memory and on disk, also of a terminal that is closed; times and exit
 * code stay.
 */

import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { complain } from '../common/print.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { type HostFlags, hostFlags } from '../connect/host-flags.ts';
import { withClient } from '../connect/open-client.ts';
import { refused } from '../connect/refusal.ts';
import { askingMachines } from '../connect/with-terminal.ts';
import { commandNamed } from './named-command.ts';

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags: hostFlags, positionals: ['NAME', 'SEQ'], required: 1 });
  if (!parsed.ok) return refuseArgs(parsed, 'forget', io);
  const [name = '', text] = parsed.input;
  const seq = text === undefined ? undefined : Number(text.replace(/^#/, ''));
  if (seq !== undefined && (!Number.isSafeInteger(seq) || seq < 1)) {
    const error = `SEQ "${text}" is not the number of a command; to see the numbers: cotty read ${name} --last 10`;
    return refuseUsage(error, 'forget', io);
  }
  const wanted = seq === undefined ? name : `${name}:${seq}`;
  const search = {
    onlyOne: 'name one to forget it',
    background: true,
    closedToo: parsed.flags.connect === undefined,
  };
  const host = await askingMachines<HostFlags>([wanted], parsed.flags, io);
  return withClient({ ...host, start: false }, io, async (client) => {
    const found = await commandNamed(client, wanted, search, io);
    if (typeof found === 'string') {
      complain(io, found);
      return ExitCode.noTerminal;
    }
    // The last command of a terminal is none that somebody has named.
    if (!found.isNumbered)
      return refuseUsage('one command must be named: NAME SEQ or NAME:SEQ', 'forget', io);
    try {
      await client.cotty.forget(found.uri, found.seq);
    } catch (error) {
      return refused(error, io);
    }
    return ExitCode.ok;
  });
}
