/** `cotty` — joins the user's host or starts one, then opens the window. */

import type { Client } from '../../client/client.ts';
import type { Config } from '../../tui/config/parse.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import type { FlagValues } from '../common/parse-args.ts';
import { complain } from '../common/print.ts';
import { readArgs } from '../common/read-args.ts';
import { hostArgsOf, hostFlags } from '../connect/host-flags.ts';
import { mayOpenWindow } from '../connect/nesting.ts';
import { openClient, shownUrl } from '../connect/open-client.ts';
import { startFlags, startMode, wrongMode } from '../connect/start-mode.ts';
import { projectPath } from '../make/project-path.ts';
import { readConfig } from '../settings/read-config.ts';
import { preloadWindow, showWindow } from './open-window.ts';
import { type StartupScreen, waitsForHost, withStartupScreen } from './startup-screen.ts';

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = await readArgs(args, { flags });
  if (!parsed.ok) {
    const { refuseArgs } = await import('../common/usage-error.ts');
    return refuseArgs(parsed, 'window', io);
  }
  const { embed, connect, config, nest } = parsed.flags;
  const mode = startMode(parsed.flags);
  if (embed && connect !== undefined) {
    complain(io, '--embed runs its own host, --connect names another one: use only one of them');
    return ExitCode.usage;
  }
  const wrong =
    wrongMode(mode) ?? (embed && (mode.clean || mode.rawLog) ? embeddedRecordsNothing : undefined);
  if (wrong !== undefined) {
    complain(io, wrong);
    return ExitCode.usage;
  }
  if (!parsed.flags.linear && !mayOpenWindow(io, nest, 'cotty')) return ExitCode.usage;
  const read = readConfig(config, io.env);
  if (!read.ok) {
    complain(io, read.error);
    return ExitCode.usage;
  }
  if (parsed.flags.linear || read.config.settings.linear) return openLinear(parsed.flags, io);
  return withStartupScreen(io, waitsFor(parsed.flags), (startup) => open(parsed.flags, read.config, startup));
}

/** Opens the terminals as plain lines. */
async function openLinear({ embed, connect, token, ...given }: Flags, io: Io): Promise<number> {
  const { runLinear } = await import('../linear/linear.ts');
  if (embed) {
    const { openEmbedded } = await import('./embedded-host.ts');
    const { client, close } = await openEmbedded(io, 0);
    return runLinear({ client }, io).finally(close);
  }
  const opened = await openClient({ connect, token, start: true, mode: startMode(given), retry: true }, io);
  return opened.ok ? runLinear({ client: opened.client }, io) : opened.exitCode;
}

/** Opens the window on the history of the own host. */
export async function openHistory(io: Io): Promise<number> {
  const read = readConfig(undefined, io.env);
  if (!read.ok) {
    complain(io, read.error);
    return ExitCode.usage;
  }
  const { config } = read;
  const { scrollback } = config.settings;
  return withStartupScreen(io, waitsFor({}), async (startup) => {
    const opened = await openClient(
      { start: true, screens: true, window: { scrollback }, preload: preloadWindow },
      startup.io,
    );
    if (!opened.ok) return opened.exitCode;
    const { client } = opened;
    return showWindow({ client, config, hostArgs: [], startup, first: 'history.open' }, startup.io);
  });
}

function waitsFor({ embed, connect }: Partial<Pick<Flags, 'embed' | 'connect'>>): string {
  if (embed) return 'starting a host';
  return connect === undefined ? waitsForHost : `connecting to ${shownUrl(connect)}`;
}

async function open(given: Flags, config: Config, startup: StartupScreen): Promise<number> {
  const { io } = startup;
  const { connect, token, config: configFile } = given;
  const { scrollback } = config.settings;
  if (given.embed) {
    preloadWindow();
    const { openEmbedded } = await import('./embedded-host.ts');
    const { client, close } = await openEmbedded(io, scrollback);
    return showWindow({ client, config, configFile, hostArgs: 'unreachable', startup }, io).finally(close);
  }
  const mode = startMode(given);
  const opened = await openClient(
    { connect, token, start: true, mode, screens: true, window: { scrollback }, preload: preloadWindow },
    io,
  );
  if (!opened.ok) return opened.exitCode;
  const { client } = opened;
  const show = await shownFirst(client, connect, io);
  const hostArgs = hostArgsOf({ connect, token });
  return showWindow({ client, show, config, configFile, hostArgs, mode, startup }, io);
}

/** Opens the terminals of a project file on the own host, and returns the URI of the first. Most folders have no such file. */
async function shownFirst(client: Client, connect: string | undefined, io: Io): Promise<string | undefined> {
  const path = connect === undefined ? projectPath(io.cwd) : undefined;
  if (path === undefined) return undefined;
  const { offerProject } = await import('../make/open-project.ts');
  return offerProject(client, path, io);
}

/** Error for `--embed` with flags about records: an embedded host has no records. */
const embeddedRecordsNothing = '--embed records nothing: leave out --clean and --raw-log';

const flags = {
  ...startFlags,
  ...hostFlags,
  embed: 'boolean',
  config: 'string',
  nest: 'boolean',
  linear: 'boolean',
} as const;

type Flags = FlagValues<typeof flags>;
