/**
 * An HTML file, readable by the user alone, that redirects the browser to a link. The link itself must not be an argument of the
 * browser, because every user of the machine can read the arguments of processes.
 */

import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Io } from '../common/io.ts';
import { hostPaths } from '../connect/host-paths.ts';

const NAME = 'web-link.html';

/** Returns the URL of the file; undefined where it cannot be written. `link` has no letter that HTML gives a meaning to. */
export function writeLinkPage(link: string, env: Io['env']): string | undefined {
  const path = pathIn(env);
  if (path === undefined) return undefined;
  try {
    rmSync(path, { force: true });
    const text = `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>cotty</title><meta http-equiv="refresh" content="0; url=${link}">\n`;
    writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
    return pathToFileURL(path).href;
  } catch {
    // The user can still open the printed link.
    return undefined;
  }
}

export function forgetLinkPage(env: Io['env']): void {
  const path = pathIn(env);
  if (path !== undefined) rmSync(path, { force: true });
}

function pathIn(env: Io['env']): string | undefined {
  const paths = hostPaths(env);
  return paths.ok ? join(dirname(paths.socket), NAME) : undefined;
}
