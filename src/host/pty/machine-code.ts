/**
 * Loads the machine code of node-pty, the only file that knows that package. It is loaded when it is first asked for, so that
 * a system for which it was not made gets a sentence instead of a stack trace.
 */

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Functions of node-pty's machine code, which it exports without types. */
type Native = {
  fork(
    program: string,
    args: readonly string[],
    env: readonly string[],
    cwd: string,
    cols: number,
    rows: number,
    user: number,
    group: number,
    /** Sets IUTF8, so that Backspace removes a character and not a byte in canonical mode. */
    utf8: boolean,
    helper: string,
    exited: (code: number, signal: number) => void,
  ): { readonly fd: number; readonly pid: number; readonly pty: string };
  resize(fd: number, cols: number, rows: number, width: number, height: number): void;
};

const FOLDERS = ['build/Release', `prebuilds/${process.platform}-${process.arch}`];

let loaded: Native | undefined;

/** Returns the system calls of node-pty. Throws an error with a message for users if they cannot be loaded. */
export function native(): Native {
  loaded ??= load();
  return loaded;
}

/** The program by which node-pty starts others on macOS; elsewhere it needs none. */
export function starterPath(): string {
  return process.platform === 'darwin' ? (builtFile('spawn-helper') ?? '') : '';
}

function load(): Native {
  let inner: Partial<Native> | null | undefined;
  try {
    inner = (createRequire(import.meta.url)('node-pty') as { readonly native?: Partial<Native> | null })
      .native;
  } catch (error) {
    throw new Error(whyNot(), { cause: error });
  }
  if (typeof inner?.fork === 'function' && typeof inner.resize === 'function') return inner as Native;
  throw new Error('this version of node-pty is not supported');
}

function folder(): string {
  return dirname(createRequire(import.meta.url).resolve('node-pty/package.json'));
}

function builtFile(name: string): string | undefined {
  return FOLDERS.map((built) => join(folder(), built, name)).find((path) => existsSync(path));
}

/** Says what is wrong and how to repair it. node-pty itself names only the last path that it has tried. */
function whyNot(): string {
  try {
    const { version } = JSON.parse(readFileSync(join(folder(), 'package.json'), 'utf8'));
    return `node-pty ${version}, which opens terminals, does not load on this system (${systemName()}): ${wordsOf(builtFile('pty.node'))}\nInstall a C++ compiler, make and Python, then run: npm_config_build_from_source=true npm rebuild node-pty`;
  } catch {
    return 'node-pty, which opens terminals, is not installed. Run npm install again.';
  }
}

/** The first line of the system's error for a file that cannot be loaded. */
function wordsOf(path: string | undefined): string {
  if (path === undefined) return 'it has no machine code for it';
  try {
    createRequire(import.meta.url)(path);
    return 'its machine code lacks what is needed';
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  }
}

/** `linux x64`, with the C library if it is not glibc. */
function systemName(): string {
  const { platform, arch } = process;
  if (platform !== 'linux') return `${platform} ${arch}`;
  // A report asks for the names of connections otherwise, which takes seconds.
  const report = Object.assign(process.report, { excludeNetwork: true });
  const { header } = report.getReport() as { readonly header?: { readonly glibcVersionRuntime?: string } };
  const glibc = header?.glibcVersionRuntime;
  return `${platform} ${arch}, ${glibc === undefined ? 'musl or another C library than glibc' : `glibc ${glibc}`}`;
}
