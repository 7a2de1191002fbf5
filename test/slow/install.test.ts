import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { Installation, pack } from '../support/installation.ts';
import { furtherNodes, nodeVersion, programNode } from '../support/node.ts';
import { needs } from '../support/programs.ts';
import { removeFolder } from '../support/remove-folder.ts';

/** Npm fetches what is not in its cache. */
const TIMEOUT_MS = 900_000;

describe('the packed program, where no compiler and no git is', () => {
  let folder = '';
  let tarball = '';
  let installed: Installation | undefined;
  beforeAll(async () => {
    needs('npm', 'tar');
    folder = mkdtempSync(join(tmpdir(), 'cotty-pack-'));
    tarball = await pack(folder);
  });
  afterEach(async () => {
    await installed?.close();
    installed = undefined;
  });
  afterAll(() => removeFolder(folder));

  test.each([programNode, ...furtherNodes])(
    'installs globally and works under %s',
    async (node) => {
      installed = new Installation(node, tarball, { global: true });
      expect(await installed.install(['--global'])).toMatchObject({
        code: 0,
        stderr: expect.not.stringContaining('npm error'),
      });
      await works(installed, node);
      const doctor = await installed.run('doctor');
      expect(doctor.stdout).toMatch(/^cotty /);
      expect(doctor.stdout).not.toMatch(/node-pty|koffi/);
      const page = join(installed.prefix, 'share/man/man1/cotty.1');
      expect(readFileSync(page, 'utf8')).toContain(`cotty ${manifest.version.replaceAll('-', '\\-')}`);
    },
    TIMEOUT_MS,
  );

  test(
    'works without its optional packages, and without the scripts of any package',
    async () => {
      installed = new Installation(programNode, tarball, { global: false });
      const options = ['--omit=optional', '--ignore-scripts'];
      expect(await installed.install(options)).toMatchObject({
        code: 0,
        stderr: expect.not.stringContaining('npm error'),
      });
      expect(existsSync(join(installed.prefix, 'node_modules/node-pty'))).toBe(true);
      expect(existsSync(join(installed.prefix, 'node_modules/koffi'))).toBe(false);
      await works(installed, programNode);
      expect((await installed.run('doctor')).stdout).toContain('modes of terminals are read by running stty');
    },
    TIMEOUT_MS,
  );

  test('has what it needs and nothing of its tests', () => {
    const files = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' })
      .split('\n')
      .map((name) => name.replace('package/', ''));
    for (const name of [
      'LICENSE',
      'README.md',
      'CHANGELOG.md',
      'dist/cotty.1',
      'dist/build.json',
      'dist/licences.txt',
    ])
      expect(files).toContain(name);
    expect(files.filter((name) => /^(?:test|src|fixtures|node_modules)\/|\.ts$/.test(name))).toEqual([]);
    expect(files.filter((name) => name.startsWith('bin/'))).toEqual(['bin/cotty.js']);
    expect(statSync(tarball).size).toBeLessThan(3_000_000);
  });
});

async function works(cotty: Installation, node: string): Promise<void> {
  const version = nodeVersion(node);
  const about = JSON.parse((await cotty.run('--version', '--json')).stdout);
  expect(about).toMatchObject({ version: manifest.version, node: version });
  expect(await cotty.run('new', 'build', '--detached')).toMatchObject({ code: 0, stderr: '' });
  const ran = await cotty.run('run', 'build', '--', 'echo', 'it works; exit 3');
  expect(ran).toMatchObject({ code: 0, stdout: 'it works; exit 3\n' });
  expect((await cotty.run('run', 'build', '--', 'sh -c "exit 3"')).code).toBe(3);
  const history = await cotty.run('history', '--json');
  const commands = history.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(commands.map(({ exit }) => exit)).toEqual([0, 3]);
  expect(await cotty.run('host', 'stop', '--yes')).toMatchObject({ code: 0 });
}
