/** One host a person: found again after its runtime folder was removed, and from every environment. */

import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isRunning } from '../support/is-running.ts';
import { programNode } from '../support/node.ts';
import { bin, Sandbox } from '../support/sandbox.ts';

describe("a person's host", () => {
  let sandbox: Sandbox;
  let session: string;
  beforeEach(() => {
    sandbox = new Sandbox();
    // As after a login: a runtime folder of the session, and no folder of cotty's own choice.
    session = join(sandbox.root, 'session');
    mkdirSync(session, { mode: 0o700 });
    delete sandbox.env['COTTY_RUNTIME_DIR'];
    sandbox.env['XDG_RUNTIME_DIR'] = session;
    sandbox.env['TMPDIR'] = sandbox.root;
  });
  afterEach(() => sandbox.close());

  async function pidOf(env: Record<string, string> = {}): Promise<number> {
    const { code, stdout, stderr } = await sandbox.run(['host', 'status', '--json'], env);
    if (code !== 0) throw new Error(stderr);
    return JSON.parse(stdout).pid;
  }

  async function names(env: Record<string, string> = {}): Promise<string[]> {
    const { stdout } = await sandbox.run(['ls', '--json'], env);
    return JSON.parse(stdout).map(({ name }: { name: string }) => name);
  }

  test('is found again after a logout removed its runtime folder and a login made it anew', async () => {
    expect(await sandbox.run(['new', 'build', '--detached'])).toMatchObject({ code: 0 });
    const pid = await pidOf();
    rmSync(session, { recursive: true });
    mkdirSync(session, { mode: 0o700 });
    // The next subcommand may come before the host has looked: it waits for it instead of starting another one.
    expect(await sandbox.run(['new', 'second', '--detached'])).toMatchObject({ code: 0 });
    expect(await pidOf()).toBe(pid);
    expect(await names()).toEqual(['build', 'second']);
    expect((await sandbox.run(['run', 'build', '--', 'echo', 'still recorded'])).stdout).toContain(
      'still recorded',
    );
    expect((await sandbox.run(['history'])).stdout).toContain("echo 'still recorded'");
    expect(await sandbox.run(['host', 'stop', '--yes'])).toMatchObject({ code: 0 });
    expect(isRunning(pid)).toBe(false);
  });

  test('is found while nobody is logged in, where its folder cannot be made again', async () => {
    expect(await sandbox.run(['new', 'build', '--detached'])).toMatchObject({ code: 0 });
    const pid = await pidOf();
    rmSync(session, { recursive: true });
    const cron = { XDG_RUNTIME_DIR: '' };
    await expect.poll(() => pidOf(cron).catch(String), { interval: 500 }).toBe(pid);
    mkdirSync(session, { mode: 0o700 });
    expect(await pidOf()).toBe(pid);
    expect(await names()).toEqual(['build']);
  });

  test('is the one that two starters in different environments get', async () => {
    const other = { XDG_RUNTIME_DIR: '', TMPDIR: join(sandbox.root, 'elsewhere') };
    mkdirSync(other.TMPDIR);
    const made = await Promise.all([
      sandbox.run(['new', 'here', '--detached']),
      sandbox.run(['new', 'there', '--detached'], other),
    ]);
    expect(made).toMatchObject([{ code: 0 }, { code: 0 }]);
    expect(await pidOf(other)).toBe(await pidOf());
    expect((await names(other)).sort()).toEqual(['here', 'there']);
  });

  test('is the one that an agent gets whose client passes on the least', async () => {
    expect(await sandbox.run(['new', 'mine', '--detached'])).toMatchObject({ code: 0 });
    // The transport adds the SDK's default environment: HOME, LOGNAME, PATH, SHELL, TERM and USER.
    const transport = new StdioClientTransport({
      command: programNode,
      args: [bin, 'mcp'],
      env: { HOME: sandbox.home },
      cwd: sandbox.home,
    });
    const agent = new Client({ name: 'least', version: '1.0.0' });
    await agent.connect(transport);
    const listed = await agent.callTool({ name: 'term_list', arguments: {} });
    expect(listed.structuredContent).toMatchObject({ terminals: [{ name: 'mine' }] });
    await agent.close();
  });

  test('tells its address in a file that names it, and takes it back at its end', async () => {
    await sandbox.run(['new', 'build', '--detached']);
    const path = join(sandbox.env['XDG_STATE_HOME'] ?? '', 'cotty', 'host.json');
    const { pid, socket } = JSON.parse(readFileSync(path, 'utf8'));
    expect(pid).toBe(await pidOf());
    // Not the usual state folder of the account: the folder of the socket is its own.
    expect(socket).toMatch(new RegExp(`^${session}/cotty-[0-9a-f]{8}/host\\.sock$`));
    await sandbox.run(['host', 'stop', '--yes']);
    expect(() => readFileSync(path)).toThrow('ENOENT');
  });

  test.each([
    ['in one session', {}],
    ['without a session', { XDG_RUNTIME_DIR: '' }],
  ])('is the own one of each home %s, and the end of one is not that of the other', async (_, session) => {
    const home = (name: string): Record<string, string> => {
      const path = join(sandbox.root, name);
      mkdirSync(path, { recursive: true });
      return { ...session, HOME: path, XDG_STATE_HOME: '', XDG_CONFIG_HOME: '' };
    };
    const [ada, bob] = [home('ada'), home('bob')];
    expect(await sandbox.run(['new', 'a', '--detached'], ada)).toMatchObject({ code: 0, stderr: '' });
    expect(await sandbox.run(['host', 'stop', '--yes'], bob)).toMatchObject({ code: 4 });
    expect(await sandbox.run(['new', 'b', '--detached'], bob)).toMatchObject({ code: 0, stderr: '' });
    expect([await names(ada), await names(bob)]).toEqual([['a'], ['b']]);
    const pid = await pidOf(ada);
    expect(await sandbox.run(['host', 'stop', '--yes'], bob)).toMatchObject({ code: 0 });
    expect(await pidOf(ada)).toBe(pid);
    // One that records nothing belongs to its state folder, too.
    expect(await sandbox.run(['new', 'c', '--detached', '--ephemeral'], bob)).toMatchObject({ code: 0 });
    expect([await names(ada), await names(bob)]).toEqual([['a'], ['c']]);
    for (const env of [ada, bob])
      expect(await sandbox.run(['host', 'stop', '--yes'], env)).toMatchObject({ code: 0 });
  });

  test('is not that of another home which has the named runtime folder', async () => {
    const run = join(sandbox.root, 'run');
    const own = { COTTY_RUNTIME_DIR: run };
    const other = { ...own, XDG_STATE_HOME: join(sandbox.root, 'other') };
    expect(await sandbox.run(['new', 'mine', '--detached'], own)).toMatchObject({ code: 0 });
    const pid = await pidOf(own);
    for (const args of [
      ['ls'],
      ['new', 'theirs', '--detached'],
      ['host', 'stop', '--yes'],
      ['host', 'restart'],
    ]) {
      const said = await sandbox.run(args, other);
      expect(said).toMatchObject({ code: 1, stdout: '' });
      expect(said.stderr).toContain(
        `the host at unix:${run}/host.sock is not used: it belongs to ${sandbox.env['XDG_STATE_HOME']}/cotty`,
      );
      expect(said.stderr).toContain('set COTTY_RUNTIME_DIR to another folder');
    }
    expect(await pidOf(own)).toBe(pid);
    const named = await sandbox.run(['ls', '--connect', `unix:${run}/host.sock`, '--json'], other);
    expect(JSON.parse(named.stdout)).toMatchObject([{ name: 'mine' }]);
    expect(await sandbox.run(['host', 'stop', '--yes'], own)).toMatchObject({ code: 0 });
  });
});
