/**
 * The package as users get it: packed, installed by npm for a user of its own where nobody but Node, a shell and the usual
 * small programs is, and started from there.
 */

import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { awaitNoneLeft } from './left-behind.ts';
import { programPath } from './programs.ts';
import { removeFolder } from './remove-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** No compiler, no git, no Python; `ps` and `stty` are what the host asks where it has no system calls. */
const PROGRAMS = ['sh', 'bash', 'env', 'ls', 'cat', 'uname', 'ps', 'stty', 'sleep'];
/** The user whose name is `nobody` on most systems. Only root can become somebody else. */
const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;
/** Npm reads and unpacks some 150 packages, on a busy machine for minutes. */
const INSTALL_MS = 600_000;
const RUN_MS = 90_000;
const END_MS = 30_000;

export type Outcome = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** Packs the project into a folder, where installations then share what npm has fetched; returns the path of the tarball. */
export async function pack(folder: string): Promise<string> {
  own(folder);
  const npm = realpathSync(programPath('npm'));
  // What is built is packed: building anew would pull dist away from under other tests.
  const args = [npm, 'pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  const { code, stdout, stderr } = await execute(process.execPath, args, { cwd: root, env: process.env });
  if (code !== 0) throw new Error(`npm pack failed: ${stderr}`);
  const tarball = join(folder, stdout.trim());
  own(tarball);
  return tarball;
}

export class Installation {
  readonly folder: string;
  readonly prefix: string;
  readonly #env: Record<string, string>;
  readonly #node: string;
  readonly #cotty: string;
  readonly #tarball: string;

  /** `node` runs npm and the program; with `global` false the package is one of a project's, as npm leaves out optional ones only there. */
  constructor(node: string, tarball: string, { global }: { readonly global: boolean }) {
    this.#tarball = tarball;
    this.folder = mkdtempSync(join(realpathSync(tmpdir()), 'cotty-i-'));
    const path = join(this.folder, 'bin');
    this.prefix = join(this.folder, 'prefix');
    for (const each of [path, this.prefix, join(this.folder, 'home')]) mkdirSync(each);
    for (const name of PROGRAMS) symlinkSync(programPath(name), join(path, name));
    this.#node = join(path, 'node');
    // Another user may not be able to enter the folder that this Node is in.
    shareFile(node, this.#node);
    this.#cotty = join(this.prefix, global ? 'bin/cotty' : 'node_modules/.bin/cotty');
    for (const each of [this.folder, this.prefix, join(this.folder, 'home')]) own(each);
    if (!global) {
      writeFileSync(join(this.prefix, 'package.json'), '{}');
      own(join(this.prefix, 'package.json'));
    }
    this.#env = {
      PATH: `${dirname(this.#cotty)}:${path}`,
      HOME: join(this.folder, 'home'),
      COTTY_RUNTIME_DIR: join(this.folder, 'run'),
      COTTY_TEST_MARK: this.folder,
      SHELL: join(path, 'bash'),
      LANG: 'C.UTF-8',
      npm_config_cache: join(dirname(tarball), 'cache'),
      npm_config_prefer_offline: 'true',
      npm_config_prefix: this.prefix,
    };
  }

  async install(options: readonly string[]): Promise<Outcome> {
    const npm = realpathSync(programPath('npm'));
    const args = [
      npm,
      'install',
      ...options,
      '--no-audit',
      '--no-fund',
      '--no-update-notifier',
      this.#tarball,
    ];
    return await this.#as(this.#node, args, { ...registryEnv(), ...this.#env }, INSTALL_MS);
  }

  /** Starts `cotty` by its name, as a shell would. */
  run(...args: readonly string[]): Promise<Outcome> {
    return this.#as(join(this.folder, 'bin/sh'), ['-c', 'exec cotty "$@"', 'sh', ...args], this.#env, RUN_MS);
  }

  #as(file: string, args: readonly string[], env: Record<string, string>, timeout: number): Promise<Outcome> {
    const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
    return execute(file, args, { cwd: this.prefix, env, timeout, ...user });
  }

  /** Ends the host and removes everything; throws if a process is left. */
  async close(): Promise<void> {
    await this.run('host', 'stop', '--yes');
    const left = await awaitNoneLeft(`COTTY_TEST_MARK=${this.folder}`, END_MS);
    removeFolder(this.folder);
    if (left.length > 0) throw new Error(`left behind: ${left.map(({ command }) => command).join(' | ')}`);
  }
}

function own(path: string): void {
  if (isRoot) chownSync(path, NOBODY, NOBODY);
}

/** Certificates and registry of the machine: a proxy may be all the network that there is. */
export function registryEnv(): Record<string, string> {
  return Object.fromEntries(
    ['NODE_EXTRA_CA_CERTS', 'HTTPS_PROXY', 'https_proxy', 'npm_config_registry', 'npm_config_cafile']
      .map((name) => [name, process.env[name] ?? ''] as const)
      .filter(([, value]) => value !== ''),
  );
}

/** A second name for a file where the disk is the same, else a copy. */
export function shareFile(from: string, to: string): void {
  try {
    linkSync(realpathSync(from), to);
  } catch {
    copyFileSync(from, to);
    chmodSync(to, 0o755);
  }
}

type Options = Parameters<typeof execFile>[2];

function execute(file: string, args: readonly string[], options: Options): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = execFile(file, [...args], { ...options, encoding: 'utf8' }, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : error === null ? 0 : -1;
      resolve({ code, stdout, stderr });
    });
    child.stdin?.end();
  });
}
