/** The repositories in which folders lie: the nearest folder above with a `.git`. */

import { access } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Milliseconds for which an answer of the file system counts. */
const KEPT_MS = 60_000;
/** Folders that are asked for at once. */
const AT_ONCE = 64;

export class Repositories {
  readonly #now: () => number;
  #roots = new Map<string, Promise<string | undefined>>();
  #since = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns a 1 for each folder, a file URI, in a repository of this path or name. */
  async inRepository(folders: readonly string[], wanted: string): Promise<Uint8Array> {
    if (Math.abs(this.#now() - this.#since) > KEPT_MS) {
      this.#roots = new Map();
      this.#since = this.#now();
    }
    const marks = new Uint8Array(folders.length);
    for (let from = 0; from < folders.length; from += AT_ONCE) {
      const some = folders.slice(from, from + AT_ONCE);
      const roots = await Promise.all(some.map((uri) => this.of(uri)));
      for (const [at, root] of roots.entries())
        if (root !== undefined && isNamed(root, wanted)) marks[from + at] = 1;
    }
    return marks;
  }

  /** Returns the path of the repository of a folder; undefined if it is in none, or on another machine. */
  of(uri: string): Promise<string | undefined> {
    const path = pathOf(uri);
    return path === undefined ? Promise.resolve(undefined) : this.#rootOf(path);
  }

  #rootOf(path: string): Promise<string | undefined> {
    const known = this.#roots.get(path);
    if (known !== undefined) return known;
    const root = this.#find(path);
    this.#roots.set(path, root);
    return root;
  }

  async #find(path: string): Promise<string | undefined> {
    if (await isThere(join(path, '.git'))) return path;
    const parent = dirname(path);
    return parent === path ? undefined : this.#rootOf(parent);
  }
}

function isNamed(root: string, wanted: string): boolean {
  const name = wanted.length > 1 && wanted.endsWith('/') ? wanted.slice(0, -1) : wanted;
  return root === name || (!name.startsWith('/') && (basename(root) === name || root.endsWith(`/${name}`)));
}

function pathOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    // A folder of another machine, or no file URI.
    return undefined;
  }
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
