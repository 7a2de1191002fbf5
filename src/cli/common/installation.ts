/** The installed package: its folder, its version, the commit it was built from and its launcher. */

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = rootAbove(dirname(fileURLToPath(import.meta.url)));

/** Absolute path of the program that users start. */
export const launcher = join(root, 'bin/cotty.js');

/** The program by which ssh asks: beside the bundle, or among the sources. */
export const askpass =
  [join(root, 'dist/cli/askpass.sh'), join(root, 'src/machine/askpass.sh')].find(existsSync) ?? '';

/** Folder of the page that the web server serves. */
export const webPage = join(root, 'dist/web');

/** The version in `package.json`. */
export function readVersion(): string {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
}

/** Version and commit, for reports of defects; `commit` reads `unknown` where the build had no repository around it. */
export type About = {
  readonly version: string;
  readonly commit: string;
  readonly node: string;
  readonly platform: string;
};

export function readAbout(): About {
  return {
    version: readVersion(),
    commit: readCommit(join(root, 'dist/build.json')),
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
  };
}

/** The commit in the file that the build writes beside the bundle. */
export function readCommit(path: string): string {
  try {
    const { commit } = JSON.parse(readFileSync(path, 'utf8'));
    return typeof commit === 'string' ? commit : 'unknown';
  } catch {
    // Nothing was built (in tests of the sources), or the file is damaged.
    return 'unknown';
  }
}

/** The nearest folder with a `package.json`: sources and bundles lie at different depths below it. */
function rootAbove(folder: string): string {
  const above = dirname(folder);
  return existsSync(join(folder, 'package.json')) || above === folder ? folder : rootAbove(above);
}
