import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { waitForBlock, waitForMode } from '../support/face.ts';
import { Sandbox } from '../support/sandbox.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const built = join(root, 'dist/cli');

/** Sources of built files, by the maps of these. */
function sourcesOf(maps: readonly string[]): readonly string[] {
  return maps.flatMap((name): string[] => JSON.parse(readFileSync(join(built, name), 'utf8')).sources);
}

function bundledSources(): readonly string[] {
  return sourcesOf(readdirSync(built).filter((name) => name.endsWith('.map')));
}

/** Folders of the packages whose sources are in the built files. Some packages bring maps of their own. */
function bundledPackages(): readonly string[] {
  const folders = bundledSources().map(
    (path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(join(built, path))?.[0],
  );
  const found = folders.filter((folder) => folder !== undefined && existsSync(join(folder, 'package.json')));
  return [...new Set(found as string[])];
}

/**
 * What a host has loaded at its first prompt, and why: packages, and folders of ours.
 */
const LOADED_BY_A_HOST: Readonly<Record<string, string>> = {
  '@xterm/headless': 'screens',
  diff: 'compared runs, which a window asks for with the next command',
  'smol-toml': 'the rules of agents, which are read right after the first prompt',
  ws: 'the socket that windows connect to',
  zod: 'requests are checked',
  'src/cli': 'the command line, the log, the installation',
  'src/client': 'how keys are named in the configuration',
  'src/files': 'files are replaced whole',
  'src/fleet': 'what a host of a fleet publishes is named',
  'src/host': 'the host',
  'src/ledger': 'records',
  'src/machine': 'which machines there are, for notices of theirs',
  'src/protocol': 'messages',
  'src/review': 'compared runs',
  'src/rpc': 'connections',
  'src/screen': 'screens',
  'src/shell': 'how shells are started, and what they report',
  'src/tui': 'the configuration, which says whether nested shells are integrated',
};

describe('the bundle', () => {
  const packages = bundledPackages().map((folder) =>
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
  );

  const [, ...texts] = readFileSync(join(root, 'dist/licences.txt'), 'utf8').split(/\n-{80}\n\n/);
  const titles = texts.map((text) => text.slice(0, text.indexOf('\n')));

  test('has all packages in it but those with machine code', () => {
    const names = titles.map((title) => title.slice(0, title.indexOf(' ')));
    expect(Object.keys(manifest.dependencies).filter((name) => !names.includes(name))).toEqual(['node-pty']);
    expect(names).not.toContain('koffi');
  });

  test('has React in it as it is made for use, not for development', () => {
    const react = bundledSources().filter((path) => /\/node_modules\/react(?:-reconciler)?\//.test(path));
    for (const name of ['react/cjs/react', 'react-reconciler/cjs/react-reconciler'])
      expect(react.some((path) => path.endsWith(`/${name}.production.js`))).toBe(true);
    expect(react.filter((path) => path.includes('development'))).toEqual([]);
  });

  test('gives a host only what it needs at its first prompt', () => {
    const loaded: readonly string[] = JSON.parse(readFileSync(join(root, 'dist/loaded.json'), 'utf8'))[
      'host-process'
    ];
    const places = loaded.map(
      (path) =>
        /(?:node_modules\/|emulator:)((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path.split('/', 2).join('/'),
    );
    expect([...new Set(places)].sort()).toEqual(Object.keys(LOADED_BY_A_HOST).sort());
    expect(existsSync(join(built, 're2js.cjs'))).toBe(true);
  });

  test('finds by its own folder what it loads late: V8 is given a text, which has no place for `import()`', () => {
    const names = readdirSync(built).filter((name) => name.endsWith('-process.cjs'));
    expect(names).toEqual(['host-process.cjs', 'window-process.cjs']);
    for (const name of names) {
      const text = readFileSync(join(built, name), 'utf8');
      expect(text.match(/\bimport\(["'`]/g)).toBeNull();
      expect(text).toContain('require("koffi")');
    }
  });

  test('brings the licence of every package in it', () => {
    const wanted = packages.map(({ name, version, license }) => `${name} ${version} (${license})`);
    expect(wanted.length).toBeGreaterThan(30);
    expect(wanted.filter((title) => !titles.includes(title))).toEqual([]);
    expect(texts.filter((text) => !/copyright/i.test(text) || text.length < 500)).toEqual([]);
  });

  test('has only packages in it whose licences allow it', () => {
    expect(
      titles.filter((title) => !/ \((?:MIT|ISC|BSD-[23]-Clause|Apache-2\.0|0BSD|Unlicense)\)$/.test(title)),
    ).toEqual([]);
  });

  test('works where no package is but node-pty', async () => {
    const sandbox = new Sandbox();
    try {
      const folder = join(sandbox.root, 'bare');
      mkdirSync(join(folder, 'node_modules'), { recursive: true });
      for (const part of ['bin', 'dist', 'package.json'])
        cpSync(join(root, part), join(folder, part), { recursive: true });
      cpSync(join(root, 'node_modules/node-pty'), join(folder, 'node_modules/node-pty'), { recursive: true });
      const program = join(folder, 'bin/cotty.js');
      const window = sandbox.open([], { program });
      await waitForMode(window, 'RUN');
      window.send('echo a 👍🏽 b\r');
      await waitForBlock(window, '✓ 0 echo a 👍🏽 b');
      expect(await sandbox.run(['ls', '--nonsense'], {}, program)).toMatchObject({ code: 2 });
      expect((await sandbox.run(['doctor'], {}, program)).stdout).toContain('koffi is not installed');
      // A server without a client ends at the end of its input.
      expect(await sandbox.run(['mcp'], {}, program)).toMatchObject({ code: 0, stderr: '' });
      window.send('\x0b');
      await waitForMode(window, 'RAW');
    } finally {
      await sandbox.close();
    }
  });
});
