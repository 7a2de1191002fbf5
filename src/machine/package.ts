/** The package that is brought to another machine: what npm publishes of this installation, and node-pty for the system there. */

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { TarFile } from './tar.ts';

/** Where something runs, in the words of Node (`linux`, `x64`), and the C library: `glibc`, `musl`, or empty elsewhere. */
export type Platform = { readonly system: string; readonly arch: string; readonly libc: string };

export type Package =
  | { readonly ok: true; readonly files: readonly TarFile[]; readonly bytes: number }
  | { readonly ok: false; readonly error: string };

export type PackageOptions = {
  /** Folder of this installation. */
  readonly root: string;
  readonly platform: Platform;
  /** Whether this machine's own Node goes along. */
  readonly node: boolean;
};

export function packageFor({ root, platform, node }: PackageOptions): Package {
  const pty = dirname(createRequire(join(root, 'package.json')).resolve('node-pty/package.json'));
  const code = machineCode(pty, platform);
  if (code === undefined) {
    return { ok: false, error: `node-pty has no machine code for ${platformName(platform)}` };
  }
  const { files: published } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const own = ['package.json', ...published].flatMap((path: string) => filesOf(root, path));
  const its = ['package.json', 'LICENSE', 'lib', code].flatMap((path) => filesOf(pty, path));
  const files = [
    // Maps of sources are a third of it, and nothing reads them without the sources.
    ...own.filter((name) => !name.endsWith('.map')).map((name) => ({ name, from: join(root, name) })),
    ...its
      .filter((name) => !name.endsWith('.map'))
      .map((name) => ({ name: `node_modules/node-pty/${name}`, from: join(pty, name) })),
    ...(node ? ownNode() : []),
  ];
  const bytes = files.reduce((sum, { from }) => sum + statSync(from).size, 0);
  return { ok: true, files, bytes };
}

/** Returns the folder of machine code for a platform below that of node-pty: what it publishes, or what was compiled here. */
function machineCode(pty: string, platform: Platform): string | undefined {
  const { system, arch, libc } = platform;
  const prebuilt = `prebuilds/${system}-${arch}`;
  // Published for Linux is only machine code that needs glibc.
  if (libc !== 'musl' && existsSync(join(pty, prebuilt, 'pty.node'))) return prebuilt;
  const isAlike = platformName(platform) === platformName(ownPlatform());
  return isAlike && existsSync(join(pty, 'build/Release/pty.node')) ? 'build/Release' : undefined;
}

/** The licence lies beside the folder of the program, as Node is published. */
function ownNode(): readonly TarFile[] {
  const licence = join(dirname(dirname(process.execPath)), 'LICENSE');
  return [
    { name: 'node', from: process.execPath },
    ...(existsSync(licence) ? [{ name: 'node.LICENSE', from: licence }] : []),
  ];
}

function filesOf(root: string, path: string): readonly string[] {
  if (!existsSync(join(root, path))) return [];
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesOf(root, `${path}/${name}`));
}

/** The platform of this process. */
export function ownPlatform(): Platform {
  const { platform: system, arch } = process;
  if (system !== 'linux') return { system, arch, libc: '' };
  // A report asks for the names of connections otherwise, which takes seconds.
  const report = Object.assign(process.report, { excludeNetwork: true });
  const { header } = report.getReport() as unknown as { readonly header: Readonly<Record<string, unknown>> };
  return { system, arch, libc: 'glibcVersionRuntime' in header ? 'glibc' : 'musl' };
}

export function platformName({ system, arch, libc }: Platform): string {
  return [system, arch, libc].filter((word) => word !== '').join(' ');
}
