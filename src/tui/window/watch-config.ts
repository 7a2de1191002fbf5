/** Watches the configuration file, and its link target, and gives changed contents to the window. */

import { existsSync, type FSWatcher, realpathSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
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
    timer = undefined;
    if (signal.aborted) return;
    arm();
    const now = read();
    const text = JSON.stringify(now);
    if (text === last) return;
    last = text;
    notify(now.ok ? { config: now.config } : { error: now.error });
  };
  // A timer that runs is not started anew: changes that come without a pause would put the reading off for ever.
  const changed = () => {
    if (timer !== undefined) return;
    timer = setTimeout(look, SETTLED_MS);
    timer.unref();
  };
  // Folders are watched anew after each change: one may have been made, moved away or replaced.
  const arm = () => {
    for (const watcher of watchers) watcher.close();
    watchers = placesOf(path).flatMap((place) => watched(place, changed) ?? []);
  };
  arm();
  signal.addEventListener('abort', close, { once: true });
}

/** A folder, and the one name in it that matters. */
type Place = { readonly folder: string; readonly name: string };

/** Returns what to watch: the file, its folder in the one above, and the target of a link. */
function placesOf(path: string): readonly Place[] {
  const places: Place[] = [above(dirname(path)), at(path)];
  try {
    places.push(at(realpathSync(path)));
  } catch {
    // There is no file yet.
  }
  return places;
}

function at(path: string): Place {
  return { folder: dirname(path), name: basename(path) };
}

/** Returns the place at which the folder, or the first missing one above it, appears: a new home may have no `~/.config`. */
function above(folder: string): Place {
  const place = at(folder);
  return existsSync(place.folder) || place.folder === folder ? place : above(place.folder);
}

/** Returns undefined for a folder that cannot be watched; then the file is read when the next window opens. */
function watched({ folder, name }: Place, changed: () => void): FSWatcher | undefined {
  try {
    // Some systems do not say the name.
    const watcher = watch(folder, { persistent: false }, (_event, changedName) => {
      if (changedName === null || changedName === name) changed();
    });
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
