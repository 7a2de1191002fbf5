/** Finds the host that a subcommand talks to: that of `--connect`, or else this user's own. */

import { livingKeeper } from '../../host/keep/keeper-file.ts';
import type { HostAddress } from '../../host/listener/host-address.ts';
import { stateFolder } from '../../ledger/files/state-folder.ts';
import { isMachineAddress } from '../../machine/address.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { type FoundHost, findHost } from './find-host.ts';
import { logTail } from './host-log.ts';
import { hostPaths } from './host-paths.ts';
import { foreignHost, isKept, otherHost, runningHost } from './running-host.ts';
import { startBackground } from './start-background.ts';
import { ORDINARY, type StartMode, tooLate } from './start-mode.ts';

export type Target =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly exitCode: ExitCode; readonly error: string };

type TargetOptions = {
  readonly connect?: string | undefined;
  /** Whether to start a host if none runs. */
  readonly start: boolean;
  /** Whether to fail if the runtime folder names one host and the state folder another. */
  readonly onlyOne?: boolean | undefined;
  /** Flags for the host that is started. */
  readonly mode?: StartMode | undefined;
  /** Called as soon as a host was started. */
  readonly meanwhile: () => void;
};

/** Lines of the log that an error message shows. */
const LOG_LINES = 8;

export async function findTarget(options: TargetOptions, io: Io): Promise<Target> {
  const { meanwhile, mode = ORDINARY } = options;
  const late = tooLate(mode);
  const alreadyRunning: Target | undefined =
    late === undefined ? undefined : { ok: false, exitCode: ExitCode.usage, error: late };
  if (options.connect !== undefined) {
    if (alreadyRunning !== undefined) return alreadyRunning;
    return checkUrl(options.connect, io);
  }
  const paths = hostPaths(io.env);
  if (!paths.ok) return { ok: false, exitCode: ExitCode.noHost, error: paths.error };
  const { socket, log } = paths;
  const other = options.onlyOne === true ? await otherHost(socket, io.env) : undefined;
  if (other !== undefined)
    return { ok: false, exitCode: ExitCode.failure, error: twoHosts(socket, other, io.env) };
  const start = () => startBackground(paths, mode, io.env);
  const look = () => runningHost(socket, io.env);
  const foreign = (await look()) === undefined ? await foreignHost(socket, io.env) : undefined;
  if (foreign !== undefined)
    return { ok: false, exitCode: ExitCode.failure, error: notOurs(socket, foreign, io.env) };
  const found = await findHost({
    look,
    isKept: () => isKept(io.env),
    meanwhile,
    ...(options.start ? { start } : {}),
  });
  if (found.ok && !found.started && alreadyRunning !== undefined) return alreadyRunning;
  if (found.ok) return { ok: true, url: found.url };
  return { ok: false, exitCode: ExitCode.noHost, error: `${explain(found, log)}${keptNote(io)}` };
}

function twoHosts(socket: string, other: HostAddress, env: Io['env']): string {
  return [
    'there are two hosts, and this environment names both; nothing was done',
    `  the runtime folder has the one at unix:${socket}`,
    `  the state folder ${stateFolder(env)} belongs to the one at unix:${other.socket} (process ${other.pid})`,
    'Say which one is meant, with --connect unix:PATH',
  ].join('\n');
}

function notOurs(socket: string, owner: string, env: Io['env']): string {
  return [
    `the host at unix:${socket} is not used: it belongs to ${owner}, and the state folder here is ${stateFolder(env)}`,
    `For a host of your own set COTTY_RUNTIME_DIR to another folder, too; to use that one: --connect unix:${socket}`,
  ].join('\n');
}

/** Also the name of a machine is an address: that of the machine. */
async function checkUrl(url: string, { env }: Io): Promise<Target> {
  if (/^unix:./.test(url) || (/^wss?:\/\/./.test(url) && URL.canParse(url))) return { ok: true, url };
  const { findMachine, isMachineName } = await import('./machines.ts');
  const found = findMachine(url, env);
  if (found.ok) return { ok: true, url: found.machine.reach.address };
  const isOther = isMachineName(url) || isMachineAddress(url);
  const error = isOther
    ? found.error
    : `--connect "${url}" is not the address of a host; use unix:PATH, ws://HOST:PORT, wss://HOST:PORT, or the name or address of a machine`;
  return { ok: false, exitCode: ExitCode.usage, error };
}

/** A note for a host that fails to start while its fd holder still has the programs; empty if there is no fd holder. */
function keptNote({ env }: Io): string {
  const keeper = livingKeeper(stateFolder(env));
  if (keeper === undefined) return '';
  return `\nIts programs keep running: the fd holder (process ${keeper}) holds their terminals and starts the host again and again. To end them: kill ${keeper}`;
}

function explain(found: Exclude<FoundHost, { ok: true }>, log: string): string {
  if (found.reason === 'none') return 'no host is running; `cotty` or `cotty new` starts one';
  const what =
    found.reason === 'ended'
      ? `the host ended while it started (exit code ${found.exitCode ?? 'unknown'})`
      : `the host did not answer within ${Math.round(found.waitedMs / 1000)} s`;
  const tail = logTail(log, LOG_LINES);
  const said = tail === '' ? 'its log is empty' : `its log ends with:\n${tail.replace(/^/gm, '  ')}`;
  return `${what}; ${said}\nThe whole log: ${log}\nTo watch it start, run: cotty host`;
}
