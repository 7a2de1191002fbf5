/** Findings about login and logout: whether the host survives a logout, and whether it starts at login. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Io } from '../common/io.ts';
import { commandOf, type LoginSystem, MARK, pathsOf } from '../host/login-host.ts';
import type { Finding } from './finding.ts';

/** How the system treats the processes of a user who logs out. */
export type Logout = {
  readonly systemd: boolean;
  /** Whether lingering is on: services and the runtime folder of the user then survive the last logout. */
  readonly linger: boolean;
  /** `KillUserProcesses`: whether systemd kills all processes of a user who logs out. */
  readonly kills: boolean;
};

export function loginFindings(env: Io['env'], platform: string): readonly Finding[] {
  const manager = platform === 'darwin' ? 'launchd' : 'systemd';
  return [...lingerFindings(readLogout(userName(env))), ...startFindings(manager, env)];
}

export function lingerFindings({ systemd, linger, kills }: Logout): readonly Finding[] {
  if (!systemd || linger) return [];
  const text = kills
    ? 'your host and its programs end when you log out (KillUserProcesses=yes)'
    : 'lingering is off: when you have logged out, your host goes on without its socket for some seconds, and one ' +
      'that systemd starts at login ends with its terminals';
  const hint = 'To keep everything when you log out: loginctl enable-linger';
  return [{ id: 'linger', status: kills ? 'bad' : 'no', text, hint }];
}

/** Only for a file that cotty has written. */
function startFindings(manager: LoginSystem, env: Io['env']): readonly Finding[] {
  const id = 'at-login';
  const { file, link } = pathsOf(manager, env);
  const text = readText(file);
  if (text?.includes(MARK) !== true) return [];
  const gone = commandOf(manager, text)
    .slice(0, 2)
    .filter((path) => !existsSync(path));
  if (gone.length > 0) {
    const wrong = `${file} starts ${gone.join(' and ')}, which does not exist`;
    return [{ id, status: 'bad', text: wrong, hint: 'Write it again: cotty host install' }];
  }
  if (link === undefined || existsSync(link)) return [];
  const hint = 'systemctl --user enable --now cotty.service';
  return [{ id, status: 'no', text: `${file} exists, but is not enabled`, hint }];
}

/** `root` is the root of the file system, for tests. */
export function readLogout(user: string, root = '/'): Logout {
  return {
    systemd: existsSync(join(root, 'run/systemd/system')),
    linger: existsSync(join(root, 'var/lib/systemd/linger', user)),
    kills: killsProcesses(join(root, 'etc/systemd')),
  };
}

/** Reads `KillUserProcesses`; the last setting counts. `logind.conf` comes first, then `logind.conf.d` by name. */
function killsProcesses(folder: string): boolean {
  const files = [join(folder, 'logind.conf'), ...dropIns(join(folder, 'logind.conf.d'))];
  const set = files
    .flatMap((file) => (readText(file) ?? '').split('\n'))
    .map((line) => line.split('=').map((side) => side.trim()))
    .filter(([name]) => name === 'KillUserProcesses');
  return ['yes', 'true', 'on', '1'].includes(set.at(-1)?.[1]?.toLowerCase() ?? '');
}

function dropIns(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.conf'))
      .sort()
      .map((name) => join(folder, name));
  } catch {
    // There is no such file.
    return [];
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // There is no such file, or it is not readable: nothing to report in either case.
    return undefined;
  }
}

function userName(env: Io['env']): string {
  try {
    return userInfo().username;
  } catch {
    // The user has no account entry, as in some containers.
    return env['USER'] ?? '';
  }
}
