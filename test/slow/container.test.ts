/**
 * A container without Node, reached as docker reaches one: namespaces with a root folder of their own, and in place of docker a script
 * that understands `docker exec -i NAME …`, since an engine is rarely at hand.
 */

import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { programNode } from '../support/node.ts';
import { needs, programPath, skipUnless } from '../support/programs.ts';
import { bin, Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
let cell: string;
let init: number;

/** Mounts the programs of this machine, but nothing by the name of Node, and stays as the first process. */
const ENTER = `mount --make-rprivate / && mount --rbind /usr "$1/usr" && mount -t proc proc "$1/proc" &&
mount --rbind /dev "$1/dev" && for n in "$1"/usr/bin/node "$1"/usr/local/bin/node; do
[ ! -e "$n" ] || mount --bind /dev/null "$n"; done; hostname cell; echo ready
exec chroot "$1" env -i HOME=/root PATH=/usr/bin:/bin sleep 3600`;

beforeAll(async () => {
  skipUnless(process.platform === 'linux' && process.getuid?.() === 0, 'needs root on Linux');
  needs('unshare', 'nsenter', 'chroot', 'ps');
  sandbox = new Sandbox();
  cell = join(sandbox.root, 'cell');
  for (const name of ['usr', 'proc', 'dev', 'tmp', 'root']) mkdirSync(join(cell, name), { recursive: true });
  for (const name of ['bin', 'sbin', 'lib', 'lib64'])
    if (existsSync(`/${name}`)) symlinkSync(readlinkSync(`/${name}`), join(cell, name));
  const holder = spawn(programPath('unshare'), ['-m', '-u', '-p', '--fork', 'sh', '-c', ENTER, 'sh', cell], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => holder.stdout.once('data', resolve));
  await vi.waitFor(() => expect(childrenOf(holder.pid ?? 0)).toHaveLength(1), 40_000);
  [init = 0] = childrenOf(holder.pid ?? 0);
  const path = join(sandbox.root, 'bin');
  mkdirSync(path);
  writeFileSync(
    join(path, 'docker'),
    `#!/bin/sh
[ "$1 $2 $3" = "exec -i cell" ] || { echo "docker: no such container: $3" >&2; exit 1; }
shift 3
exec ${programPath('nsenter')} -t ${init} -m -u -p --root --wd=/proc/${init}/root env -i HOME=/root PATH=/usr/bin:/bin "$@"
`,
    { mode: 0o755 },
  );
  sandbox.env['PATH'] = `${path}:${sandbox.env['PATH']}`;
});

afterAll(async () => {
  if (sandbox === undefined) return;
  // All processes of the container end with its first one.
  if (init > 0) process.kill(init, 'SIGKILL');
  await sandbox.close();
});

function childrenOf(pid: number): number[] {
  const out = execFileSync('ps', ['-eo', 'pid=,ppid=,comm='], { encoding: 'utf8' });
  return out
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, name]) => Number(parent) === pid && name === 'sleep')
    .map(([child]) => Number(child));
}

test('a container without Node gets one along with cotty, runs commands, has its ports forwarded, and is left clean', async () => {
  const without = await sandbox.run(['machine', 'add', 'docker://cell', '--yes']);
  expect(without).toMatchObject({ code: 1, stderr: expect.stringContaining('add --node') });
  expect(readdirSync(join(cell, 'root'))).toEqual([]);
  const added = await sandbox.run(['machine', 'add', 'docker://cell', '--node', '--yes']);
  expect(added).toMatchObject({ code: 0, stderr: expect.stringMatching(/^(?:waiting for .*\n)*$/) });
  expect(await sandbox.run(['new', 'work', '--connect', 'cell', '--detached'])).toMatchObject({ code: 0 });
  expect(await sandbox.run(['run', 'cell:work', '--', 'hostname; ls -m /'])).toMatchObject({
    code: 0,
    stdout: 'cell\nbin, dev, lib, lib64, proc, root, sbin, tmp, usr\n',
  });

  // It has the network of this machine, but no name for localhost.
  const server = createServer((_, response) => response.end('served'));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const forward = spawn(programNode, [bin, 'forward', `cell:${port}`], { env: sandbox.env });
  const said = await new Promise<string>((resolve) => {
    forward.stdout.once('data', (chunk) => resolve(String(chunk)));
  });
  const [address = ''] = said.split(' ');
  expect(await (await fetch(address)).text()).toBe('served');
  forward.kill('SIGINT');
  server.close();

  expect(await sandbox.run(['machine', 'rm', 'cell', '--purge', '--yes'])).toMatchObject({ code: 0 });
  expect(existsSync(join(cell, 'root/.local/share/cotty'))).toBe(false);
});
