/** A host belongs to its state folder: which of those that answer are used by an environment. */

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hostPaths } from '../../../src/cli/connect/host-paths.ts';
import { foreignHost, runningHost } from '../../../src/cli/connect/running-host.ts';
import { earlierSockets } from '../../../src/host/listener/socket-path.ts';
import { removeFolder } from '../../support/remove-folder.ts';

/** A host as far as the question who it is goes. */
const HOST = `
  const [socket, state] = process.argv.slice(1);
  const answer = JSON.stringify({ pid: process.pid, ...(state ? { state } : {}) });
  require('node:http').createServer((_, to) => to.end(answer)).listen(socket, () => console.log('listens'));
`;

let root: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  root = mkdtempSync(join(realpathSync(tmpdir()), 'cotty-run-'));
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill();
  removeFolder(root);
});

/** An environment with a home of its own, in the session of the others. */
function home(name: string): Record<string, string> {
  mkdirSync(join(root, name), { recursive: true });
  return { HOME: join(root, name), XDG_RUNTIME_DIR: root };
}

const stateOf = (name: string) => join(root, name, '.local/state/cotty');

function socketOf(env: Record<string, string>): string {
  const paths = hostPaths(env);
  if (!paths.ok) throw new Error(paths.error);
  return paths.socket;
}

/** `state`: what it says of itself; an earlier version says nothing. */
async function listens(socket: string, env: Record<string, string>, state = ''): Promise<void> {
  const child = spawn(process.execPath, ['-e', HOST, socket, state], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await new Promise((resolve) => {
    child.stdout?.once('data', resolve);
  });
}

describe('an environment with another home', () => {
  test('has a socket of its own, and the usual one of the account has the usual name', () => {
    expect(socketOf(home('ada'))).not.toBe(socketOf(home('bob')));
    expect(socketOf({ ...home('ada'), HOME: userInfo().homedir })).toBe(join(root, 'cotty/host.sock'));
    expect(socketOf({ XDG_RUNTIME_DIR: root })).toBe(join(root, 'cotty/host.sock'));
  });

  test('does not use a host of another state folder, wherever that listens', async () => {
    const shared = join(root, 'shared');
    const [ada, bob] = [home('ada'), home('bob')].map((env) => ({ ...env, COTTY_RUNTIME_DIR: shared }));
    if (ada === undefined || bob === undefined) throw new Error('there are two');
    const socket = socketOf(ada);
    await listens(socket, ada, stateOf('ada'));
    expect(await runningHost(socket, ada)).toBe(socket);
    expect(await runningHost(socket, bob)).toBeUndefined();
    expect(await foreignHost(socket, bob)).toBe(stateOf('ada'));
    expect(await foreignHost(socket, ada)).toBeUndefined();
  });
});

describe.runIf(process.platform === 'linux')(
  'a host of an earlier version, which does not say whose it is',
  () => {
    test('is found where it listens by those of its state folder, and by nobody else', async () => {
      const [ada, bob] = [home('ada'), home('bob')];
      const [earlier = ''] = earlierSockets(ada);
      mkdirSync(join(root, 'cotty'), { mode: 0o700 });
      await listens(earlier, ada);
      expect(await runningHost(socketOf(ada), ada)).toBe(earlier);
      expect(await runningHost(socketOf(bob), bob)).toBeUndefined();
      expect(await foreignHost(socketOf(bob), bob)).toBeUndefined();
    });

    test('is followed in the folder that it has chosen, whose files its shells know', () => {
      const ada = home('ada');
      const [earlier = ''] = earlierSockets(ada);
      const paths = hostPaths(ada, earlier);
      expect(paths.ok && paths.socket).toBe(earlier);
      const own = hostPaths(ada, socketOf(ada));
      expect(own.ok && own.socket).toBe(socketOf(ada));
    });
  },
);
