/** `cotty new` — makes a terminal at the host, types a command into its shell, and shows it if that is possible. */

import { statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Client } from '../../client/client.ts';
import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { type Beside, SIDES, type Side } from '../../protocol/cotty/pane-side.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { RpcError } from '../../rpc/errors.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { printable } from '../common/plain-text.ts';
import { complain, say } from '../common/print.ts';
import { commandLine } from '../common/shell-quote.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { type HostFlags, hostArgsOf, hostFlags, isHostUrl } from '../connect/host-flags.ts';
import { makeTerminal, type NewTerminal } from '../connect/make-terminal.ts';
import { isInside } from '../connect/nesting.ts';
import { openClient } from '../connect/open-client.ts';
import { refusalOf } from '../connect/refusal.ts';
import { resolveName } from '../connect/resolve-name.ts';
import { startFlags, wrongMode } from '../connect/start-mode.ts';
import { typeCommand } from '../make/type-command.ts';
import type { ReadConfig } from '../settings/read-config.ts';

const flags = {
  ...startFlags,
  ...hostFlags,
  cwd: 'string',
  detached: 'boolean',
  config: 'string',
  right: 'string',
  below: 'string',
  left: 'string',
  above: 'string',
} as const;

/** In place of a name: the terminal in which the subcommand runs. */
const HERE = '.';

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(withHere(args), { flags, positionals: ['NAME'], command: true });
  if (!parsed.ok) return refuseArgs(parsed, 'new', io);
  const { cwd, detached, config, clean, ephemeral, rawLog, right, below, left, above, ...host } =
    parsed.flags;
  const mode = { clean, ephemeral, rawLog };
  const place = placeOf({ right, below, left, above }, io);
  const wrong = wrongMode(mode) ?? (place?.ok === false ? place.problem : undefined);
  if (wrong !== undefined) return refuseUsage(wrong, 'new', io);
  const folder = folderFor(host, cwd, io);
  if (!folder.ok) {
    complain(io, folder.error);
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
  const checked = check(client.root.state.terminals ?? [], place);
  if (!checked.ok) {
    client.close();
    complain(io, checked.error);
    return checked.exitCode;
  }
  const made = await make(client, newTerminal(name, folder.path, cwd === undefined), io);
  if (typeof made === 'number') {
    client.close();
    return made;
  }
  const uri = made;
  await putBeside(client, uri, checked.beside, io);
  await typeFirst(client, uri, parsed.command, io);
  if (read !== undefined) {
    const { showWindow } = await import('../window/open-window.ts');
    return showWindow(
      { client, show: uri, config: read.config, configFile: parsed.flags.config, hostArgs: hostArgsOf(host) },
      io,
    );
  }
  const { state } = await client.subscribe(uri);
  client.close();
  say(io, `${printable(state.title)}\n`);
  return ExitCode.ok;
}

/** Adds the terminal in which the subcommand runs to `--right` and the like if they name no terminal. */
function withHere(args: readonly string[]): readonly string[] {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  return args.map((arg, at) => {
    const isSide = at < end && SIDES.some((side) => arg === `--${side}`);
    const next = at + 1 < end ? args[at + 1] : undefined;
    return isSide && (next === undefined || next.startsWith('-')) ? `${arg}=${HERE}` : arg;
  });
}

type Place =
  | { readonly ok: true; readonly side: Side; readonly of: string }
  | { readonly ok: false; readonly problem: string };

function placeOf(names: Readonly<Record<Side, string | undefined>>, { env }: Io): Place | undefined {
  const given = SIDES.flatMap((side) => (names[side] === undefined ? [] : [{ side, name: names[side] }]));
  const [first] = given;
  if (first === undefined) return undefined;
  const flagsGiven = given.map(({ side }) => `--${side}`).join(' and ');
  if (given.length > 1) return { ok: false, problem: `${flagsGiven} cannot be given together` };
  const { side, name } = first;
  const of = name === HERE ? env['COTTY_TERMINAL'] : name;
  return of === undefined || of === ''
    ? { ok: false, problem: `${flagsGiven} outside of cotty needs the name of a terminal` }
    : { ok: true, side, of };
}

type Checked =
  | { readonly ok: true; readonly beside: Beside | undefined }
  | { readonly ok: false; readonly exitCode: ExitCode; readonly error: string };

/** Finds the terminal beside which the new one is to be shown. */
function check(open: readonly TerminalInfo[], place: Place | undefined): Checked {
  if (place?.ok !== true) return { ok: true, beside: undefined };
  const found = resolveName(open, place.of);
  return found.ok
    ? { ok: true, beside: { side: place.side, of: found.terminal.resource } }
    : { ok: false, exitCode: ExitCode.noTerminal, error: found.error };
}

/** Returns the URI, or the exit code where the host refuses. */
async function make(client: Client, wanted: NewTerminal, io: Io): Promise<string | ExitCode> {
  try {
    return await makeTerminal(client, wanted, io);
  } catch (error) {
    const { code, message } = refusalOf(error);
    const isTaken = error instanceof RpcError && error.code === ErrorCode.Conflict;
    const toShow = isTaken ? `; to show it: cotty attach ${commandLine([wanted.name ?? ''])}` : '';
    complain(io, `${message}${toShow}`);
    return isTaken ? ExitCode.failure : code;
  }
}

/** Shows the terminal in a pane. If that fails, it stays in a tab of its own: hosts other than cotty's store no panes. */
async function putBeside(client: Client, uri: string, beside: Beside | undefined, io: Io): Promise<void> {
  if (beside === undefined) return;
  try {
    // Loaded only here, so that a start without a pane need not load it.
    const { placeBeside } = await import('../make/place-beside.ts');
    if (await placeBeside(client, uri, beside.of, beside.side)) return;
    complain(io, 'there are too many panes, so the terminal was opened in a tab of its own');
  } catch (error) {
    complain(io, `the terminal was opened in a tab of its own: ${refusalOf(error).message}`);
  }
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

type Folder =
  | { readonly ok: true; readonly path: string | undefined }
  | { readonly ok: false; readonly error: string };

/** Another machine has other folders: a terminal there starts in the home folder, unless one is named. */
function folderFor({ connect }: HostFlags, cwd: string | undefined, io: Io): Folder {
  if (connect !== undefined && !isHostUrl(connect)) {
    const isWhole = cwd === undefined || isAbsolute(cwd);
    return isWhole
      ? { ok: true, path: cwd }
      : { ok: false, error: `--cwd "${cwd}" must be a whole path there` };
  }
  const path = resolve(io.cwd, cwd ?? '.');
  // Without --cwd, the host falls back to the nearest existing folder, so only a given folder is checked.
  if (cwd !== undefined && !isFolder(path)) return { ok: false, error: `--cwd "${path}" is not a folder` };
  return { ok: true, path };
}

/** A folder that nobody has named is a default: if it is gone, the host takes another one and says so. */
function newTerminal(name: string | undefined, path: string | undefined, isDefault: boolean): NewTerminal {
  if (path === undefined) return { name };
  return { name, cwd: pathToFileURL(path).href, ...(isDefault ? { meta: { cwdIsDefault: true } } : {}) };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
