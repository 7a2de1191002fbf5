/** A folder that is gone: every start takes the nearest one that is there, says it, and no stack trace reaches a person. */

import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { loaders } from '../../src/cli/loaders.ts';
import { openTab, openWindow, waitForMode } from '../support/face.ts';
import { programNode } from '../support/node.ts';
import { bin, Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
let place: string;

beforeAll(() => {
  sandbox = new Sandbox();
  place = join(sandbox.root, 'place');
});
afterAll(() => sandbox?.close());

type Ran = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** Runs cotty in a folder that is removed before it starts. */
function runThere(args: readonly string[]): Promise<Ran> {
  mkdirSync(join(place, 'deep'), { recursive: true });
  const script = 'cd "$1" && rm -r "$1" && shift && exec "$@" </dev/null';
  return new Promise((resolve) => {
    execFile(
      '/bin/sh',
      ['-c', script, 'sh', join(place, 'deep'), programNode, bin, ...args],
      { env: sandbox.env, timeout: 60_000 },
      (error, stdout, stderr) =>
        resolve({
          code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1,
          stdout,
          stderr,
        }),
    );
  });
}

/** Of those that would wait for ever. */
const ARGS: Readonly<Record<string, readonly string[]>> = {
  wait: ['wait', '--timeout', '1'],
  watch: ['watch', 'nobody'],
};

/** Lines of a stack trace. */
const STACK = /^\s+at .+:\d+/m;

describe('a current folder that is gone', () => {
  test.each([...Object.keys(loaders), '--embed'].filter((name) => name !== 'share' && name !== 'host'))(
    'gives nobody a stack trace: %s',
    async (name) => {
      const { stdout, stderr, code } = await runThere(ARGS[name] ?? [name]);
      expect(stdout + stderr).not.toMatch(STACK);
      expect(stderr).toContain(`${join(place, 'deep')} is gone, or may not be entered; using ${place}\n`);
      expect(code).not.toBe(-1);
    },
  );

  test('is replaced for a new terminal by the nearest one', async () => {
    const made = await runThere(['new', 'near', '--detached']);
    expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining(`using ${place}`) });
    const ran = await sandbox.run(['run', 'near', '--plain', '--', 'pwd']);
    expect(ran.stdout).toBe(`${place}\n`);
  });

  test('that was asked for by name is an error that names it', async () => {
    const refused = await sandbox.run(['new', 'asked', '--cwd', '/nowhere/at/all']);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('/nowhere/at/all') });
  });

  test('does not keep the window from its first frame', async () => {
    const lost = join(sandbox.root, 'before', 'deep');
    mkdirSync(lost, { recursive: true });
    const script = `cd ${lost} && rm -r ${lost} && exec "$@"`;
    const window = sandbox.start('/bin/sh', ['-c', script, 'sh', programNode, bin], { cols: 100, rows: 24 });
    await waitForMode(window, 'RUN');
    expect(window.screenText()).not.toMatch(STACK);
    await window.close();
  });

  test('does not keep the window from a terminal beside one whose folder is gone', async () => {
    const lost = join(sandbox.root, 'lost', 'deep');
    mkdirSync(lost, { recursive: true });
    const window = await openWindow(sandbox);
    window.type(`cd ${lost} && rm -r ${join(sandbox.root, 'lost')}\r`);
    await window.waitForText('✓ ');
    expect(existsSync(lost)).toBe(false);
    await openTab(window, 'beside');
    await window.waitForText(`does not exist; started in ${sandbox.root} instead`);
    await window.close();
  });
});

test('an agent whose start folder is gone gets a terminal near it', async () => {
  const start = join(sandbox.root, 'agent', 'deep');
  mkdirSync(start, { recursive: true });
  const agent = new Client({ name: 'lost', version: '1.0.0' });
  await agent.connect(
    new StdioClientTransport({ command: programNode, args: [bin, 'mcp'], env: sandbox.env, cwd: start }),
  );
  onTestFinished(() => agent.close());
  rmSync(join(sandbox.root, 'agent'), { recursive: true });
  const spawned = await agent.callTool({ name: 'term_spawn', arguments: { name: 'agents' } });
  expect(spawned.isError ?? false).toBe(false);
  const read = await agent.callTool({ name: 'term_run', arguments: { name: 'agents', cmd: 'pwd' } });
  expect(JSON.stringify(read.content)).toContain(sandbox.root);
  const shown = await sandbox.run(['read', 'agents', '--lines', '5']);
  expect(shown.stdout).toContain(`does not exist; started in ${sandbox.root} instead`);
});
