/** What background jobs have printed after the last command, where no command follows: the shell, the host or everything ends. */

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readBetween } from '../../src/ledger/files/between-file.ts';
import { terminalFolders } from '../../src/ledger/files/ledger-files.ts';
import { killKeeper, killNextHost } from '../support/kill-host.ts';
import { Sandbox } from '../support/sandbox.ts';

describe('output of background jobs after the last command', () => {
  let sandbox: Sandbox;
  beforeAll(() => {
    sandbox = new Sandbox();
  });
  afterAll(() => sandbox.close());

  async function until(args: readonly string[], text: string): Promise<string> {
    for (;;) {
      const { stdout } = await sandbox.run(args);
      if (stdout.includes(text)) return stdout;
    }
  }

  /** Opens a terminal in which a job has printed `late NAME` since the last command. */
  async function printed(name: string): Promise<void> {
    await sandbox.run(['new', name, '--detached']);
    const job = `(until [ -e go-${name} ]; do sleep 0.05; done; echo late ${name}) &`;
    expect(await sandbox.run(['run', name, '--', job])).toMatchObject({ code: 0 });
    sandbox.write(`go-${name}`, '');
    await until(['read', name], `late ${name}`);
  }

  const found = (name: string) => sandbox.run(['history', '--grep', `^late ${name}`]);
  const inHistory = (name: string) =>
    new RegExp(`${name} +\\S+ +- +- +- +printed in the background\n  late ${name}\n`);

  test('is kept when the shell ends, in order, and found', async () => {
    await printed('left');
    const window = sandbox.open(['attach', 'left']);
    await window.waitForText('late left');
    await sandbox.run(['send', 'left', 'C-d']);
    await until(['history', '--grep', '^late left'], 'late left');
    expect((await found('left')).stdout).toMatch(inHistory('left'));
    // The last command is not pushed out by what no command has printed.
    expect((await sandbox.run(['read', 'left'])).stdout).toMatch(
      /#1 .*late left\) &\n[\s\S]*· {2}printed in the background\nlate left\n$/,
    );
    const { stdout } = await sandbox.run(['history', '--terminal', 'left']);
    expect(stdout).not.toContain('printed in the background');
  });

  test('is kept when the host is stopped, and shown by the next one as a block of its own', async () => {
    await printed('stopped');
    // No command runs in an idle terminal, and yet a script has to say that it means all of them.
    expect(await sandbox.run(['host', 'stop'])).toMatchObject({ code: 1 });
    expect(await sandbox.run(['host', 'stop', '--yes'])).toMatchObject({ code: 0 });
    expect((await found('stopped')).stdout).toMatch(inHistory('stopped'));
    await sandbox.run(['new', 'another', '--detached']);
    const window = sandbox.open(['attach', 'stopped']);
    await window.waitForText(/late stopped\) &[\s\S]*printed in the background[\s\S]*\n *late stopped *\n/);
    await sandbox.run(['run', 'stopped', '--', 'echo next']);
    const { stdout } = await sandbox.run(['read', 'stopped', '--since', '0']);
    expect(stdout).toMatch(/#1 [\s\S]*· {2}printed in the background\nlate stopped\n#3 .*echo next\nnext\n$/);
  });

  test('is kept when the host and its programs are killed', async () => {
    await printed('killed');
    const state = join(sandbox.home, '.local/state/cotty');
    // It is on the disk some moments after it was printed.
    await expect
      .poll(async () => {
        const folders = await terminalFolders(state);
        const kept = await Promise.all(folders.map((folder) => readBetween(folder)));
        return kept.map((one) => one?.text);
      })
      .toContain('late killed\r\n');
    killKeeper(sandbox);
    await killNextHost(sandbox);
    await sandbox.run(['new', 'third', '--detached']);
    expect((await found('killed')).stdout).toMatch(inHistory('killed'));
    // Its record has it now: nothing of it stays elsewhere.
    await expect
      .poll(async () => {
        const folders = await terminalFolders(state);
        return (await Promise.all(folders.map((folder) => readBetween(folder)))).filter(Boolean);
      })
      .toEqual([]);
    expect((await sandbox.run(['read', 'killed'])).stdout).toContain(
      '·  printed in the background\nlate killed\n',
    );
  });
});
