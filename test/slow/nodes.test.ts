import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openWindow, waitForBlock, waitForMode } from '../support/face.ts';
import { furtherNodes, nodeVersion } from '../support/node.ts';
import { needs, skipUnless } from '../support/programs.ts';
import { Sandbox } from '../support/sandbox.ts';

/** The whole program in short, under each further Node that the environment names. Continuous integration names some. */
describe('under another Node', () => {
  let sandbox: Sandbox | undefined;
  beforeAll(() => skipUnless(furtherNodes.length > 0, 'COTTY_TEST_NODES names no further Node'));
  afterEach(async () => {
    await sandbox?.close();
    sandbox = undefined;
  });

  const nodes = furtherNodes.length === 0 ? ['none'] : furtherNodes;
  test.each(nodes)('%s: window, RAW, blocks, scripts and an agent', async (node) => {
    needs('vim');
    const version = nodeVersion(node);
    sandbox = new Sandbox('bash', node);
    const window = await openWindow(sandbox);
    window.type('echo from $((40 + 2))\r');
    await waitForBlock(window, '✓ 0 echo from $((40 + 2))');
    window.type('vim note.txt\r');
    await waitForMode(window, 'RAW');
    await window.waitForText('"note.txt" [New]');
    window.type(':q\r');
    await waitForMode(window, 'RUN');
    const ran = await sandbox.run(['run', 'home', '--', 'echo', 'from', 'a', 'script']);
    expect(ran).toEqual({ code: 0, stdout: 'from a script\n', stderr: '' });
    const doctor = await sandbox.run(['doctor']);
    expect(doctor.stdout).toContain(`Node ${version} `);
    expect(doctor.stdout).not.toContain('node-pty');
    expect((await sandbox.run(['host', 'stop', '--yes'])).code).toBe(0);
    // What it has compiled stays for the next start; older versions cannot keep it.
    const keepsCode = Number(version.split('.')[0]) >= 22;
    expect(existsSync(join(sandbox.home, '.cache', 'cotty'))).toBe(keepsCode);
  });
});
