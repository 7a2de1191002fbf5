/**
 * A clean copy of the sources on a machine that has Node, git and a shell, and nothing else on its PATH: for the user who runs
 * the tests, or for another one, whose home is empty.
 */

import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { registryEnv, shareFile } from './installation.ts';
import { awaitNoneLeft } from './left-behind.ts';
import { OuterTerminal } from './outer-terminal.ts';
import { programPath } from './programs.ts';
import { removeFolder } from './remove-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The user whose name is `nobody` on most systems. */
const NOBODY = 65534;
const END_MS = 30_000;

/** Whether this process can become another user. */
export const isRoot: boolean = process.getuid?.() === 0;

export class BareMachine {
  readonly folder: string;
  /** The copy of the sources. */
  readonly sources: string;
  readonly #env: Record<string, string>;
  readonly #node: string;
  readonly #user: { readonly uid?: number; readonly gid?: number };
  readonly #windows: OuterTerminal[] = [];

  /** What npm fetches stays in `cache`, for the next machine. */
  constructor(node: string, user: 'own' | 'nobody', cache: string) {
    this.folder = mkdtempSync(join(realpathSync(tmpdir()), 'cotty-b-'));
    chmodSync(this.folder, 0o755);
    this.sources = join(this.folder, 'cotty');
    this.#user = user === 'nobody' ? { uid: NOBODY, gid: NOBODY } : {};
    const path = join(this.folder, 'path');
    const home = join(this.folder, 'home');
    for (const each of [path, home, this.sources]) mkdirSync(each);
    mkdirSync(cache, { recursive: true });
    for (const name of ['sh', 'bash', 'git']) symlinkSync(programPath(name), join(path, name));
    this.#node = join(path, 'node');
    shareFile(node, this.#node);
    const npm = realpathSync(programPath('npm'));
    writeFileSync(join(path, 'npm'), `#!/bin/sh\nexec node ${npm} "$@"\n`, { mode: 0o755 });
    this.#copySources();
    this.#own(home);
    this.#own(cache);
    this.#own(this.folder, false);
    this.#env = {
      ...registryEnv(),
      PATH: path,
      HOME: home,
      SHELL: programPath('bash'),
      TERM: 'xterm-256color',
      LANG: 'C.UTF-8',
      COTTY_RUNTIME_DIR: join(this.folder, 'run'),
      COTTY_TEST_MARK: this.folder,
      npm_config_cache: cache,
      npm_config_prefer_offline: 'true',
      npm_config_update_notifier: 'false',
    };
  }

  /** Types that in a new terminal in the folder of the sources. */
  start(file: string, ...args: readonly string[]): OuterTerminal {
    const window = new OuterTerminal({
      ...{ file: join(this.folder, 'path', file), args, cwd: this.sources, env: this.#env },
      ...this.#user,
    });
    this.#windows.push(window);
    return window;
  }

  /** Ends the host and removes everything; throws if a process is left. */
  async close(): Promise<void> {
    await Promise.all(this.#windows.map((window) => window.close()));
    await new Promise<void>((resolve) => {
      const options = { cwd: this.sources, env: this.#env, ...this.#user };
      execFile(this.#node, ['bin/cotty.js', 'host', 'stop', '--yes'], options, () => resolve());
    });
    const left = await awaitNoneLeft(`COTTY_TEST_MARK=${this.folder}`, END_MS);
    removeFolder(this.folder);
    if (left.length > 0) throw new Error(`left behind: ${left.map(({ command }) => command).join(' | ')}`);
  }

  /** What is under version control, with its changes, and what is about to be. */
  #copySources(): void {
    const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
    const gone = new Set(list(['ls-files', '-z', '--deleted']));
    for (const name of list(args).filter((each) => !gone.has(each))) {
      mkdirSync(dirname(join(this.sources, name)), { recursive: true });
      cpSync(join(root, name), join(this.sources, name));
    }
    this.#own(this.sources);
  }

  #own(path: string, all = true): void {
    const { uid, gid } = this.#user;
    if (uid === undefined || gid === undefined) return;
    chownSync(path, uid, gid);
    if (!all) return;
    for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' }))
      chownSync(join(path, name), uid, gid);
  }
}

function list(args: readonly string[]): string[] {
  const text = execFileSync(programPath('git'), [...args], { cwd: root, encoding: 'utf8' });
  return text.split('\0').filter((name) => name !== '');
}
