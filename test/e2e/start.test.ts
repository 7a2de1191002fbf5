import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type HostPaths, hostPaths } from '../../src/cli/connect/host-paths.ts';
import { startAhead, startBackground, takeStarted } from '../../src/cli/connect/start-background.ts';
import { lockHolder, takeLock } from '../../src/host/common/folder-lock.ts';
import { waitForMode } from '../support/face.ts';
import { connectTo } from '../support/host-client.ts';
import { isRunning } from '../support/is-running.ts';
import { skipUnless } from '../support/programs.ts';
import { Sandbox } from '../support/sandbox.ts';
import { shareHost } from '../support/shared-host.ts';

const mode = { clean: false, ephemeral: false, rawLog: false };

function childrenOf(pid: number): string {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
}

describe('a host that was started in the background, once a host answers', () => {
  const shared = shareHost();
  let paths: Extract<HostPaths, { ok: true }>;
  beforeAll(() => {
    const found = hostPaths(shared.sandbox.env);
    if (!found.ok) throw new Error(found.error);
    paths = found;
  });

  test('gives way to another one before it comes too late', async () => {
    const taken = takeLock(dirname(paths.socket), 'other');
    expect(taken.ok).toBe(true);
    const host = startBackground(paths, mode, shared.sandbox.env);
    host.giveWay(paths.socket);
    // Ended by a signal; one that finds the paths taken by itself ends with 0.
    expect(await host.ended).toBeNull();
    if (taken.ok) taken.lock.release();
  });

  test('stays if it is the one, or nobody can tell', async () => {
    const host = startBackground(paths, mode, shared.sandbox.env);
    host.giveWay(paths.socket);
    await expect
      .poll(() => connectTo(shared.sandbox).then((client) => client.close(), String))
      .toBeUndefined();
    const pid = lockHolder(dirname(paths.socket)) ?? 0;
    host.giveWay(paths.socket);
    expect(await shared.sandbox.run(['host', 'stop', '--yes'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`process ${pid}`),
    });
    expect(await host.ended).toBe(0);
    expect(isRunning(pid)).toBe(false);
  });

  test('is the one that was started ahead, unless one answers already', async () => {
    skipUnless(process.platform === 'linux', 'children are counted on Linux only');
    takeStarted(startAhead(shared.sandbox.env));
    const host = startBackground(paths, mode, shared.sandbox.env);
    await expect
      .poll(() => connectTo(shared.sandbox).then((client) => client.close(), String))
      .toBeUndefined();
    const pid = lockHolder(dirname(paths.socket)) ?? 0;
    host.giveWay(paths.socket);
    const before = childrenOf(process.pid);
    expect(startAhead(shared.sandbox.env)).toBeUndefined();
    expect(childrenOf(process.pid)).toEqual(before);
    expect(isRunning(pid)).toBe(true);
    expect(await shared.sandbox.run(['host', 'stop', '--yes'])).toMatchObject({ code: 0 });
    expect(await host.ended).toBe(0);
  });
});

describe('what is shown before the window is read', () => {
  let sandbox: Sandbox;
  beforeEach(() => {
    sandbox = new Sandbox();
  });
  afterEach(() => sandbox.close());

  test('is one screen, which the window takes over', async () => {
    const window = sandbox.open();
    await waitForMode(window, 'RUN');
    expect(window.raw.split('\x1b[?1049h')).toHaveLength(2);
    expect(window.raw.indexOf('joining your host')).toBeGreaterThan(0);
    expect(window.raw).not.toContain('\x1b[?1049l');
  });

  test('is nothing where the configuration asks for plain lines', async () => {
    sandbox.write('.config/cotty/config', 'linear = true\n');
    const window = sandbox.open();
    await window.waitForText('You are in home.');
    expect(window.raw).not.toContain('\x1b[?1049h');
  });

  test('is gone before it is said that the configuration cannot be read', async () => {
    sandbox.write('.config/cotty/config/theme', '');
    const window = sandbox.open();
    expect((await window.exited).exitCode).toBe(2);
    const said = window.raw.indexOf('cannot be read');
    expect(window.raw.lastIndexOf('\x1b[?1049l', said)).toBeGreaterThan(0);
    expect(window.raw.indexOf('\x1b[?1049h', said)).toBe(-1);
  });
});
