/** `cotty host` — runs the host in the foreground, or shows its status, stops it, lists its limits, or starts it at login. */

import { readLimits } from '../../host/common/limits.ts';
import { inherited as inheritedIn } from '../../host/keep/masters.ts';
import { didYouMean } from '../../protocol/common/nearest.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import type { FlagValues } from '../common/parse-args.ts';
import { complain } from '../common/print.ts';
import { readArgs } from '../common/read-args.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { hostFlags } from '../connect/host-flags.ts';
import { natsFlags, readNats } from '../connect/nats-flags.ts';
import { startFlags, startMode, wrongMode } from '../connect/start-mode.ts';
import type { InstallFlags } from './host-install.ts';
import { networkFlags, readNetwork } from './network-options.ts';

const flags = {
  ...startFlags,
  ...hostFlags,
  ...networkFlags,
  ...natsFlags,
  natsOutputs: 'boolean',
  background: 'boolean',
  stdio: 'boolean',
  join: 'boolean',
  json: 'boolean',
  limits: 'string',
  adopt: 'string',
  trial: 'boolean',
  yes: 'boolean',
  systemd: 'boolean',
  launchd: 'boolean',
} as const;

type HostFlagValues = FlagValues<typeof flags>;

const VERBS = ['status', 'stop', 'restart', 'limits', 'install', 'uninstall'];

/** Arguments that are for the first start only: a host that takes over from this one is started without them. */
const AT_FIRST: ReadonlySet<string> = new Set(['--clean', '--adopt']);

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = await readArgs(args, {
    flags,
    positionals: ['status, stop, restart, limits, install or uninstall'],
  });
  if (!parsed.ok) return refuseArgs(parsed, 'host', io);
  const { json, connect, token } = parsed.flags;
  const [verb] = parsed.input;
  const misplaced = misplacedSystem(parsed.flags, verb);
  if (misplaced !== undefined) return refuse(misplaced, io);
  if ((connect ?? token) !== undefined && verb !== 'status' && verb !== 'stop')
    return refuse(
      `--connect and --token work only with status and stop, not with "${['host', verb].filter(Boolean).join(' ')}"`,
      io,
    );
  switch (verb) {
    case undefined:
      return serve(args, parsed.flags, io);
    case 'status': {
      const { hostStatus } = await import('./host-status.ts');
      return hostStatus({ json, connect, token }, io);
    }
    case 'stop': {
      const { hostStop } = await import('./host-stop.ts');
      return hostStop({ connect, token, yes: parsed.flags.yes }, io);
    }
    case 'restart': {
      const { hostRestart } = await import('./host-restart.ts');
      return hostRestart(io);
    }
    case 'limits': {
      const { hostLimits } = await import('./host-limits.ts');
      return hostLimits({ json }, io);
    }
    case 'install':
    case 'uninstall':
      return atLogin(verb, parsed.flags, io);
    default:
      complain(
        io,
        `unknown subcommand "host ${verb}"${didYouMean(verb, VERBS) || '; use status, stop, restart, limits, install or uninstall, or none'}`,
      );
      return ExitCode.usage;
  }
}

async function serve(args: readonly string[], given: HostFlagValues, io: Io): Promise<number> {
  const mode = startMode(given);
  const read = readNetwork(given, io.cwd);
  const own = readLimits(given.limits ?? io.env['COTTY_LIMITS'] ?? '');
  const fleet = readFleet(given, io);
  const misplaced = given.join && !given.stdio ? '--join works only with --stdio' : undefined;
  const wrong = wrongMode(mode) ?? wrongOf(read) ?? wrongOf(own) ?? wrongOf(fleet) ?? misplaced;
  if (wrong !== undefined) return refuse(wrong, io);
  if (given.stdio) {
    const { stdioHost } = await import('./stdio-host.ts');
    return stdioHost(mode, !given.join, io);
  }
  if (given.trial) {
    const { hostTrial } = await import('./host-trial.ts');
    return hostTrial(inheritedIn(given.adopt) ?? [], io);
  }
  const { serveHost } = await import('./serve-host.ts');
  const network = read.ok ? read.network : undefined;
  const inherited = inheritedIn(given.adopt);
  const again = args.filter((arg, index) => !AT_FIRST.has(arg) && args[index - 1] !== '--adopt');
  return serveHost(
    {
      ...mode,
      background: given.background,
      network,
      limits: own.ok ? own.limits : {},
      fleet: fleet.ok ? fleet.fleet : undefined,
      inherited,
      again,
    },
    io,
  );
}

async function atLogin(verb: 'install' | 'uninstall', flags: InstallFlags, io: Io): Promise<number> {
  const { hostInstall, hostUninstall, wrongForLogin } = await import('./host-install.ts');
  const wrong =
    wrongForLogin(flags) ??
    wrongOf(readNetwork(flags, io.cwd)) ??
    wrongOf(readLimits(flags.limits ?? '')) ??
    wrongOf(readFleet(flags, io));
  if (wrong !== undefined) return refuse(wrong, io);
  return verb === 'install' ? hostInstall(flags, io) : hostUninstall(flags, io);
}

/** A host that records nothing has nothing to publish. One that gets its fleet from the environment then is in none. */
function readFleet(flags: InstallFlags, io: Io) {
  const outputs = flags.natsOutputs || io.env['COTTY_NATS_OUTPUTS'] === '1';
  if (flags.ephemeral && flags.nats !== undefined)
    return {
      ok: false,
      error: '--nats publishes what is recorded, --ephemeral records nothing: use only one of them',
    } as const;
  const read = readNats(flags, io);
  if (!read.ok) return read;
  if (flags.natsOutputs && read.nats === undefined)
    return { ok: false, error: '--nats-outputs works only with --nats' } as const;
  return { ok: true, fleet: read.nats === undefined ? undefined : { nats: read.nats, outputs } } as const;
}

function misplacedSystem(
  { systemd, launchd }: { readonly systemd: boolean; readonly launchd: boolean },
  verb: string | undefined,
): string | undefined {
  return (systemd || launchd) && verb !== 'install' && verb !== 'uninstall'
    ? '--systemd and --launchd work only with install and uninstall'
    : undefined;
}

function refuse(error: string, io: Io): number {
  return refuseUsage(error, 'host', io);
}

function wrongOf(read: { readonly ok: true } | { readonly ok: false; readonly error: string }) {
  return read.ok ? undefined : read.error;
}
