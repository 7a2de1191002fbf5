import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { isAtPrompt, leftModes, openWindow, waitForBlock, waitForMode } from '../support/face.ts';
import { connectTo, waitForCommands } from '../support/host-client.ts';
import { isRunning } from '../support/is-running.ts';
import { ctrl } from '../support/keys.ts';
import { programNode } from '../support/node.ts';
import { bin, Sandbox } from '../support/sandbox.ts';

describe('the command line', () => {
  let sandbox: Sandbox;
  beforeAll(() => {
    sandbox = new Sandbox();
  });
  afterEach(() => sandbox.clear());
  afterAll(() => sandbox.close());

  test('starts a host for the first terminal, runs a command in it, lists it and ends it', async () => {
    sandbox.write('src/app/file', '');
    const made = await sandbox.run([
      'new',
      'build',
      '--cwd',
      'src/app',
      '--',
      'sh',
      '-c',
      'echo "it is $0"; exit 4',
      'so',
    ]);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.stdout).toBe('build\n');

    const client = await connectTo(sandbox);
    try {
      const [command] = await waitForCommands(client, ([first]) => first?.isComplete === true);
      expect(command).toMatchObject({ exitCode: 4, commandLine: `sh -c 'echo "it is $0"; exit 4' so` });
      expect(command?.output).toContain('it is so');
    } finally {
      client.close();
    }

    const { stdout } = await sandbox.run(['ls', '--json']);
    expect(JSON.parse(stdout)).toMatchObject([
      { name: 'build', state: 'idle', shell: 'bash', cwd: join(sandbox.home, 'src/app'), cols: 80, rows: 24 },
    ]);
    expect((await sandbox.run(['ls'])).stdout).toMatch(
      /^NAME +STATE +COMMAND +HOLDER +SIZE +CWD\nbuild +idle /,
    );

    expect(await sandbox.run(['kill', 'build'])).toMatchObject({ code: 0 });
    expect((await sandbox.run(['ls', '--json'])).stdout).toBe('[]\n');
  });

  test('says what is wrong, with an exit code for each kind', async () => {
    await sandbox.run(['host', 'stop', '--yes']);
    expect(await sandbox.run(['ls'])).toMatchObject({
      code: 4,
      stderr: 'cotty: no host is running; `cotty` or `cotty new` starts one\n',
    });
    expect(await sandbox.run(['host', 'stop', '--yes'])).toMatchObject({ code: 4 });
    await sandbox.run(['new', 'a']);
    expect(await sandbox.run(['kill', 'b'])).toMatchObject({
      code: 3,
      stderr: 'cotty: there is no terminal "b"; these are open: a\n',
    });
    expect(await sandbox.run(['new', 'a'])).toMatchObject({ code: 1 });
    expect(await sandbox.run(['new', 'c', '--cwd', '/nowhere'])).toMatchObject({ code: 2 });
    expect(await sandbox.run([])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('must be a terminal'),
    });
    expect(await sandbox.run(['ls', '--connect', 'unix:/nowhere.sock'])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('cannot connect to unix:/nowhere.sock'),
    });
  });

  test('works inside a cotty terminal, where only another window is refused', async () => {
    const window = await openWindow(sandbox);
    const cotty = `${programNode} ${bin}`;
    window.type(`${cotty}; echo code $?\r`);
    await window.waitForText('cotty --nest');
    // What is typed before the prompt is back would go to the command that runs.
    await window.waitFor(
      'a prompt below',
      (screen) => /^code 2\s*$/m.test(screen.text()) && isAtPrompt(screen),
    );
    window.type(`${cotty} new inner\r`);
    await window.waitFor('its tab', (screen) => screen.line(0).includes('inner'));
  });

  test('shows a new terminal at once when it is run in one', async () => {
    const window = sandbox.open(['new', 'shown', '--', 'echo', 'hello there']);
    await waitForMode(window, 'RUN');
    await waitForBlock(window, "✓ 0 echo 'hello there'");
    const again = sandbox.open(['attach', 'shown']);
    await waitForBlock(again, "✓ 0 echo 'hello there'");
  });

  test('keeps the host in the foreground when asked, and tells about it', async () => {
    await sandbox.run(['host', 'stop', '--yes']);
    const host = sandbox.open(['host']);
    await host.waitForText(/listening/i);
    const status = await sandbox.run(['host', 'status', '--json']);
    expect(JSON.parse(status.stdout)).toMatchObject({ pid: host.pid, terminals: 0 });
    const second = await sandbox.run(['host']);
    expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining(String(host.pid)) });
    host.send(ctrl('c'));
    expect(await host.exited).toMatchObject({ exitCode: 0 });
    expect((await sandbox.run(['host', 'status'])).code).toBe(4);
  });

  test('stops a host with a window open, which ends with that word and leaves its terminal clean', async () => {
    const window = await openWindow(sandbox);
    expect(await sandbox.run(['host', 'stop', '--yes'])).toMatchObject({ code: 0 });
    expect(await window.exited).toMatchObject({ exitCode: 0 });
    expect(window.screenText()).toContain('the host was stopped');
    expect(leftModes(window.screen)).toEqual([]);
  });

  test('asks before it ends what runs, names the host, and wants --yes where nobody can be asked', async () => {
    await sandbox.run(['new', 'a', '--', 'sleep 600']);
    const socket = join(sandbox.root, 'run', 'host.sock');
    expect(await sandbox.run(['host', 'stop'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`a`),
      stderr: `cotty: nothing was ended: input is not a terminal to ask at, so use --yes\nIt would end the host at ${socket} and 1 terminal\n`,
    });
    expect((await sandbox.run(['ls'])).stdout).toContain('sleep 600');
    const stop = sandbox.open(['host', 'stop']);
    await stop.waitForText(/a\s+\(running: sleep 600\)/);
    await stop.waitForText(`End this command, and every terminal of the host at ${socket}? [y/N]`);
    stop.type('n\r');
    expect(await stop.exited).toMatchObject({ exitCode: 1 });
    expect(stop.screenText()).toContain('nothing was ended');
    expect(await sandbox.run(['host', 'stop', '--yes'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        new RegExp(
          `^stopped the host at ${socket} \\(process \\d+\\) and 1 terminal\\na\\s+\\(running: sleep 600\\)\\n$`,
        ),
      ),
    });
  });

  test('recovers after a host that was killed', async () => {
    await sandbox.run(['new', 'a']);
    const { pid } = JSON.parse((await sandbox.run(['host', 'status', '--json'])).stdout);
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => isRunning(pid)).toBe(false);
    expect(await sandbox.run(['new', 'b'])).toMatchObject({ code: 0 });
    expect(JSON.parse((await sandbox.run(['ls', '--json'])).stdout)).toMatchObject([
      { name: 'a' },
      { name: 'b' },
    ]);
  });

  test('keeps folder, socket and log to their owner', async () => {
    await sandbox.run(['new', 'a']);
    const folder = sandbox.env['COTTY_RUNTIME_DIR'] ?? '';
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'host.sock')).mode & 0o077).toBe(0);
    expect(statSync(join(folder, 'host.log')).mode & 0o777).toBe(0o600);
  });

  test('has a doctor that asks the terminal it runs in', async () => {
    const window = sandbox.open(['doctor']);
    await window.exited;
    expect(window.screenText()).toMatch(/^cotty \S+, Node \S+ \(linux \S+\)/);
    expect(window.screenText()).toContain('clipboard (OSC 52): the terminal does not report it');
    expect(window.screenText()).not.toMatch(/was not tested|did not answer|node-pty|detected/);
    // Answers that came too late would stand here.
    expect(window.screenText()).not.toMatch(/\^\[|\[\?/);
    const { code, stdout } = await sandbox.run(['doctor', '--json']);
    expect(code).toBe(0);
    const ids = JSON.parse(stdout).findings.map(({ id }: { readonly id: string }) => id);
    expect(ids).toEqual(expect.arrayContaining(['asked', 'clipboard']));
    for (const id of ['shell', 'host', 'node-pty', 'records', 'configuration']) expect(ids).not.toContain(id);
  });

  test('ends quietly when its reader goes away', async () => {
    const window = sandbox.start('/bin/sh', ['-c', `${programNode} ${bin} keys | head -1`]);
    await window.exited;
    expect(window.screenText().trim()).toMatch(/^RUN: [^\n]*$/);
  });

  test.runIf(process.platform === 'linux')(
    'says in a sentence that its output cannot be written',
    async () => {
      const window = sandbox.start('/bin/sh', [
        '-c',
        `${programNode} ${bin} keys >/dev/full; echo "code $?"`,
      ]);
      await window.exited;
      expect(window.screenText().trim().split('\n')).toEqual([
        'cotty: the output could not be written (ENOSPC)',
        'code 1',
      ]);
    },
  );

  test('works in a folder that somebody has removed, names it, and says which one it takes', async () => {
    // Where no command was recorded.
    const other = new Sandbox();
    onTestFinished(() => other.close());
    const gone = `mkdir gone; cd gone; rmdir "$PWD"; cotty() { ${programNode} ${bin} "$@"; }`;
    const window = other.start(
      '/bin/sh',
      ['-c', `${gone}; cotty new a --detached; cotty history | cat; cotty keys | head -1`],
      {
        cols: 200,
      },
    );
    await window.exited;
    const text = window.screenText();
    expect(text).toMatch(/^cotty: .*\/gone is gone, or may not be entered; using .*\/home$/m);
    expect(text).toMatch(/^a$/m);
    expect(text).toMatch(/^No commands\.$/m);
    expect(text).toMatch(/^RUN: /m);
    expect(text).not.toMatch(/uv_cwd|^ +at /m);
  });
});
