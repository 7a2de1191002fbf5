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
 * What a host has loaded at its first prompt, and why: packages, and folders of ours. The emulator of screens, which each terminal needs,
 * is not told by the maps.
 */
const LOADED_BY_A_HOST: Readonly<Record<string, string>> = {
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

/** The built files that a start of `cotty host` reads before its first terminal: those that these import statically. */
function filesOfHost(): readonly string[] {
  const names = readdirSync(built).filter((name) => name.endsWith('.js'));
  const reached = new Set<string>();
  const open = names.filter((name) => /^(main|serve-host|host-[A-Z0-9]+)\.js$/.test(name));
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    const text = readFileSync(join(built, name), 'utf8');
    open.push(...[...text.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)].map(([, file = '']) => file));
  }
  return [...reached];
}

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

  test('gives a host only what it needs at its first prompt, in few files', () => {
    const files = filesOfHost();
    const sources = sourcesOf(files.map((name) => `${name}.map`)).map((path) => join(built, path));
    const places = sources.map((path) => {
      const name = /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
      // Some packages bring maps of their own, whose sources are not there.
      if (name !== undefined) return existsSync(join(root, 'node_modules', name)) ? name : undefined;
      return path.startsWith(join(root, 'src/'))
        ? path.slice(root.length).split('/', 2).join('/')
        : undefined;
    });
    const named = new Set(places.filter((place) => place !== undefined));
    expect([...named].sort()).toEqual(Object.keys(LOADED_BY_A_HOST).sort());
    expect(sources.some((path) => path.includes('re2js'))).toBe(false);
    expect(existsSync(join(built, 're2js.cjs'))).toBe(true);
    expect(files.length).toBeLessThan(40);
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
