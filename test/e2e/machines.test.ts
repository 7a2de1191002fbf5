import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { otherVersion } from '../support/other-version.ts';
import { Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
/** Another machine, as far as cotty knows: another home folder, reached by a command. */
let far: string;
let address: string;

beforeAll(() => {
  sandbox = new Sandbox();
  far = join(sandbox.root, 'far');
  mkdirSync(far);
  address = `exec:env HOME=${far} XDG_STATE_HOME= COTTY_RUNTIME_DIR=${join(sandbox.root, 'r')}`;
});
afterAll(() => sandbox.close());

const installed = () => readdirSync(join(far, '.local/share/cotty')).sort();

test('cotty is brought to a machine after a question, used by its name, brought up to date, and removed', async () => {
  const older = otherVersion(sandbox, '0.1.0');
  const adding = sandbox.open(['machine', 'add', address, '--name', 'box'], { program: older, cols: 200 });
  await adding.waitForText('no cotty');
  await adding.waitForText('Go on? [y/N]');
  expect(existsSync(join(far, '.local'))).toBe(false);
  adding.type('y\r');
  await adding.waitForText('It is called box from now on');
  expect(installed()).toEqual(['0.1.0', 'bin']);
  expect(readdirSync(far)).toEqual(['.local']);

  expect(await sandbox.run(['new', 'work', '--connect', 'box', '--detached'])).toMatchObject({ code: 0 });
  const there = await sandbox.run(['run', 'work', '--connect', 'box', '--', 'x=kept; pwd']);
  expect(there).toMatchObject({ code: 0, stdout: `${far}\n` });
  const window = sandbox.open(['--connect', 'box']);
  await window.waitForText('work');
  // Its connection runs from the old version.
  await window.close();

  const upgraded = await sandbox.run(['machine', 'upgrade', 'box', '--yes']);
  expect(upgraded).toMatchObject({ code: 0, stdout: expect.stringContaining('removed there: cotty 0.1.0') });
  const kept = await sandbox.run(['run', 'work', '--connect', 'box', '--', 'echo "it is $x"']);
  expect(kept.stdout).toBe('it is kept\n');
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const [row] = JSON.parse((await sandbox.run(['machine', 'ls', '--json'])).stdout);
  expect(row).toEqual({ name: 'box', address, reachable: true, version, terminals: 1 });

  expect(await sandbox.run(['machine', 'rm', 'box', '--purge', '--yes'])).toMatchObject({ code: 0 });
  expect(existsSync(join(far, '.local/share/cotty'))).toBe(false);
  expect((await sandbox.run(['machine', 'ls'])).stdout).toContain('No machines');
});
