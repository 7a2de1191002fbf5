/** `cotty machine rm` — forgets a machine; with `--purge` it removes what was installed there, too. */

import { FAR_FOLDER, purge } from '../../machine/install.ts';
import { withoutSetting } from '../../tui/config/edit-config.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { printable } from '../common/plain-text.ts';
import { complain, say } from '../common/print.ts';
import { refuseArgs } from '../common/usage-error.ts';
import { type Machine, machineOptions } from '../connect/machines.ts';
import { counted } from '../host/host-status.ts';
import { mayGoOn, probed, waitingFor } from './bring.ts';
import { changeMachines, namedMachine } from './machine-file.ts';

const flags = { purge: 'boolean', yes: 'boolean' } as const;

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags, positionals: ['NAME'], required: 1 });
  if (!parsed.ok) return refuseArgs(parsed, 'machine', io);
  const [name = ''] = parsed.input;
  const machine = namedMachine(name, io);
  if (machine === undefined) return ExitCode.failure;
  if (parsed.flags.purge && !(await isPurged(machine, parsed.flags.yes, io))) return ExitCode.failure;
  if (!changeMachines(io, (text) => withoutSetting(text, name))) return ExitCode.failure;
  say(
    io,
    `${name} (${machine.reach.address}) is forgotten${parsed.flags.purge ? '' : '; nothing was changed there'}\n`,
  );
  return ExitCode.ok;
}

async function isPurged({ name, reach }: Machine, yes: boolean, io: Io): Promise<boolean> {
  const way = machineOptions(reach, {}, io);
  const found = await probed(way, io);
  if (found === undefined) {
    complain(io, `to forget it all the same: cotty machine rm ${name}`);
    return false;
  }
  const folder = `${found.home}/${FAR_FOLDER}`;
  if (found.installed.length === 0) {
    complain(io, `nothing of cotty is installed in ${folder} there; to forget it: cotty machine rm ${name}`);
    return false;
  }
  const { host } = found;
  const ends = host === undefined ? '' : ` and end its host with ${counted(host.terminals, 'terminal')}`;
  say(io, `It will remove cotty ${found.installed.join(', ')} in ${folder}${ends}. Records stay.\n`);
  if (!yes && !(await mayGoOn(io, 'Go on? [y/N] ', 'nothing was removed'))) return false;
  const done = await waitingFor('the end of its host', io, (onWait) => purge(way, onWait));
  if (!done.ok) complain(io, `not everything was removed there: ${printable(done.error)}`);
  return done.ok;
}
