/** Watches the configuration file, its link target and the themes folder, and gives changed contents to the window. */

import { existsSync, type FSWatcher, realpathSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../config/parse.ts';

/** Delay until a changed file is read (ms): editors write a file in several steps. */
const SETTLED_MS = 100;

export type ConfigSource = {
  /** The file; it need not exist. */
  readonly path: string;
  /** Whether it is the user's default file, which the host reads as well. */
  readonly isOwn: boolean;
  /** Reads the file, and the theme that it names. */
  readonly read: () =>
    | { readonly ok: true; readonly config: Config }
    | { readonly ok: false; readonly error: string };
};

export type Reread = { readonly config: Config } | { readonly error: string };

/** Calls `notify` after each change, until the signal is aborted. */
export function watchConfig(
  { path, read }: ConfigSource,
  notify: (read: Reread) => void,
  signal: AbortSignal,
): void {
  let watchers: readonly FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;
  let last = JSON.stringify(read());
  const close = () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
    watchers = [];
  };
  const look = () => {
    if (signal.aborted) return;
    arm();
    const now = read();
    const text = JSON.stringify(now);
    if (text === last) return;
    last = text;
    notify(now.ok ? { config: now.config } : { error: now.error });
  };
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(look, SETTLED_MS);
    timer.unref();
  };
  // Folders are watched anew after each change: one may have been made, moved away or replaced.
  const arm = () => {
    for (const watcher of watchers) watcher.close();
    watchers = foldersOf(path).flatMap((folder) => watched(folder, changed) ?? []);
  };
  arm();
  signal.addEventListener('abort', close, { once: true });
}

/** Returns the folders to watch: that of the file, the one above it, that of themes, and that of a link's target. */
function foldersOf(path: string): readonly string[] {
  const folder = dirname(path);
  const folders = [nearest(dirname(folder)), folder, join(folder, 'themes')];
  try {
    folders.push(dirname(realpathSync(path)));
  } catch {
    // There is no file yet.
  }
  return [...new Set(folders)];
}

/** Returns the folder, or the nearest existing one above it: a new home may have no `~/.config`. */
function nearest(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder));
}

/** Returns undefined for a folder that cannot be watched; then the file is read when the next window opens. */
function watched(folder: string, changed: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, { persistent: false }, changed);
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
