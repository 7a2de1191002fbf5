/** Runs the host in this process until it is stopped: in the foreground of a terminal, or in the background. */

import { dirname } from 'node:path';
import type { Limits } from '../../host/common/limits.ts';
import { StartError, type StartTrouble } from '../../host/common/start-error.ts';
import { UnawaitedErrors } from '../../host/common/unawaited-errors.ts';
import type { MemberOptions } from '../../host/fleet/fleet-member.ts';
import type { JoinFleet } from '../../host/fleet/fleet-port.ts';
import { type Host, startHost } from '../../host/host.ts';
import type { HostOptions } from '../../host/host-options.ts';
import type { Held } from '../../host/keep/masters.ts';
import { readBuffersFolder } from '../../host/keep/read-buffers-folder.ts';
import { lastSocket } from '../../host/listener/host-address.ts';
import type { NetworkOptions } from '../../host/listener/network-listener.ts';
import { stateFolder } from '../../ledger/files/state-folder.ts';
import { workerIndex } from '../../ledger/index/index-worker.ts';
import { ExitCode } from '../common/exit-code.ts';
import { freeMemory } from '../common/free-memory.ts';
import { launcher, readVersion, webPage } from '../common/installation.ts';
import type { Io } from '../common/io.ts';
import { complain, say } from '../common/print.ts';
import { shellEnv } from '../common/shell-env.ts';
import { logTo } from '../connect/host-log.ts';
import { hostPaths } from '../connect/host-paths.ts';
import type { StartMode } from '../connect/start-mode.ts';
import { nestedShells } from '../settings/nested-shells.ts';
import { followMachines } from './follow-machines.ts';

export type ServeMode = StartMode & {
  readonly background: boolean;
  readonly network: NetworkOptions | undefined;
  readonly limits: Partial<Limits>;
  readonly fleet: MemberOptions | undefined;
  /** Terminals of an earlier host; this process has inherited the file descriptors of their pty masters. */
  readonly inherited: readonly Held[] | undefined;
  /** The arguments with which the next host is started. */
  readonly again: readonly string[];
};

/** A background host without clients and terminals exits after this time. Starting another one is cheap. */
const IDLE_MS = 60_000;

export async function serveHost(mode: ServeMode, io: Io): Promise<number> {
  const { background, clean, ephemeral, rawLog, network, limits, fleet } = mode;
  const state = stateFolder(io.env);
  const paths = hostPaths(io.env, mode.inherited === undefined ? undefined : lastSocket(state));
  if (!paths.ok) {
    complain(io, paths.error);
    return ExitCode.failure;
  }
  process.title = 'cotty host';
  const { socket, spareFolder } = paths;
  const log = background ? logTo(paths.log, Date.now) : (line: string) => complain(io, line);
  const version = readVersion();
  const errors = new UnawaitedErrors(log, Date.now);
  let host: Host;
  try {
    host = await startHost({
      listen: { socket, spareFolder, state, ...(network === undefined ? {} : { network }) },
      web: { page: webPage },
      limits,
      ...(ephemeral ? {} : { record: { folder: state, clean, raw: rawLog } }),
      startIndex: (options) => workerIndex(new URL('./history-worker.cjs', import.meta.url), options),
      env: shellEnv(io.env),
      nestedShells: () => nestedShells(io.env),
      version,
      log,
      errors: () => errors.status,
      afterBurst: freeMemory,
      ...(fleet === undefined ? {} : { fleet: await fleetOf(fleet) }),
      ...(background ? { keep: keepOf(mode, socket) } : {}),
      followMachines: followMachines(io.env),
      ...(background ? { exitWhenIdleMs: IDLE_MS } : {}),
    });
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    log(error.message);
    return isNeeded(error.why, mode) ? ExitCode.failure : ExitCode.ok;
  }
  // A host that fails while it starts must end: it might never serve, and its fd holder starts another one.
  errors.watch(process);
  stopOnSignals(host, background);
  const started = `cotty host ${version}, process ${process.pid}, listening on unix:${socket}`;
  if (background) log(started);
  else say(io, `${started}\nPress Ctrl+C to stop it and its terminals.\n`);
  await host.closed;
  log('stopped');
  return ExitCode.ok;
}

/** What speaks NATS is loaded by a host that needs it. */
async function fleetOf(options: MemberOptions): Promise<JoinFleet> {
  const { fleetMember } = await import('../../host/fleet/fleet-member.ts');
  return fleetMember(options);
}

/** Whether a host that did not start is missing. Its fd holder tries again then, and holds the programs meanwhile. */
function isNeeded(why: StartTrouble, { background, inherited }: ServeMode): boolean {
  if (why === 'superseded') return false;
  // Two windows started a host at once: the other host serves both.
  return !(background && why === 'running' && inherited === undefined);
}

function stopOnSignals(host: Host, background: boolean): void {
  const stop = (): void => void host.close();
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // A background host outlives the terminal that it was started from.
  process.on('SIGHUP', background ? () => {} : stop);
}

/** If masters are inherited, the parent process is the fd holder. */
function keepOf({ inherited, again }: ServeMode, socket: string): NonNullable<HostOptions['keep']> {
  const readBuffers = readBuffersFolder(dirname(socket));
  return {
    program: [process.execPath, launcher],
    args: ['host', ...again],
    leave: () => process.exit(ExitCode.ok),
    inherited: inherited ?? [],
    ...(readBuffers === undefined ? {} : { readBuffers }),
    ...(inherited === undefined ? {} : { keeper: process.ppid }),
  };
}
