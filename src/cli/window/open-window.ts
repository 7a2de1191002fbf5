/** Opens the window on a connected client and returns its exit code. Loads Ink and the rest of the window only then. */

import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Client } from '../../client/client.ts';
import type { CommandId } from '../../client/commands/commands.ts';
import type { Config } from '../../tui/config/parse.ts';
import type { WindowMachines } from '../../tui/window/machines.ts';
import { freeMemory } from '../common/free-memory.ts';
import type { Io } from '../common/io.ts';
import { isHostUrl } from '../connect/host-flags.ts';
import { writerOf } from '../connect/open-client.ts';
import { ownHost } from '../connect/own-host.ts';
import type { StartMode } from '../connect/start-mode.ts';
import { configSource } from '../settings/read-config.ts';
import { Forwards } from './forwards.ts';
import type { StartupScreen } from './startup-screen.ts';

const load = () => import('../../tui/window/start.ts');

/** Starts to load the window, and what checks the answers of hosts, while the host is being found, since all are slow. */
export function preloadWindow(): void {
  for (const loading of [load(), import('../../protocol/messages.ts')])
    loading.catch(() => {
      // showWindow loads it again and reports the error.
    });
}

export type WindowOptions = {
  readonly client: Client;
  /** URI of the terminal to show first. */
  readonly show?: string | undefined;
  readonly config: Config;
  /** The file of `--config`. */
  readonly configFile?: string | undefined;
  /** Arguments with which another cotty process connects to the same host; empty for the user's own host. */
  readonly hostArgs: readonly string[] | 'unreachable';
  /** Options with which the window starts the host again after it has ended. */
  readonly mode?: StartMode;
  /** The placeholder on the terminal until the window paints. */
  readonly startup?: StartupScreen | undefined;
  /** A command that is run at the start. */
  readonly first?: CommandId;
};

export async function showWindow(
  { client: home, show, config, configFile, hostArgs, mode, startup, first }: WindowOptions,
  io: Io,
): Promise<number> {
  const machines = connected(hostArgs) ? await otherMachines(home, io) : undefined;
  const client = machines?.hosts ?? home;
  const forwards = new Forwards((uri) => machines?.hosts.machineOf(uri) ?? connectedMachine(hostArgs), io);
  try {
    const { startTui, recall } = await load();
    return await startTui({
      recalled: await recall(client),
      machines,
      reach: forwards.reach,
      takeOver: startup && (() => startup.giveToWindow()),
      client,
      writer: writerOf(io.env),
      // The window needs the real streams: it owns the terminal of this process.
      stdin: process.stdin,
      stdout: process.stdout,
      env: io.env,
      config,
      source: configSource(configFile, io.env),
      show,
      cwd: pathToFileURL(io.cwd).href,
      hostArgs,
      first,
      afterBurst: freeMemory,
      // Only the user's own host can be started again; a host at an address is started by others.
      ownHost: hostArgs.length === 0 ? ownHost(mode, io) : undefined,
    });
  } finally {
    forwards.close();
    machines?.close();
    client.close();
  }
}

/** Only the window on the person's own host shows other machines. */
function connected(hostArgs: WindowOptions['hostArgs']): boolean {
  return hostArgs.length === 0;
}

/** The machine of the host of `--connect`, by its name or address. */
function connectedMachine(hostArgs: WindowOptions['hostArgs']) {
  const [, url] = hostArgs === 'unreachable' ? [] : hostArgs;
  return url === undefined || isHostUrl(url) ? undefined : { name: url, address: url };
}

/** Connects to the machines that the person has named, in the background; undefined if there are none. */
async function otherMachines(
  home: Client,
  io: Io,
): Promise<(WindowMachines & { readonly close: () => void }) | undefined> {
  const { machinesPath, readMachines } = await import('../connect/machines.ts');
  const path = machinesPath(io.env);
  if (path === undefined || !existsSync(path)) return undefined;
  const { openMachines } = await import('./open-machines.ts');
  return openMachines(home, readMachines(io.env), io);
}
