/** `cotty host install` and `cotty host uninstall` — write and remove the file by which the host starts at login. */

import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { replaceFileSync } from '../../files/replace-file.ts';
import { causeText } from '../common/error-text.ts';
import { ExitCode } from '../common/exit-code.ts';
import { launcher } from '../common/installation.ts';
import type { Io } from '../common/io.ts';
import { complain, say } from '../common/print.ts';
import { NATS_FILES, NATS_NAMES, type NatsFlag, type NatsFlags } from '../connect/nats-flags.ts';
import { type StartMode, startArgs, wrongMode } from '../connect/start-mode.ts';
import { keptVariables, type LoginSystem, loginText, MARK, nextSteps, pathsOf } from './login-host.ts';
import type { NetworkFlags } from './network-options.ts';

export type InstallFlags = StartMode &
  NetworkFlags &
  NatsFlags & {
    readonly natsOutputs: boolean;
    readonly systemd: boolean;
    readonly launchd: boolean;
    readonly limits?: string | undefined;
  };

/** The service manager named by a flag, or else the usual one of this platform. */
function systemOf({ systemd, launchd }: InstallFlags, platform: string): LoginSystem {
  if (systemd || launchd) return systemd ? 'systemd' : 'launchd';
  return platform === 'darwin' ? 'launchd' : 'systemd';
}

/** Returns why these flags make no sense for a host that starts at every login, or undefined if they do. */
export function wrongForLogin(flags: InstallFlags): string | undefined {
  if (flags.systemd && flags.launchd) return 'use --systemd or --launchd, not both';
  return flags.clean ? '--clean would archive your terminals at every login' : wrongMode(flags);
}

export function hostInstall(flags: InstallFlags, io: Io): number {
  const system = systemOf(flags, process.platform);
  const { file } = pathsOf(system, io.env);
  const started = {
    command: [process.execPath, launcher, 'host', ...hostArgs(flags, io.cwd)],
    env: keptVariables(io.env),
  };
  if (foreign(file)) return refuse(file, io);
  const before = existsSync(file);
  try {
    mkdirSync(dirname(file), { recursive: true });
    replaceFileSync(file, loginText(system, started, io.env));
  } catch (error) {
    return failed(file, 'written', error, io);
  }
  say(io, `${before ? 'wrote anew' : 'wrote'} ${file}\nTo start the host now and at each login:\n`);
  for (const step of nextSteps(system, file, 'installed')) say(io, `  ${step}\n`);
  if (system === 'systemd')
    say(io, 'To keep it when you log out, and start it with the machine:\n  loginctl enable-linger\n');
  return ExitCode.ok;
}

export function hostUninstall(flags: InstallFlags, io: Io): number {
  const system = systemOf(flags, process.platform);
  const { file, link } = pathsOf(system, io.env);
  if (!existsSync(file)) {
    complain(io, `there is no ${file}: the host is not installed`);
    return ExitCode.failure;
  }
  if (foreign(file)) return refuse(file, io);
  try {
    if (link !== undefined) rmSync(link, { force: true });
    rmSync(file);
  } catch (error) {
    return failed(file, 'removed', error, io);
  }
  say(io, `removed ${file}\nThe host that runs goes on. To end it and its terminals:\n`);
  for (const step of nextSteps(system, file, 'removed')) say(io, `  ${step}\n`);
  return ExitCode.ok;
}

/** The arguments of the host. Paths are made absolute, because a service manager starts it in another folder. */
function hostArgs(flags: InstallFlags, cwd: string): readonly string[] {
  const { listen, cert, key, allowOrigin, allowHost, limits } = flags;
  const values: readonly (readonly [string, string | undefined])[] = [
    ['--listen', listen],
    ['--cert', cert === undefined ? undefined : resolve(cwd, cert)],
    ['--key', key === undefined ? undefined : resolve(cwd, key)],
    ['--allow-origin', allowOrigin],
    ['--allow-host', allowHost],
    ['--limits', limits],
    ...Object.entries(NATS_NAMES).map(([name, [option]]) => {
      const value = flags[name as NatsFlag];
      const isFile = NATS_FILES.some((file) => file === name);
      return [option, value === undefined || !isFile ? value : resolve(cwd, value)] as const;
    }),
  ];
  return [
    ...startArgs(flags),
    ...(flags.natsOutputs ? ['--nats-outputs'] : []),
    ...values.flatMap(([name, value]) => (value === undefined ? [] : [name, value])),
  ];
}

/** Whether the file was not written by cotty. */
function foreign(file: string): boolean {
  try {
    return !readFileSync(file, 'utf8').includes(MARK);
  } catch {
    // It does not exist, or cannot be read; then writing it reports why.
    return false;
  }
}

function refuse(file: string, io: Io): number {
  complain(io, `${file} was not written by cotty; it is left as it is`);
  return ExitCode.failure;
}

function failed(file: string, what: string, error: unknown, io: Io): number {
  const why = causeText(error);
  complain(io, `${file} cannot be ${what} (${why})`);
  return ExitCode.failure;
}
