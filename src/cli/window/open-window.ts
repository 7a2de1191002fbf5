/** Opens the window on a connected client and returns its exit code. Loads Ink and the rest of the window only then. */

import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Client } from '../../client/client.ts';
import type { CommandId } from '../../client/commands/commands.ts';
import type { Forward } from '../../machine/forward.ts';
import type { Config } from '../../tui/config/parse.ts';
import type { WindowMachines } from '../../tui/window/machines.ts';
import type { ReachedPort } from '../../tui/window/world.ts';
import { freeMemory } from '../common/free-memory.ts';
import type { Io } from '../common/io.ts';
import { isHostUrl } from '../connect/host-flags.ts';
import { writerOf } from '../connect/open-client.ts';
import { ownHost } from '../connect/own-host.ts';
import type { StartMode } from '../connect/start-mode.ts';
import { configSource } from '../settings/read-config.ts';
import type { StartupScreen } from './startup-screen.ts';

const load = () => import('../../tui/window/start.ts');

/** Starts to load the window, and what checks the answers of hosts, while the host is being found, since all are slow. */
export function preloadWindow(): void {
  for (const loading of [load(), import('../../protocol/messages.ts')])
    loading.catch(() => {
      // showWindow loads it again and reports the error.
    });
}

type WindowOptions = {
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
  /** Whether the lines for a new user stay. */
  readonly isTour?: boolean;
};

export async function showWindow(
  { client: home, show, config, configFile, hostArgs, mode, startup, first, isTour }: WindowOptions,
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
      isTour,
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

// Forwards ports of other machines for a window, each once it is asked for, until the window closes.

type At = { readonly name: string; readonly address: string };

class Forwards {
  readonly #machineOf: (uri: string) => At | undefined;
  readonly #io: Io;
  readonly #open = new Map<string, Promise<Forward>>();

  /** `machineOf`: where a terminal runs; undefined for this machine. */
  constructor(machineOf: (uri: string) => At | undefined, io: Io) {
    this.#machineOf = machineOf;
    this.#io = io;
  }

  /** Forwards a port of the machine of a terminal; undefined if that is this machine. Rejects if the port cannot be forwarded. */
  readonly reach = async (uri: string, port: number): Promise<ReachedPort | undefined> => {
    const at = this.#machineOf(uri);
    if (at === undefined) return undefined;
    const key = `${port} ${at.address}`;
    const open = this.#open.get(key) ?? this.#start(at, port);
    this.#open.set(key, open);
    try {
      return { machine: at.name, port: (await open).port };
    } catch (error) {
      this.#open.delete(key);
      throw error;
    }
  };

  close(): void {
    for (const open of this.#open.values())
      open.then(
        (forward) => forward.close(),
        () => {},
      );
  }

  async #start({ address }: At, port: number): Promise<Forward> {
    const [{ openForward }, { findMachine, machineOptions }] = await Promise.all([
      import('../../machine/forward.ts'),
      import('../connect/machines.ts'),
    ]);
    const found = findMachine(address, this.#io.env);
    if (!found.ok) throw new Error(found.error);
    return openForward({ way: machineOptions(found.machine.reach, { quiet: true }, this.#io), port });
  }
}
