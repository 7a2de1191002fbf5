/** `cotty attach NAME` — opens the window and shows one terminal. */

import type { Config } from '../../tui/config/parse.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { complain } from '../common/print.ts';
import { refuseArgs } from '../common/usage-error.ts';
import { type HostFlags, hostArgsOf, hostFlags } from '../connect/host-flags.ts';
import { mayOpenWindow } from '../connect/nesting.ts';
import { openClient } from '../connect/open-client.ts';
import { resolveName } from '../connect/resolve-name.ts';
import { askingMachines, withTerminal } from '../connect/with-terminal.ts';
import { readConfig } from '../settings/read-config.ts';
import { preloadWindow, showWindow } from './open-window.ts';
import { type StartupScreen, withStartupScreen } from './startup-screen.ts';

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, {
    flags: { ...hostFlags, config: 'string', nest: 'boolean' },
    positionals: ['NAME'],
    required: 1,
  });
  if (!parsed.ok) return refuseArgs(parsed, 'attach', io);
  const { config, nest, ...given } = parsed.flags;
  const [named = ''] = parsed.input;
  if (!mayOpenWindow(io, nest, 'cotty attach')) return ExitCode.usage;
  // The window is one on the host of that machine, unless the own host has a terminal of that name.
  const { on } = await askingMachines<HostFlags>([named], given, io);
  const machine = on?.includes(',') === true ? undefined : on;
  const name = machine === undefined ? named : named.slice(machine.length + 1);
  const host = machine === undefined ? given : { connect: machine };
  const read = readConfig(config, io.env);
  if (!read.ok) {
    complain(io, read.error);
    return ExitCode.usage;
  }
  if (read.config.settings.linear) {
    const { runLinear } = await import('../linear/linear.ts');
    return withTerminal(name, { ...host, retry: true }, io, (client, { resource }) =>
      runLinear({ client, show: resource }, io),
    );
  }
  return withStartupScreen(io, `looking for the terminal "${name}"`, (startup) =>
    attach({ name, host, config: read.config, configFile: config }, startup),
  );
}

type Asked = {
  readonly name: string;
  readonly host: HostFlags;
  readonly config: Config;
  readonly configFile: string | undefined;
};

async function attach({ name, host, config, configFile }: Asked, startup: StartupScreen): Promise<number> {
  const { io } = startup;
  const { scrollback } = config.settings;
  const opened = await openClient(
    { ...host, start: false, screens: true, window: { scrollback }, preload: preloadWindow },
    io,
  );
  if (!opened.ok) return opened.exitCode;
  const found = resolveName(opened.client.root.state.terminals ?? [], name);
  if (!found.ok) {
    complain(io, found.error);
    opened.client.close();
    return ExitCode.noTerminal;
  }
  const show = found.terminal.resource;
  return showWindow(
    { client: opened.client, show, config, configFile, hostArgs: hostArgsOf(host), startup },
    io,
  );
}
