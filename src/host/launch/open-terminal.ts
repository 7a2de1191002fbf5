/** Opens a terminal for a `createTerminal` request: chooses program, directory and environment, and starts the pty. */

import { realpathSync } from 'node:fs';
import { basename, sep } from 'node:path';
import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { nameText } from '../../protocol/common/name-text.ts';
import type { CreateMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { CreateTerminalParams } from '../../protocol/messages.ts';
import { MAX_COLS, MAX_ROWS } from '../../protocol/terminal/largest-size.ts';
import type { TerminalState } from '../../protocol/terminal/state.ts';
import { agentEnv, withoutAgentEnv } from '../../shell/agent-env.ts';
import { childEnv } from '../../shell/child-env.ts';
import { fileUri } from '../../shell/file-uri.ts';
import { launchPlan } from '../../shell/launch.ts';
import { scriptsPath } from '../../shell/scripts-path.ts';
import { deliveryPath, makeDeliveriesFolder } from '../common/deliveries.ts';
import type { Environment } from '../common/environment.ts';
import { DEFAULT_COLS, DEFAULT_ROWS } from '../common/screen-size.ts';
import type { Pty, SpawnPty } from '../pty/pty-port.ts';
import type { RemotePty } from '../pty/remote-pty.ts';
import { type Directory, defaultDirectory, readDirectory } from './cwd.ts';
import { defaultShell } from './default-shell.ts';
import { runningState } from './running-state.ts';

/** Reason why commands are not detected where no shell runs. */
export const NO_SHELL = 'Commands are not detected: this terminal runs a program, not a shell';

export type Launch = {
  readonly env: Environment;
  readonly home: string;
  readonly version: string;
  readonly spawn: SpawnPty;
  readonly nonce: string;
  /** Folder of the files by which commands are delivered to shells. */
  readonly deliveries: string;
  /** Handle of the agent for which the terminal is created. */
  readonly agent: string | undefined;
  /** Folder outside which the terminal may not start. */
  readonly root: string | undefined;
};

export type Opened =
  | {
      readonly ok: true;
      readonly pty: Pty;
      /** The same pty, if it runs at a client. */
      readonly remote?: RemotePty;
      readonly state: TerminalState;
      readonly shell: string;
      /** Reason why commands are not detected; undefined when they should be. */
      readonly integrationOff: string | undefined;
      readonly size: { readonly cols: number; readonly rows: number };
      /** Line shown in the terminal before its program prints anything. */
      readonly note?: string;
    }
  | Refused;

type Refused = { readonly ok: false; readonly code: ErrorCode; readonly message: string };

export function openTerminal(params: CreateTerminalParams, create: CreateMeta, launch: Launch): Opened {
  const { cols = DEFAULT_COLS, rows = DEFAULT_ROWS } = params;
  const refused = refuseSize(cols, rows);
  if (refused !== undefined) return refused;
  const { root, home } = launch;
  const isDefault = params.cwd === undefined || create.cwdIsDefault === true;
  const directory = isDefault ? defaultIn(root, params.cwd, home) : askedFor(root, params.cwd ?? home);
  if (!directory.ok) {
    const code = 'outside' in directory ? ErrorCode.PermissionDenied : ErrorCode.NotFound;
    return refuse(code, `cwd: ${directory.error}`);
  }
  const cwd = directory.path;
  const plan = planOf(params.channel, create, cwd, launch);
  const spawned = launch.spawn({ file: plan.file, args: plan.args, env: plan.env, cwd, cols, rows });
  if (!spawned.ok) {
    const code = spawned.at === 'system' ? ErrorCode.InternalError : ErrorCode.NotFound;
    return refuse(code, `cannot start ${spawned.error}`);
  }
  const shell = basename(plan.file);
  const state = runningState({ cwd: fileUri(cwd), cols, rows, claim: params.claim });
  const note = directory.note === undefined ? {} : { note: directory.note };
  return {
    ok: true,
    pty: spawned.pty,
    state,
    shell,
    integrationOff: plan.off,
    size: { cols, rows },
    ...note,
  };
}

function askedFor(root: string | undefined, cwd: string): InRoot {
  return root === undefined ? readDirectory(cwd) : inRoot(root, cwd);
}

/** Chooses a default folder within the root. If it cannot be used, another one is, with a note. */
function defaultIn(root: string | undefined, cwd: string | undefined, home: string): InRoot {
  if (root === undefined) return defaultDirectory(cwd ?? home, home);
  const wanted = inRoot(root, cwd);
  if (wanted.ok || cwd === undefined) return wanted;
  const top = inRoot(root, undefined);
  return top.ok ? { ...top, note: `${wanted.error}; started in ${top.path} instead` } : top;
}

type Plan = {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: { readonly [name: string]: string };
  /** Reason why commands are not detected. */
  readonly off: string | undefined;
};

function planOf(terminalId: string, create: CreateMeta, cwd: string, launch: Launch): Plan {
  const { version, nonce, agent, deliveries } = launch;
  const quiet = agent === undefined ? {} : agentEnv(agent, create.env ?? {});
  const env = { ...withoutAgentEnv(launch.env), ...quiet, ...create.env };
  const [program, ...args] = create.command ?? [];
  if (program !== undefined) {
    return { file: program, args, env: childEnv(env, { terminalId, version, cwd, nonce }), off: NO_SHELL };
  }
  const shell = create.shell ?? defaultShell(env);
  const delivery = isReady(deliveries) ? deliveryPath(deliveries, terminalId) : '';
  const scriptsFolder = scriptsPath();
  const plan = launchPlan({ shell, env, cwd, scriptsFolder, nonce, delivery, terminalId, version });
  return { ...plan, off: typeof plan.integration === 'string' ? undefined : plan.integration.off };
}

/** Without a writable folder commands are typed. */
function isReady(deliveries: string): boolean {
  if (deliveries === '') return false;
  try {
    makeDeliveriesFolder(deliveries);
    return true;
  } catch {
    return false;
  }
}

/** Returns a name on one line; empty if there is none. */
export function cleanName(name = ''): string {
  return nameText(name).trim();
}

export function refuseSize(cols: number, rows: number): Refused | undefined {
  if (cols <= MAX_COLS && rows <= MAX_ROWS) return undefined;
  return refuse(ErrorCode.InvalidParams, `no terminal is larger than ${MAX_COLS}×${MAX_ROWS}`);
}

function refuse(code: ErrorCode, message: string): Refused {
  return { ok: false, code, message };
}

/** The root folder of a client, outside which it cannot start terminals: compared by real paths, with links resolved. */
type InRoot = Directory | { readonly ok: false; readonly error: string; readonly outside: true };

/** Returns the real path to start in, by default the root: a link could be changed after the check. */
function inRoot(root: string, cwd: string | undefined): InRoot {
  const top = readDirectory(root);
  if (!top.ok) return { ok: false, error: `the root folder ${top.error}` };
  const wanted = cwd === undefined ? top : readDirectory(cwd);
  if (!wanted.ok) return wanted;
  const real = realPath(top.path);
  const path = realPath(wanted.path);
  if (!real.ok) return real;
  if (!path.ok) return path;
  if (
    path.path === real.path ||
    path.path.startsWith(real.path.endsWith(sep) ? real.path : real.path + sep)
  ) {
    return path;
  }
  const leads = path.path === wanted.path ? '' : ` (which leads to ${path.path})`;
  return { ok: false, outside: true, error: `${wanted.path}${leads} is outside the root folder ${root}` };
}

function realPath(path: string): Directory {
  try {
    return { ok: true, path: realpathSync(path) };
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error.message : String(error) };
  }
}
