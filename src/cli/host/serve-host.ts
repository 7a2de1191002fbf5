/** Runs the host in this process until it is told to stop: in the foreground of a terminal, or as a background process. */

import type { NetworkOptions } from '../../host/door/network-listener.ts';
import type { Limits } from '../../host/ground/limits.ts';
import { StartError } from '../../host/ground/start-error.ts';
import { type Host, startHost } from '../../host/host.ts';
import { stateFolder } from '../../ledger/files/state-folder.ts';
import { logTo, openLog } from '../connect/host-log.ts';
import { hostPlace } from '../connect/host-place.ts';
import { shellEnv } from '../connect/shell-env.ts';
import type { StartMode } from '../connect/start-mode.ts';
import { ExitCode } from '../ground/exit-code.ts';
import { readVersion } from '../ground/installation.ts';
import { complain, type Io } from '../ground/io.ts';

export type ServeMode = StartMode & {
  readonly background: boolean;
  readonly network: NetworkOptions | undefined;
  readonly limits: Partial<Limits>;
};

/** A background host that nobody joined, or whose last terminal ended: it costs nothing to start another. */
const IDLE_MS = 60_000;

export async function serveHost(mode: ServeMode, io: Io): Promise<number> {
  const { background, clean, ephemeral, rawLog, network, limits } = mode;
  const place = hostPlace(io.env);
  if (!place.ok) {
    complain(io, place.error);
    return ExitCode.failure;
  }
  process.title = 'cotty host';
  const { socket } = place;
  const log = background ? logTo(openLog(place.log), Date.now) : (line: string) => complain(io, line);
  const version = readVersion();
  let host: Host;
  try {
    host = await startHost({
      listen: { socket, ...(network === undefined ? {} : { network }) },
      limits,
      ...(ephemeral ? {} : { record: { folder: stateFolder(io.env), clean, raw: rawLog } }),
      env: shellEnv(io.env),
      version,
      log,
      ...(background ? { exitWhenIdleMs: IDLE_MS } : {}),
    });
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    log(error.message);
    // Two windows started at once: the other host is as good as this one would have been.
    return background && error.why === 'running' ? ExitCode.ok : ExitCode.failure;
  }
  stopOnSignals(host, background);
  const told = `cotty host ${version}, process ${process.pid}, listening on unix:${socket}`;
  if (background) log(told);
  else io.stdout.write(`${told}\nCtrl+C stops it and its terminals.\n`);
  await host.closed;
  log('stopped');
  return ExitCode.ok;
}

function stopOnSignals(host: Host, background: boolean): void {
  const stop = (): void => void host.close();
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // The terminal it was started from is none of a background host's business.
  process.on('SIGHUP', background ? () => {} : stop);
}
