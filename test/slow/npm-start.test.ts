import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { BareMachine, isRoot } from '../support/bare-machine.ts';
import { leftModes, waitForBlock } from '../support/face.ts';
import { furtherNodes, nodeVersion, programNode } from '../support/node.ts';
import type { OuterScreen } from '../support/outer-screen.ts';
import { skipUnless } from '../support/programs.ts';
import { removeFolder } from '../support/remove-folder.ts';

/** Npm fetches and unpacks some 350 packages, then the program is built. */
const START_MS = 600_000;

/** Of a shell without start files, be it root's or not. */
const hasPrompt = (screen: OuterScreen) => screen.lines().some((line) => /^\S*[$#]\s*$/.test(line));

describe.each(['own', 'nobody'] as const)('npm start in a clean copy, as %s user', (user) => {
  let cache = '';
  let machine: BareMachine | undefined;
  beforeAll(() => {
    skipUnless(user === 'own' || isRoot, 'only root can become another user');
    cache = mkdtempSync(join(tmpdir(), 'cotty-npm-'));
  });
  afterEach(async () => {
    await machine?.close();
    machine = undefined;
  });
  afterAll(() => {
    if (cache !== '') removeFolder(cache);
  });

  test.each([programNode, ...furtherNodes].map((node) => [nodeVersion(node), node] as const))(
    'opens the shell where only Node %s, git and a shell are on the PATH',
    async (_version, node) => {
      machine = new BareMachine(node, user, cache);
      const window = machine.start('npm', 'start');
      await window.waitFor(
        'a prompt in a window',
        (screen) => screen.alternate && hasPrompt(screen),
        START_MS,
      );
      window.type('echo from $((40 + 2))\r');
      await waitForBlock(window, '✓ 0 echo from $((40 + 2))');
      window.type('exit\r');
      expect((await window.exited).exitCode).toBe(0);
      expect(leftModes(window.screen)).toEqual([]);
      expect(window.raw).not.toMatch(/npm (?:error|ERR)/);
      // The second start neither installs nor builds.
      const again = machine.start('npm', 'start', '--', '--version');
      expect((await again.exited).exitCode).toBe(0);
      expect(again.screenText()).not.toContain('npm ci');
    },
    START_MS + 60_000,
  );
});
