import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readMachineAddress } from '../../src/machine/address.ts';
import { ownPlatform } from '../../src/machine/package.ts';
import { compareVersions, type Probe, probe, readHost, readProbe } from '../../src/machine/probe.ts';
import { readTold } from '../../src/machine/run-far.ts';
import { programPath } from '../support/programs.ts';
import { removeFolder } from '../support/remove-folder.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cotty-p-'));
  // What a machine has without further software.
  mkdirSync(join(home, 'path'));
  for (const name of [
    'sh',
    'env',
    'uname',
    'getconf',
    'df',
    'tail',
    'tr',
    'grep',
    'sed',
    'tar',
    'gzip',
    'sleep',
  ])
    program(`path/${name}`, `exec ${programPath(name)} "$@"`);
  // A login shell without the start files of the system.
  program('path/shell', '[ -f "$HOME/.profile" ] && . "$HOME/.profile"; eval "$2"');
});
afterEach(() => removeFolder(home));

function program(name: string, line: string): void {
  const path = join(home, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${line}\n`);
  chmodSync(path, 0o755);
}

/** A Node that says it is this one. */
const fakeNode = (name: string, version: string) =>
  program(name, `echo "${version} ${process.platform} ${process.arch} ${join(home, name)}"`);

function probed(): Promise<Probe> {
  const read = readMachineAddress('exec:env');
  if (!read.ok) throw new Error(read.error);
  const env = { PATH: join(home, 'path'), HOME: home, SHELL: join(home, 'path/shell') };
  return probe({ reach: read.reach, env, quiet: true });
}

describe('a machine is asked', () => {
  it('for its system, its home folder, and what is free there', async () => {
    const found = await probed();
    expect(found).toMatchObject({
      platform: ownPlatform(),
      home,
      unpacks: true,
      inflates: true,
      cotty: undefined,
      host: undefined,
      installed: [],
    });
    expect(found.free).toBeGreaterThan(0);
  });

  it('for Node, and takes the one on PATH before a newer one of a version manager', async () => {
    fakeNode('path/node', '20.19.0');
    fakeNode('.nvm/versions/node/v24.1.0/bin/node', '24.1.0');
    expect((await probed()).node).toMatchObject({ version: '20.19.0', path: join(home, 'path/node') });
  });

  it('for Node of a version manager, where that on PATH is too old', async () => {
    fakeNode('path/node', '20.18.9');
    fakeNode('.nvm/versions/node/v22.0.0/bin/node', '22.0.0');
    expect((await probed()).node).toMatchObject({ version: '22.0.0' });
  });

  it('for the shell of a login, which may know more', async () => {
    fakeNode('own/node', '22.0.0');
    writeFileSync(join(home, '.profile'), `echo Welcome\nPATH=${home}/own:$PATH\n`);
    expect((await probed()).node).toMatchObject({ version: '22.0.0', path: join(home, 'own/node') });
  });

  it('for cotty and its host, and whether they can be reached', async () => {
    const host = '{\\n  \\"version\\": \\"0.1.0\\",\\n \\"pid\\": 7, \\"terminals\\": 2\\n}';
    program(
      'path/cotty',
      `case $1$2 in --version) echo 0.1.0 ;; hosthelp | host--help) echo "cotty host" ;; hoststatus) printf "${host}" ;; esac`,
    );
    expect(await probed()).toMatchObject({
      cotty: { version: '0.1.0', speaks: false, path: join(home, 'path/cotty') },
      host: { version: '0.1.0', pid: 7, terminals: 2 },
    });
    program(
      'path/cotty',
      'case $1 in --version) echo 0.3.0 ;; host) echo "cotty host --stdio"; exit 4 ;; esac',
    );
    expect(await probed()).toMatchObject({ cotty: { speaks: true }, host: undefined });
  });

  it('and says why it cannot be asked', async () => {
    const read = readMachineAddress('exec:sh -c "echo no way >&2; exit 3"');
    const asked = read.ok && probe({ reach: read.reach, env: process.env, quiet: true });
    await expect(asked).rejects.toThrow('no way');
  });
});

describe('what a machine tells', () => {
  it('is read in whatever it is, and limited', () => {
    const line = fc.oneof(
      fc.string(),
      fc
        .tuple(fc.constantFrom('system', 'node', 'cotty', 'host', 'free', 'libc', 'done'), fc.string())
        .map(([name, value]) => `cotty-far ${name} ${value}`),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const told = readTold(lines.join('\n'));
        expect(readProbe(told).installed.length).toBeLessThanOrEqual(64);
      }),
    );
    const many = readTold(`${'cotty-far installed 1\n'.repeat(1000)}cotty-far home ${'x'.repeat(100_000)}\n`);
    expect([many.get('installed')?.length, many.get('home')?.[0]?.length]).toEqual([64, 16 * 1024]);
  });

  it.each([
    ['Linux aarch64', 'musl', { system: 'linux', arch: 'arm64', libc: 'musl' }],
    ['Linux x86_64', 'glibc 2.36', { system: 'linux', arch: 'x64', libc: 'glibc' }],
    ['Darwin arm64', 'unknown', { system: 'darwin', arch: 'arm64', libc: '' }],
    ['OpenBSD amd64', 'unknown', { system: 'openbsd', arch: 'x64', libc: '' }],
  ])('names the platform of %s with %s as Node does', (system, libc, platform) => {
    expect(
      readProbe(
        new Map([
          ['system', [system]],
          ['libc', [libc]],
        ]),
      ).platform,
    ).toEqual(platform);
  });

  it.each(['', 'null', '{}', '{"version":1,"pid":1,"terminals":1}', '{"version":"1"'])(
    'of a host is no status: %j',
    (text) => {
      expect(readHost(text)).toBeUndefined();
    },
  );
});

it.each([
  ['0.10.0', '0.9.9', 1],
  ['20.19', '20.19.0', 0],
  ['1.0.0-beta.1', '1.0.0', 0],
  ['0.2.0', '1', -1],
])('the version %s compares with %s by numbers', (one, other, sign) => {
  expect(Math.sign(compareVersions(one, other))).toBe(sign);
});
