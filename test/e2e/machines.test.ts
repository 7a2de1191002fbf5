import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { otherVersion } from '../support/other-version.ts';
import { bin, Sandbox } from '../support/sandbox.ts';

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
  expect(upgraded).toMatchObject({ code: 0, stdout: expect.stringContaining('1 terminal went on') });
  const kept = await sandbox.run(['run', 'work', '--connect', 'box', '--', 'echo "it is $x"']);
  expect(kept.stdout).toBe('it is kept\n');
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const [row] = JSON.parse((await sandbox.run(['machine', 'ls', '--json'])).stdout);
  expect(row).toEqual({ name: 'box', address, reachable: true, version, terminals: 1 });

  expect(await sandbox.run(['machine', 'rm', 'box', '--purge', '--yes'])).toMatchObject({ code: 0 });
  expect(existsSync(join(far, '.local/share/cotty'))).toBe(false);
  expect((await sandbox.run(['machine', 'ls'])).stdout).toContain('No machines');
});

test('a window shows the terminals of a machine beside its own, and says when it is away and back', async () => {
  const cut = join(sandbox.root, 'cut');
  const reach = join(sandbox.root, 'reach.sh');
  const home = join(sandbox.root, 'beside');
  mkdirSync(home);
  writeFileSync(
    reach,
    `#!/bin/sh
[ -e ${cut} ] && { echo "no route to box" >&2; exit 1; }
echo $$ > ${cut}.pid
HOME=${home} XDG_STATE_HOME= XDG_CONFIG_HOME= COTTY_STATE_DIR= COTTY_RUNTIME_DIR=${join(sandbox.root, 'b')} exec ${process.execPath} ${bin} "$@"
`,
    { mode: 0o755 },
  );
  const beside = `exec:${reach} host --stdio`;
  expect(await sandbox.run(['new', 'build', '--connect', beside, '--detached'])).toMatchObject({ code: 0 });
  const machines = join(
    sandbox.env['XDG_CONFIG_HOME'] ?? join(sandbox.env['HOME'] ?? '', '.config'),
    'cotty/machines',
  );
  mkdirSync(dirname(machines), { recursive: true });
  writeFileSync(machines, `box = "${beside}"\n`);
  const window = sandbox.open([]);
  await window.waitForText('box:build');
  window.type('\x1b2');
  await window.waitForText('box:build ×');
  window.type('echo "on $HOME"\r');
  await window.waitForText(`on ${home}`);
  writeFileSync(cut, '');
  process.kill(Number(readFileSync(`${cut}.pid`, 'utf8')));
  await window.waitForText('box is not reachable');
  window.type('echo lost\r');
  await window.waitForText('its terminals take no input');
  rmSync(cut);
  await window.waitForText('box is back');
  window.type('\r');
  await window.waitForText('lost');
  await window.close();
  rmSync(machines);
  expect(await sandbox.run(['host', 'stop', '--yes', '--connect', beside])).toMatchObject({ code: 0 });
});
