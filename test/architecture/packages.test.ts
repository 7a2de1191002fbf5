import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import lock from '../../package-lock.json' with { type: 'json' };

type Entry = { readonly integrity?: string; readonly dev?: boolean; readonly optional?: boolean };
const entries = Object.entries(lock.packages as Record<string, Entry>).filter(([path]) => path !== '');
const root = fileURLToPath(new URL('../..', import.meta.url));

describe('the packages', () => {
  test('are locked at one version each', () => {
    const wanted = {
      ...manifest.dependencies,
      ...manifest.optionalDependencies,
      ...manifest.devDependencies,
    };
    expect(
      Object.entries(wanted).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
    ).toEqual([]);
    expect(lock).toMatchObject({ name: manifest.name, version: manifest.version });
  });

  test('come with a checksum, for every system', () => {
    expect(
      entries.filter(([, { integrity }]) => integrity?.startsWith('sha512-') !== true).map(([path]) => path),
    ).toEqual([]);
  });

  test('run nothing of ours when cotty is installed', () => {
    const atInstall = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish'];
    expect(Object.keys(manifest.scripts).filter((name) => atInstall.includes(name))).toEqual([]);
  });

  test('and what is published are folders and files that are there, and of the launcher nothing else', () => {
    const published = manifest.files.filter((name) => name !== 'dist');
    expect(published.filter((name) => !existsSync(`${root}${name}`))).toEqual([]);
    expect(published.filter((name) => name.startsWith('bin'))).toEqual(['bin/cotty.js']);
  });
});
