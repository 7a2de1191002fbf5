/** `cotty new` — makes a terminal at the host, types a command into its shell, and shows it if that is possible. */

import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Client } from '../../client/client.ts';
import { META_KEY } from '../../protocol/common/meta.ts';
import { slugOf, terminalUri } from '../../protocol/common/uri.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { complain, say } from '../common/print.ts';
import { commandLine } from '../common/shell-quote.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { hostArgsOf, hostFlags } from '../connect/host-flags.ts';
import { isInside } from '../connect/nesting.ts';
import { openClient } from '../connect/open-client.ts';
import { startFlags, wrongMode } from '../connect/start-mode.ts';
import { typeCommand } from '../make/type-command.ts';
import type { ReadConfig } from '../settings/read-config.ts';

const flags = { ...startFlags, ...hostFlags, cwd: 'string', detached: 'boolean', config: 'string' } as const;

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags, positionals: ['NAME'], command: true });
  if (!parsed.ok) return refuseArgs(parsed, 'new', io);
  const { cwd, detached, config, clean, ephemeral, rawLog, ...host } = parsed.flags;
  const mode = { clean, ephemeral, rawLog };
  const wrong = wrongMode(mode);
  if (wrong !== undefined) return refuseUsage(wrong, 'new', io);
  const folder = resolve(io.cwd, cwd ?? '.');
  // A folder that was not asked for by name is left to the host: it takes the nearest one that is there.
  if (cwd !== undefined && !isFolder(folder)) {
    complain(io, `--cwd "${folder}" is not a folder`);
    return ExitCode.usage;
  }
  const showIt = !detached && !isInside(io) && io.stdin.isTTY === true && io.stdout.isTTY === true;
  const read = showIt ? await readSettings(config, io) : undefined;
  if (read?.ok === false) {
    complain(io, read.error);
    return ExitCode.usage;
  }
  const window = read && { scrollback: read.config.settings.scrollback };
  const opened = await openClient({ ...host, start: true, mode, screens: showIt, window }, io);
  if (!opened.ok) return opened.exitCode;
  const { client } = opened;

  const [name] = parsed.input;
  const taken = (client.root.state.terminals ?? []).some(({ title }) => title === name);
  if (name !== undefined && taken) {
    client.close();
    complain(io, `there is already a terminal "${name}"; to show it: cotty attach ${name}`);
    return ExitCode.failure;
  }
  const uri = terminalUri(freshId(name));
  await create(client, uri, { name, folder, isDefault: cwd === undefined, io });
  await typeFirst(client, uri, parsed.command, io);
  if (read !== undefined) {
    const { showWindow } = await import('../window/open-window.ts');
    return showWindow(
      { client, show: uri, config: read.config, configFile: parsed.flags.config, hostArgs: hostArgsOf(host) },
      io,
    );
  }
  client.close();
  say(io, `${uri}\n`);
  return ExitCode.ok;
}

async function typeFirst(client: Client, uri: string, command: readonly string[], io: Io): Promise<void> {
  if (command.length === 0) return;
  const refused = await typeCommand(client, uri, commandLine(command));
  if (refused !== undefined) complain(io, `the terminal was made, but the command has not begun: ${refused}`);
}

/** Reads the configuration of the window; a start without one need not load its parser. */
async function readSettings(config: string | undefined, io: Io): Promise<ReadConfig> {
  const { readConfig } = await import('../settings/read-config.ts');
  return readConfig(config, io.env);
}

type NewTerminal = {
  readonly name: string | undefined;
  readonly folder: string;
  readonly isDefault: boolean;
  readonly io: Io;
};

async function create(
  client: Client,
  uri: string,
  { name, folder, isDefault, io }: NewTerminal,
): Promise<void> {
  const { columns, rows } = io.stdout;
  await client.createTerminal({
    channel: uri,
    claim: { kind: 'client', clientId: client.clientId },
    cwd: pathToFileURL(folder).href,
    ...(isDefault ? { _meta: { [META_KEY]: { cwdIsDefault: true } } } : {}),
    ...(name === undefined ? {} : { name }),
    ...(columns && rows ? { cols: columns, rows } : {}),
  });
}

/** A readable id that is different each time, since a name may be used again after its terminal is gone. */
function freshId(name: string | undefined): string {
  return `${slugOf(name)}-${randomBytes(3).toString('hex')}`;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
