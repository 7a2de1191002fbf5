import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isRunning } from '../support/is-running.ts';
import { killHost } from '../support/kill-host.ts';
import { Sandbox } from '../support/sandbox.ts';

test.runIf(process.platform === 'linux')(
  'the status of the host lists a process that made a session of its own and outlived its terminal',
  async () => {
    const sandbox = new Sandbox();
    const status = async () => (await sandbox.run(['host', 'status'])).stdout;
    const pidFile = join(sandbox.home, 'pid');
    await sandbox.run(['new', 'stays']);
    await sandbox.run(['new', 'work']);
    await sandbox.run(['run', 'work', '--', `setsid sh -c 'echo $$ > ${pidFile}; exec sleep 1000' &`]);
    await expect.poll(() => Number(readFileSync(pidFile, 'utf8'))).toBeGreaterThan(0);
    const pid = Number(readFileSync(pidFile, 'utf8'));
    try {
      expect(await status()).not.toContain('outlived');
      await sandbox.run(['kill', 'work']);
      await expect
        .poll(status)
        .toMatch(new RegExp(`^outlived +sleep, process ${pid}, of ahp-terminal:/work-`, 'm'));
      const before = killHost(sandbox);
      await expect.poll(() => isRunning(before)).toBe(false);
      await expect.poll(status).toContain(`process ${pid}, of ahp-terminal:/work-`);
    } finally {
      process.kill(pid);
    }
    await expect.poll(status).not.toContain('outlived');
    await sandbox.close();
  },
);
