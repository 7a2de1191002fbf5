/** `cotty machine upgrade` — installs this version beside the old one of a machine, and offers to exchange the host there. */

import { prune } from '../../machine/install.ts';
import { compareVersions, type Probe } from '../../machine/probe.ts';
import { cottyLine, runThere, type WayOptions } from '../../machine/way.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { ExitCode } from '../common/exit-code.ts';
import { readVersion } from '../common/installation.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { printable } from '../common/plain-text.ts';
import { complain, say } from '../common/print.ts';
import { refuseArgs } from '../common/usage-error.ts';
import { type Machine, machineOptions } from '../connect/machines.ts';
import { bring, type Choices, describeProbe, mayGoOn, probed, waitingFor } from './bring.ts';
import { namedMachine } from './machine-file.ts';

/** Stands before what cotty prints there. */
const MARK = 'cotty-says';

const flags = { yes: 'boolean', node: 'boolean' } as const;

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags, positionals: ['NAME'], required: 1, many: true });
  if (!parsed.ok) return refuseArgs(parsed, 'machine', io);
  const found = parsed.input.map((name) => namedMachine(name, io));
  const machines = found.filter((machine) => machine !== undefined);
  if (machines.length < found.length) return ExitCode.failure;
  let code: number = ExitCode.ok;
  for (const machine of machines) {
    if (!(await isUpgraded(machine, parsed.flags, io))) code = ExitCode.failure;
  }
  return code;
}

async function isUpgraded({ name, reach }: Machine, choices: Choices, io: Io): Promise<boolean> {
  if (reach.runs === undefined) {
    complain(io, `${name} runs its own command, ${reach.address}; nothing can be installed there`);
    return false;
  }
  const way = machineOptions(reach, {}, io);
  const found = await probed(way, io);
  if (found === undefined) return false;
  const version = readVersion();
  say(io, `${name}: ${describeProbe(found)}\n`);
  const { cotty } = found;
  if (cotty !== undefined && compareVersions(cotty.version, version) > 0) {
    complain(io, `cotty ${cotty.version} there is newer than ${version}; nothing was done`);
    return false;
  }
  if (cotty?.version === version) say(io, `${name} has cotty ${version} already\n`);
  else if (!(await bring({ way, found, ...choices }, io))) return false;
  try {
    const isExchanged = await exchange(way, found, choices.yes, io);
    const { removed, kept } = await waitingFor('the end of old versions', io, () => prune(way, version));
    if (removed.length > 0) say(io, `removed there: cotty ${removed.join(', ')}\n`);
    if (kept.length > 0) say(io, `kept there, because it still runs: cotty ${kept.join(', ')}\n`);
    return isExchanged;
  } catch (error) {
    complain(io, `${name}: ${printable(reasonOf(error))}`);
    return false;
  }
}

/** Milliseconds in which the next host there answers, with some time for the link. */
const RESTART_MS = 60_000;

/** Lets this version take over from the host that runs there, if the person wants it. False if that failed. */
async function exchange(way: WayOptions, { host }: Probe, yes: boolean, io: Io): Promise<boolean> {
  if (host === undefined || host.version === readVersion()) return true;
  const what = `the host there still runs cotty ${host.version}`;
  const later = `${what}. To exchange it, there: cotty host restart`;
  const asked = `Exchange it now? Its programs go on, and windows come back by themselves. [y/N] `;
  say(io, `${what}\n`);
  if (!yes && !(await mayGoOn(io, asked, later))) return true;
  const { code, out, words } = await waitingFor('the next host', io, () =>
    runThere(way, cottyLine('host restart', MARK), { what: () => 'the next host', silentMs: RESTART_MS }),
  );
  say(io, out.slice(out.lastIndexOf(MARK) + MARK.length).trimStart());
  if (code === 0) return true;
  complain(io, `the host there was not exchanged: ${words}`);
  return false;
}
