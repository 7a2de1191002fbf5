/** `cotty machine add` — gives a machine a name; brings cotty there first, if there is none, and starts its host. */

import { type Reach, readMachineAddress } from '../../machine/address.ts';
import { withSetting } from '../../tui/config/edit-config.ts';
import { ExitCode } from '../common/exit-code.ts';
import { readVersion } from '../common/installation.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { complain, say } from '../common/print.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { isMachineName, machineOptions } from '../connect/machines.ts';
import { withClient } from '../connect/open-client.ts';
import { refused } from '../connect/refusal.ts';
import { counted } from '../host/host-status.ts';
import { bring, type Choices, describeProbe, probed, waitingFor } from './bring.ts';
import { changeMachines, knownMachines, wrongName } from './machine-file.ts';

const flags = { name: 'string', yes: 'boolean', node: 'boolean' } as const;

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags, positionals: ['ADDRESS'], required: 1 });
  if (!parsed.ok) return refuseArgs(parsed, 'machine', io);
  const read = readMachineAddress(parsed.input[0] ?? '');
  if (!read.ok) return refuseUsage(read.error, 'machine', io);
  const { reach } = read;
  const name = parsed.flags.name ?? reach.name;
  const machines = knownMachines(io);
  const same = machines.find((each) => each.reach.address === reach.address);
  if (same !== undefined && parsed.flags.name !== undefined && same.name !== name) {
    complain(io, `${reach.address} is already called ${same.name}; to rename it: cotty machine rename`);
    return ExitCode.failure;
  }
  if (parsed.flags.name === undefined && !isMachineName(name)) {
    return refuseUsage(`"${name}" is no name for a machine; give it one with --name`, 'machine', io);
  }
  const wrong = same?.name === name ? undefined : wrongName(name, machines);
  if (wrong !== undefined) return refuseUsage(`${wrong}; give it another with --name`, 'machine', io);
  const isThere = await hasCotty(reach, parsed.flags, io);
  if (!isThere) return ExitCode.failure;
  const code = await greet(name, reach, io);
  if (code !== ExitCode.ok) return code;
  if (same !== undefined) return ExitCode.ok;
  if (!changeMachines(io, (text) => withSetting(text, name, reach.address))) return ExitCode.failure;
  say(io, `It is called ${name} from now on: cotty --connect ${name}\n`);
  return ExitCode.ok;
}

/** Returns whether cotty is there, or was brought there; prints why if not. */
async function hasCotty(reach: Reach, choices: Choices, io: Io): Promise<boolean> {
  // A command that speaks AHP by itself runs nothing else.
  if (reach.runs === undefined) return true;
  const way = machineOptions(reach, {}, io);
  const found = await probed(way, io);
  if (found === undefined) return false;
  say(io, `${reach.address}: ${describeProbe(found)}\n`);
  const { cotty } = found;
  if (cotty?.speaks === true) {
    if (cotty.version !== readVersion()) {
      say(io, `It has cotty ${cotty.version} (${cotty.path}), which is used as it is\n`);
    }
    return true;
  }
  if (cotty !== undefined) {
    say(io, `Its cotty ${cotty.version} (${cotty.path}) cannot be reached from here: it is too old\n`);
  }
  return bring({ way, found, ...choices }, io);
}

/** Joins or starts the host there, and tells about it. */
function greet(name: string, { address }: Reach, io: Io): Promise<number> {
  return waitingFor(`the host of ${name}`, io, () => greeted(name, address, io));
}

function greeted(name: string, address: string, io: Io): Promise<number> {
  return withClient({ connect: address, start: false }, io, async (client) => {
    try {
      const { version, terminals } = await client.cotty.status();
      say(io, `${name}: its host runs, cotty ${version}, ${counted(terminals, 'terminal')}\n`);
      return ExitCode.ok;
    } catch (error) {
      return refused(error, io);
    }
  });
}
